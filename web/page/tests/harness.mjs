/** A browser for a file of tests: pages that must not complain and must not ask anybody else. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { launch, SIZES } from './browser.mjs';
import { serve } from './server.mjs';

/** Long, for machines that have other things to do; what passes never waits it out. */
export const PATIENCE = 30_000;

/** In the page: notes which messages to workers are not answered yet, and what all of them ask. */
function watch() {
  globalThis.sent = [];
  globalThis.unanswered = new Set();
  if (!globalThis.Worker) return;
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    globalThis.sent.push(message.questions.map(([method]) => method).join(' '));
    globalThis.unanswered.add(message.id);
    if (!this.watched) {
      this.watched = true;
      this.addEventListener('message', ({ data }) => {
        if (data.last || data.died) globalThis.unanswered.delete(data.id);
      });
    }
    return send.call(this, message, ...rest);
  };
  // What a worker that is ended was asked will not be answered.
  const end = Worker.prototype.terminate;
  Worker.prototype.terminate = function () {
    globalThis.unanswered.clear();
    return end.call(this);
  };
}

const own = { url: '', browser: undefined, server: undefined, open, visit };
let begun = false;
/** The page of all visits. */
let shared;

/**
 * The page, served, and a browser, for all tests of this process: `visit` leads one page from link to link, as a
 * person would go, and `open` is for tests that need a page that has just been loaded.
 */
export function site() {
  if (begun) return own;
  begun = true;
  before(async () => {
    own.server = await serve();
    own.url = own.server.url;
    own.browser = await launch();
  });
  after(async () => {
    await own.browser?.close();
    own.server?.close();
  });
  return own;
}

/** A context that knows nothing of others, and what is wrong with its page: console errors, foreign requests. */
async function fresh({ size, theme, motion, prepare, complaints, url }) {
  const context = await own.browser.newContext({
    viewport: SIZES[size],
    colorScheme: theme,
    reducedMotion: motion,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(PATIENCE);
  const faults = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !complaints?.test(message.text())) faults.push(message.text());
  });
  context.on('weberror', (error) => faults.push(String(error.error())));
  context.on('request', (request) => {
    const asked = request.url();
    if (!asked.startsWith(url) && !/^(data|blob):/.test(asked)) faults.push(`a request leaves the page: ${asked}`);
  });
  await context.addInitScript(watch);
  const page = await context.newPage();
  await prepare?.(page, context);
  return { context, page, faults };
}

const silent = (faults) => assert.deepEqual(faults, [], 'the console says nothing, and no request leaves the page');

/**
 * Opens a fragment in a fresh context. `complaints` are console errors that the test expects.
 * `prepare` gets the page before it goes anywhere; `url` is another place to open.
 */
async function open(t, fragment = '', options = {}) {
  const { size = 'laptop', theme = 'light', motion = 'reduce', complaints, prepare, url = own.url } = options;
  const { context, page, faults } = await fresh({ size, theme, motion, prepare, complaints, url });
  t.after(async () => {
    await context.close();
    silent(faults);
  });
  await page.goto(url + fragment);
  return page;
}

/** Goes to a fragment on the page of all visits, by way of a screen that shows nothing of the test before. */
async function visit(t, fragment = '', { size = 'laptop', motion = 'reduce' } = {}) {
  if (!shared) {
    shared = await fresh({ size, theme: 'light', motion, url: own.url });
    await shared.page.goto(`${own.url}#&view=learn`);
  }
  const { context, page, faults } = shared;
  t.after(async () => {
    // What a failed test has left behind is nothing to go on with.
    if (shared?.page === page && (!t.passed || faults.length > 0)) {
      shared = undefined;
      await context.close();
    }
    silent(faults);
  });
  await page.emulateMedia({ media: null, colorScheme: 'light', reducedMotion: motion });
  await page.setViewportSize(SIZES[size]);
  await page.evaluate(async ([hash, patience]) => {
    const title = () => document.querySelector('main h1')?.textContent;
    const end = Date.now() + patience;
    const frame = () => {
      if (Date.now() > end) throw new Error(`the page stays at ${title()}, at ${location.hash}`);
      return new Promise(requestAnimationFrame);
    };
    document.querySelector('dialog button')?.click();
    location.hash = '#&view=learn';
    while (title() !== 'Learn') await frame();
    localStorage.clear();
    document.documentElement.dataset.theme = 'light';
    globalThis.sent.length = 0;
    scrollTo(0, 0);
    location.hash = hash;
    while (title() === 'Learn' && !hash.includes('view=learn')) await frame();
  }, [fragment, PATIENCE]);
  return page;
}

/** Waits until the engine has nothing to do. */
export const quiet = (page) => page.waitForFunction(() => globalThis.unanswered.size === 0);

/** What was sent to the engine since the visit, or since this was asked: the methods of each message. */
export const sent = (page) => page.evaluate(() => globalThis.sent.splice(0));

/** Waits until the page has said something or shows something, and is still at work for nobody. */
export const settled = (page) =>
  page.waitForFunction(() => {
    const main = document.querySelector('main');
    if (!main || main.querySelector('[aria-busy=true], progress')) return false;
    const words = main.innerText.trim();
    return words.length > 20 && !/^(Loading|Computing)…$/.test(words);
  });

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

/** Waits until a condition of the page holds; what it is about, a text or what makes one, is for whoever reads the failure. */
export async function until(question, what = String(question)) {
  const end = Date.now() + PATIENCE;
  let answer;
  for (;;) {
    answer = await question();
    if (answer) return answer;
    if (Date.now() > end) assert.fail(`this did not come true: ${typeof what === 'function' ? what() : what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Waits for the person's turn, or the end of the game, in Play, with all that belongs to it. */
export async function turn(page) {
  const known = await page.waitForFunction(() => {
    if (globalThis.unanswered.size > 0) return false;
    const status = document.querySelector('[data-testid=status]');
    const text = status?.textContent ?? '';
    if (status?.classList.contains('over')) return { over: true, text };
    const hint = [...document.querySelectorAll('button:enabled')].some((button) => button.textContent === 'Hint');
    return text === 'Your move' && hint && { over: false, text };
  });
  return known.jsonValue();
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
