/** Everything can be done without a mouse: a game of Nim, one of Chomp, one Show me, and the keys of the help. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { board, fragment, says, site, status, turn, until } from '../harness.mjs';

const own = site();
const MOST_TABS = 60;
const MOST_MOVES = 40;

/** What has the focus, in words. */
const focused = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return { name: at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '', inBoard: !!at?.matches('.board button'), tag: at?.tagName };
  });

async function tabTo(page, wanted) {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (wanted(at)) return at;
  }
  return assert.fail('the Tab key does not lead there');
}

/** Plays with Enter on whatever stone has the focus, which stays on the board from move to move. */
async function playOn(page, choose = async () => {}) {
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    if ((await turn(page)).over) return moves;
    await until(async () => (await focused(page)).inBoard, 'the focus is on the board again');
    await choose();
    const before = page.url();
    await page.keyboard.press('Enter');
    await until(() => page.url() !== before, 'Enter makes a move');
  }
  return assert.fail('the game does not end');
}

test('a whole game of Nim is played by keyboard alone', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await tabTo(page, ({ inBoard }) => inBoard);
  await page.keyboard.press('ArrowRight');
  assert.match((await focused(page)).name, /^Pile 2, stone/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  assert.match((await focused(page)).name, /^Pile 1, stone 2 of 3: take 2/);
  // The winning move of 3 4 5.
  await page.keyboard.press('Space');
  await says(page.locator('.last'), /engine: /i);
  await playOn(page);
  assert.match(await status(page).textContent(), /win|lose/);
  await page.getByRole('heading', { name: 'Review' }).waitFor();
  await tabTo(page, ({ name }) => /^After move 1: P, value 0/.test(name));
  await page.keyboard.press('Enter');
  await says(page.locator('.last'), 'After move 1 of');
});

test('a whole game of Chomp is chosen and played by keyboard alone', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await tabTo(page, ({ name }) => name === 'Set up');
  await page.keyboard.press('Enter');
  await tabTo(page, ({ tag }) => tag === 'SELECT');
  await page.locator('select option').first().waitFor({ state: 'attached' });
  await until(async () => {
    // Letters that come too slowly are another word; this is what people do then, too.
    await page.keyboard.type('Chomp');
    return (await page.locator('select').inputValue()) === 'chomp';
  }, 'typing its name chooses the game');
  await tabTo(page, ({ name }) => name === 'Play');
  await page.keyboard.press('Enter');
  await until(async () => /^chomp: /.test(await board(page).getAttribute('aria-label')));
  await turn(page);
  await tabTo(page, ({ inBoard }) => inBoard);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await playOn(page);
  await page.getByRole('heading', { name: 'Review' }).waitFor();
});

test('one Show me is stepped from the first step to the last by keyboard alone', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await tabTo(page, ({ name }) => name === 'Show me');
  await page.keyboard.press('Enter');
  const count = page.getByTestId('count');
  await says(count, 'step 1 of');
  const steps = Number((await count.textContent()).match(/of (\d+)/)[1]);
  assert.ok(steps > 20);
  const seen = new Set();
  for (let step = 2; step <= steps; step++) {
    await page.keyboard.press('ArrowRight');
    await says(count, `step ${step} of ${steps}`);
    const sentence = await page.getByTestId('sentence').textContent();
    assert.equal(await page.locator('[aria-live]').textContent(), sentence, 'each sentence is announced');
    seen.add(sentence);
  }
  assert.ok(seen.size > steps / 2);
  await page.keyboard.press('Home');
  await says(count, 'step 1 of');
  await page.keyboard.press('End');
  await says(count, `step ${steps} of`);
  await page.keyboard.press('ArrowLeft');
  await says(count, `step ${steps - 1} of`);
  await page.keyboard.press('r');
  await says(count, 'step 1 of');
  await tabTo(page, ({ name }) => name === 'Play');
  await page.keyboard.press('Space');
  await until(async () => (await focused(page)).name === 'Pause');
  await page.keyboard.press('Space');
  await until(async () => (await focused(page)).name === 'Play');
});

test('Space plays and pauses where no button has the focus', async (t) => {
  const page = await own.visit(t, fragment('nim: 1 2', { view: 'show' }));
  await page.getByTestId('count').waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
});

test('the keys H, U, Y, R and ? do what the help says', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await page.keyboard.press('h');
  await says(page.locator('.hint'), 'Hint 1 of 4');
  await page.keyboard.press('H');
  await says(page.locator('.hint'), 'Hint 2 of 4');
  await page.getByRole('button', { name: 'Pile 3, stone 1 of 5' }).click();
  await says(page.locator('.last'), /engine: /i);
  await turn(page);
  await page.keyboard.press('u');
  await until(async () => (await board(page).getAttribute('aria-label')) === 'nim: 3 4 5');
  await page.keyboard.press('y');
  await until(async () => (await board(page).getAttribute('aria-label')) !== 'nim: 3 4 5');
  await turn(page);
  await page.keyboard.press('r');
  await until(async () => (await board(page).getAttribute('aria-label')) === 'nim: 3 4 5');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  await page.keyboard.press('Escape');
  await until(async () => (await page.locator('dialog').count()) === 0);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  await page.keyboard.press('?');
  await until(async () => (await page.locator('dialog').count()) === 0, 'the same key closes the help');
});

test('the first Tab leads past the menu to the board', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await page.keyboard.press('Tab');
  assert.equal((await focused(page)).name, 'To the board');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  await tabTo(page, ({ inBoard }) => inBoard);
});
