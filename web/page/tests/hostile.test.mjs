/** Damaged and hostile links: always a sentence and a way on, and nothing of them becomes HTML. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { board, fragment, says, settled, site, turn, until } from './harness.mjs';

const own = site();
const SCREENS = ['play', 'show', 'analyse', 'explore', 'sequences', 'tables', 'learn', 'games', 'own'];
const ATTACKS = ['<img src=x onerror=globalThis.hurt=1>', '<script>globalThis.hurt=1</script>', '"><svg onload=globalThis.hurt=1>', "javascript:globalThis.hurt=1"];

/** After whatever was opened, the page is whole and one click or link leads on. */
async function unhurt(page) {
  const found = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const count = (selector) => document.querySelectorAll(selector).length;
    return {
      run: globalThis.hurt,
      made: count('main img:not(.drawing), main script'),
      handlers: count('[onerror], [onload], [href^="javascript"]'),
      tooWide: scrollWidth - clientWidth,
    };
  });
  assert.deepEqual(found, { run: undefined, made: 0, handlers: 0, tooWide: 0 }, 'nothing of the link was run or became HTML');
}

async function goesOn(page) {
  await page.locator('header .brand').click();
  await page.waitForFunction(() => document.querySelector('.board')?.getAttribute('aria-label') === 'nim: 3 4 5');
  await turn(page);
}

const POSITIONS = {
  'an unknown game': 'nimm: 3 4 5',
  'no game at all': ':::',
  'only a game': 'nim:',
  'a negative pile': 'nim: -3 4',
  'a broken number': 'nim: 3.5 4',
  'a parameter that is none': 'moore(x): 3 4 5',
  'brackets without end': 'nim: ((((((((((',
  'a thousand brackets': `set: ${'{'.repeat(1000)}${'}'.repeat(1000)}`,
  'a sum of nothing': 'nim: 3 + + kayles: 2',
  'ten thousand parts': Array(10_000).fill('nim: 1').join(' + '),
  'a huge board': 'chomp: 20000x20000',
  'a number with a huge exponent': 'nim: 10^1000000000',
  'letters of other scripts': 'нім: 三 ４',
  'control letters': 'nim: 3\u0000\u0007 4\u202e5',
};

describe('a position that cannot be opened is answered with a sentence and a way on', () => {
  for (const [name, address] of Object.entries(POSITIONS)) {
    test(name, async (t) => {
      const page = await own.visit(t, fragment(address));
      await settled(page);
      await unhurt(page);
      const alert = page.getByRole('alert');
      if (await alert.count()) {
        const words = await alert.first().innerText();
        assert.match(words, /^\S[\s\S]{10,}/);
        assert.ok(words.length < 2000, `${words.length} letters are no sentence`);
        await alert.getByRole('link', { name: /Nim/ }).first().click();
        await turn(page);
        assert.equal(await board(page).getAttribute('aria-label'), 'nim: 3 4 5');
      } else await goesOn(page);
    });
  }
});

const LARGE = {
  'a pile of 10^30': 'nim: 10^30',
  'three piles of 10^9': 'nim: 10^9 10^9 5',
  'a thousand piles': `nim: ${Array(1000).fill('3').join(' ')}`,
  'twenty thousand piles': `nim: ${Array(20_000).fill('1').join(' ')}`,
  'a pile of a hundred thousand in Kayles': 'kayles: 100000',
};

describe('a large position is shown or refused, on every screen', () => {
  for (const [name, address] of Object.entries(LARGE)) {
    for (const view of ['play', 'show', 'analyse', 'explore']) {
      test(`${name}, ${view}`, async (t) => {
        const page = await own.visit(t, fragment(address, { view }));
        await settled(page);
        await unhurt(page);
        await goesOn(page);
      });
    }
  }
});

/** Positions that keep a screen busy for seconds, on fast machines too. */
const LONG = { show: 'misere kayles: 60 58 56 54', explore: `nim: ${Array(450).fill('3').join(' ')}`, sequences: 'octal(0.6)' };

test('long work can be cancelled, and asked for something smaller', async (t) => {
  for (const [view, address] of Object.entries(LONG)) {
    const page = await own.visit(t, fragment(address, { view, to: '20000000' }));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await says(page.getByRole('alert'), /Cancelled/);
    await goesOn(page);
  }
});

test('who leaves long work does not wait for it', async (t) => {
  for (const [view, address] of Object.entries(LONG)) {
    const page = await own.visit(t, fragment(address, { view, to: '20000000' }));
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    const began = Date.now();
    await goesOn(page);
    assert.ok(Date.now() - began < 3000, `${view}: ${Date.now() - began} ms`);
  }
});

describe('a script in a link stays text', () => {
  for (const attack of ATTACKS) {
    test(`in every place of every screen: ${attack}`, async (t) => {
      const page = await own.visit(t);
      for (const view of SCREENS) {
        for (const address of [attack, `nim: ${attack}`, `${attack}: 3 4 5`, 'nim: 3 4 5']) {
          const keys = ['moves', 'players', 'seed', 'end', 'step', 'path', 'to', 'zoom', 'rows', 'columns', 'show', 'play', 'lesson', 'page', 'level', 'from', 'find', 'rules', 'example', 'kind', attack];
          const more = Object.fromEntries(keys.map((key) => [encodeURIComponent(key), attack]));
          await page.evaluate((hash) => (location.hash = hash), fragment(address, { view, ...more }));
          await settled(page);
          await unhurt(page);
        }
      }
      await page.evaluate((hash) => (location.hash = hash), fragment('nim: 3 4 5', { view: attack }));
      await settled(page);
      await unhurt(page);
      await goesOn(page);
    });
  }
});

test('keys that objects have by themselves are only text', async (t) => {
  const page = await own.visit(t, '#nim%3A%203%204%205&__proto__=x&constructor=y&view=__proto__&hasOwnProperty=1');
  await turn(page);
  await unhurt(page);
  await page.evaluate(() => (location.hash = '#constructor&view=tables&rows=__proto__'));
  await settled(page);
  await page.evaluate(() => (location.hash = '#__proto__&view=sequences'));
  await settled(page);
  await goesOn(page);
});

for (const hash of ['#nim%3A%203%', '#%E0%A4%A', '#nim%3A%203&moves=%', '#%zz&view=%']) {
  test(`a damaged link says so: ${hash}`, async (t) => {
    const page = await own.visit(t, hash);
    await says(page.getByRole('alert'), 'The link is damaged');
    await page.getByRole('alert').getByRole('link').click();
    await turn(page);
    await until(async () => (await page.getByRole('alert').count()) === 0);
  });
}

test('a link that is far too long says so', async (t) => {
  const page = await own.visit(t, `#nim%3A%20${'1%20'.repeat(40_000)}`);
  await says(page.getByRole('alert'), /The link is \d+ letters long/);
  await goesOn(page);
});

test('moves that are not legal are answered with a sentence', async (t) => {
  for (const moves of ['9 -> 9', '1 -> 2;1 -> 5', ';;;', '\\', '1 -> -1', 'x'.repeat(5000)]) {
    const page = await own.visit(t, fragment('nim: 3 4 5', { moves }));
    await settled(page);
    await unhurt(page);
    await page.getByRole('alert').getByRole('link', { name: /Nim/ }).click();
    await turn(page);
  }
});

test('players, seeds and ends that make no sense are passed over', async (t) => {
  const page = await own.visit(t, fragment('nim: 3 4 5', { players: 'cat,-5,1e9', seed: '-1', end: 'win' }));
  await turn(page);
  const other = await own.visit(t, fragment('nim: 3 4 5', { players: '999,person', seed: '99999999999999999999' }));
  await turn(other);
});

test('steps that do not exist lead to one that does', async (t) => {
  for (const [step, expected] of [['0', 1], ['-7', 1], ['abc', 1], ['1.5', 1], ['999999', 'last'], ['1e3', 'last'], ['NaN', 1]]) {
    const page = await own.visit(t, fragment('nim: 1 2', { view: 'show', step }));
    const count = await page.getByTestId('count').textContent();
    const [, at, of] = count.match(/step (\d+) of (\d+)/);
    assert.equal(at, expected === 'last' ? of : String(expected), step);
  }
});

test('an enormous graph is refused politely, with a smaller one', async (t) => {
  const page = await own.visit(t, fragment('nim: 50 60 70', { view: 'explore' }));
  await page.getByRole('alert').waitFor();
  await page.getByRole('alert').getByRole('link').first().click();
  await page.getByText(/\d+ positions?, \d+ moves?:/).waitFor();
});

test('sequences and tables of nonsense are refused politely', async (t) => {
  for (const [address, more] of [
    ['nonsense', { view: 'sequences' }],
    ['chomp', { view: 'sequences' }],
    ['nonsense', { view: 'tables' }],
    ['octal(0.', { view: 'sequences' }],
    ['kayles', { view: 'tables', rows: '1e9', columns: '-3' }],
    ['kayles', { view: 'sequences', to: '99999999999', zoom: '9-1' }],
  ]) {
    const page = await own.visit(t, fragment(address, more));
    await settled(page);
    await unhurt(page);
    await goesOn(page);
  }
});
