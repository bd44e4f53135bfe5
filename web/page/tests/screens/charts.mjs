/** Sequences and tables: values, periods, files. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

import { SIZES } from '../browser.mjs';
import { button, fragment, overflow, says, site, until } from '../harness.mjs';

const own = site();
const verdict = (page) => page.getByTestId('verdict');
const cell = (page, row, column) => page.locator(`[data-cell="${row}-${column}"]`);

async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

async function sequence(t, game, more = {}, options) {
  const page = await own.visit(t, fragment(game, { view: 'sequences', ...more }), options);
  await verdict(page).waitFor();
  return page;
}

async function table(t, game, more = {}, options) {
  const page = await own.visit(t, fragment(game, { view: 'tables', ...more }), options);
  await cell(page, 0, 0).waitFor();
  return page;
}

describe('a nim-sequence', () => {
  test('of Kayles has its proved period', async (t) => {
    const page = await sequence(t, 'kayles');
    assert.match(await verdict(page).textContent(), /^Period 12 from heap 71 on.*: proved\.$/);
    await page.locator('summary', { hasText: 'first values' }).click();
    assert.match(await page.getByTestId('values').textContent(), /^0, 1, 2, 3, 1, 4, 3, 2, 1, 4/);
  });

  test('without a known period says so', async (t) => {
    const page = await sequence(t, 'grundy', { to: '300' });
    assert.match(await verdict(page).textContent(), /No period found below heap|observed/);
  });

  test('of another game is typed, and of none is a sentence', async (t) => {
    const page = await sequence(t, 'kayles');
    const field = page.getByRole('combobox', { name: 'Game of heaps' });
    await field.fill('octal(0.137)');
    await button(page, 'Compute').click();
    await says(verdict(page), 'Period 34');
    await field.fill('octal(0.$)');
    await button(page, 'Compute').click();
    await page.getByRole('alert').waitFor();
    await field.fill('kayles');
    await button(page, 'Compute').click();
    await says(verdict(page), 'Period 12');
  });

  test('is saved as CSV, b-file and SVG', async (t) => {
    const page = await sequence(t, 'kayles', { to: '50' });
    const csv = await saved(page, 'Save CSV');
    assert.match(csv.name, /\.csv$/);
    assert.match(csv.text, /\n5,4\r?\n/);
    const bfile = await saved(page, 'Save b-file');
    assert.match(bfile.text, /^5 4$/m);
    const svg = await saved(page, 'Save SVG');
    assert.match(svg.text, /^<svg/);
  });

  test('is zoomed, and the link knows where', async (t) => {
    const page = await sequence(t, 'kayles', { to: '400' });
    await button(page, 'Zoom in').click();
    await until(() => /zoom=\d+-\d+/.test(page.url()));
    await button(page, 'Show all').click();
    await until(() => !/zoom=/.test(page.url()));
  });

  for (const size of Object.keys(SIZES)) {
    test(`fits a ${size}`, async (t) => {
      const page = await sequence(t, 'octal(0.16)', { to: '5000' }, { size });
      assert.equal(await overflow(page), 0);
      const plot = await page.getByRole('slider').boundingBox();
      assert.ok(plot.width > 250 && plot.height > 100);
    });
  }

  test('of a million values comes in the worker while the page answers', async (t) => {
    const page = await sequence(t, 'octal(0.16)', { to: '1000000' });
    assert.match(await verdict(page).textContent(), /Period 149,459 .*proved/);
  });
});

describe('a table', () => {
  test('of nim-sums says what 3 plus 5 is', async (t) => {
    const page = await table(t, 'nim-sum');
    assert.equal(await cell(page, 3, 5).innerText(), '6');
    await cell(page, 3, 5).hover();
    await says(page.getByTestId('cell'), '3 plus 5 is 6');
  });

  test('of nim-products says what 4 times 4 is', async (t) => {
    const page = await table(t, 'nim-product');
    assert.equal(await cell(page, 4, 4).innerText(), '6');
    assert.equal(await cell(page, 2, 2).innerText(), '3');
  });

  test('of Wythoff shows values and outcomes, and a cell opens its position', async (t) => {
    const page = await table(t, 'wythoff');
    assert.equal(await cell(page, 3, 5).innerText(), '0');
    await button(page, 'Outcomes, P and N').click();
    await until(async () => (await cell(page, 3, 5).innerText()) === 'P');
    await until(() => /show=outcomes/.test(page.url()));
    await cell(page, 3, 5).click();
    await says(page.getByTestId('outcome'), 'P-position');
  });

  test('of misère play has outcomes', async (t) => {
    const page = await table(t, 'nim', { play: 'misere' });
    assert.equal(await cell(page, 1, 0).innerText(), 'P');
    assert.equal(await cell(page, 1, 1).innerText(), 'N');
    assert.equal(await cell(page, 2, 2).innerText(), 'P');
  });

  test('is walked by arrows', async (t) => {
    const page = await table(t, 'nim-sum');
    await cell(page, 0, 0).focus();
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await says(page.getByTestId('cell'), '1 plus 2 is 3');
    await page.keyboard.press('End');
    await says(page.getByTestId('cell'), '1 plus 15 is 14');
  });

  test('is saved as CSV and SVG', async (t) => {
    const page = await table(t, 'nim-sum', { rows: '4', columns: '4' });
    assert.match((await saved(page, 'Save CSV')).text, /3,2,1,0/);
    assert.match((await saved(page, 'Save SVG')).text, /^<svg/);
  });

  for (const size of Object.keys(SIZES)) {
    test(`of forty rows is not wider than a ${size}`, async (t) => {
      const page = await table(t, 'nim-product', { rows: '40', columns: '40' }, { size });
      assert.equal(await overflow(page), 0);
    });
  }
});
