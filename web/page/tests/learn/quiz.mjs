/** The quiz: whole ones are taken, by mouse and by keyboard, with every third answer wrong. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inspect } from '../complaints.mjs';
import { fragment, site } from '../harness.mjs';
import { ask, choose, good } from '../solvers.mjs';

const own = site();
/** Links that nobody honest sends. */
const HOSTILE = [
  'lesson=%3Cscript%3E',
  'lesson=__proto__',
  'lesson=nim&page=999',
  'quiz=%3Cb%3E',
  'quiz=a&answers=%3Cb%3E;N;zz;9999999999',
];

/** Takes a quiz; every third answer is wrong. */
async function quiz(page, what, seed, level) {
  const asked = [];
  await page.evaluate((hash) => (location.hash = hash), `#&view=learn&quiz=${seed}&level=${level}`);
  for (let at = 0; at < 10; at++) {
    const task = page.locator('[data-kind]');
    await page.getByText(`Question ${at + 1} of 10`).waitFor();
    await task.locator('[data-good]').waitFor({ state: 'detached' });
    const address = await task.getAttribute('data-address');
    const kind = await task.getAttribute('data-kind');
    asked.push(`${kind} ${address}`);
    await answer(task, kind, address, at % 3 !== 2);
    await task.locator(`[data-good="${at % 3 !== 2}"]`).waitFor();
    if (at < 3) await inspect(page, `${what}-quiz-${level}-${at}`);
    await page.getByRole('button', { name: at < 9 ? 'Next question' : 'See the result' }).click();
  }
  await page.getByText('7 of 10 right.').first().waitFor();
  await inspect(page, `${what}-quiz-${level}-end`);
  // The link with the answers shows the same result elsewhere.
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await page.locator('[data-summary]').getByText('7 of 10 right.').waitFor();
  await page.getByRole('button', { name: 'Repeat the mistakes' }).click();
  for (let at = 0; at < 3; at++) {
    const task = page.locator('[data-kind]');
    await page.getByText(`Question ${at + 1} of 3`).waitFor();
    await task.locator('[data-good]').waitFor({ state: 'detached' });
    await answer(task, await task.getAttribute('data-kind'), await task.getAttribute('data-address'), true);
    await task.locator('[data-good="true"]').waitFor();
    await page.getByRole('button', { name: at < 2 ? 'Next question' : 'See the result' }).click();
  }
  await page.locator('[data-summary]').getByText('3 of 3 right.').waitFor();
  return asked;
}

async function answer(task, kind, address, right) {
  if (kind === 'winner' || kind === 'misere') {
    const { outcome } = ask('analyse', address);
    const name = (outcome === 'N') === right ? 'The player to move' : 'The other player';
    await task.getByRole('button', { name }).click();
  } else if (kind === 'move') {
    const move = ask('ranking', address, 500).moves.find(({ outcome }) => (outcome === 'P') === right);
    await choose(task, move.move);
  } else {
    await task.locator('input').fill(String(ask('analyse', address).value + (right ? 0 : 1)));
    await task.locator('input').press('Enter');
  }
}

/** Presses Tab until the focus is on what a selector names. */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 60; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${selector}`);
}

/** A quiz without touching the mouse; answers with what it asks. */
async function byKeyboard(page) {
  const asked = [];
  for (let at = 0; at < 10; at++) {
    await page.getByText(`Question ${at + 1} of 10`).waitFor();
    const task = page.locator('[data-kind]');
    await task.locator('[data-good]').waitFor({ state: 'detached' });
    asked.push(`${await task.getAttribute('data-kind')} ${await task.getAttribute('data-address')}`);
    await page.locator('[data-kind] :is(input, .row button, .board button)').first().waitFor();
    await tabTo(page, '[data-kind] :is(input, [role="group"] button)');
    if (await page.evaluate(() => document.activeElement?.tagName === 'INPUT')) await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => {
      const { tagName, textContent } = document.activeElement;
      return tagName === 'BUTTON' && /Next question|See the result/.test(textContent);
    });
    await page.keyboard.press('Enter');
  }
  await page.locator('[data-summary]').waitFor();
  return asked;
}

test('a lesson is begun without touching the mouse', async (t) => {
  const page = await own.visit(t, fragment('', { view: 'learn' }));
  await tabTo(page, 'a.lesson');
  await page.keyboard.press('Enter');
  await page.locator('.board button').first().waitFor();
  await tabTo(page, '.board button');
  await page.keyboard.press('Enter');
  await good(page.locator('[data-task]'));
  // The stones are gone, and the focus goes on to Next.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Next');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Two piles' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/lesson=nim&page=1$/);
});

test('a quiz is taken by keyboard and by mouse, and the same word asks the same', async (t) => {
  const page = await own.visit(t, fragment('', { view: 'learn', quiz: 'class-7b', level: '1' }));
  const first = await byKeyboard(page);
  await own.visit(t, fragment('', { view: 'learn' }));
  assert.deepEqual(await quiz(page, 'laptop', 'class-7b', 1), first);
});

test('the second level', async (t) => {
  await quiz(await own.visit(t, fragment('', { view: 'learn' })), 'laptop', 'x', 2);
});

test('the hardest kind, on a phone', async (t) => {
  await quiz(await own.visit(t, fragment('', { view: 'learn' }), { size: 'phone' }), 'phone', 'x', 3);
});

for (const hash of HOSTILE) {
  test(`a link that nobody honest sends: ${hash}`, async (t) => {
    const page = await own.visit(t, `#&view=learn&${hash}`);
    await page.locator('h1').waitFor();
    await inspect(page, `hostile-${hash.replace(/\W/g, '')}`);
  });
}
