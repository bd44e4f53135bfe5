/** The end of a game: what happened, what may come next, and what this browser remembers of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { board, button, fragment, says, site, status, turn, until } from '../harness.mjs';

const own = site();
const position = (page) => board(page).getAttribute('aria-label');
const piles = async (page) => (await position(page)).replace('nim: ', '').split(' ').map(Number);
const turning = (page) => page.getByTestId('turning');
const score = (page) => page.getByTestId('score');

/** Plays Nim as Bouton did; where nothing wins, one stone goes. */
async function play(page) {
  for (let moves = 0; moves < 40; moves++) {
    if ((await turn(page)).over) return;
    const sizes = await piles(page);
    const sum = sizes.reduce((so, size) => so ^ size, 0);
    const winning = sizes.findIndex((size) => (size ^ sum) < size);
    const pile = winning < 0 ? sizes.findIndex((size) => size > 0) : winning;
    const left = winning < 0 ? sizes[pile] - 1 : sizes[pile] ^ sum;
    const before = page.url();
    await page.getByRole('button', { name: `Pile ${pile + 1}, stone ${left + 1} of ${sizes[pile]}:` }).click();
    await until(() => page.url() !== before, 'a move is made');
  }
  assert.fail('the game does not end');
}

test('who keeps the win is told so, has a star, and a score that is kept', async (t) => {
  const page = await own.open(t, fragment('nim: 3 4 5', { players: 'person,100', seed: '5' }));
  await play(page);
  await says(page.locator('.banner'), 'You win!');
  await says(turning(page), 'You never gave up the win: perfect.');
  await says(score(page), 'Won 1, lost 0. In a row: 1, at best 1.');
  await button(page, 'You have beaten Perfect').waitFor();
  await button(page, 'Rematch').click();
  await until(async () => (await position(page)) === 'nim: 3 4 5');
  await turn(page);
  await button(page, 'Resign').click();
  await says(page.locator('.banner'), 'The engine wins.');
  await says(score(page), 'Won 1, lost 1. In a row: 0, at best 1.');
  await page.reload();
  await says(score(page), 'Won 1, lost 1. In a row: 0, at best 1.');
  await button(page, 'You have beaten Perfect').waitFor();
});

test('a game with help, taken back, or opened by a link does not count', async (t) => {
  const page = await own.open(t, fragment('nim: 3 4 5', { players: 'person,100' }));
  await turn(page);
  await button(page, 'Hint').click();
  await says(page.locator('.hint'), 'Hint 1 of 4');
  await play(page);
  await says(page.locator('.ending'), 'it does not count');
  await page.reload();
  await says(page.locator('.banner'), 'You win!');
  assert.equal(await score(page).count(), 0);
});

test('a damaged or forbidden memory is none', async (t) => {
  for (const prepare of [
    (page) => page.addInitScript(() => localStorage.setItem('bouton-score', '{"won":"<b>"}')),
    (page) => page.addInitScript(() => localStorage.setItem('bouton-score', 'nonsense')),
    (page) => page.addInitScript(() => Object.defineProperty(globalThis, 'localStorage', { get: () => { throw new Error('forbidden'); } })),
  ]) {
    const page = await own.open(t, fragment('nim: 1', { players: 'person,100' }), { prepare });
    await play(page);
    await says(score(page), 'Won 1, lost 0. In a row: 1, at best 1.');
  }
});

test('who has lost the win is told when, and can try that move again', async (t) => {
  // The winning move, then the whole largest pile: that was the mistake.
  const page = await own.visit(t, fragment('nim: 3 4 5', { players: 'person,100', moves: '1 -> 1;2 -> 3;3 -> 0;2 -> 1;1 -> 0;2 -> 0' }));
  await says(page.locator('.banner'), 'The engine wins.');
  await says(turning(page), 'You had it until move 3.');
  await button(page, 'Try move 3 again').click();
  await until(async () => (await position(page)) === 'nim: 1 3 5');
  await turn(page);
  await page.getByRole('button', { name: 'Pile 3, stone 3 of 5' }).click();
  await until(() => decodeURIComponent(page.url()).includes('moves=1 -> 1;2 -> 3;3 -> 2;'));
});

test('each mistake of a review can be tried again', async (t) => {
  const page = await own.visit(t, fragment('nim: 3 4 5', { players: 'person,person', moves: '3 -> 0;2 -> 3;1 -> 0;2 -> 0' }));
  await button(page, 'Try it again').click();
  await until(async () => (await position(page)) === 'nim: 3 4 5');
  await page.goBack();
  await until(async () => (await position(page)) === 'nim: 0 0 0');
});

test('a review is walked move by move', async (t) => {
  const page = await own.visit(t, fragment('nim: 3 4 5', { players: 'person,person', moves: '3 -> 0;2 -> 3;1 -> 0;2 -> 0' }));
  await page.locator('.graph .point').first().click();
  await says(page.locator('.last'), 'After move 0 of 4');
  assert.ok(await button(page, 'One move back').isDisabled());
  await button(page, 'One move on').click();
  await until(async () => (await position(page)) === 'nim: 3 4 0');
  await button(page, 'One move back').click();
  await until(async () => (await position(page)) === 'nim: 3 4 5');
});

test('the graph has axes with numbers', async (t) => {
  const page = await own.visit(t, fragment('nim: 3 4 5', { players: 'person,person', moves: '3 -> 0;2 -> 3;1 -> 0;2 -> 0' }));
  await page.locator('.graph').waitFor();
  const texts = await page.locator('.graph text').allTextContents();
  assert.deepEqual(texts, ['value', 'move', '0', '2', '4', '6', '0', '1', '2', '3', '4']);
  assert.equal(await page.locator('.graph path.turn').count(), 1);
});

test('sides are swapped, and the engine becomes harder', async (t) => {
  const page = await own.visit(t, fragment('nim: 1', { players: 'person,50' }));
  await turn(page);
  await page.locator('.board button').first().click();
  await button(page, 'Harder: Hard').click();
  await until(() => page.url().includes('players=person%2C80'));
  await until(async () => (await position(page)) === 'nim: 1');
  await turn(page);
  await page.locator('.board button').first().click();
  await button(page, 'Swap sides').click();
  await until(() => page.url().includes('players=80%2Cperson'));
  await says(status(page), /engine wins/);
});
