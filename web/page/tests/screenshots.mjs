/**
 * Pictures of every screen, on a phone, a tablet, a laptop and a projector, light and dark, in web/screenshots: to be
 * looked at. `npm run screenshots` after a build; words after it choose pictures by name. The word `best` takes the
 * twelve that docs/page.md shows, as they stand in the window, into docs/pictures/page.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { launch } from './browser.mjs';
import { serve } from './server.mjs';

const SIZES = {
  360: { width: 360, height: 740 },
  820: { width: 820, height: 1180 },
  1280: { width: 1280, height: 800 },
  1920: { width: 1920, height: 1080 },
};
const FOLDER = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const open = (address, more = {}) =>
  `#${encodeURIComponent(address)}${Object.entries(more)
    .map(([key, value]) => `&${key}=${encodeURIComponent(value)}`)
    .join('')}`;
const press = (page, name) => page.getByRole('button', { name, exact: true }).first().click();
const unfold = (page, text) => page.locator('summary', { hasText: text }).first().click();
const SUM = 'nim: 3 4 5 + kayles: 7 + wythoff: 3 5 + chomp: 3x4 + subtraction(1,3,4): 10 + grundy: 9 + moore(2): 1 2 3';
const OVER = open('nim: 3 4 5', { players: 'person,person', moves: '3 -> 0;2 -> 3;1 -> 0;2 -> 0' });

/** The address of each picture, and what is done before it is taken. */
const PICTURES = {
  'play-first': [''],
  'play-mid-game': [open('nim: 3 5 7', { moves: '3 -> 6;1 -> 2' })],
  'play-hint': ['', async (page) => { for (let rung = 0; rung < 3; rung++) await press(page, rung ? 'Tell me more' : 'Hint'); }],
  'play-verdict': [open('nim: 3 4 5', { moves: '3 -> 0;2 -> 3' }), (page) => press(page, 'Was my move good?')],
  'play-review': [OVER, (page) => page.locator('.graph .point').nth(1).click()],
  'play-picker': ['', async (page) => { await press(page, 'Set up'); await page.locator('select option').first().waitFor({ state: 'attached' }); }],
  'play-won': [open('nim: 3 4 5', { moves: '1 -> 1;2 -> 3;3 -> 2;1 -> 0;2 -> 2;2 -> 1;3 -> 1;2 -> 0;3 -> 0' })],
  'play-lost': [open('nim: 3 4 5', { moves: '3 -> 0;2 -> 3;1 -> 0;2 -> 0' })],
  games: [open('', { view: 'games' }), (page) => page.locator('.picture .board').nth(38).waitFor()],
  'play-help': ['', (page) => press(page, 'Help')],
  'play-moves': [open('kayles: 12 5'), (page) => unfold(page, 'All moves')],
  'play-share': ['', (page) => unfold(page, 'Share')],
  'play-picks': [open('moore(2): 3 4 5'), (page) => page.locator('.board button').nth(4).click()],
  'play-long-sum': [open(SUM)],
  'play-chomp': [open('chomp: 4x6')],
  'play-coins': [open('twins: THHTHHTTH')],
  'play-corners': [open('turning-corners: 3,2 2,3')],
  'play-graph': [open('graph(a>b b>c c>a c>d): a')],
  'play-poset': [open('poset(a<b b<c a<d): a b c d')],
  'play-circle': [open('circular-nim(most=3): 10')],
  'play-grundy': [open('grundy: 10 7')],
  'play-number': [open('count-up(to=21, most=3, last=loses): 4')],
  'play-huge': [open('nim: 10^30 12345 7')],
  'play-wrong-link': [open('nimm: 3 4 5')],
  'show-first': [open('nim: 3 4 5', { view: 'show' })],
  'show-columns': [open('nim: 3 4 5', { view: 'show', step: '9' })],
  'show-move': [open('nim: 3 4 5', { view: 'show', step: '14' }), (page) => unfold(page, 'All steps')],
  'show-misere': [open('misere nim: 3 4 5', { view: 'show', step: '20' })],
  'show-wythoff': [open('wythoff: 4 7', { view: 'show', step: '6' })],
  'show-moore': [open('moore(2): 3 4 5', { view: 'show', step: '8' })],
  'show-sum': [open('kayles: 7 + nim: 3', { view: 'show', step: '12' })],
  analyse: [open('nim: 3 4 5', { view: 'analyse' })],
  'analyse-long-sum': [open(SUM, { view: 'analyse' })],
  'analyse-kayles': [open('kayles: 12', { view: 'analyse' })],
  explore: [open('nim: 1 2 3', { view: 'explore' })],
  'explore-way': [open('nim: 3 4 5', { view: 'explore', path: '1' })],
  'explore-draws': [open('graph(a>b b>a b>c): a', { view: 'explore' })],
  'explore-refused': [open('nim: 30 40 50', { view: 'explore' })],
  sequences: [open('kayles', { view: 'sequences' })],
  'sequences-long': [open('octal(0.16)', { view: 'sequences', to: '10000' })],
  'sequences-zoom': [open('octal(0.16)', { view: 'sequences', to: '1000', zoom: '100-200' })],
  'tables-sum': [open('nim-sum', { view: 'tables' })],
  'tables-product': [open('nim-product', { view: 'tables' }), (page) => page.locator('[data-cell="4-4"]').focus()],
  'tables-wythoff': [open('wythoff', { view: 'tables', show: 'outcomes' })],
  'play-kayles': [open('kayles: 12 5', { moves: '1 -> 3 7;2 -> 4 1' })],
  'show-presented': [open('nim: 3 4 5', { view: 'show', step: '6' }), (page) => page.keyboard.press('f')],
  'show-proved': [open('nim: 3 4 5', { view: 'show', level: 'prove', step: '14' })],
  'tables-pattern': [open('kayles', { view: 'tables', kind: 'pattern' }), (page) => page.getByTestId('lost').waitFor()],
  own: [open('', { view: 'own' }), (page) => page.getByTestId('outcome').waitFor()],
  'learn-grid': [
    open('', { view: 'learn', lesson: 'wythoff', page: '2' }),
    async (page) => { for (const pair of ['1 2', '2 1', '3 5', '5 3', '4 7', '7 4']) await page.locator(`[data-pair="${pair}"]`).click(); await press(page, 'Check'); await page.locator('[data-good]').waitFor(); },
  ],
  'learn-graph': [open('', { view: 'learn', lesson: 'graphs', page: '2' }), (page) => page.locator('[data-task] .board').waitFor()],
  'learn-test': [open('', { view: 'learn', lesson: 'chomp', page: '6' }), (page) => page.locator('[data-task] [data-kind]').waitFor()],
  'learn-worksheet': [open('', { view: 'learn', sheet: 'class-7b', level: '2', count: '9' }), (page) => page.locator('.questions[data-ready=true]').waitFor()],
  learn: [open('', { view: 'learn' })],
  'learn-lesson': [open('', { view: 'learn', lesson: 'nim', page: '4' }), (page) => page.locator('[data-task]').waitFor()],
  'learn-quiz': [open('', { view: 'learn', quiz: 'seven', level: '1' }), (page) => page.locator('[data-kind]').waitFor()],
  'tables-losing': [open('wythoff', { view: 'tables', kind: 'losing', heaps: '2', to: '20' }), (page) => page.getByTestId('found').waitFor()],
  'tables-nimbers': [open('5 * 7 + sqrt(2) / 12', { view: 'tables', kind: 'nimbers' }), (page) => page.getByTestId('nimber').waitFor()],
  'analyse-same': [open('kayles: 3', { view: 'analyse', same: 'nim: 3' }), (page) => page.getByTestId('same').waitFor()],
  'analyse-lost': [open('nim: 1 4 5', { view: 'analyse' })],
  'analyse-21': [open('21-game', { view: 'analyse' })],
  'sequences-certificate': [
    open('kayles', { view: 'sequences', certificate: 'yes' }),
    async (page) => { await press(page, 'Make the certificate of kayles'); await page.getByTestId('certificate').waitFor(); await press(page, 'Check it'); await page.getByTestId('checked').waitFor(); },
  ],
  'german-play': [open('nim: 3 4 5', { lang: 'de' })],
  'german-analyse': [open('kayles: 7 + nim: 3', { view: 'analyse', lang: 'de' })],
  'german-learn': [open('', { view: 'learn', lang: 'de' })],
  'german-tables': [open('wythoff', { view: 'tables', show: 'outcomes', lang: 'de' })],
};

/** The pictures of the documentation. */
const BEST = [
  ['play-first', 1280, 'light'],
  ['play-kayles', 1280, 'light'],
  ['play-chomp', 1280, 'dark'],
  ['play-won', 1280, 'light'],
  ['play-mid-game', 360, 'dark'],
  ['games', 1280, 'light'],
  ['show-columns', 1280, 'light'],
  ['analyse-kayles', 1280, 'light'],
  ['explore', 1280, 'dark'],
  ['sequences-long', 1280, 'light'],
  ['own', 1280, 'light'],
  ['learn-grid', 1280, 'light'],
].map(([name, size, theme]) => `${name}-${size}-${theme}`);

/** Waits until nothing is under way, and a moment more for what moves. */
async function still(page) {
  await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'));
  await page.waitForTimeout(250);
}

const words = process.argv.slice(2);
const best = words.includes('best');
const folder = best ? fileURLToPath(new URL('../../../docs/pictures/page/', import.meta.url)) : FOLDER;
const isWanted = (name, size, theme) =>
  best ? BEST.includes(`${name}-${size}-${theme}`) : words.length === 0 || words.some((part) => name.includes(part));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const server = await serve();
const browser = await launch();
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const theme of ['light', 'dark']) {
    for (const [name, [fragment, arrange]] of Object.entries(PICTURES)) {
      if (!isWanted(name, size, theme)) continue;
      const context = await browser.newContext({ viewport, colorScheme: theme, reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(server.url + fragment);
      await page.locator('.board, [role=alert], table, .graph, [data-testid=verdict], main h1').first().waitFor();
      await still(page);
      try {
        await arrange?.(page);
      } catch (error) {
        console.error(`${name}: ${String(error).split('\n')[0]}`);
        process.exitCode = 1;
      }
      await still(page);
      await page.screenshot({ path: `${folder}${best ? name : `${name}-${size}-${theme}`}.png`, fullPage: !best });
      await context.close();
    }
  }
}
await browser.close();
server.close();
console.log(`The pictures are in ${folder}`);
