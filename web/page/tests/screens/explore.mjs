/** Explore: the graph of positions, a way through it, and graphs that are too large. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SIZES } from '../browser.mjs';
import { board, button, fragment, overflow, says, site, turn, until } from '../harness.mjs';

const own = site();
const explore = (address, more = {}) => fragment(address, { view: 'explore', ...more });
const here = (page) => page.locator('section[aria-label="Where you are"] h2');
const nodes = (page) => page.locator('a.node');

async function open(t, address, options, more) {
  const page = await own.visit(t, explore(address, more), options);
  await page.getByText(/\d+ positions?, \d+ moves?:/).waitFor();
  return page;
}

for (const size of Object.keys(SIZES)) {
  test(`the graph of Nim 1 2 has a node for each position, on a ${size}`, async (t) => {
    const page = await open(t, 'nim: 1 2', { size });
    const told = await page.getByText(/\d+ positions?, \d+ moves?:/).textContent();
    const [, count, , p, n] = told.match(/(\d+) positions, (\d+) moves: (\d+) P, (\d+) N/).map(Number);
    assert.equal(await nodes(page).count(), count);
    assert.equal(await page.locator('a.node.P').count(), p);
    assert.equal(await page.locator('a.node.N').count(), n);
    assert.equal(await overflow(page), 0);
  });
}

test('P is round, N is pointed and D is square, each with its letter', async (t) => {
  const page = await open(t, 'graph(a>b b>a b>c): a');
  const outlines = await nodes(page).evaluateAll((all) => all.map((one) => [one.getAttribute('class').match(/\b[PND]\b/)[0], one.querySelector('path, rect')?.outerHTML.replace(/[\d.-]+/g, '')]));
  const kinds = new Map(outlines);
  assert.ok(kinds.size >= 2);
  assert.equal(new Set(kinds.values()).size, kinds.size, 'outcomes differ in form');
});

test('a click on a node goes there, and the way is marked and in the link', async (t) => {
  const page = await open(t, 'nim: 1 2');
  await page.locator('section[aria-label="Where you are"] .options button').first().click();
  await says(here(page), /^(1 1|1, 1)/);
  await until(() => /path=\d/.test(page.url()));
  await page.getByRole('navigation', { name: 'The way so far' }).waitFor();
  const other = await own.open(t, new URL(page.url()).hash);
  await says(here(other), await here(page).textContent());
  await button(page, 'To the start').click();
  await says(here(page), '1 2');
});

test('a node of the picture is a link', async (t) => {
  const page = await open(t, 'nim: 1 2');
  const start = await here(page).textContent();
  await nodes(page).nth(1).click();
  await until(async () => (await here(page).textContent()) !== start);
  assert.equal(await nodes(page).nth(1).getAttribute('aria-current'), 'true');
});

test('the picture is zoomed and moved, by buttons, wheel and mouse', async (t) => {
  const page = await open(t, 'nim: 2 3');
  const place = async () => JSON.stringify(await nodes(page).first().boundingBox());
  const first = await place();
  await button(page, 'Zoom in').click();
  await until(async () => (await place()) !== first);
  const zoomed = await place();
  const frame = await page.locator('svg[role=group], [role=group][aria-label^="The graph"]').first().boundingBox();
  await page.mouse.move(frame.x + 12, frame.y + frame.height - 12);
  await page.mouse.down();
  await page.mouse.move(frame.x + 80, frame.y + frame.height - 60, { steps: 4 });
  await page.mouse.up();
  await until(async () => (await place()) !== zoomed, 'dragging moves it');
  const moved = await place();
  await page.mouse.wheel(0, -300);
  await until(async () => (await place()) !== moved, 'the wheel zooms');
  await button(page, 'Fit').click();
  await until(async () => (await place()) !== moved);
});

test('one can play on or analyse from a node', async (t) => {
  const page = await open(t, 'nim: 1 2', {}, { path: '1' });
  const position = await here(page).textContent();
  await page.getByRole('link', { name: 'Play from here' }).click();
  await turn(page);
  assert.ok((await board(page).getAttribute('aria-label')).includes(position));
});

test('misère has its own outcomes', async (t) => {
  const page = await open(t, 'misere nim: 1 1');
  await says(page.locator('section[aria-label="Where you are"]'), 'N-position');
});

test('a graph that is too large is refused politely, and a smaller one is offered', async (t) => {
  const page = await own.visit(t, explore('nim: 30 40 50'));
  await page.getByRole('alert').waitFor();
  assert.match(await page.getByRole('alert').innerText(), /at most \d+ are drawn/);
  assert.doesNotMatch(await page.getByRole('alert').innerText(), /--\w/, 'no advice for the command line');
  await page.getByRole('alert').getByRole('link').first().click();
  await page.getByText(/\d+ positions?, \d+ moves?:/).waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
});
