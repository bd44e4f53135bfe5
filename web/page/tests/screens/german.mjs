/** The page in German: no word of the interface is left in English, and all of it fits on a phone. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

import ts from 'typescript';

import { complaints } from '../complaints.mjs';
import { fragment, overflow, quiet, settled, site, turn, until } from '../harness.mjs';

const own = site();
const TEXT = fileURLToPath(new URL('../../src/text/', import.meta.url));

/** The tables of a language, from all its files. */
async function tables(language) {
  const folder = mkdtempSync(join(tmpdir(), 'bouton-words-'));
  try {
    const names = [`${language}.ts`, ...readdirSync(join(TEXT, language)).map((name) => `${language}/${name}`)];
    const all = {};
    for (const name of names) {
      const { outputText } = ts.transpileModule(readFileSync(join(TEXT, name), 'utf8'), { compilerOptions: { module: 'esnext', target: 'es2022' } });
      writeFileSync(join(folder, `${basename(name, '.ts')}.mjs`), outputText.replace(/from '\.\/de\/(\w+)'/g, "from './$1.mjs'"));
    }
    for (const name of names) Object.assign(all, await import(pathToFileURL(join(folder, `${basename(name, '.ts')}.mjs`)).href));
    return all.german ?? all;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const GAP = '\u0001';

/** Each sentence with its place; what a sentence is filled with leaves a gap. */
function* sentences(table, place = '') {
  for (const [key, value] of Object.entries(table)) {
    const at = `${place}${place && '.'}${key}`;
    if (typeof value === 'function') yield [at, value(...Array.from({ length: value.length }, () => GAP))];
    else if (typeof value === 'string') yield [at, value];
    else yield* sentences(value, at);
  }
}

/** What is the same in both languages, or names something: not a word that was left behind. */
const NAMES = /^(Bouton|Normal|Misère|Quiz|Analyse|P|N|D|nim: 3|5 \* 7 \+ sqrt.*|R|H|U|Y|\?|← →)$/;

/** What would betray English, as patterns of whole texts. */
async function betrayals() {
  const [english, german] = await Promise.all(['en', 'de'].map(tables));
  const known = new Map(sentences(german));
  const patterns = [];
  for (const [place, sentence] of sentences(english)) {
    const letters = sentence.replaceAll(GAP, '').trim();
    assert.ok(known.has(place), `${place} has no German`);
    // Little words stand in any sentence of the engine.
    if (letters.replace(/[^a-z]/gi, '').length < (sentence.includes(GAP) ? 5 : 2) || NAMES.test(letters) || known.get(place) === sentence) continue;
    const parts = sentence.trim().split(GAP).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    patterns.push([place, `^${parts.join('.*')}$`]);
  }
  return patterns;
}

/** All that is seen or read aloud and is not marked as English. */
const spoken = (page) =>
  page.evaluate(() => {
    const texts = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      if (element.closest('[lang]')?.lang !== 'de' || element.closest('script, style, noscript')) continue;
      if (node.nodeType === Node.TEXT_NODE) texts.add(node.textContent.trim());
      else for (const name of ['aria-label', 'title', 'placeholder', 'aria-valuetext']) texts.add(node.getAttribute(name)?.trim() ?? '');
    }
    texts.add(document.title);
    return [...texts].filter(Boolean);
  });

const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();

/** Every screen, and what can be opened on it. */
const VIEWS = {
  Play: ['', async (page) => { await page.getByText('Du bist am Zug').waitFor(); await press(page, 'Tipp'); await page.locator('.hint').waitFor(); await press(page, 'Nim-Summe'); await page.locator('summary', { hasText: 'Teilen' }).click(); await page.getByText('Link kopieren').waitFor(); }],
  'Set up': ['#nim%3A%203%205', async (page) => { await press(page, 'Aufstellen'); await page.locator('select option').first().waitFor({ state: 'attached' }); await page.locator('summary', { hasText: 'Alle Züge' }).click(); }],
  'the end': [fragment('nim: 3 4 5', { moves: '3 -> 0;2 -> 3;1 -> 0;2 -> 0' }), async (page) => { await page.getByRole('heading', { name: 'Rückblick' }).waitFor(); await page.getByText('Die Engine gewinnt.').waitFor(); }],
  'a wrong link': ['#kaylse%3A%203', (page) => page.getByRole('alert').waitFor()],
  'a damaged link': ['#%zz', (page) => page.getByText('Der Link ist beschädigt').waitFor()],
  Games: [fragment('', { view: 'games' }), (page) => page.locator('.picture .board').nth(38).waitFor()],
  'Show me': [fragment('nim: 3 4 5', { view: 'show', step: '4' }), async (page) => { await page.getByTestId('count').waitFor(); await page.locator('summary', { hasText: 'Alle Schritte' }).click(); }],
  Analyse: [fragment('nim: 3 4 + kayles: 3', { view: 'analyse', same: 'nim: 3' }), async (page) => { await page.getByTestId('same').waitFor(); await page.getByRole('heading', { name: 'Warum' }).waitFor(); }],
  Explore: [fragment('nim: 1 2', { view: 'explore', path: '1' }), async (page) => { await page.getByText(/\d+ Stellungen, \d+ Züge/).waitFor(); await page.locator('summary', { hasText: 'Alle Stellungen' }).click(); }],
  Sequences: [fragment('kayles', { view: 'sequences', certificate: 'yes' }), async (page) => { await press(page, 'Das Zertifikat von kayles erstellen'); await page.getByTestId('certificate').waitFor(); }],
  Tables: [fragment('nim-sum', { view: 'tables' }), (page) => page.locator('[data-cell="3-5"]').focus()],
  'Tables of a game': [fragment('wythoff', { view: 'tables', show: 'outcomes' }), (page) => page.locator('[data-cell="3-5"]').focus()],
  'P-positions': [fragment('nim', { view: 'tables', kind: 'losing' }), (page) => page.getByTestId('found').waitFor()],
  Nimbers: [fragment('5 * 7', { view: 'tables', kind: 'nimbers' }), (page) => page.getByTestId('nimber').waitFor()],
  Pattern: [fragment('kayles', { view: 'tables', kind: 'pattern' }), (page) => page.getByTestId('lost').waitFor()],
  'Your game': [fragment('', { view: 'own' }), async (page) => { await page.getByText('Diese Regeln gehen.').waitFor(); await page.locator('summary', { hasText: 'Regeln' }).click(); }],
  Learn: [fragment('', { view: 'learn' }), settled],
  'a lesson': [fragment('', { view: 'learn', lesson: 'nim', page: '4' }), (page) => page.locator('[data-task]').waitFor()],
  'a lesson of values': [fragment('', { view: 'learn', lesson: 'mex', page: '3' }), (page) => page.locator('[data-task]').waitFor()],
  'a lemma': [fragment('', { view: 'learn', lesson: 'why', page: '4' }), (page) => page.getByText('Schritt 1.').waitFor()],
  'a board to mark': [fragment('', { view: 'learn', lesson: 'wythoff', page: '2' }), (page) => page.locator('[data-task]').waitFor()],
  'a graph to label': [fragment('', { view: 'learn', lesson: 'graphs', page: '1' }), (page) => page.locator('[data-task] .board').waitFor()],
  'a test': [fragment('', { view: 'learn', lesson: 'chomp', page: '6' }), async (page) => { await page.locator('[data-task] [data-kind]').waitFor(); await page.getByRole('button', { name: 'Wer am Zug ist' }).click(); await page.getByText('Nächste Frage').waitFor(); }],
  'a worksheet': [fragment('', { view: 'learn', sheet: 'german', level: '1', count: '9' }), (page) => page.locator('.questions[data-ready=true]').waitFor()],
  'a quiz': [fragment('', { view: 'learn', quiz: 'german', level: '1' }), (page) => page.getByText('Frage 1 von 10').waitFor()],
  'the help': ['', async (page) => { await press(page, 'Hilfe'); await page.getByRole('dialog').waitFor(); }],
};

test('in German no word of the interface is English, nothing is too wide for a phone, and axe finds nothing', async (t) => {
  const patterns = await betrayals();
  const page = await own.open(t, '#&lang=de', { size: 'phone' });
  await page.getByText('Du bist am Zug').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
  const left = [];
  for (const [name, [link, arrange]] of Object.entries(VIEWS)) {
    await page.evaluate((hash) => (location.hash = hash), link || '#');
    await arrange(page);
    await quiet(page);
    const texts = await spoken(page);
    assert.ok(texts.length > 10, `${name} says something`);
    for (const [place, pattern] of patterns) {
      const found = texts.find((text) => new RegExp(pattern, 's').test(text));
      if (found) left.push(`${name}: ${place}: ${found}`);
    }
    const wide = await overflow(page);
    if (wide > 0) left.push(`${name} is ${wide} pixels too wide`);
    left.push(...(await complaints(page)).map((found) => `${name}: ${found}`));
  }
  assert.deepEqual(left, []);
});

/** Pages of lessons with each kind of task, a quiz, and a worksheet of all games. */
const TAUGHT = [
  ...['nim', 'why', 'misere', 'mex', 'sums', 'graphs', 'kayles', 'wythoff', 'moore', 'chomp', 'beyond'].map((lesson) => [lesson, '1']),
  ['nim', '4'], ['why', '2'], ['why', '3'], ['why', '4'], ['mex', '2'], ['mex', '3'], ['graphs', '3'], ['wythoff', '2'], ['chomp', '6'],
];

test('lessons, quiz and worksheets are told in German throughout', async (t) => {
  const page = await own.open(t, '#&lang=de');
  await page.getByText('Du bist am Zug').waitFor();
  // Labels of shapes are the engine's.
  const english = () =>
    page.locator('main [lang=en]:not(.board, .board *)').evaluateAll((all) => all.map((one) => one.textContent.trim()).filter(Boolean));
  const go = (more) => page.evaluate((hash) => (location.hash = hash), fragment('', { view: 'learn', ...more }));
  const left = [];
  for (const [lesson, at] of TAUGHT) {
    await go({ lesson, page: at });
    await page.getByText(new RegExp(`Seite ${at} von \\d`)).waitFor();
    await page.locator('[data-task]').first().waitFor();
    await quiet(page);
    assert.equal(await page.locator('.lesson div.text').getAttribute('lang'), 'de');
    left.push(...(await english()).map((text) => `${lesson}, ${at}: ${text}`));
  }
  await go({ sheet: 'german', level: '2', count: '24' });
  await page.locator('.questions[data-ready=true]').waitFor();
  left.push(...(await english()));
  const key = await page.locator('.key').innerText();
  assert.match(key, /nimm \d+ von Haufen \d+/);
  assert.doesNotMatch(key, /\b(take|pile|split)\b/);
  assert.deepEqual(left, []);
});

test('the language is chosen by the browser, by a button, and is kept', async (t) => {
  const page = await own.open(t);
  await turn(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  const link = page.url();
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByText('Du bist am Zug').waitFor();
  assert.equal(page.url(), link, 'the game stays');
  await page.reload();
  await page.getByText('Du bist am Zug').waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByText('Your move').waitFor();
  const german = await own.open(t, '', {
    prepare: (_, context) => context.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['de-AT', 'en'] })),
  });
  await german.getByText('Du bist am Zug').waitFor();
  await until(async () => (await german.locator('.board').first().getAttribute('lang')) === 'en', 'what the engine says is marked as English');
});
