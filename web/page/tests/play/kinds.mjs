/** A whole game on each kind of board: by keyboard alone, and by what is read aloud alone. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { board, fragment, site, turn, until } from '../harness.mjs';
import { ask } from '../solvers.mjs';

const own = site();
const MOST_TABS = 80;
const MOST_MOVES = 40;

/** One game for each way in which a board is drawn and touched; small, so that it ends soon. */
const KINDS = {
  'stones in piles': 'nim: 2 3',
  'several piles at once': 'moore(2): 1 2 2',
  pins: 'kayles: 5',
  'cells of a row': 'treblecross: 6',
  pawns: 'dawsons-chess: 6',
  'a heap that is cut': 'grundy: 7',
  'stones and cuts': 'laskers-nim: 3 2',
  'coins that are turned': 'twins: THHTH',
  'coins on a grid': 'turning-corners: 2,1 1,2',
  'signs of a row': 'flip: ++-++',
  'coins on a strip': 'silver-dollar: 2 4',
  'coins that jump': 'welter: 1 3',
  'chocolate': 'chomp: 2x3',
  'dominoes': 'cram: 2x3',
  'a track to a target': 'count-up(to=9, most=3, last=loses): 0',
  'a circle': 'circular-nim(most=3): 6',
  'piles in a ring': 'circular-stacks(2): 1 2 1',
  'an order': 'poset(a<b b<c a<d): a b c d',
  'a graph': 'graph(a>b b>c a>c c>d): a',
  'a set': 'set: {{},{{}}}',
  factors: 'divide(prime-powers): 60',
  divisors: 'divisor-subtract: 6',
  'numbers on a board': 'chalkboard: 1 1 2',
  'a rectangle of two numbers': 'euclid: 5 2',
  'a stair': 'staircase: 1 2 1',
  'both ends of a row': 'end-nim: 2 1 2',
  'nodes that fall with their neighbours': 'node-kayles(a-b-c-d): *',
  'lines that fall with their ends': 'arc-kayles(a-b-c-d): *',
  'a drawing that is cut': 'hackenbush(0-a-b 0-c): *',
  'a way that never comes back': 'geography(a-b-c-d b-d): a',
  'numbers that are named': 'sylver: 2 5',
  'numbers that add up': 'can-i-win(4,7): all',
  'stones that take each other': 'clobber: 2x2',
  'crosses without three in a row': 'notakto: 2x3',
  'two lines of pieces': 'northcott(4): 1-3 2-4',
  'piles and passes': 'nim-with-a-pass: 1 | 1 2',
  'a pile with a limit': 'fibonacci-nim: 6',
  'stones laid on piles': 'building-nim: 2 | 0 1',
  'stones of two colours': 'nogo: 2x2',
  'queens that burn squares': 'amazons: Q./..',
  'stones that split': 'fission: 3x3',
  'dominoes that topple': 'toppling-dominoes: 3 1',
  'dominoes laid on a strip': 'domino-strip: 6',
  'spots and curves': 'sprouts: 2',
  'chocolate in three dimensions': 'chomp: 2x2x2',
  'coins by a code': 'coins(at-most 3,contiguous): THHT',
  'a product of coin games': 'product(ruler,turning-turtles): 1,1',
  'places on a circle': 'modular-subtraction(7,1,2,5): 5',
  'a move in every part': 'conjunctive(kayles,nim): 3 ; 2',
  'moves in some parts': 'selective(nim): 2 ; 1',
  'parts that bury others': 'ordinal(kayles,nim): 3 ; 2',
  'new copies of a part': 'ordinal-product(nim): 2 ; 2',
  'rules that somebody wrote': 'file(half): 7',
  'a sum of unlike games': 'kayles: 3 + nim: 2',
};

/** What has the focus. */
const focused = (page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return { name: at?.textContent?.trim() ?? '', inBoard: !!at?.matches('.board button'), disabled: !!at?.disabled };
  });

async function tabTo(page, wanted, what) {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab');
    if (wanted(await focused(page))) return;
  }
  assert.fail(`the Tab key does not lead to ${what}`);
}

/** Where a game stands: what was played, and what is picked so far. */
const stand = (page) => page.evaluate(() => `${location.hash} ${document.querySelector('.table .row.centre .mono')?.textContent ?? ''}`);

/** Makes a move with Tab and Enter only; several picks and a word, where a move needs them. */
async function move(page) {
  const url = page.url();
  for (let picks = 0; picks < 8; picks++) {
    const make = page.getByRole('button', { name: 'Make this move', exact: true });
    if ((await make.count()) > 0 && (await make.isEnabled())) await tabTo(page, ({ name }) => name === 'Make this move', 'the move that was picked');
    else if (!(await focused(page)).inBoard || picks > 0) await tabTo(page, ({ inBoard }) => inBoard, 'the board');
    const before = await stand(page);
    await page.keyboard.press('Enter');
    await until(async () => (await stand(page)) !== before, 'Enter does something');
    await page.waitForFunction(() => globalThis.unanswered.size === 0);
    if (page.url() !== url) return;
  }
  assert.fail('so many picks are no move');
}

describe('a whole game by keyboard alone', () => {
  for (const [kind, address] of Object.entries(KINDS)) {
    test(`${kind}: ${address}`, async (t) => {
      const page = await own.visit(t, `${fragment(address)}&players=person,50&seed=3`);
      let moves = 0;
      for (; !(await turn(page)).over; moves++) {
        assert.ok(moves < MOST_MOVES, 'the game ends');
        await move(page);
      }
      assert.ok(moves > 0);
      await page.getByRole('heading', { name: 'Review' }).waitFor();
      await until(() => page.evaluate(() => document.activeElement !== document.body), 'the focus stays on the page');
    });
  }
});

/** What a screen reader says. */
const heard = (page) => page.locator('[aria-live]').first().textContent();

describe('a whole game by what is read aloud alone', () => {
  for (const [kind, address] of Object.entries(KINDS)) {
    test(`${kind}: ${address}`, async (t) => {
      const page = await own.visit(t, `${fragment(address)}&players=person,50&seed=5`);
      const sum = address.includes(' + ');
      const name = sum ? '' : `${address.slice(0, address.lastIndexOf(': '))}: `;
      let aloud = '';
      for (let moves = 0; ; moves++) {
        const { over } = await turn(page);
        aloud = await heard(page);
        if (over) break;
        assert.ok(moves < MOST_MOVES, 'the game ends');
        const position = /On the board: (.*)\.$/.exec(aloud)?.[1];
        assert.ok(position !== undefined, `the position is read aloud: ${aloud}`);
        assert.equal(`${name}${position}`, await board(page).getAttribute('aria-label'), 'and it is what is on the board');
        if (moves > 0) assert.match(aloud, /^the engine: .+\. .*to move/i, 'the move of the engine comes first');
        // Nothing else of the page is looked at: what there is to play follows from what was heard.
        const { moves: best } = ask('ranking', `${name}${position}`, 100);
        const list = page.locator('details', { hasText: 'All moves' });
        if ((await list.getAttribute('open')) === null) await list.locator('summary').press('Enter');
        const words = best[0].text || best[0].move;
        const entry = list.getByRole('button', { name: words === best[0].move ? words : `${best[0].move} ${words}`, exact: true });
        await entry.press('Enter');
        await until(async () => (await heard(page)) !== aloud, 'something is said after a move');
        await turn(page);
        await until(() => page.evaluate(() => document.activeElement !== document.body), 'the focus stays on the page');
      }
      assert.match(aloud, /\bwins?\b/i, 'the end is read aloud');
    });
  }
});
