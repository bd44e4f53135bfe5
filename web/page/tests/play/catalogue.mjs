/** Every game of the catalogue is opened from the menu, played to its end against the engine, and reviewed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { SIZES } from '../browser.mjs';
import { board, button, overflow, quiet, site, stones, turn, until } from '../harness.mjs';

const own = site();
const MOST_MOVES = 40;
const MOST_PICKS = 20;
/** Where positions come back, a draw is called after so many moves. */
const DRAWN_AFTER = 12;

/** How many moves the link has; asked in the page, because the browser tells of its links a little later. */
const moves = (page) => page.evaluate(() => decodeURIComponent(location.hash).match(/&moves=([^&]*)/)?.[1].split(';').length ?? 0);

/** All games, as the menu has them. */
async function games(page) {
  await button(page, 'Set up').click();
  await page.locator('select option').first().waitFor({ state: 'attached' });
  return page.locator('select option').evaluateAll((all) => all.map((option) => option.value));
}

/** Opens the menu, if it is not open, at a game. */
async function select(page, game) {
  if ((await page.locator('select').count()) === 0) await button(page, 'Set up').click();
  await page.getByLabel('Game', { exact: true }).selectOption(game);
}

/** Presses what opens another position, which closes the menu. */
async function leave(page, press) {
  const before = page.url();
  await press();
  await until(() => page.url() !== before, 'another position is opened');
  await page.locator('.picker').waitFor({ state: 'detached' });
}

/** Opens the first example of a game from the menu. */
async function choose(page, game) {
  await select(page, game);
  await leave(page, () => button(page, 'Play').click());
  await until(async () => (await board(page).getAttribute('aria-label'))?.replace('misere ', '').startsWith(game), `${game} is open`);
}

/** The first move on the board, pick by pick; or of the list, where the board has none. */
async function move(page) {
  const before = await moves(page);
  const made = async () => (await moves(page)) > before;
  // Where the board has nothing to pick, the list is open.
  if ((await stones(page).count()) === 0) await page.locator('details li button').first().click();
  // Low stones take more, so games are short.
  else for (let picks = 0; picks < MOST_PICKS; picks++) {
    const make = page.locator('button:enabled', { hasText: 'Make this move' });
    if ((await make.count()) > 0) await make.click();
    else await page.locator('.board button:enabled:not([aria-pressed=true])').first().click();
    await quiet(page);
    if (await made()) break;
  }
  await until(made, 'a move was made');
}

async function playToEnd(page) {
  for (let count = 0; count < MOST_MOVES; count++) {
    if ((await turn(page)).over) return;
    if (count >= DRAWN_AFTER && (await button(page, 'Call a draw').count()) > 0) await button(page, 'Call a draw').click();
    else await move(page);
  }
  assert.fail('the game does not end');
}

describe('the catalogue', () => {
  test('each game is opened, played to the end and reviewed', async (t) => {
    const page = await own.visit(t);
    await turn(page);
    const names = await games(page);
    assert.ok(names.length >= 30, `${names.length} games`);
    for (const name of names) {
      await t.test(name, async () => {
        await choose(page, name);
        await turn(page);
        await page.setViewportSize(SIZES.phone);
        assert.equal(await overflow(page), 0, 'it is not wider than a phone');
        await page.setViewportSize(SIZES.laptop);
        await playToEnd(page);
        await page.getByRole('heading', { name: 'Review' }).waitFor();
        const points = await page.locator('.graph .point').count();
        assert.equal(points, (await moves(page)) + 1);
        if (points > 1) {
          await page.locator('.graph .point').first().click();
          await page.locator('.last', { hasText: 'After move 0' }).waitFor();
        }
        assert.equal(await page.locator('[role=alert]').count(), 0);
        assert.equal(await overflow(page), 0);
      });
    }
  });

  test('another example of each game opens on a phone, and each famous position', async (t) => {
    const page = await own.visit(t, '', { size: 'phone' });
    await turn(page);
    const opens = async (press, what) => {
      await leave(page, press);
      await page.waitForFunction(() => document.querySelector('.status, [role=alert]') && !document.querySelector('[aria-busy]'));
      assert.deepEqual(await page.locator('[role=alert]').allTextContents(), [], what);
      assert.equal(await overflow(page), 0, what);
    };
    for (const name of await games(page)) {
      await select(page, name);
      const famous = await page.locator('.examples .chip:not(.mono)').allTextContents();
      const example = page.locator('.examples .chip.mono').last();
      const text = await example.textContent();
      await example.click();
      await opens(() => button(page, 'Play').click(), `${name}, ${text}`);
      for (const preset of famous) {
        await select(page, name);
        await opens(() => page.locator('.examples .chip:not(.mono)', { hasText: preset }).first().click(), preset);
      }
    }
  });
});
