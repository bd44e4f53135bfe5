/** Nothing is lost: not the game when its players change or another screen is looked at, not a link that was mistyped. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { board, button, fragment, says, site, turn, until } from '../harness.mjs';

const own = site();
const position = (page) => board(page).getAttribute('aria-label');
const link = (page, name) => page.getByRole('link', { name, exact: true });
const GAME = fragment('nim: 3 4 5', { moves: '3 -> 2;1 -> 1', players: 'person,50', seed: '7' });

test('another strength goes on with the same game', async (t) => {
  const page = await own.visit(t, GAME);
  await turn(page);
  await button(page, 'Perfect').click();
  await until(() => page.url().includes('players=person%2C100'));
  await turn(page);
  assert.equal(await position(page), 'nim: 1 4 2');
  await says(page.locator('.last'), 'take 2 from pile 1');
});

test('others take over the same game', async (t) => {
  const page = await own.visit(t, GAME);
  await turn(page);
  await button(page, 'Two people').click();
  await until(() => page.url().includes('players=person%2Cperson'));
  await until(async () => (await position(page)) === 'nim: 1 4 2');
  await button(page, 'The engine begins').click();
  await until(() => (decodeURIComponent(page.url()).match(/;/g) ?? []).length === 2, 'it is the engine’s move, and it makes it');
  await turn(page);
});

test('the other convention goes on with the same game', async (t) => {
  const page = await own.visit(t, GAME);
  await turn(page);
  await page.getByRole('button', { name: /misère/ }).click();
  await until(async () => (await position(page)) === 'misere nim: 1 4 2');
  await says(page.getByTestId('rules'), 'Whoever takes the last stone loses.');
});

test('Analyse and Show me carry the game, also by a link, and Play goes on with it', async (t) => {
  const page = await own.visit(t, GAME);
  await turn(page);
  await link(page, 'Analyse').click();
  await page.getByRole('heading', { name: 'Why' }).waitFor();
  assert.equal(await position(page), 'nim: 1 4 2');
  await link(page, 'Show me').first().click();
  await says(page.getByTestId('count'), 'step 1 of');
  await page.keyboard.press('ArrowRight');
  await says(page.getByTestId('count'), 'step 2 of');
  const other = await own.open(t, new URL(page.url()).hash);
  await says(other.getByTestId('count'), 'step 2 of');
  for (const each of [page, other]) {
    await link(each, 'Play').first().click();
    await turn(each);
    assert.equal(await position(each), 'nim: 1 4 2');
    assert.match(decodeURIComponent(each.url()), /#nim: 3 4 5&.*moves=3 -> 2;1 -> 1/);
    assert.ok(await button(each, 'Undo').isEnabled());
  }
});

test('another position in Analyse is another game', async (t) => {
  const page = await own.visit(t, GAME);
  await turn(page);
  await link(page, 'Analyse').click();
  await page.getByRole('heading', { name: 'Why' }).waitFor();
  await page.getByRole('button', { name: 'Pile 2, stone 1 of 4' }).click();
  await until(async () => (await position(page)) === 'nim: 1 0 2');
  await link(page, 'Play').click();
  await turn(page);
  assert.equal(await position(page), 'nim: 1 0 2');
  assert.doesNotMatch(page.url(), /moves=/);
});

test('a strength that was chosen before the first move goes along', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await button(page, 'Hard').click();
  await until(() => page.url().includes('players=person%2C80'));
  for (const name of ['Analyse', 'Explore', 'Show me', 'Games', 'Play']) {
    await link(page, name).first().click();
    await until(async () => name === 'Play' || (await page.title()).startsWith(name), name);
  }
  await turn(page);
  assert.equal(await button(page, 'Hard').getAttribute('aria-pressed'), 'true');
});

test('a look at the lessons costs no game', async (t) => {
  const page = await own.visit(t, GAME);
  await turn(page);
  await link(page, 'Learn').click();
  await page.getByRole('heading', { name: 'Learn' }).waitFor();
  await link(page, 'Play').click();
  await turn(page);
  assert.equal(await position(page), 'nim: 1 4 2');
});

for (const view of ['play', 'analyse']) {
  test(`a mistyped address has a link to what was meant, and is corrected in place: ${view}`, async (t) => {
    const page = await own.visit(t, fragment('kaylse: 5', { view }));
    const alert = page.getByRole('alert');
    await says(alert, 'did you mean kayles?');
    const field = page.getByLabel('Position');
    assert.equal(await field.inputValue(), 'kaylse: 5');
    await alert.getByRole('link', { name: 'kayles: 5' }).click();
    await until(async () => (await position(page)) === 'kayles: 5');
    await page.goBack();
    await alert.waitFor();
    await field.fill('kayles: 6');
    await field.press('Enter');
    await until(async () => (await position(page)) === 'kayles: 6');
    assert.equal(await alert.count(), 0);
  });
}
