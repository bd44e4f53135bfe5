/**
 * The Learn screen in a real browser: every page of every lesson is solved, wrong answers first where that is
 * possible, and whole quizzes are taken. The right answers come from the same engine, asked outside the page.
 * With BOUTON_PICTURES=FOLDER every page is pictured there.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { Engine, initSync } from '../engine/bouton.js';
import { launch, SIZES } from './browser.mjs';
import { colours, complaints, painted } from './complaints.mjs';
import { PATIENCE } from './harness.mjs';
import { serve } from './server.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
globalThis.boutonTick = () => true;
initSync({ module: readFileSync(here('../engine/bouton_bg.wasm')) });
const engine = new Engine();
const ask = (method, ...args) => JSON.parse(engine[method](...args));
const pictures = process.env.BOUTON_PICTURES;

/** Links that nobody honest sends. */
const HOSTILE = [
  'lesson=%3Cscript%3E',
  'lesson=__proto__',
  'lesson=nim&page=999',
  'quiz=%3Cb%3E',
  'quiz=a&answers=%3Cb%3E;N;zz;9999999999',
];
const LESSONS = { nim: 6, why: 6, misere: 5, mex: 5, sums: 5 };

/** Fails on what is wrong with the page as it stands. */
async function inspect(page, what) {
  const found = await complaints(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${what}: ${wide} pixels too wide`);
  if (pictures) await page.screenshot({ path: `${pictures}/${what}.png`, fullPage: true });
  assert.deepEqual(found, [], `${what}: axe`);
}

const good = (task) => task.locator('[data-good="true"]').waitFor();
const bad = (task) => task.locator('[data-good="false"]').waitFor();

async function choose(task, move) {
  const list = task.locator('details', { hasText: 'All moves' });
  if ((await list.getAttribute('open')) === null) await list.locator('summary').click();
  const name = task.page().locator('.mono').getByText(move, { exact: true });
  await list.locator('li button', { has: name }).first().click();
}

const solvers = {
  async move(task) {
    let failed = false;
    for (let turn = 0; turn < 40; turn++) {
      await task.locator('xpath=self::*[@data-busy="false"]').waitFor();
      if ((await task.getAttribute('data-over')) === 'true') return;
      const { moves } = ask('judged', await task.getAttribute('data-address'), 500);
      const loses = moves.find((move) => move.outcome === 'N');
      if (!failed && loses) {
        failed = true;
        await choose(task, loses.move);
        await bad(task);
        await task.getByRole('button', { name: 'Take it back' }).click();
        await task.locator('[data-good]').waitFor({ state: 'detached' });
        continue;
      }
      const wins = moves.find((move) => move.outcome === 'P');
      // Through the board where a stone stands for the move, else through the list.
      const shape = ask('open', await task.getAttribute('data-address')).scene.shapes.find((each) => each.pick === wins.move);
      const stone = shape && task.locator('.board button').and(task.page().getByLabel(shape.label)).first();
      if (stone && (await stone.count())) await stone.click();
      else await choose(task, wins.move);
      await good(task);
    }
    throw new Error('the game does not end');
  },
  async bits(task) {
    for (;;) {
      await task.getByRole('button', { name: 'Check' }).waitFor();
      const numbers = await task.locator('tbody tr:not(.sum) td.number').allTextContents();
      const sum = numbers.length
        ? ask('analyse', `nim: ${numbers.join(' ')}`).value
        : Number(await task.locator('tr.sum td.number').textContent());
      const bits = task.locator('.bit');
      const digits = sum.toString(2).padStart(await bits.count(), '0');
      if (sum !== 0) {
        await task.getByRole('button', { name: 'Check' }).click();
        await bad(task);
      }
      for (const [at, digit] of [...digits].entries()) if (digit === '1') await bits.nth(at).click();
      await task.getByRole('button', { name: 'Check' }).click();
      await good(task);
      const more = task.getByRole('button', { name: 'Another one' });
      if (!(await more.count())) return;
      await more.click();
      await task.locator('[data-good]').waitFor({ state: 'detached' });
    }
  },
  async numbers(task) {
    await task.getByRole('button', { name: 'Check' }).click();
    await bad(task);
    for (const input of await task.locator('input').all()) {
      await input.fill(String(ask('analyse', await input.getAttribute('data-address')).value));
    }
    await task.getByRole('button', { name: 'Check' }).click();
    await good(task);
  },
  async outcome(task) {
    const names = { N: 'The player to move', P: 'The other player' };
    for (;;) {
      const { outcome } = ask('analyse', await task.getAttribute('data-address'));
      await task.getByRole('button', { name: names[outcome === 'N' ? 'P' : 'N'] }).click();
      await bad(task);
      await task.getByRole('button', { name: names[outcome] }).click();
      await good(task);
      const more = task.getByRole('button', { name: 'Next position' });
      if (!(await more.count())) return;
      await more.click();
      await task.locator('[data-good]').waitFor({ state: 'detached' });
    }
  },
  async mex(task) {
    for (let heap = 0; await task.locator('.row button').count(); heap++) {
      const address = await task.getAttribute('data-address');
      const { value } = ask('analyse', address);
      await task.locator('.row').getByRole('button', { name: String(value + 1), exact: true }).click();
      await bad(task);
      await task.locator('.row').getByRole('button', { name: String(value), exact: true }).click();
      await task.locator(`xpath=self::*[not(@data-address="${address}")]`).waitFor();
    }
  },
  async sets(task) {
    for (;;) {
      const { value } = ask('analyse', await task.getAttribute('data-address'));
      const button = (number) => task.getByRole('button', { name: String(number), exact: true });
      await button(value + 1).click();
      await bad(task);
      await button(value).click();
      await good(task);
      const more = task.getByRole('button', { name: 'Next set' });
      if (!(await more.count())) return;
      await more.click();
    }
  },
  async zero(task) {
    const piles = task.getByLabel('Piles');
    await piles.fill('3 4 5');
    await piles.press('Enter');
    await task.getByRole('button', { name: 'Use 1 4 5 instead' }).click();
    for (const at of [0, 1, 2]) {
      await task.locator('.board button').nth(at).click();
      await task.getByRole('button', { name: 'Take it back' }).click();
      await task.getByText(`${at + 1} move`).waitFor();
    }
    await piles.fill('<b>1</b>');
    await piles.press('Enter');
    await task.getByRole('alert').waitFor();
  },
  async nonzero(task) {
    await task.getByRole('button', { name: 'Another example' }).click();
    await task.locator('xpath=self::*[@data-step="column"]').waitFor();
    await painted(task.page());
    const address = `nim: ${await task.getByLabel('Piles').inputValue()}`;
    const { value, winning } = ask('analyse', address);
    const power = 2 ** Math.floor(Math.log2(value));
    await task.getByRole('button', { name: `column of ${power}`, exact: true }).click();
    const [pile, size] = winning[0].move.split(' -> ');
    await task.getByRole('group', { name: 'The pile' }).getByRole('button').nth(Number(pile) - 1).click();
    await task.locator('input').last().fill('99');
    await task.getByRole('button', { name: 'Check' }).click();
    await bad(task);
    await task.locator('input').last().fill(size);
    await task.getByRole('button', { name: 'Check' }).click();
    await good(task);
  },
};

/** Every page as it opens in one theme, and solved in the other. */
async function lessons(page, url, what, [opens, done]) {
  await page.goto(`${url}#&view=learn`);
  await page.getByRole('heading', { name: 'Learn' }).waitFor();
  await inspect(page, `${what}-start`);
  await page.getByRole('link', { name: 'Nim and xor' }).click();
  for (const [lesson, pages] of Object.entries(LESSONS)) {
    for (let at = 1; at <= pages; at++) {
      await page.waitForURL(new RegExp(`lesson=${lesson}&page=${at}$`));
      await page.locator('[data-task]').first().waitFor();
      await colours(page, opens);
      await inspect(page, `${what}-${lesson}-${at}`);
      for (let number = 0; number < (await page.locator('[data-task]').count()); number++) {
        const task = page.locator('[data-task]').nth(number);
        await solvers[await task.getAttribute('data-task')](task);
        await painted(page);
      }
      await page.locator('.dot.ready[aria-current="step"]').waitFor();
      await colours(page, done);
      await inspect(page, `${what}-${lesson}-${at}-done`);
      await page.locator('.pager > button').last().click();
    }
  }
  await page.getByRole('heading', { name: 'Learn' }).waitFor();
  assert.equal(await page.getByText(/^(\d) of \1 pages done$/).count(), 5, 'every lesson is done');
}

/** Takes a quiz; every third answer is wrong. */
async function quiz(page, url, what, seed, level) {
  const asked = [];
  await page.goto(`${url}#&view=learn&quiz=${seed}&level=${level}`);
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
    const move = ask('judged', address, 500).moves.find(({ outcome }) => (outcome === 'P') === right);
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

/** The first two pages and a quiz, without touching the mouse. */
async function keyboard(page, url) {
  await page.goto(`${url}#&view=learn`);
  await page.getByRole('heading', { name: 'Learn' }).waitFor();
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
  await page.goto(`${url}#&view=learn&quiz=keys&level=1`);
  for (let at = 0; at < 10; at++) {
    await page.getByText(`Question ${at + 1} of 10`).waitFor();
    await page.locator('[data-kind] [data-good]').waitFor({ state: 'detached' });
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
}

/** The lessons and the quiz on one size of screen; on the phone the themes change places. */
export async function learn(size) {
  const { url, close } = await serve();
  const browser = await launch();
  const faults = [];
  try {
    const context = await browser.newContext({ viewport: SIZES[size], colorScheme: 'light', reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(`${page.url()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error}`));
    if (size === 'laptop') {
      await keyboard(page, url);
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      await lessons(page, url, size, ['light', 'dark']);
      const first = await quiz(page, url, size, 'class-7b', 1);
      assert.deepEqual(await quiz(page, url, size, 'class-7b', 1), first, 'the same seed asks the same');
      await quiz(page, url, size, 'x', 2);
      for (const hash of HOSTILE) {
        await page.goto(`${url}#&view=learn&${hash}`);
        await page.locator('h1').waitFor();
        await inspect(page, `${size}-hostile-${hash.replace(/\W/g, '')}`);
      }
    } else {
      await lessons(page, url, size, ['dark', 'light']);
      // The hardest kind.
      await quiz(page, url, size, 'x', 3);
    }
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    close();
  }
}
