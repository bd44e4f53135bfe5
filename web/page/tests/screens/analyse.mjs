/** Analyse: any position, changed by hand; who wins, every move, and why. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SIZES } from '../browser.mjs';
import { board, button, fragment, overflow, says, site, until } from '../harness.mjs';

const own = site();
const analyse = (address) => fragment(address, { view: 'analyse' });
const outcome = (page) => page.getByTestId('outcome');
const position = (page) => board(page).getAttribute('aria-label');
const listed = (page) => page.locator('section[aria-label="All moves"] li');

async function open(t, address, options) {
  const page = await own.visit(t, analyse(address), options);
  await outcome(page).waitFor();
  return page;
}

test('it says who wins, the value, how many moves win, and how that is known', async (t) => {
  const page = await open(t, 'nim: 3 4 5');
  await says(outcome(page), 'N-position');
  const answer = page.locator('section[aria-label="The answer"]');
  await says(answer, 'Value *2.');
  await says(answer, 'One move wins.');
  await says(answer, 'Known by theorem');
});

test('all moves are there, best first, with the value each leaves', async (t) => {
  const page = await open(t, 'nim: 3 4 5');
  await page.getByRole('heading', { name: '12 moves, best first' }).waitFor();
  const texts = await listed(page).allInnerTexts();
  assert.equal(texts.length, 12);
  assert.match(texts[0], /1 -> 1[\s\S]*wins: it leaves a P-position[\s\S]*0$/);
  for (const text of texts.slice(1)) assert.match(text, /loses: it leaves an N-position/);
});

test('why is told in steps', async (t) => {
  const page = await open(t, 'nim: 3 4 5');
  await page.getByRole('heading', { name: 'Why' }).waitFor();
  const why = page.getByRole('region', { name: 'Why' });
  assert.ok((await why.locator('ol > li').count()) >= 3);
  await says(why.locator('table tr'), 'nim-sum');
});

test('a move of the list is followed, and the browser leads back', async (t) => {
  const page = await open(t, 'nim: 3 4 5');
  await listed(page).first().locator('a').click();
  await until(async () => (await position(page)) === 'nim: 1 4 5');
  await says(outcome(page), 'P-position');
  await page.goBack();
  await until(async () => (await position(page)) === 'nim: 3 4 5');
});

test('a stone of the board is a move', async (t) => {
  const page = await open(t, 'nim: 3 4 5');
  await page.getByRole('button', { name: 'Pile 1, stone 2 of 3' }).click();
  await until(async () => (await position(page)) === 'nim: 1 4 5');
});

test('piles are changed, added and removed', async (t) => {
  const page = await open(t, 'nim: 3 4 5');
  await button(page, 'Pile 1: one less').click();
  await until(async () => (await position(page)) === 'nim: 2 4 5');
  await button(page, 'Pile 3: one more').click();
  await until(async () => (await position(page)) === 'nim: 2 4 6');
  await says(outcome(page), 'P-position');
  await button(page, 'Add a pile').click();
  await until(async () => (await position(page)) === 'nim: 2 4 6 1');
  await button(page, 'Remove pile 2').click();
  await until(async () => (await position(page)) === 'nim: 2 6 1');
  const field = page.getByRole('textbox', { name: 'Pile 2', exact: true });
  await field.fill('12');
  await field.press('Enter');
  await until(async () => (await position(page)) === 'nim: 2 12 1');
  assert.ok(await button(page, 'Remove pile 3').isEnabled());
});

test('numbers that are no piles are not changed as such', async (t) => {
  const page = await open(t, 'chomp: 4 4 2 + nim: 3 4');
  await page.getByRole('group', { name: 'Pile 2', exact: true }).waitFor();
  assert.equal(await page.getByRole('group', { name: /^Pile / }).count(), 2, 'those of Nim alone');
});

test('a pile takes huge numbers, and nonsense becomes zero', async (t) => {
  const page = await open(t, 'nim: 3 4');
  const field = page.getByRole('textbox', { name: 'Pile 1', exact: true });
  await field.fill('123456789012345678901234567890');
  await field.press('Enter');
  await until(async () => (await position(page)) === 'nim: 123456789012345678901234567890 4');
  await says(outcome(page), 'N-position');
  await field.fill('<b>x</b>');
  await field.press('Enter');
  await until(async () => (await position(page)) === 'nim: 0 4');
});

test('parts are added to a sum and removed from it', async (t) => {
  const page = await open(t, 'nim: 3 4 5');
  await button(page, 'Add a game to the sum').click();
  await page.getByLabel('Game', { exact: true }).selectOption('kayles');
  await page.getByLabel('Position', { exact: true }).last().fill('7');
  await button(page, 'Add').click();
  await until(async () => (await position(page)) === 'nim: 3 4 5 + kayles: 7');
  await says(page.locator('section[aria-label="The answer"]'), 'the values of the parts, added by xor');
  await button(page, 'Remove part 1').click();
  await until(async () => (await position(page)) === 'kayles: 7');
  await says(outcome(page), 'N-position');
});

test('one part of a sum is changed by itself', async (t) => {
  const page = await open(t, 'nim: 3 4 + kayles: 7');
  await button(page, 'Pile 1: one more').first().click();
  await until(async () => (await position(page)) === 'nim: 4 4 + kayles: 7');
});

test('misère is a choice', async (t) => {
  const page = await open(t, 'nim: 1 1');
  await says(outcome(page), 'P-position');
  await button(page, 'Misère').click();
  await until(async () => (await position(page)) === 'misere nim: 1 1');
  await says(outcome(page), 'N-position');
  await button(page, 'Normal').click();
  await says(outcome(page), 'P-position');
});

test('what cannot be read is answered with a sentence, and the next question works', async (t) => {
  const page = await open(t, 'nim: 3 4 5');
  const field = page.getByRole('textbox', { name: 'Position' });
  await field.fill('kales: 7');
  await button(page, 'Go').click();
  await says(page.getByRole('alert'), /kayles/);
  await field.fill('kayles: 7');
  await button(page, 'Go').click();
  await until(async () => (await position(page)) === 'kayles: 7');
  await until(async () => (await page.getByRole('alert').count()) === 0);
});

test('what was said about another position does not stay beside a sentence', async (t) => {
  const page = await open(t, 'nim: 3 4 5');
  await page.goto(own.url + analyse('nonsense: 1'));
  await page.getByRole('alert').waitFor();
  assert.equal(await page.locator('section[aria-label="All moves"]').count(), 0);
  assert.equal(await outcome(page).count(), 0);
});

test('a game for more than two players is answered for each seat', async (t) => {
  const page = await own.visit(t, analyse('nim(players=3): 1 2 3'));
  await until(async () => (await page.getByText('Seat 1').count()) + (await page.getByRole('alert').count()) > 0);
});

for (const size of Object.keys(SIZES)) {
  test(`a long sum is not wider than a ${size}`, async (t) => {
    const sum = 'nim: 3 4 5 + kayles: 7 + wythoff: 3 5 + chomp: 3x4 + subtraction(1,3,4): 10';
    const page = await own.visit(t, analyse(sum), { size });
    await outcome(page).waitFor();
    assert.equal(await overflow(page), 0);
  });
}
