/** axe-core finds nothing to complain about, on any screen, in light and dark, on a laptop and on a phone. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { SIZES } from '../browser.mjs';
import { colours, complaints } from '../complaints.mjs';
import { button, fragment, quiet, says, settled, site, turn, until } from '../harness.mjs';

const own = site();
const GAME = { players: 'person,person', moves: '3 -> 0;2 -> 3;1 -> 0;2 -> 0' };

/** Every screen, and what can be opened on it. */
const VIEWS = {
  'the first game': ['', (page) => turn(page)],
  'a game after a few moves, with a hint': [
    fragment('nim: 3 4 5', { moves: '3 -> 2;1 -> 1' }),
    async (page) => {
      await turn(page);
      await button(page, 'Hint').click();
      await says(page.locator('.hint'), 'Hint 1 of 4');
      await button(page, 'Was my move good?').click();
      await page.locator('.hint').nth(1).waitFor();
    },
  ],
  'the end of a game with its review': [
    fragment('nim: 3 4 5', GAME),
    async (page) => {
      await page.getByRole('heading', { name: 'Review' }).waitFor();
      await page.locator('.graph .point').nth(1).click();
      await button(page, 'Play on from here').waitFor();
    },
  ],
  'a game that was won': [
    fragment('nim: 3 4 5', { moves: '1 -> 1;2 -> 3;3 -> 2;1 -> 0;2 -> 2;2 -> 1;3 -> 1;2 -> 0;3 -> 0' }),
    (page) => page.getByTestId('turning').waitFor(),
  ],
  'a game that was lost': [
    fragment('nim: 3 4 5', { moves: '3 -> 0;2 -> 3;1 -> 0;2 -> 0' }),
    (page) => page.getByTestId('turning').waitFor(),
  ],
  'the catalogue': [fragment('', { view: 'games' }), (page) => page.locator('.picture .board').nth(38).waitFor()],
  'the menu of games': [
    '',
    async (page) => {
      await turn(page);
      await button(page, 'Set up').click();
      await page.locator('select option').first().waitFor({ state: 'attached' });
      await page.getByLabel('Game', { exact: true }).selectOption('moore');
    },
  ],
  'the help': [
    '',
    async (page) => {
      await turn(page);
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  'all moves and sharing': [
    fragment('kayles: 12 5'),
    async (page) => {
      await turn(page);
      await page.locator('summary', { hasText: 'All moves' }).click();
      await page.locator('summary', { hasText: 'Share' }).click();
    },
  ],
  'a game with squares': [fragment('chomp: 3x4'), (page) => turn(page)],
  'a game with coins, one picked': [
    fragment('twins: THHTH'),
    async (page) => {
      await turn(page);
      await page.locator('.board button').last().click();
      await button(page, 'Pick anew').waitFor();
    },
  ],
  'a game on a graph': [fragment('graph(a>b b>c c>a): a'), (page) => turn(page)],
  'a game without picks': [fragment('grundy: 10 7'), (page) => turn(page)],
  'a sentence about a wrong link': ['#nonsense%3A%203', (page) => page.getByRole('alert').waitFor()],
  'Show me': [
    fragment('nim: 3 4 5', { view: 'show', step: '9' }),
    async (page) => {
      await page.getByTestId('count').waitFor();
      await page.locator('summary', { hasText: 'All steps' }).click();
    },
  ],
  Analyse: [fragment('nim: 3 4 5', { view: 'analyse' }), (page) => page.getByRole('heading', { name: 'Why' }).waitFor()],
  'Analyse with a long sum': [
    fragment('nim: 3 4 5 + kayles: 7 + chomp: 2x3', { view: 'analyse' }),
    async (page) => {
      await page.getByTestId('outcome').waitFor();
      await button(page, 'Add a game to the sum').click();
      await page.locator('select option').first().waitFor({ state: 'attached' });
    },
  ],
  Explore: [
    fragment('nim: 1 2', { view: 'explore', path: '1' }),
    async (page) => {
      await page.getByText(/\d+ positions, \d+ moves/).waitFor();
      await page.locator('summary', { hasText: 'All positions' }).click();
    },
  ],
  'Explore, refused': [fragment('nim: 50 60 70', { view: 'explore' }), (page) => page.getByRole('alert').waitFor()],
  Sequences: [
    fragment('kayles', { view: 'sequences', to: '300' }),
    async (page) => {
      await page.getByTestId('verdict').waitFor();
      await page.locator('summary', { hasText: 'first values' }).click();
    },
  ],
  'Tables of nim-sums': [fragment('nim-sum', { view: 'tables' }), (page) => page.locator('[data-cell="3-5"]').waitFor()],
  'Tables of outcomes': [
    fragment('wythoff', { view: 'tables', show: 'outcomes' }),
    (page) => page.locator('[data-cell="3-5"]').focus(),
  ],
  'P-positions': [fragment('nim', { view: 'tables', kind: 'losing' }), (page) => page.getByTestId('found').waitFor()],
  'the nimber calculator': [fragment('5 * 7', { view: 'tables', kind: 'nimbers' }), (page) => page.getByTestId('nimber').waitFor()],
  'two positions compared': [fragment('kayles: 3', { view: 'analyse', same: 'nim: 3' }), (page) => page.getByTestId('same').waitFor()],
  'a certificate, made and checked': [
    fragment('kayles', { view: 'sequences', certificate: 'yes' }),
    async (page) => {
      await button(page, 'Make the certificate of kayles').click();
      await page.getByTestId('certificate').waitFor();
      await button(page, 'Check it').first().click();
      await page.getByTestId('checked').waitFor();
    },
  ],
  'a pattern': [fragment('kayles', { view: 'tables', kind: 'pattern' }), (page) => page.getByTestId('lost').waitFor()],
  'Your game': [fragment('', { view: 'own' }), (page) => says(page.getByTestId('state'), 'These rules work.')],
  'Your game with a mistake': [
    fragment('', { view: 'own' }),
    async (page) => {
      await says(page.getByTestId('state'), 'These rules work.');
      await page.getByRole('textbox', { name: /^Rules as text/ }).fill('start = 3\ndef moves(n):\n    return m\n');
      await page.getByRole('alert').waitFor();
      await page.locator('summary', { hasText: 'How to write rules' }).click();
    },
  ],
  Learn: [fragment('', { view: 'learn' }), settled],
};

describe('axe-core finds nothing, light and dark, on a laptop and on a phone', () => {
  for (const [name, [link, arrange]] of Object.entries(VIEWS)) {
    test(name, async (t) => {
      const page = await own.visit(t, link);
      await arrange(page);
      await settled(page);
      await quiet(page);
      for (const [size, first, second] of [['laptop', 'light', 'dark'], ['phone', 'dark', 'light']]) {
        await page.setViewportSize(SIZES[size]);
        await colours(page, first);
        assert.deepEqual(await complaints(page), [], `${size}, ${first}`);
        await colours(page, second);
        assert.deepEqual(await complaints(page, { onlyColours: true }), [], `${size}, ${second}`);
      }
    });
  }
});

test('where people ask for no motion, nothing moves', async (t) => {
  const page = await own.open(t);
  await turn(page);
  const times = () =>
    page.evaluate(() =>
      document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 1 && animation.playState === 'running').length,
    );
  await page.getByRole('button', { name: 'Pile 3, stone 1 of 5' }).click();
  for (let looks = 0; looks < 10; looks++) assert.equal(await times(), 0);
  const moving = await own.open(t, '', { motion: 'no-preference' });
  await turn(moving);
  await moving.getByRole('button', { name: 'Pile 3, stone 1 of 5' }).click();
  await until(() => moving.evaluate(() => document.getAnimations().length > 0), 'elsewhere stones fly');
});
