/** The catalogue: every game has a picture, its rules and two ways on; famous ones have a drawing and a story. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { board, button, fragment, overflow, says, settled, site, turn, until } from '../harness.mjs';

const own = site();
const cards = (page) => page.locator('main li.card');

async function catalogue(t, more = {}, options) {
  const page = await own.visit(t, fragment('', { view: 'games', ...more }), options);
  await cards(page).first().waitFor();
  return page;
}

test('each game has a picture, rules, how hard it is, and two ways on', async (t) => {
  const page = await catalogue(t);
  await until(async () => (await page.locator('.picture:not(:has(.board, img))').count()) === 0, 'all pictures are there');
  const all = await cards(page).evaluateAll((items) =>
    items.map((item) => ({
      title: item.querySelector('h3').textContent,
      words: item.querySelector('.words').textContent.length,
      links: item.querySelectorAll('a').length,
      shapes: item.querySelectorAll('.picture img, .picture .shape').length,
    })),
  );
  assert.ok(all.length >= 40, `${all.length} cards`);
  for (const { title, words, links, shapes } of all) {
    assert.ok(words > 20 && links === 2 && shapes > 0, title);
  }
  assert.ok((await page.locator('.level').count()) >= 35);
});

test('machines and films have drawings and stories', async (t) => {
  const page = await catalogue(t);
  const told = { marienbad: 'Resnais', nimatron: 'Condon', nimrod: 'Ferranti', 'dr nim': 'marbles' };
  for (const [name, word] of Object.entries(told)) {
    const card = cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) });
    await says(card.locator('.words'), word);
    await until(() => card.locator('img').evaluate((image) => image.complete && image.naturalWidth > 0), `${name} is drawn`);
  }
});

test('a card leads to the game and to its reasons', async (t) => {
  const page = await catalogue(t);
  await page.getByRole('link', { name: 'Play: Kayles' }).click();
  await turn(page);
  assert.match(await board(page).getAttribute('aria-label'), /^kayles: /);
  await page.goBack();
  await page.getByRole('link', { name: 'Learn: Kayles' }).click();
  await says(page.getByTestId('count'), 'step 1 of');
});

test('games are found by words, and the link says which', async (t) => {
  const page = await catalogue(t);
  await page.getByLabel('Search').fill('chocolate');
  await until(async () => (await cards(page).count()) === 1);
  assert.equal(await cards(page).locator('h3').textContent(), 'Chomp');
  assert.match(page.url(), /find=chocolate/);
  await page.getByLabel('Search').fill('xyzzy');
  await says(page.locator('main'), 'No game has all these words');
  const other = await catalogue(t, { find: 'resnais film' });
  await until(async () => (await cards(other).count()) === 1);
});

test('on a phone it is as wide as the phone', async (t) => {
  const page = await catalogue(t, {}, { size: 'phone' });
  await settled(page);
  assert.equal(await overflow(page), 0);
});

test('an engine that cannot be had is told, with a way on', async (t) => {
  const page = await own.open(t, fragment('', { view: 'games' }), {
    complaints: /Failed to load resource|ERR_FAILED|net::/,
    prepare: (_, context) => context.route('**/*.wasm', (route) => route.abort()),
  });
  await says(page.getByRole('alert'), 'The engine stopped');
  await page.context().unroute('**/*.wasm');
  await page.getByRole('alert').getByRole('link').click();
  await button(page, 'Set up').waitFor();
});

test('long work that is left for it does not take the catalogue along', async (t) => {
  const page = await own.visit(t, fragment('cram: 7x7', { view: 'analyse' }));
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await page.getByRole('link', { name: 'Games', exact: true }).first().click();
  await cards(page).first().waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
});
