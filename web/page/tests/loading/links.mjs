/** Every state is the link; the theme is kept; what is on the screen can be taken away as text, picture or paper. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

import { board, button, fragment, quiet, says, settled, site, turn, until } from '../harness.mjs';

const own = site();

/** What somebody would say is on the screen, when all of it is there. */
const seen = async (page) => {
  await settled(page);
  await quiet(page);
  return page.locator('main').innerText();
};

const STATES = {
  'a game under way': fragment('nim: 3 4 5', { moves: '3 -> 2;1 -> 1' }),
  'a game between two people': fragment('chomp: 3x4', { players: 'person,person', moves: '3,3' }),
  'a misère game against a weak engine': fragment('misere nim: 1 2 3', { players: 'person,20', seed: '7' }),
  'a game that is over': fragment('nim: 1 1', { players: 'person,person', moves: '1 -> 0;2 -> 0' }),
  'a game of several picks': fragment('moore(2): 3 4 5', { moves: '1 -> 1, 3 -> 0' , players: 'person,person' }),
  'a step of Show me': fragment('misere nim: 3 4 5', { view: 'show', step: '12' }),
  'a sum in Analyse': fragment('kayles: 7 + nim: 2', { view: 'analyse' }),
  'a way through a graph': fragment('nim: 1 2', { view: 'explore', path: '1' }),
  'a part of a sequence': fragment('octal(0.16)', { view: 'sequences', to: '500', zoom: '100-200' }),
  'a table of outcomes': fragment('wythoff', { view: 'tables', show: 'outcomes', rows: '8', columns: '9' }),
  'a lesson': fragment('', { view: 'learn' }),
};

describe('a copied link shows the same elsewhere', () => {
  for (const [name, link] of Object.entries(STATES)) {
    test(name, async (t) => {
      const one = await own.visit(t, link);
      await until(async () => (await seen(one)).length > 60, 'something is seen');
      const other = await own.open(t, new URL(one.url()).hash);
      // Both are looked at anew: parts of a screen are loaded when they are first wanted.
      await until(async () => (await seen(one)) === (await seen(other)), 'the same is seen');
    });
  }
});

test('what is done on the screen is in the link at once', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await page.getByRole('button', { name: 'Pile 3, stone 3 of 5' }).click();
  await until(() => /moves=3%20-%3E%202%3B/.test(page.url()));
  const here = await board(page).getAttribute('aria-label');
  const other = await own.open(t, new URL(page.url()).hash);
  await until(async () => (await board(other).getAttribute('aria-label')) === here);
});

test('the position goes along from screen to screen', async (t) => {
  const page = await own.visit(t, fragment('kayles: 6'));
  await turn(page);
  await page.getByRole('link', { name: 'Analyse', exact: true }).click();
  await until(async () => (await board(page).getAttribute('aria-label')) === 'kayles: 6');
  await page.getByRole('link', { name: 'Show me', exact: true }).first().click();
  await says(page.locator('.who'), 'kayles: 6');
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await turn(page);
  assert.equal(await board(page).getAttribute('aria-label'), 'kayles: 6');
});

test('the browser leads back to the screen before', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await page.getByRole('link', { name: 'Analyse', exact: true }).click();
  await page.getByTestId('outcome').waitFor();
  await page.goBack();
  await turn(page);
});

test('the theme follows the system, can be changed, and is kept', async (t) => {
  const theme = (page) => page.evaluate(() => document.documentElement.dataset.theme);
  const dark = await own.open(t, '', { theme: 'dark' });
  assert.equal(await theme(dark), 'dark');
  await button(dark, 'Light colours').click();
  assert.equal(await theme(dark), 'light');
  await dark.reload();
  assert.equal(await theme(dark), 'light');
  const light = await own.open(t, '', { theme: 'light' });
  assert.equal(await theme(light), 'light');
  await button(light, 'Dark colours').click();
  await light.reload();
  assert.equal(await theme(light), 'dark');
});

test('paper has the board and the words, and no controls', async (t) => {
  for (const link of ['', fragment('nim: 3 4 5', { view: 'show' }), fragment('nim: 3 4 5', { view: 'analyse' })]) {
    const page = await own.visit(t, link);
    await board(page).waitFor();
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('button:visible').count(), await page.locator('button.keep:visible').count(), link);
    assert.equal(await page.locator('nav:visible').count(), 0);
    assert.equal(await page.locator('input:visible').count(), 0);
    assert.ok(await board(page).isVisible());
    assert.ok((await board(page).boundingBox()).width > 100);
  }
});

test('paper is white where the screen is dark', async (t) => {
  const page = await own.open(t, '', { theme: 'dark' });
  await turn(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const colours = () =>
    page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement);
      return `${backgroundColor} ${color}`;
    });
  await until(async () => (await colours()) === 'rgb(255, 255, 255) rgb(0, 0, 0)');
});

test('the link, the text and the SVG are copied', async (t) => {
  const page = await own.visit(t, fragment('nim: 3 4 5', { moves: '3 -> 2;1 -> 1' }));
  await turn(page);
  await page.locator('summary', { hasText: 'Share' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await button(page, 'Copy link').click();
  await says(page.getByRole('status'), 'The link is copied.');
  assert.equal(await copied(), page.url());
  await button(page, 'Copy text').click();
  await says(page.getByRole('status'), 'The text is copied.');
  assert.match(await copied(), /3 -> 2/);
  await button(page, 'Copy SVG').click();
  await says(page.getByRole('status'), 'The picture is copied as SVG.');
  assert.match(await copied(), /^<svg[\s\S]*<\/svg>\s*$/);
});

test('SVG and PNG are saved as files', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  await page.locator('summary', { hasText: 'Share' }).click();
  const saved = async (name) => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };
  const svg = await saved('Save SVG');
  assert.equal(svg.name, 'nim-3-4-5.svg');
  assert.match(svg.bytes.toString(), /^<svg/);
  const png = await saved('Save PNG');
  assert.equal(png.name, 'nim-3-4-5.png');
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  assert.ok(png.bytes.length > 1000);
});
