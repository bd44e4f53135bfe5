/** Play: who plays, how it ends, taking back, help, and what the memory keeps. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { board, button, fragment, quiet, says, site, status, stones, turn, until } from '../harness.mjs';

const own = site();
const position = (page) => board(page).getAttribute('aria-label');
const moves = (page) => decodeURIComponent(page.url()).match(/&moves=([^&]*)/)?.[1].split(';') ?? [];
const take = (page, name) => page.getByRole('button', { name }).first().click();

test('strength has names, and is one of the link', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await button(page, 'Easy').click();
  await until(() => page.url().includes('players=person%2C20'));
  await turn(page);
  assert.equal(await button(page, 'Easy').getAttribute('aria-pressed'), 'true');
  await take(page, 'Pile 1, stone 1 of 3');
  await says(page.locator('.last'), /engine.*: /i);
});

test('a strength without a name is told in percent', async (t) => {
  const page = await own.visit(t, fragment('nim: 3 4 5', { players: 'person,30' }));
  await turn(page);
  await says(page.locator('.label'), 'Strength of the engine: 30 %');
});

test('the engine begins when it is asked to', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await button(page, 'The engine begins').click();
  await until(() => moves(page).length === 1);
  await turn(page);
  assert.notEqual(await position(page), 'nim: 3 4 5');
  assert.equal(await button(page, 'The engine begins').getAttribute('aria-pressed'), 'true');
});

test('two people move in turn', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await button(page, 'Two people').click();
  await until(() => page.url().includes('players=person%2Cperson'));
  const first = await status(page).textContent();
  await take(page, 'Pile 3, stone 1 of 5');
  await until(async () => (await position(page)) === 'nim: 3 4 0');
  assert.notEqual(await status(page).textContent(), first, 'it is the other’s move');
  await take(page, 'Pile 2, stone 1 of 4');
  await until(async () => (await position(page)) === 'nim: 3 0 0');
  await take(page, 'Pile 1, stone 1 of 3');
  await page.locator('.status.over').waitFor();
  await page.getByRole('heading', { name: 'Review' }).waitFor();
});

test('two engines play to the end by themselves', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await button(page, 'Two engines').click();
  await page.locator('.status.over').waitFor();
  await page.getByRole('heading', { name: 'Review' }).waitFor();
  await page.getByText('Strength of the second').waitFor();
});

test('two engines can be paused and go on', async (t) => {
  const page = await own.open(t, fragment('nim: 3 4 5', { players: '100,100' }), { motion: 'no-preference', prepare: (page) => page.clock.install() });
  await button(page, 'Pause').click();
  await button(page, 'Go on').waitFor();
  // What was under way is finished before the count.
  await page.clock.runFor(700);
  await quiet(page);
  const before = moves(page).length;
  await page.clock.runFor(5000);
  await quiet(page);
  assert.equal(moves(page).length, before);
  await button(page, 'Go on').click();
  await page.clock.runFor(1000);
  await until(() => moves(page).length > before);
});

test('misère is a choice, and the last move loses', async (t) => {
  const page = await own.visit(t, fragment('nim: 1 1'));
  await turn(page);
  await page.getByRole('button', { name: /misère/ }).click();
  await until(async () => (await position(page)) === 'misere nim: 1 1');
  await says(page.getByTestId('rules'), 'Whoever takes the last stone loses.');
  await turn(page);
  await take(page, 'Pile 1, stone 1 of 1');
  await says(status(page), /you.*win|win.*you/i);
});

test('misère is not offered where a game has none', async (t) => {
  const page = await own.visit(t, fragment('chomp: 3x4'));
  await turn(page);
  const choice = page.getByRole('button', { name: /misère/ });
  if (await choice.isDisabled()) return;
  await choice.click();
  await until(async () => /^misere/.test(await position(page)));
});

test('undo takes back to your move, redo puts it back', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  assert.ok(await button(page, 'Undo').isDisabled());
  assert.ok(await button(page, 'Redo').isDisabled());
  await take(page, 'Pile 2, stone 2 of 4');
  await until(() => moves(page).length === 2);
  await turn(page);
  const after = await position(page);
  await button(page, 'Undo').click();
  await until(async () => (await position(page)) === 'nim: 3 4 5');
  await turn(page);
  await button(page, 'Redo').click();
  await until(async () => (await position(page)) === after);
  await turn(page);
});

test('undo while the engine thinks gives the move back', async (t) => {
  const page = await own.open(t, '', { motion: 'no-preference', prepare: (page) => page.clock.install() });
  await turn(page);
  await take(page, 'Pile 2, stone 2 of 4');
  await says(status(page), 'thinking');
  await button(page, 'Undo').click();
  await until(async () => (await position(page)) === 'nim: 3 4 5');
  await page.clock.runFor(3000);
  await quiet(page);
  assert.equal(await position(page), 'nim: 3 4 5');
  await turn(page);
  await take(page, 'Pile 2, stone 2 of 4');
  await until(() => moves(page).length === 2);
});

test('hints come in four rungs, and nothing leaks before it is asked for', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await button(page, 'Hint').click();
  const hint = page.locator('.hint');
  await says(hint, 'Hint 1 of 4');
  const told = [await hint.textContent()];
  assert.doesNotMatch(told[0], /take|pile \d/i, 'the first rung says only whether it is won');
  assert.equal(await page.locator('.lit').count(), 0);
  for (const rung of [2, 3, 4]) {
    await button(page, 'Tell me more').click();
    await says(hint, `Hint ${rung} of 4`);
    told.push(await hint.textContent());
  }
  assert.match(told[1], /Look at pile 1\./, 'the second says where');
  assert.match(told[2], /take 2/i);
  assert.ok((await page.locator('.lit').count()) > 0, 'the move is marked on the board');
  assert.equal(new Set(told).size, 4);
  assert.equal(await button(page, 'Tell me more').count(), 0);
});

test('a bad move is refuted and can be taken back', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  assert.ok(await button(page, 'Was my move good?').isDisabled());
  await take(page, 'Pile 3, stone 1 of 5');
  await until(() => moves(page).length === 2);
  await turn(page);
  await button(page, 'Was my move good?').click();
  await says(page.locator('.hint'), /^No\. Your move \(.*\) leaves an N-position/);
  await button(page, 'Take it back').click();
  await until(async () => (await position(page)) === 'nim: 3 4 5');
  await turn(page);
  await take(page, 'Pile 1, stone 2 of 3');
  await until(() => moves(page).length === 2);
  await turn(page);
  await button(page, 'Was my move good?').click();
  await says(page.locator('.hint'), /^Yes\./);
  assert.equal(await button(page, 'Take it back').count(), 0);
});

test('resigning ends the game, and the link knows it', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await take(page, 'Pile 3, stone 1 of 5');
  await until(() => moves(page).length === 2);
  await turn(page);
  await button(page, 'Resign').click();
  await page.locator('.status.over').waitFor();
  await until(() => page.url().includes('end=resigned'));
  const sentence = await status(page).textContent();
  assert.match(sentence, /resign|gave up|give up/i);
  const other = await own.open(t, new URL(page.url()).hash);
  await page.locator('.status.over').waitFor();
  await says(status(other), sentence);
});

test('the moves can be chosen from a list', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await page.getByText('All moves (12)').click();
  await page.locator('li button', { hasText: '1 -> 1' }).click();
  await until(() => moves(page).length === 2);
  assert.equal(moves(page)[0], '1 -> 1');
});

test('a long list of moves can be searched', async (t) => {
  const page = await own.visit(t, fragment('nim: 9 9'));
  await turn(page);
  await page.getByText('All moves (18)').click();
  await page.getByLabel('Find a move').fill('take 7 from');
  await until(async () => (await page.locator('li button').count()) === 2);
  await page.locator('li button', { hasText: 'pile 2' }).click();
  await until(() => moves(page)[0] === '2 -> 2');
});

test('the last game is kept for each game', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await take(page, 'Pile 3, stone 1 of 5');
  await until(() => moves(page).length === 2);
  await turn(page);
  const kept = await position(page);
  await page.goto(own.url + fragment('kayles: 5'));
  await until(async () => (await position(page)) === 'kayles: 5');
  await button(page, 'Set up').click();
  await page.getByLabel('Game', { exact: true }).selectOption('nim');
  await button(page, 'Go on with your last game').click();
  await until(async () => (await position(page)) === kept);
  await turn(page);
});

test('the nim-sum is shown when it is asked for, and can be hidden', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  assert.equal(await page.locator('table').count(), 0);
  await button(page, 'Nim-sum').click();
  await says(page.locator('table tr'), 'nim-sum');
  await button(page, 'Nim-sum').click();
  await until(async () => (await page.locator('table').count()) === 0);
});

test('a new game is the same position, begun again', async (t) => {
  const page = await own.visit(t, fragment('nim: 2 2', { players: 'person,100' }));
  await turn(page);
  await take(page, 'Pile 1, stone 1 of 2');
  await page.locator('.status.over').waitFor();
  await button(page, 'New game').click();
  await until(async () => (await position(page)) === 'nim: 2 2');
  assert.equal((await turn(page)).over, false);
  assert.equal(await stones(page).count(), 4);
});

test('a move that is in no list can be typed', async (t) => {
  const page = await own.visit(t, fragment('nim: 10^30 7'));
  await turn(page);
  await page.locator('summary', { hasText: 'All moves' }).click();
  await page.getByLabel('Find a move').fill('1 -> 7');
  await button(page, 'Play it').click();
  await until(() => moves(page).length === 2, 'the engine answers');
  assert.equal(moves(page)[0], '1 -> 7');
});
