/** A click is one message to the worker, whatever it leads to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { board, button, fragment, quiet, sent, site, stones, turn, until } from '../harness.mjs';

const own = site();
const position = (page) => board(page).getAttribute('aria-label');
const stone = (page, name) => page.getByRole('button', { name });

/** Whether the engine has answered the first move. */
const answered = async (page) => /%3B/.test(page.url()) && !!(await turn(page));

async function open(t, address, options) {
  const page = await own.visit(t, fragment(address), options);
  await turn(page);
  await quiet(page);
  return page;
}

/** What was sent by an action, until it has come true and nothing is left to be answered. */
async function messages(page, action, done) {
  await sent(page);
  await action();
  await until(done, 'the action does something');
  await quiet(page);
  return sent(page);
}

test('opening a link to a game under way takes one', async (t) => {
  const page = await open(t, 'nim: 3 4 5', {});
  const link = fragment('nim: 5 6 7', { moves: '3 -> 2;1 -> 1;2 -> 4', players: 'person,50', seed: '7' });
  const asked = await messages(page, () => page.evaluate((hash) => (location.hash = hash), link), async () => {
    return /^nim: /.test(await position(page)) && (await position(page)) !== 'nim: 3 4 5' && !!(await turn(page));
  });
  assert.deepEqual(asked, ['begin']);
});

test('a move in Nim takes one: pointing at the stone, the move, the engine’s answer and the nim-sum', async (t) => {
  for (const motion of ['reduce', 'no-preference']) {
    const page = await open(t, 'nim: 3 4 5', { motion });
    await button(page, 'Nim-sum').click();
    const asked = await messages(page, () => stone(page, 'Pile 3, stone 3 of 5').click(), () => answered(page));
    assert.deepEqual(asked, ['pick']);
    const piles = (await position(page)).replace('nim: ', '').split(' ');
    await until(async () => {
      const rows = await page.locator('table tr').allInnerTexts();
      return piles.every((pile, at) => rows[at + 1]?.endsWith(`= ${pile}`));
    }, 'the columns are those of the position');
  }
});

test('the move that ends a game takes one, its review included', async (t) => {
  const page = await open(t, 'nim: 2');
  const asked = await messages(page, () => stones(page).first().click(), async () => {
    return (await page.getByRole('heading', { name: 'Review' }).count()) > 0;
  });
  assert.deepEqual(asked, ['pick']);
});

test('a move of several picks takes one for each pick', async (t) => {
  const page = await open(t, 'moore(2): 3 4 5');
  const first = await messages(page, () => stone(page, 'Pile 1, stone 2 of 3').click(), async () => {
    return (await button(page, 'Make this move').count()) > 0;
  });
  assert.deepEqual(first, ['pick']);
  const second = await messages(page, () => stone(page, 'Pile 3, stone 1 of 5').click(), () => answered(page));
  assert.deepEqual(second, ['pick']);
});

test('a move of one pile where two are allowed takes one more, for the button', async (t) => {
  const page = await open(t, 'moore(2): 3 4 5');
  await stone(page, 'Pile 1, stone 1 of 3').click();
  await button(page, 'Make this move').waitFor();
  const asked = await messages(page, () => button(page, 'Make this move').click(), () => answered(page));
  assert.deepEqual(asked, ['play']);
});

test('undo, redo and resigning take one each', async (t) => {
  const page = await open(t, 'nim: 3 4 5');
  await stone(page, 'Pile 3, stone 3 of 5').click();
  await until(() => /%3B/.test(page.url()));
  await turn(page);
  const after = await position(page);
  const undo = await messages(page, () => button(page, 'Undo').click(), async () => (await position(page)) === 'nim: 3 4 5');
  assert.deepEqual(undo, ['undo']);
  await turn(page);
  const redo = await messages(page, () => button(page, 'Redo').click(), async () => (await position(page)) === after);
  assert.deepEqual(redo, ['redo']);
  await turn(page);
  const resign = await messages(page, () => button(page, 'Resign').click(), async () => {
    return (await page.getByRole('heading', { name: 'Review' }).count()) > 0;
  });
  assert.deepEqual(resign, ['resign']);
});

test('a stone in Analyse takes one, with the answer, the moves and the reasons', async (t) => {
  const page = await own.visit(t, fragment('nim: 3 4 5', { view: 'analyse' }));
  const why = page.getByRole('heading', { name: 'Why' });
  await why.waitFor();
  await quiet(page);
  const asked = await messages(page, () => stone(page, 'Pile 1, stone 2 of 3').click(), async () => {
    return (await position(page)) === 'nim: 1 4 5' && (await why.count()) > 0;
  });
  assert.deepEqual(asked, ['open analyse explain ranking']);
});

test('whoever goes elsewhere is not called back by what still happens here', async (t) => {
  const page = await own.visit(t, '#&view=games');
  const search = page.locator('main input').first();
  await search.waitFor();
  await search.evaluate((field) => {
    // The page hears of the way to Learn after this.
    location.hash = '#&view=learn';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.getByRole('heading', { name: 'Learn', exact: true, level: 1 }).waitFor();
  assert.equal(new URL(page.url()).hash, '#&view=learn');
});
