/** Your game: rules that somebody writes, opens, plays and sends. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { board, button, fragment, overflow, quiet, says, site, turn, until } from '../harness.mjs';

const own = site();
const COUNTDOWN = '"""Countdown: a move takes one or two."""\nstart = 7\n\ndef moves(n):\n    return [n - take for take in (1, 2) if take <= n]\n';
const HEAPS = '"""Pairs: take one or two stones of a heap."""\ndef heap(size):\n    return [size - take for take in (1, 2) if take <= size]\n';
const ENDLESS = 'start = 1\n\ndef moves(n):\n    for turn in range(1000000000):\n        n += 1\n    return []\n';
const EXPLODING = 'start = 1\n\ndef moves(n):\n    list = [0]\n    for turn in range(100):\n        list = list + list\n    return []\n';
/** Each call is short, and there are hundreds before the rules are open. */
const TIRING = 'start = 300\n\ndef moves(n):\n    for turn in range(14000000):\n        pass\n    return [n - 1] if n else []\n\ndef simplify(n):\n    return n\n';

const field = (page) => page.getByRole('textbox', { name: /^Rules as text/ });
const state = (page) => page.getByTestId('state');
const works = (page) => says(state(page), 'These rules work.');

async function write(page, text) {
  await field(page).fill(text);
  await works(page);
  await quiet(page);
}

test('every example opens with its board, and the link opens it in a page that knows nothing', async (t) => {
  const page = await own.visit(t, fragment('', { view: 'own' }));
  await works(page);
  const names = await page.getByLabel('Begin with an example').locator('option').evaluateAll((options) => options.map(({ value }) => value).slice(1));
  assert.equal(names.length, 13, 'twelve examples and an empty game');
  for (const name of names) {
    await page.getByLabel('Begin with an example').selectOption(name);
    await until(async () => (await field(page).inputValue()).length > 40 && (await page.getByTestId('outcome').count()) === 1, name);
    await works(page);
    await quiet(page);
    assert.ok((await board(page).locator('svg > *').count()) > 0, `${name} has a picture`);
    assert.equal(await page.getByRole('alert').count(), 0, name);
  }
  await write(page, COUNTDOWN);
  await says(page.getByTestId('outcome'), 'N-position');
  await button(page, 'Copy the link: the rules travel in it').click();
  await says(page.getByRole('status'), 'The link is copied.');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await own.open(t, new URL(link).hash, { size: 'phone' });
  await works(other);
  assert.equal(await field(other).inputValue(), COUNTDOWN);
  assert.equal(await overflow(other), 0);
});

test('a board is played by touching it, and every screen goes on with its game', async (t) => {
  const page = await own.visit(t, fragment('', { view: 'own' }));
  await works(page);
  await write(page, COUNTDOWN);
  await board(page).getByRole('button').first().click();
  await says(page.getByTestId('outcome'), 'P-position');
  await page.getByLabel('Position').fill('nonsense');
  await button(page, 'Go').click();
  await says(page.locator('section').last().getByRole('alert'), /nonsense/);
  await button(page, 'Back to the start').click();
  await says(page.getByTestId('outcome'), 'N-position');
  const onward = (name) => page.getByRole('navigation', { name: 'Go on with it' }).getByRole('link', { name, exact: true });
  await onward('Play').click();
  await turn(page);
  await says(page.getByTestId('rules'), 'takes one or two');
  await board(page).getByRole('button').first().click();
  await turn(page);
  assert.ok(page.url().includes('rules='), 'the rules are in the link of the game');
  const link = new URL(page.url()).hash;
  await page.goBack();
  await works(page);
  await onward('Explore').click();
  await page.getByText('8 positions, 13 moves').waitFor();
  await page.goBack();
  await works(page);
  await onward('Analyse').click();
  await says(page.getByTestId('outcome'), 'N-position');
  const other = await own.open(t, link);
  await turn(other);
  await says(other.getByTestId('rules'), 'takes one or two');
});

test('a game of heaps has values and a table', async (t) => {
  const page = await own.visit(t, fragment('', { view: 'own' }));
  await works(page);
  await write(page, HEAPS);
  const onward = page.getByRole('navigation', { name: 'Go on with it' });
  const [values, table] = await Promise.all(['Sequences', 'Tables'].map((name) => onward.getByRole('link', { name }).getAttribute('href')));
  await page.evaluate((hash) => (location.hash = hash), values);
  await page.locator('summary', { hasText: 'first values' }).click();
  await says(page.locator('details', { hasText: 'first values' }), /0\D+1\D+2\D+0\D+1\D+2/);
  await page.evaluate((hash) => (location.hash = hash), table);
  await until(async () => (await page.locator('[data-cell="1-2"]').innerText()).includes('3'), '1 and 2 are worth 3');
});

test('a mistake is shown at its line, the board before it stays, and a file is kept', async (t) => {
  const page = await own.visit(t, fragment('', { view: 'own' }));
  await works(page);
  await write(page, COUNTDOWN);
  await field(page).fill(COUNTDOWN.replace('n - take', 'm - take'));
  const place = state(page).getByRole('button', { name: 'Line 5, column 13' });
  await place.waitFor();
  await says(state(page), /there is no m here/);
  assert.equal(await page.locator('.numbers .wrong').innerText(), '5');
  await says(page.locator('main'), 'This board is that of the last rules that worked.');
  await place.click();
  await page.keyboard.type('n');
  await works(page);
  await field(page).press('Control+End');
  await page.keyboard.type('def more(n):\nreturn n');
  assert.ok((await field(page).inputValue()).endsWith('def more(n):\n    return n'), 'Enter keeps the indentation');
  const [saved] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as a file').click()]);
  assert.equal(saved.suggestedFilename(), 'mine.star');
  assert.equal(readFileSync(await saved.path(), 'utf8'), await field(page).inputValue());
  await page.getByLabel('Open a file').setInputFiles({ name: 'other.star', mimeType: 'text/plain', buffer: Buffer.from(HEAPS) });
  await until(async () => (await field(page).inputValue()) === HEAPS, 'the file is in the field');
  await works(page);
});

test('rules that do not end, or grow without end, stop with a sentence, while the page goes on', async (t) => {
  const page = await own.visit(t, fragment('', { view: 'own' }));
  await works(page);
  for (const [text, sentence] of [[ENDLESS, /stopped: this call has not ended after/], [EXPLODING, /stopped: this call has made more than/], [TIRING, /stopped: .*when it is opened/i]]) {
    await page.evaluate(() => {
      globalThis.longest = 0;
      let last = performance.now();
      const look = (now) => {
        globalThis.longest = Math.max(globalThis.longest, now - last);
        last = now;
        globalThis.frame = requestAnimationFrame(look);
      };
      globalThis.frame = requestAnimationFrame(look);
    });
    await field(page).fill(text);
    await says(page.getByRole('alert'), sentence);
    const longest = await page.evaluate(() => (cancelAnimationFrame(globalThis.frame), globalThis.longest));
    assert.ok(longest < 1000, `the page stood still for ${longest} ms`);
  }
  await write(page, COUNTDOWN);
  await says(page.getByTestId('outcome'), 'N-position');
});

test('damaged rules in a link are told, and what they cannot reach stays out of reach', async (t) => {
  const page = await own.visit(t);
  await turn(page);
  for (const rules of ['AAAA', '%21%21%21', 'S0kt', '<b>']) {
    for (const view of ['own', 'play']) {
      await page.evaluate((hash) => (location.hash = hash), `${fragment('file(mine): 7', { view })}&rules=${rules}`);
      await says(page.getByRole('alert'), /The rules in this link are damaged|there are no rules|cannot|mine/);
    }
  }
  await page.evaluate((hash) => (location.hash = hash), fragment('file(/etc/passwd): 7'));
  await says(page.getByRole('alert'), /reads no files/);
});
