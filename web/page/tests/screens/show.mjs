/** Show me: the whole reasoning, step by step, for the games that people ask about. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { SIZES } from '../browser.mjs';
import { board, button, fragment, inWindow, overflow, says, site, until } from '../harness.mjs';

const own = site();
const count = (page) => page.getByTestId('count');
const sentence = (page) => page.getByTestId('sentence');
const show = (address, more = {}) => fragment(address, { view: 'show', ...more });
const at = async (page) => (await count(page).textContent()).match(/step (\d+) of (\d+)/).slice(1).map(Number);

async function shown(t, address, options, more) {
  const page = await own.visit(t, show(address, more), options);
  await count(page).waitFor();
  return page;
}

async function all(page) {
  await page.locator('summary', { hasText: 'All steps' }).click();
  return page.locator('details ol li button').allTextContents();
}

test('Nim: nim-sum bit by bit, the highest bit, each pile tried, the move, and on to the last stone', async (t) => {
  const page = await shown(t, 'nim: 3 4 5');
  const steps = (await all(page)).join('\n');
  assert.match(steps, /highest/i);
  assert.match(steps, /xor/i);
  assert.match(steps, /column|bit/i);
  assert.match(steps, /pile 1/i);
  await page.keyboard.press('End');
  await until(async () => /^nim: 0 0 0$/.test(await board(page).getAttribute('aria-label')), 'the last stone is taken');
  await says(page.locator('.who'), 'The end');
});

test('the columns are marked, and the stones of the move are lit', async (t) => {
  const page = await shown(t, 'nim: 3 4 5');
  const [, steps] = await at(page);
  let marked = 0;
  let lit = 0;
  for (let step = 1; step < Math.min(steps, 20); step++) {
    await page.keyboard.press('ArrowRight');
    marked = Math.max(marked, await page.locator('td.marked').count());
    lit = Math.max(lit, await page.locator('.lit').count());
  }
  assert.ok(marked > 0);
  assert.ok(lit > 0);
});

const GAMES = {
  'misere nim: 3 4 5': /mis[eè]re|alone|single|larger than 1|one stone/i,
  'misere nim: 1 1 1': /odd|even|mis[eè]re/i,
  'moore(2): 3 4 5': /modulo 3|mod 3|multiple of 3|divisible by 3|3/i,
  'subtraction(1,2,3): 10': /multiple of 4/i,
  'wythoff: 3 5': /./,
  'kayles: 7 + nim: 3 + wythoff: 1 2': /xor|nim-sum/i,
  'chomp: 3x4': /./,
};

describe('Show me goes from the first step to the end', () => {
  for (const [address, words] of Object.entries(GAMES)) {
    test(`of ${address}`, async (t) => {
      const page = await shown(t, address);
      const [, steps] = await at(page);
      assert.ok(steps >= 2, `${steps} steps`);
      assert.match((await all(page)).join('\n'), words);
      await page.keyboard.press('End');
      await says(count(page), `step ${steps} of ${steps}`);
      assert.equal(await page.locator('[role=alert]').count(), 0);
      assert.ok((await sentence(page).textContent()).length > 3);
    });
  }
});

test('the buttons step forward and back and reset', async (t) => {
  const page = await shown(t, 'nim: 3 4 5');
  assert.ok(await button(page, 'One step back').isDisabled());
  await button(page, 'One step forward').click();
  await button(page, 'One step forward').click();
  assert.deepEqual((await at(page))[0], 3);
  await button(page, 'One step back').click();
  assert.deepEqual((await at(page))[0], 2);
  await button(page, 'Reset').click();
  assert.deepEqual((await at(page))[0], 1);
});

test('the scrub bar goes anywhere', async (t) => {
  const page = await shown(t, 'nim: 3 4 5');
  const bar = page.getByRole('slider', { name: /step 1 of/ });
  await bar.fill('9');
  await says(count(page), 'step 10 of');
  assert.match(await page.locator('.controls input[list]').getAttribute('aria-valuetext'), /^step 10 of/);
});

test('moves are chapters: on to the next, back a move, to the end', async (t) => {
  const page = await shown(t, 'nim: 3 4 5');
  const [, steps] = await at(page);
  assert.ok(steps <= 40, `${steps} steps`);
  await button(page, 'On to the next move').click();
  await says(page.locator('label'), 'move 2 of');
  assert.match(await page.locator('.who').textContent(), /Player 2 to move/);
  const [second] = await at(page);
  await page.keyboard.press('n');
  await until(async () => (await at(page))[0] > second);
  await page.keyboard.press('b');
  await until(async () => (await at(page))[0] === second);
  await button(page, 'Back a move').click();
  await until(async () => (await at(page))[0] === 1);
  await button(page, 'To the end').click();
  await until(async () => (await at(page))[0] === steps);
  assert.equal(await page.locator('datalist option').count(), Number((await page.locator('label', { hasText: 'move' }).textContent()).match(/of\s+(\d+)\s*$/m)?.[1] ?? 0));
});

test('Show me why stands beside the hint and shows the position on the board', async (t) => {
  const page = await own.visit(t, fragment('nim: 1 4 5'));
  await page.getByRole('link', { name: 'Show me why' }).click();
  await until(async () => (await board(page).getAttribute('aria-label')) === 'nim: 1 4 5');
  assert.match(await sentence(page).textContent(), /You lose against best play/);
});

test('the step is in the link, and a link opens its step', async (t) => {
  const page = await shown(t, 'nim: 3 4 5', {}, { step: '7' });
  assert.equal((await at(page))[0], 7);
  const here = await sentence(page).textContent();
  await button(page, 'One step forward').click();
  await until(() => /&step=8$/.test(page.url()));
  await button(page, 'One step back').click();
  const other = await own.open(t, new URL(page.url()).hash);
  await says(sentence(other), here);
});

test('Play goes on by itself, Pause stops, and the speed is a choice', async (t) => {
  const page = await own.open(t, show('nim: 1 2'), { motion: 'no-preference', prepare: (page) => page.clock.install() });
  await count(page).waitFor();
  await page.getByRole('slider', { name: /Speed/ }).fill('4');
  await says(page.locator('label'), 'Speed 4×');
  await button(page, 'Play').click();
  await until(async () => {
    await page.clock.runFor(500);
    return (await at(page))[0] >= 3;
  }, 'two steps pass');
  await button(page, 'Pause').click();
  const [step] = await at(page);
  await page.clock.runFor(10_000);
  assert.equal((await at(page))[0], step);
});

test('Play begins anew after the last step, and ends there', async (t) => {
  const page = await own.open(t, show('nim: 1'), { prepare: (page) => page.clock.install() });
  await count(page).waitFor();
  await page.getByRole('slider', { name: /Speed/ }).fill('4');
  await page.keyboard.press('Escape');
  const [, steps] = await at(page);
  await button(page, 'Reset').click();
  await button(page, 'Play').click();
  await until(async () => {
    await page.clock.runFor(500);
    return (await at(page))[0] === steps && (await button(page, 'Play').count()) === 1;
  }, 'it stops at the end');
});

test('misère is one click away and back', async (t) => {
  const page = await shown(t, 'nim: 3 4 5');
  await page.getByRole('link', { name: 'Show misère play' }).click();
  await until(async () => (await board(page).getAttribute('aria-label')) === 'misere nim: 3 4 5');
  await page.getByRole('link', { name: 'Show normal play' }).click();
  await until(async () => (await board(page).getAttribute('aria-label')) === 'nim: 3 4 5');
});

test('own numbers can be typed', async (t) => {
  const page = await shown(t, 'nim: 3 4 5');
  await page.getByRole('textbox', { name: 'Position' }).fill('7 7 2');
  await button(page, 'Go').click();
  await until(async () => (await board(page).getAttribute('aria-label')) === 'nim: 7 7 2');
  await page.getByRole('textbox', { name: 'Position' }).fill('nim: three');
  await button(page, 'Go').click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('textbox', { name: 'Position' }).fill('nim: 1 1');
  await button(page, 'Go').click();
  await until(async () => (await page.getByRole('alert').count()) === 0);
});

for (const size of Object.keys(SIZES)) {
  test(`sentence, buttons and scrub bar are in sight on a ${size}`, async (t) => {
    const page = await shown(t, 'nim: 3 4 5', { size }, { step: '8' });
    assert.ok(await inWindow(page, sentence(page)), 'the sentence');
    assert.ok(await inWindow(page, button(page, 'Play')), 'Play');
    assert.ok(await inWindow(page, button(page, 'One step forward')), 'forward');
    assert.ok(await inWindow(page, page.getByRole('slider', { name: /step 8 of/ })), 'the scrub bar');
    assert.ok(await inWindow(page, page.locator('table')), 'the columns');
    assert.ok(await inWindow(page, board(page)), 'the board');
    assert.equal(await overflow(page), 0);
  });
}

test('just show, explain, prove: the same game, told in three ways', async (t) => {
  const page = await own.visit(t, fragment('nim: 3 4 5', { view: 'show' }));
  const count = page.getByTestId('count');
  const steps = async () => Number((await count.textContent()).match(/of (\d+)/)[1]);
  await says(count, 'step 1 of');
  const explained = await steps();
  await page.getByRole('button', { name: 'Just show' }).click();
  await until(async () => (await steps()) < explained, 'the moves alone are fewer');
  await says(page.getByTestId('sentence'), 'Player 1 wins by this: take 2 from pile 1.');
  const moves = (await steps()) - 1;
  await says(page.locator('.controls'), `move 1 of ${moves}`);
  await page.keyboard.press('ArrowRight');
  await says(page.getByTestId('sentence'), 'Every move of player 2 loses');
  await page.getByRole('button', { name: 'Prove' }).click();
  await until(async () => (await steps()) > explained, 'proofs take more');
  // The board is the one that was looked at: 1 4 5, which is lost, with a reply to each move.
  await says(page.locator('.who'), 'nim: 1 4 5');
  await page.locator('summary', { hasText: 'All steps' }).click();
  const all = await page.locator('details li').allInnerTexts();
  assert.ok(all.some((step) => /^take 1 from pile 1 \(then 0 4 5\): take 1 from pile 3/.test(step)), 'replies are told');
  assert.equal(all.filter((step) => /^Known by theorem: .*Bouton 1901/.test(step)).length, 1, 'and the theorem, once');
  const link = new URL(page.url()).hash;
  assert.match(link, /level=prove/);
  const other = await own.open(t, link);
  await says(other.getByTestId('count'), await count.textContent());
  await page.getByRole('button', { name: 'Explain', exact: true }).click();
  await until(async () => (await steps()) === explained, 'and back');
});

for (const address of ['kayles: 7', 'chomp: 3x4', 'misere nim: 1 2 3', 'kayles: 5 + nim: 3', 'graph(a>b b>a b>c): a']) {
  test(`${address} is proved to its end`, async (t) => {
    const page = await own.visit(t, fragment(address, { view: 'show', level: 'prove' }));
    await says(page.getByTestId('count'), 'step 1 of');
    await page.keyboard.press('End');
    await says(page.locator('.who'), 'The end');
    assert.equal(await page.getByRole('alert').count(), 0);
  });
}

test('the first move of 3 4 5 is played within 15 seconds', async (t) => {
  const page = await own.visit(t, fragment('nim: 3 4 5', { view: 'show' }));
  await says(page.getByTestId('count'), 'step 1 of');
  await page.locator('.speed input').fill('4');
  // The sentence stays for a quarter of a second, which is too short for whoever looks now and then.
  await page.evaluate(() => {
    const [began, sentence] = [performance.now(), document.querySelector('[data-testid=sentence]')];
    new MutationObserver((_, observer) => {
      if (!sentence.textContent.startsWith('Player 1 wins by this: take 2 from pile 1.')) return;
      globalThis.took = performance.now() - began;
      observer.disconnect();
    }).observe(sentence, { childList: true, characterData: true, subtree: true });
  });
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const took = await page.waitForFunction(() => globalThis.took);
  // At four times the speed, and as long again for machines that have other things to do.
  assert.ok((await took.jsonValue()) < (2 * 15_000) / 4);
});
