/** Every kind of board is played by touching it: rows, cuts, cells, tracks, circles, factors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SIZES } from '../browser.mjs';
import { board, fragment, overflow, says, site, stones, turn, until } from '../harness.mjs';

const own = site();
const LEAST_TARGET = 24;
const moves = (page) => decodeURIComponent(page.url()).match(/&moves=([^&]*)/)?.[1].split(';') ?? [];

/** Opens a position, touches what has this label, and answers the move that was made. */
async function touch(t, address, label) {
  const page = await own.visit(t, fragment(address));
  await turn(page);
  await page.getByRole('button', { name: label }).first().click();
  await until(() => moves(page).length > 0, `${label} is a move of ${address}`);
  await turn(page);
  return { page, move: moves(page)[0] };
}

for (const [what, address, label, wanted] of [
  ['a pin of Kayles is knocked down', 'kayles: 12 5', 'Pile 1, pin 3 of 12', '1 -> 2 9'],
  ['two neighbours of Kayles fall together', 'kayles: 12 5', 'Pile 1, pins 3 and 4', '1 -> 2 8'],
  ['the rest stands where it stood', 'kayles: 12 5', 'Pile 1, pin 10 of 12', '1 -> 9 2'],
  ['a heap of Grundy’s game is cut in the gap', 'grundy: 10 7', 'Pile 1, between stones 3 and 4', '1 -> 3 7'],
  ['Lasker’s Nim takes', 'laskers-nim: 6 4', 'Pile 1, stone 3 of 6', '1 -> 2'],
  ['Lasker’s Nim cuts', 'laskers-nim: 6 4', 'Pile 1, between stones 2 and 3', '1 -> 2 4'],
  ['a pawn of Dawson’s Chess goes with its neighbours', 'dawsons-chess: 9 5', 'Pile 1, pawn 4 of 9', '1 -> 2 4'],
  ['a cross closes cells of Treblecross', 'treblecross: 9 5', 'Pile 1, cell 4 of 9', '1 -> 1 3'],
  ['a number of the track is said', 'count-up(to=21, most=3, last=loses): 4', 'Say 6', '6'],
  ['a circle is opened anywhere', 'circular-nim(most=3): 10', 'Circle, objects 5 to 6', 'circle -> 8'],
  ['an arc of a circle is broken', 'circular-nim(most=3): 0 | 7', 'Pile 1, stone 6 of 7', '1 -> 5 1'],
  ['a factor is divided by', 'divide(prime-powers): 360', /by 2, stone 2 of 3/, '1 -> 90'],
  ['a divisor is subtracted', 'divisor-subtract: 12 10', 'Subtract 4 from 12', '1 -> 8'],
]) {
  test(what, async (t) => {
    const { move } = await touch(t, address, label);
    assert.equal(move, wanted);
  });
}

test('a stroke over two pins takes both', async (t) => {
  const page = await own.visit(t, fragment('kayles: 7'));
  await turn(page);
  const middle = async (pin) => {
    const { x, y, width, height } = await page.getByRole('button', { name: `Pile 1, pin ${pin} of 7` }).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await middle(4)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(5)));
  await page.mouse.up();
  await until(() => moves(page).length > 0);
  assert.equal(moves(page)[0], '1 -> 3 2');
});

test('what cannot be taken says why', async (t) => {
  const page = await own.visit(t, fragment('subtraction(1,3,4): 9'));
  await turn(page);
  const at = await page.locator('.board g.stone').nth(7).boundingBox();
  await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
  await says(page.locator('.why'), 'Only 1, 3 or 4 may be taken from pile 1.');
  assert.deepEqual(moves(page), []);
});

test('the board keeps its size, marks the last move and keeps the focus', async (t) => {
  // A perfect engine answers in pile 2, so that pile 1 stays.
  const page = await own.visit(t, `${fragment('nim: 3 4 5')}&players=person,100`);
  await turn(page);
  const size = async () => {
    const { width, height } = await board(page).boundingBox();
    return [Math.round(width), Math.round(height)];
  };
  const before = await size();
  const stays = page.locator('.board g.stone').first();
  const { x, y } = await stays.boundingBox();
  await page.getByRole('button', { name: 'Pile 3, stone 1 of 5' }).click();
  await turn(page);
  assert.deepEqual(await size(), before);
  const after = await stays.boundingBox();
  assert.ok(Math.hypot(after.x - x, after.y - y) < 1, 'what is left stays where it was');
  assert.ok((await page.locator('.board .ghost').count()) > 0, 'what the engine took is marked');
  assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY');
  assert.match(await page.locator('[aria-live]').first().textContent(), /engine: take .*On the board: /i);
});

for (const address of ['nim: 40 32 20', 'kayles: 12 5', 'treblecross: 14', 'grundy: 14', 'circular-nim(most=3): 10', 'count-up(to=21, most=3, last=loses): 0']) {
  test(`${address} fits a phone, and fingers`, async (t) => {
    const page = await own.visit(t, fragment(address), { size: 'phone' });
    await turn(page);
    assert.equal(await overflow(page), 0);
    const { width } = await page.locator('.frame').first().boundingBox();
    assert.ok((await board(page).boundingBox()).width <= Math.max(width, SIZES.phone.width), 'the board is not wider than the window');
    const least = await stones(page).evaluateAll((all) =>
      Math.min(...all.map((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height))),
    );
    assert.ok(least >= LEAST_TARGET - 0.5, `the smallest target is ${least} pixels`);
  });
}
