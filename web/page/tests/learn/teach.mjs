/** For teachers: worksheets with answers, links for a class, and screens shown to a room. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SIZES } from '../browser.mjs';
import { colours, inspect } from '../complaints.mjs';
import { button, fragment, quiet, says, site, turn, until } from '../harness.mjs';
import { ask } from '../solvers.mjs';

const own = site();
const ALL = 'nim,misere,subtraction,kayles,grundy,wythoff,moore,chomp,sums';
const sheet = (more) => fragment('', { view: 'learn', sheet: 'seven', ...more });
const ready = (page) => page.locator('.questions[data-ready=true]').waitFor();
const questions = (page) =>
  page.locator('.questions li').evaluateAll((all) => all.map(({ dataset }) => ({ kind: dataset.kind, address: dataset.address })));

test('a worksheet is made from games, a level, a number and a word', async (t) => {
  const page = await own.visit(t, fragment('', { view: 'learn' }));
  await button(page, 'Make the worksheet').waitFor();
  for (const name of ['Nim', 'Subtraction games', 'Kayles']) await button(page, name).click();
  await button(page, 'Make the worksheet').click();
  await says(page.getByRole('alert'), 'Choose a game at least.');
  await button(page, 'Chomp').click();
  await button(page, 'Wythoff’s game').click();
  await page.getByLabel('Questions', { exact: true }).fill('6');
  await page.getByLabel('Word: the same word').fill('class-7b');
  await button(page, 'Make the worksheet').click();
  await ready(page);
  const made = await questions(page);
  assert.equal(made.length, 6);
  assert.ok(made.every(({ address }) => /^(chomp|wythoff): /.test(address)), made.map(({ address }) => address).join(', '));
  const link = new URL(page.url()).hash;
  const other = await own.open(t, link, { size: 'phone' });
  await ready(other);
  assert.deepEqual(await questions(other), made, 'the link is the sheet');
});

test('all answers of a worksheet are right, and its questions are what they say', async (t) => {
  for (const level of ['1', '2', '3']) {
    const page = await own.visit(t, sheet({ level, games: ALL, count: '24' }));
    await ready(page);
    const made = await questions(page);
    assert.equal(made.length, 24, `level ${level}`);
    assert.equal(new Set(made.map(({ address }) => address)).size, made.length, 'no position comes twice');
    const answers = await page.locator('.key li').allInnerTexts();
    for (const [at, { kind, address }] of made.entries()) {
      const told = answers[at].slice(answers[at].indexOf(`${address}:`) + address.length + 1);
      const { outcome, value } = ask('analyse', address);
      if (kind === 'winner' || kind === 'misere') {
        assert.match(told, outcome === 'P' ? /The other player wins \(P\)/ : /The player to move wins \(N\), for example: \w/, address);
        assert.equal(address.startsWith('misere'), kind === 'misere', address);
      } else if (kind === 'move') {
        const { moves } = ask('ranking', address, 500);
        const winning = moves.filter((move) => move.outcome === 'P').map((move) => move.text || move.move);
        assert.ok(winning.length > 0 && told.trim().endsWith(`${winning.join('; ')}.`), `${address}: ${told}`);
      } else assert.equal(told.trim(), String(value), address);
    }
    const won = made.filter(({ kind }) => kind === 'winner' || kind === 'misere').map(({ address }) => ask('analyse', address).outcome);
    assert.ok(won.includes('P') && won.includes('N'), `level ${level}: ${won.join(' ')}`);
  }
});

test('a worksheet prints without the page around it, its answers on a page of their own', async (t) => {
  const page = await own.visit(t, sheet({ games: 'nim,kayles', count: '4' }));
  await ready(page);
  await page.emulateMedia({ media: 'print' });
  for (const hidden of ['nav', 'button', 'label']) assert.equal(await page.locator(`${hidden}:visible`).count(), 0, hidden);
  assert.equal(await page.locator('.questions li:visible').count(), 4);
  assert.equal(await page.locator('.key').evaluate((key) => getComputedStyle(key).breakBefore), 'page');
  await page.emulateMedia({ media: null });
  await page.getByLabel('Print the answers').uncheck();
  assert.equal(await page.locator('.key').count(), 0);
});

test('worksheets and the way to them are accessible, on a laptop and on a phone', async (t) => {
  const page = await own.visit(t, sheet({ games: ALL, count: '9' }));
  await ready(page);
  for (const [size, theme] of [['laptop', 'dark'], ['phone', 'light']]) {
    await page.setViewportSize(SIZES[size]);
    await colours(page, theme);
    await inspect(page, `${size}-worksheet`);
  }
});

test('a class link opens the same for everybody', async (t) => {
  const page = await own.visit(t, fragment('', { view: 'learn' }));
  const link = page.getByTestId('class-link');
  const opens = async (choice) => {
    await button(page, choice).click();
    const { hash } = new URL(await link.textContent());
    return own.open(t, hash, { size: 'phone' });
  };
  const lesson = await opens('A lesson');
  await says(lesson.locator('main'), 'Nim and xor, page 1 of 6');
  const quiz = await opens('A quiz');
  await quiz.locator('[data-kind]').waitFor();
  const again = await opens('A quiz');
  await again.locator('[data-kind]').waitFor();
  const [one, other] = await Promise.all([quiz, again].map((each) => each.locator('[data-kind]').getAttribute('data-address')));
  assert.equal(one, other, 'the same questions for all');
  await button(page, 'A game').click();
  await page.getByLabel('Position').fill('kayles: 7');
  await page.locator('section').getByLabel('Strength of the engine').selectOption('100');
  const game = await opens('A game');
  await turn(game);
  assert.equal(await game.locator('.board').first().getAttribute('aria-label'), 'kayles: 7');
  assert.equal(await button(game, 'Perfect').getAttribute('aria-pressed'), 'true');
  await button(page, 'Copy the link').click();
  await says(page.getByRole('status'), 'The link is copied.');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await link.textContent());
});

test('a screen is shown to a room: large, without menus, stepped by the keys of a remote', async (t) => {
  const page = await own.visit(t, fragment('nim: 3 4 5', { view: 'show' }));
  const count = page.getByTestId('count');
  await says(count, 'step 1 of');
  await page.keyboard.press('PageDown');
  await says(count, 'step 1 of');
  const size = () => page.getByTestId('sentence').evaluate((sentence) => parseFloat(getComputedStyle(sentence).fontSize));
  const before = await size();
  await page.keyboard.press('f');
  await until(async () => (await size()) > 1.4 * before, 'the sentence is larger');
  assert.equal(await page.locator('nav').isVisible(), false);
  await page.keyboard.press('PageDown');
  await says(count, 'step 2 of');
  await page.keyboard.press('PageUp');
  await says(count, 'step 1 of');
  await quiet(page);
  await inspect(page, 'presented');
  await page.keyboard.press('Escape');
  await until(async () => (await size()) === before, 'Escape leads back');
  await page.locator('nav').waitFor();
  const present = page.getByRole('button', { name: /^Present/ });
  await present.click();
  await until(async () => (await present.getAttribute('aria-pressed')) === 'true');
  await present.click();
  await page.locator('nav').waitFor();
});
