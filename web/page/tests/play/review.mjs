/** After a game: the values as a graph, each mistake marked, and a way back into the game. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SIZES } from '../browser.mjs';
import { board, button, fragment, overflow, says, site, turn, until } from '../harness.mjs';

const own = site();
const position = (page) => board(page).getAttribute('aria-label');
/** 3 4 5 between two people: a blunder, a pardon, and so on to the end. */
const GAME = fragment('nim: 3 4 5', { players: 'person,person', moves: '3 -> 0;2 -> 3;1 -> 0;2 -> 0' });
const points = (page) => page.locator('.graph .point');

async function reviewed(t, options) {
  const page = await own.visit(t, GAME, options);
  await page.locator('.status.over').waitFor();
  await page.getByRole('heading', { name: 'Review' }).waitFor();
  return page;
}

for (const size of Object.keys(SIZES)) {
  test(`the review shows a value after each move and marks mistakes, on a ${size}`, async (t) => {
    const page = await reviewed(t, { size });
    const names = await points(page).evaluateAll((all) => all.map((point) => point.getAttribute('aria-label')));
    assert.deepEqual(names, [
      'The beginning: N, value *2',
      'After move 1: N, value *7, a mistake',
      'After move 2: P, value 0',
      'After move 3: N, value *3',
      'After move 4: P, value 0',
    ]);
    assert.equal(await page.locator('path.mistake').count(), 1);
    assert.equal(await page.locator('li.mistake').count(), 1);
    assert.equal(await overflow(page), 0);
  });

  test(`a click on the graph goes there and back, on a ${size}`, async (t) => {
    const page = await reviewed(t, { size });
    await points(page).nth(1).click();
    await until(async () => (await position(page)) === 'nim: 3 4 0');
    await says(page.locator('.last'), 'After move 1 of 4');
    assert.equal(await points(page).nth(1).getAttribute('aria-current'), 'step');
    await points(page).nth(0).click();
    await until(async () => (await position(page)) === 'nim: 3 4 5');
    await button(page, 'Back to the end').click();
    await until(async () => (await position(page)) === 'nim: 0 0 0');
  });
}

test('the list of moves goes there too', async (t) => {
  const page = await reviewed(t);
  await page.locator('section[aria-label=Review] li').nth(1).getByRole('button').first().click();
  await until(async () => (await position(page)) === 'nim: 3 3 0');
});

test('one can play on from a position of the past', async (t) => {
  const page = await reviewed(t);
  await points(page).nth(1).click();
  await until(async () => (await position(page)) === 'nim: 3 4 0');
  await button(page, 'Play on from here').click();
  await until(async () => (await page.locator('.status.over').count()) === 0);
  await page.getByRole('button', { name: 'Pile 2, stone 2 of 4' }).click();
  await until(async () => (await position(page)) === 'nim: 3 1 0');
});

test('every point of a long game can be reached', async (t) => {
  const page = await own.visit(t, fragment('nim: 9 9 9', { players: '0,0', seed: '3' }));
  await page.getByRole('heading', { name: 'Review' }).waitFor();
  const count = await points(page).count();
  assert.ok(count > 4);
  for (const at of [0, Math.floor(count / 2), count - 2]) {
    await points(page).nth(at).click();
    await says(page.locator('.last'), `After move ${at} of ${count - 1}`);
  }
});

test('a game under way can be reviewed, and goes on', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await page.getByRole('button', { name: 'Pile 3, stone 1 of 5' }).click();
  await until(() => (decodeURIComponent(page.url()).match(/;/g) ?? []).length === 1);
  await turn(page);
  await button(page, 'Review').click();
  await page.getByRole('heading', { name: 'Review' }).waitFor();
  const here = await position(page);
  await points(page).nth(0).click();
  await until(async () => (await position(page)) === 'nim: 3 4 5');
  await points(page).nth(2).click();
  await until(async () => (await position(page)) === here);
  await turn(page);
  await board(page).getByRole('button').first().click();
  await until(async () => (await page.getByRole('heading', { name: 'Review' }).count()) === 0 || (await page.locator('.status.over').count()) === 1);
});
