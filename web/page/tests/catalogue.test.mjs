/** Every game of the catalogue is opened from the menu, played to its end against the engine, and reviewed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { board, button, overflow, site, stones, turn, until } from './harness.mjs';

const own = site();
const MOST_MOVES = 40;
/** Where positions come back, a draw is called after so many moves. */
const DRAWN_AFTER = 12;

const moves = (page) => decodeURIComponent(page.url()).match(/&moves=([^&]*)/)?.[1].split(';').length ?? 0;

/** All games, as the menu has them. */
async function games(page) {
  await button(page, 'Games').click();
  await page.locator('select option').first().waitFor({ state: 'attached' });
  return page.locator('select option').evaluateAll((all) => all.map((option) => option.value));
}

/** Opens the menu, if it is not open, at a game. */
async function select(page, game) {
  if ((await page.locator('select').count()) === 0) await button(page, 'Games').click();
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

/** Whether a click came through; on a busy machine, what was free may be taken by then. */
const clicked = (locator) => locator.click({ timeout: 1000 }).then(() => true, () => false);

/** The first move on the board, pick by pick; or of the list, where the board has none. */
async function move(page) {
  const before = moves(page);
  const made = () => moves(page) > before;
  if ((await stones(page).count()) === 0) {
    // Where the board has nothing to pick, the list is open.
    await page.locator('details li button').first().click();
  } else {
    await until(async () => {
      const make = page.locator('button:enabled', { hasText: 'Make this move' });
      if (made() || ((await make.count()) > 0 && (await clicked(make)))) return true;
      // Low stones take more, so games are short.
      const free = page.locator('.board button:enabled:not([aria-pressed=true])').first();
      const pressed = () => page.locator('.board [aria-pressed=true]').count();
      const already = await pressed();
      if (await clicked(free)) await until(async () => made() || (await pressed()) !== already, 'a pick does something');
      return made();
    }, 'picks make a move');
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
    const page = await own.open(t);
    await turn(page);
    const names = await games(page);
    assert.ok(names.length >= 30, `${names.length} games`);
    for (const name of names) {
      await t.test(name, async () => {
        await choose(page, name);
        await playToEnd(page);
        await page.getByRole('heading', { name: 'Review' }).waitFor();
        const points = await page.locator('.graph .point').count();
        assert.equal(points, moves(page) + 1);
        if (points > 1) {
          await page.locator('.graph .point').first().click();
          await page.locator('.last', { hasText: 'After move 0' }).waitFor();
        }
        assert.equal(await page.locator('[role=alert]').count(), 0);
        assert.equal(await overflow(page), 0);
      });
    }
  });

  test('each game opens on a phone without being wider than it', async (t) => {
    const page = await own.open(t, '', { size: 'phone' });
    await turn(page);
    const names = await games(page);
    for (const name of names) {
      await choose(page, name);
      assert.equal(await overflow(page), 0, name);
      assert.equal(await page.locator('[role=alert]').count(), 0, name);
    }
  });

  test('another example of each game opens, and each famous position', async (t) => {
    const page = await own.open(t);
    await turn(page);
    const opens = async (press, what) => {
      await leave(page, press);
      await until(async () => (await page.locator('.status, [role=alert]').count()) > 0 && !(await page.locator('[aria-busy]').count()));
      assert.deepEqual(await page.locator('[role=alert]').allTextContents(), [], what);
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
