/** How long things take in this browser on this machine. Prints, and never fails: `npm run measure` after a build. */
import { launch, SIZES } from './browser.mjs';
import { serve } from './server.mjs';

const RUNS = 5;
const PILES = [3, 14, 15, 92, 65, 35, 89, 79, 32, 38, 46, 26, 43, 38, 32, 79, 50, 28, 84, 19];
const hash = (address, view) => `#${encodeURIComponent(address)}&view=${view}`;

const server = await serve();
const browser = await launch();

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

async function measured(name, bar, once) {
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext({ viewport: SIZES.laptop, reducedMotion: 'reduce' });
    const page = await context.newPage();
    try {
      await page.addInitScript(watch);
      times.push(await once(page));
    } catch (error) {
      console.log(`${name}: ${String(error).split('\n')[0]}`);
    } finally {
      await context.close();
    }
  }
  if (times.length > 0) {
    const all = times.map((time) => time.toFixed(1)).join(', ');
    console.log(`${name}: ${median(times).toFixed(1)} ms of at most ${bar} (${all})`);
  }
}

/** In the page: notes when questions to the worker are sent and answered, and when something is first there. */
function watch() {
  globalThis.asked = [];
  const send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message?.questions) {
      const entry = { method: message.questions[0][0], id: message.id, sent: performance.now() };
      globalThis.asked.push(entry);
      if (!this.watched) {
        this.watched = true;
        this.addEventListener('message', ({ data }) => {
          const own = globalThis.asked.findLast(({ id }) => id === data.id);
          if (own && data.last) own.answered = performance.now();
        });
      }
    }
    return send.call(this, message, ...rest);
  };
  globalThis.since = (selector, from) =>
    new Promise((resolve) => {
      const look = () => {
        if (document.querySelector(selector)) resolve(performance.now() - from);
        else requestAnimationFrame(look);
      };
      look();
    });
}

/** Warm: the engine is there, and one question of this kind was answered. */
async function ready(page) {
  await page.goto(server.url);
  await page.locator('.board button:enabled').first().waitFor();
  await page.waitForTimeout(600);
}

const answer = (page, method) =>
  page.waitForFunction((name) => {
    const own = globalThis.asked.findLast((entry) => entry.method === name);
    return own?.answered && own.answered - own.sent;
  }, method).then((handle) => handle.jsonValue());

await measured('first move possible after navigation', 1000, async (page) => {
  await page.goto(server.url, { waitUntil: 'commit' });
  return page.evaluate(() => globalThis.since('.board button:enabled', 0));
});

/** Asks a worker of its own, so that nothing is measured but the question, the engine and the way back. */
await measured('analysing Nim with 20 piles, in the worker and back', 16, async (page) => {
  const script = new Promise((resolve) => page.on('worker', (worker) => resolve(worker.url())));
  await ready(page);
  return page.evaluate(
    async ({ url, address }) => {
      const worker = new Worker(url, { type: 'module' });
      const ask = (id, position) =>
        new Promise((resolve) => {
          worker.addEventListener('message', ({ data }) => data.id === id && data.last && resolve());
          worker.postMessage({ id, questions: [['analyse', position]], follow: false, seconds: 20 });
        });
      await ask(1, 'nim: 1 2');
      await new Promise((resolve) => setTimeout(resolve, 500));
      const from = performance.now();
      await ask(2, address);
      return performance.now() - from;
    },
    { url: await script, address: `nim: ${PILES.join(' ')}` },
  );
});

await measured('graph of Nim 3 4 5 laid out and drawn', 500, async (page) => {
  await ready(page);
  await page.evaluate((to) => (location.hash = to), hash('nim: 1 2', 'explore'));
  await page.locator('a.node').first().waitFor();
  return page.evaluate(async (to) => {
    const from = performance.now();
    location.hash = to;
    await globalThis.since('svg[aria-label*="nim: 3 4 5"] a.node', from);
    // The frame after the one that has it is on the screen.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return performance.now() - from;
  }, hash('nim: 3 4 5', 'explore'));
});

await measured('a million values of octal(0.16), in the worker and back', 2000, async (page) => {
  await ready(page);
  await page.evaluate((to) => (location.hash = to), `${hash('octal(0.16)', 'sequences')}&to=1000000`);
  await page.getByTestId('verdict').waitFor();
  return answer(page, 'sequence');
});

await browser.close();
server.close();
