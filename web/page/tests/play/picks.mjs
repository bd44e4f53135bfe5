/** Moves that are made of several picks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SIZES } from '../browser.mjs';
import { board, button, fragment, site, stones, turn, until } from '../harness.mjs';

const own = site();
const position = (page) => board(page).getAttribute('aria-label');
const moves = (page) => decodeURIComponent(page.url()).match(/&moves=([^&]*)/)?.[1].split(';') ?? [];

for (const size of Object.keys(SIZES)) {
  test(`a move of Moore’s game takes from two piles, on a ${size}`, async (t) => {
    const page = await own.visit(t, fragment('moore(2): 3 4 5'), { size });
    await turn(page);
    await page.getByRole('button', { name: 'Pile 1, stone 2 of 3' }).click();
    const make = button(page, 'Make this move');
    await make.waitFor();
    assert.ok(await make.isEnabled(), 'one pile alone is a move too');
    await page.getByRole('button', { name: 'Pile 3, stone 1 of 5' }).click();
    // Two piles are all that may be picked, so the move is made.
    await until(() => moves(page).length === 2, 'the engine answers');
    assert.equal(moves(page)[0], '1 -> 1, 3 -> 0');
    await turn(page);
  });
}

test('one pile alone can be taken from where two are allowed', async (t) => {
  const page = await own.visit(t, fragment('moore(2): 3 4 5'));
  await turn(page);
  await page.getByRole('button', { name: 'Pile 1, stone 1 of 3' }).click();
  await button(page, 'Make this move').click();
  await until(() => moves(page).length === 2);
  assert.equal(moves(page)[0], '1 -> 0');
});

test('a pick can be dropped, by itself or all at once', async (t) => {
  const page = await own.visit(t, fragment('moore(2): 3 4 5'));
  await turn(page);
  const stone = page.getByRole('button', { name: 'Pile 1, stone 1 of 3' });
  await stone.click();
  await button(page, 'Pick anew').click();
  await until(async () => (await button(page, 'Pick anew').count()) === 0);
  await stone.click();
  await button(page, 'Pick anew').waitFor();
  assert.equal(await stone.getAttribute('aria-pressed'), 'true');
  await stone.click();
  await until(async () => (await button(page, 'Pick anew').count()) === 0);
  await stone.click();
  await button(page, 'Pick anew').waitFor();
  await page.keyboard.press('Escape');
  await until(async () => (await button(page, 'Pick anew').count()) === 0);
  assert.equal(await position(page), 'moore(2): 3 4 5');
});

test('Twins turns two coins, picked one after the other', async (t) => {
  const page = await own.visit(t, fragment('twins: THHTH'));
  await turn(page);
  const before = await position(page);
  // The rightmost coin shows heads and may be turned with any other to its left.
  await stones(page).last().click();
  await button(page, 'Pick anew').waitFor();
  assert.ok(await button(page, 'Make this move').isDisabled(), 'one coin is no move');
  const others = await stones(page).count();
  assert.ok(others >= 2);
  await stones(page).first().click();
  await until(async () => (await position(page)) !== before);
  await until(() => moves(page).length >= 1);
});

test('only picks that lead to a move are offered', async (t) => {
  const page = await own.visit(t, fragment('moore(2): 3 4 5'));
  await turn(page);
  const before = await stones(page).count();
  await stones(page).first().click();
  await button(page, 'Pick anew').waitFor();
  const labels = await stones(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  assert.equal(labels.filter((label) => label.startsWith('Pile 1')).length, 1, 'of the first pile only what is picked');
  assert.ok(labels.length < before);
});

test('several picks are made by keyboard too', async (t) => {
  const page = await own.visit(t, fragment('moore(2): 3 4 5'));
  await turn(page);
  await page.getByRole('button', { name: 'Pile 1, stone 1 of 3' }).focus();
  await page.keyboard.press('Enter');
  await button(page, 'Make this move').waitFor();
  const inBoard = () => page.evaluate(() => !!document.activeElement?.closest('.board'));
  assert.ok(await inBoard(), 'the focus stays on the board');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await until(() => moves(page).length >= 1, 'two piles make the move');
});
