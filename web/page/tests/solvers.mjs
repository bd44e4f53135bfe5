/** Solves every task of the lessons, wrong answers first where that is possible; the engine knows the right ones. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { Engine, initSync } from '../engine/bouton.js';
import { painted } from './complaints.mjs';

globalThis.boutonTick = () => true;
initSync({ module: readFileSync(fileURLToPath(new URL('../engine/bouton_bg.wasm', import.meta.url))) });
const engine = new Engine();
/** The same engine as in the page, asked outside of it. */
export const ask = (method, ...args) => JSON.parse(engine[method](...args));

export const good = (task) => task.locator('[data-good="true"]').waitFor();
const bad = (task) => task.locator('[data-good="false"]').waitFor();

export async function choose(task, move) {
  const list = task.locator('details', { hasText: 'All moves' });
  if ((await list.getAttribute('open')) === null) await list.locator('summary').click();
  const name = task.page().locator('.mono').getByText(move, { exact: true });
  await list.locator('li button', { has: name }).first().click();
}

export const solvers = {
  async move(task) {
    let failed = false;
    for (let turn = 0; turn < 40; turn++) {
      await task.locator('xpath=self::*[@data-busy="false"]').waitFor();
      if ((await task.getAttribute('data-over')) === 'true') return;
      const { moves } = ask('ranking', await task.getAttribute('data-address'), 500);
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
      // A pick that could also begin a longer move waits for a word.
      const begins = moves.some(({ move }) => move !== wins.move && move.split(', ').includes(wins.move));
      if (stone && !begins && (await stone.count())) await stone.click();
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
  async grid(task) {
    const cell = (pair) => task.locator(`[data-pair="${pair}"]`);
    const game = await task.getAttribute('data-game');
    const check = () => task.getByRole('button', { name: 'Check' }).click();
    await check();
    await bad(task);
    await cell('1 1').click();
    await check();
    await task.getByText('1 1 is not lost').waitFor();
    await cell('1 1').click();
    for (const pair of await task.locator('[data-pair]').evaluateAll((cells) => cells.map((each) => each.dataset.pair))) {
      if (pair !== '0 0' && ask('analyse', `${game}: ${pair}`).outcome === 'P') await cell(pair).click();
    }
    await check();
    await good(task);
  },
  async nodes(task) {
    const outcomes = (await task.getAttribute('data-label')) === 'outcome';
    for (let labelled = 0; (await task.getAttribute('data-over')) !== 'true'; labelled++) {
      const address = await task.getAttribute('data-address');
      const { outcome, value } = ask('analyse', address);
      const [right, wrong] = outcomes ? [outcome, outcome === 'P' ? 'N' : 'P'] : [String(value), String(value + 1)];
      const button = (name) => task.getByRole('button', { name, exact: true });
      if (labelled === 1) {
        await button(wrong).click();
        await bad(task);
      }
      await button(right).click();
      await task.locator(`xpath=self::*[not(@data-address="${address}")]`).waitFor();
    }
  },
  async test(task) {
    const last = async () => (await task.locator('.marks li').count()) - 1;
    // Once with two mistakes, which is one too many, and once without.
    for (const mistakes of [2, 0]) {
      for (let at = 0; at <= (await last()); at++) {
        await task.locator(`xpath=self::*[@data-at="${at}"]`).waitFor();
        const question = task.locator('[data-kind]');
        await question.locator('h2').waitFor();
        await answer(task, question, at >= mistakes);
        await task.getByRole('button', { name: at === (await last()) ? 'See the result' : 'Next question' }).click();
      }
      await task.locator(`[data-passed="${mistakes === 0}"]`).waitFor();
      if (mistakes > 0) await task.getByRole('button', { name: 'Once more' }).click();
    }
  },
};

/** Answers a question of a test, right or wrong. */
async function answer(task, question, rightly) {
  const [kind, address] = [await question.getAttribute('data-kind'), await question.getAttribute('data-address')];
  if (kind === 'move') {
    const { moves } = ask('ranking', address, 500);
    const move = moves.find(({ outcome }) => outcome === (rightly ? 'P' : 'N'));
    await choose(task, move.move);
  } else if (kind === 'winner' || kind === 'misere') {
    const wins = (ask('analyse', address).outcome === 'N') === rightly;
    await question.getByRole('button', { name: wins ? 'The player to move' : 'The other player' }).click();
  } else {
    await question.getByLabel('Your answer').fill(String(ask('analyse', address).value + (rightly ? 0 : 1)));
    await question.getByRole('button', { name: 'Answer' }).click();
  }
  await task.locator(`[data-good="${rightly}"]`).waitFor();
}
