/** A browser for a file of tests: pages that must not complain and must not ask anybody else. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { launch, SIZES } from './browser.mjs';
import { serve } from './server.mjs';

/** Long, for machines that have other things to do; what passes never waits it out. */
export const PATIENCE = 30_000;

/** The page, served and opened in contexts that know nothing of each other. */
export function site() {
  const own = { url: '', browser: undefined, server: undefined, open };
  before(async () => {
    own.server = await serve();
    own.url = own.server.url;
    own.browser = await launch();
  });
  after(async () => {
    await own.browser?.close();
    own.server?.close();
  });

  /**
   * Opens a fragment in a fresh context. `complaints` are console errors that the test expects.
   * `prepare` gets the page before it goes anywhere; `url` is another place to open.
   */
  async function open(t, fragment = '', options = {}) {
    const { size = 'laptop', theme = 'light', motion = 'reduce', complaints, prepare, url = own.url } = options;
    const context = await own.browser.newContext({
      viewport: SIZES[size],
      colorScheme: theme,
      reducedMotion: motion,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(PATIENCE);
    const faults = [];
    const requests = [];
    context.on('console', (message) => {
      if (message.type() === 'error' && !complaints?.test(message.text())) faults.push(message.text());
    });
    context.on('weberror', (error) => faults.push(String(error.error())));
    context.on('request', (request) => requests.push(request.url()));
    const page = await context.newPage();
    t.after(async () => {
      await context.close();
      assert.deepEqual(faults, [], 'the console says nothing');
      const foreign = requests.filter((request) => !request.startsWith(url) && !/^(data|blob):/.test(request));
      assert.deepEqual(foreign, [], 'no request leaves the page');
    });
    await prepare?.(page, context);
    await page.goto(url + fragment);
    return page;
  }

  return own;
}

/** The fragment of an address, with whatever else there is to say. */
export const fragment = (address, more = {}) =>
  `#${encodeURIComponent(address)}${Object.entries(more)
    .map(([key, value]) => `&${key}=${encodeURIComponent(value)}`)
    .join('')}`;

export const status = (page) => page.getByTestId('status');
export const button = (page, name) => page.getByRole('button', { name, exact: true });
export const stones = (page) => page.locator('.board button');
export const board = (page) => page.locator('.board').first();

/** Waits until a sentence stands somewhere. */
export async function says(locator, pattern) {
  await locator.filter({ hasText: pattern }).first().waitFor();
}

/** Waits until a condition of the page holds; what it is about is for whoever reads the failure. */
export async function until(question, what = String(question)) {
  const end = Date.now() + PATIENCE;
  let answer;
  for (;;) {
    answer = await question();
    if (answer) return answer;
    if (Date.now() > end) assert.fail(`this did not come true: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Waits for the person's turn, or the end of the game, in Play. */
export async function turn(page) {
  const known = await until(async () => {
    const text = (await status(page).textContent({ timeout: PATIENCE })) ?? '';
    if (await page.locator('.status.over').count()) return { over: true, text };
    if (/^Your move$/.test(text) && (await page.locator('button:enabled', { hasText: 'Hint' }).count())) return { over: false, text };
    return undefined;
  }, 'it is the person’s turn, or the game is over');
  return known;
}

/** Whether all of an element is in the window. */
export async function inWindow(page, locator) {
  const box = await locator.boundingBox();
  const size = page.viewportSize();
  return !!box && box.x >= 0 && box.y >= 0 && box.x + box.width <= size.width + 0.5 && box.y + box.height <= size.height + 0.5;
}

/** How far the page is wider than its window. */
export const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
