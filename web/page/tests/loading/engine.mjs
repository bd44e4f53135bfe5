/** What happens when the engine cannot be had, dies, or is silent; and the policy under which it runs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { board, button, fragment, quiet, says, site, stones, turn, until } from '../harness.mjs';

const own = site();
const LOST = /Failed to load resource|ERR_FAILED|net::/;
const SINGLE = new URL('../../../dist/bouton.html', import.meta.url).href;

/** Remembers the workers, so that a test can end one. */
const keepWorkers = (page) =>
  page.addInitScript(() => {
    const Own = globalThis.Worker;
    globalThis.workers = [];
    globalThis.Worker = class extends Own {
      constructor(...args) {
        super(...args);
        globalThis.workers.push(this);
      }
    };
  });

/** Follows the way on until it leads there: an engine that was on its way before may still fail once. */
const retry = (page, there) =>
  until(async () => {
    const link = page.getByRole('alert').getByRole('link').first();
    if (await link.count()) {
      await link.click({ timeout: 1000 }).catch(() => {});
      // On a busy machine the next click would come before this one's engine, and begin anew for ever.
      await quiet(page).catch(() => {});
    }
    return (await there.count()) > 0;
  }, 'the way on works');

describe('an engine that cannot be loaded', () => {
  test('is told in a sentence, and the way on works when the network is back', async (t) => {
    const page = await own.open(t, '', {
      complaints: LOST,
      prepare: (_, context) => context.route('**/*.wasm', (route) => route.abort()),
    });
    await says(page.getByRole('alert'), /The engine stopped .* was started again/);
    await page.context().unroute('**/*.wasm');
    await retry(page, page.getByTestId('status'));
    await turn(page);
  });

  test('can be asked for again as often as one likes', async (t) => {
    const page = await own.open(t, '', {
      complaints: LOST,
      prepare: (_, context) => context.route('**/*.wasm', (route) => route.abort()),
    });
    const alert = page.getByRole('alert');
    await says(alert, 'The engine stopped');
    for (let clicks = 0; clicks < 5; clicks++) {
      await alert.getByRole('link').click();
      await quiet(page);
      await says(alert, 'The engine stopped');
    }
    await page.context().unroute('**/*.wasm');
    await alert.getByRole('link').click();
    await turn(page);
  });

  test('is told on every screen', async (t) => {
    const page = await own.open(t, fragment('', { view: 'learn' }), {
      complaints: LOST,
      prepare: (_, context) => context.route('**/*.wasm', (route) => route.abort()),
    });
    for (const view of ['show', 'analyse', 'explore', 'sequences', 'tables']) {
      await page.evaluate((hash) => (location.hash = hash), fragment('', { view }));
      await says(page.getByRole('alert'), 'The engine stopped');
      await page.evaluate(() => (location.hash = '#&view=learn'));
      await page.getByRole('alert').waitFor({ state: 'detached' });
    }
  });

  test('whose second part is missing still plays Nim, and tells what it cannot do', async (t) => {
    const page = await own.open(t, '', {
      complaints: LOST,
      prepare: (_, context) => context.route('**/rest*.wasm', (route) => route.abort()),
    });
    await turn(page);
    await stones(page).first().click();
    await turn(page);
    await page.getByRole('link', { name: 'Explore', exact: true }).click();
    await says(page.getByRole('alert'), 'The engine stopped');
    await page.context().unroute('**/rest*.wasm');
    await retry(page, page.getByText(/\d+ positions, \d+ moves/));
  });
});

describe('an engine that dies', () => {
  test('in a game is started again, and the game goes on', async (t) => {
    const page = await own.open(t, '', { prepare: keepWorkers });
    await turn(page);
    await page.getByRole('button', { name: 'Pile 3, stone 3 of 5' }).click();
    await until(() => /%3B/.test(page.url()));
    await turn(page);
    const here = await board(page).getAttribute('aria-label');
    await page.evaluate(() => globalThis.workers.at(-1).dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true })));
    assert.equal(await board(page).getAttribute('aria-label'), here);
    await stones(page).first().click();
    await until(async () => (await board(page).getAttribute('aria-label')) !== here);
    await turn(page);
    assert.ok((await page.evaluate(() => globalThis.workers.length)) >= 2);
  });

  test('while it is asked is told in a sentence, and the same question works again', async (t) => {
    const page = await own.open(t, '', { prepare: keepWorkers });
    await turn(page);
    // The worker ends before it has read the question.
    await page.evaluate(() => {
      const worker = globalThis.workers.at(-1);
      worker.postMessage = () => worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
    });
    await button(page, 'Hint').click();
    await says(page.getByRole('alert'), 'The engine stopped (out of memory) and was started again.');
    assert.equal(await board(page).getAttribute('aria-label'), 'nim: 3 4 5');
    await button(page, 'Hint').click();
    await says(page.locator('.hint'), 'Hint 1 of 4');
    await until(async () => (await page.getByRole('alert').count()) === 0, 'the sentence goes when it is true no more');
  });

  test('in silence is noticed', async (t) => {
    const page = await own.open(t, '', {
      prepare: async (own) => {
        await keepWorkers(own);
        await own.clock.install();
      },
    });
    await turn(page);
    await page.evaluate(() => globalThis.workers.at(-1).terminate());
    await stones(page).first().click();
    await page.clock.fastForward(60_000);
    await says(page.getByRole('alert'), 'it does not answer');
    await stones(page).first().click();
    await until(() => /%3B/.test(page.url()), 'the game goes on');
  });
});

test('a browser without WebAssembly is told so in a sentence', async (t) => {
  for (const name of ['WebAssembly', 'Worker']) {
    const page = await own.open(t, '', { prepare: (own) => own.addInitScript((gone) => delete globalThis[gone], name) });
    await says(page.getByRole('alert'), /no WebAssembly[\s\S]*newer browser/);
  }
});

test('without JavaScript the page says what it needs', () => {
  assert.match(readFileSync(fileURLToPath(new URL('../../../dist/index.html', import.meta.url)), 'utf8'), /<noscript>Bouton needs JavaScript/);
});

describe('the policy of the page', () => {
  test('allows no inline script and no eval but that of WebAssembly', async (t) => {
    const page = await own.open(t);
    await turn(page);
    const policy = await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
    const rules = Object.fromEntries(policy.split(';').map((rule) => [rule.trim().split(' ')[0], rule.trim().split(' ').slice(1)]));
    assert.deepEqual(rules['default-src'], ["'none'"]);
    assert.deepEqual(rules['script-src'], ["'self'", "'wasm-unsafe-eval'"]);
    assert.deepEqual(rules['connect-src'], ["'self'"]);
    assert.deepEqual(rules['worker-src'], ["'self'"]);
    const html = readFileSync(fileURLToPath(new URL('../../../dist/index.html', import.meta.url)), 'utf8');
    const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
    assert.ok(scripts.length > 0);
    for (const [, attributes, content] of scripts) {
      assert.match(attributes, /src=/);
      assert.equal(content.trim(), '');
    }
    assert.ok(html.indexOf('Content-Security-Policy') < html.indexOf('<script'), 'the policy comes before what it is about');
  });

  test('is in force', async (t) => {
    const page = await own.open(t, '', { complaints: /Content Security Policy|unsafe-eval/ });
    await turn(page);
    const outcome = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.hurt = 1';
      document.body.append(script);
      return globalThis.hurt;
    });
    assert.equal(outcome, undefined);
    const fetched = await page.evaluate(() => fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused'));
    assert.equal(fetched, 'refused');
  });
});

test('the page for a host, opened by a double click, says what to open instead', async (t) => {
  const folder = new URL('./', SINGLE).href;
  const page = await own.open(t, `index.html${fragment('nim: 1 2')}`, { url: folder, complaints: /CORS policy|ERR_FAILED/ });
  await says(page.getByRole('alert'), 'does not run by a double click');
  await page.getByRole('link', { name: 'bouton.html' }).click();
  await turn(page);
  assert.equal(await board(page).getAttribute('aria-label'), 'nim: 1 2');
});

describe('the single file, opened by a double click', () => {
  test('plays a game to the end', async (t) => {
    const page = await own.open(t, '', { url: SINGLE });
    for (let moves = 0; moves < 20 && !(await turn(page)).over; moves++) {
      const before = page.url();
      await stones(page).first().click();
      await until(() => page.url() !== before);
    }
    await page.getByRole('heading', { name: 'Review' }).waitFor();
  });

  test('has every screen, and opens the same links', async (t) => {
    const page = await own.open(t, fragment('kayles: 7 + nim: 2', { view: 'analyse' }), { url: SINGLE });
    await page.getByTestId('outcome').waitFor();
    for (const name of ['Games', 'Show me', 'Analyse', 'Explore', 'Sequences', 'Tables', 'Learn']) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await until(async () => (await page.title()).startsWith(name));
      let text = '';
      await until(async () => (text = await page.locator('main').innerText()).length > 80, () => `${name}: ${text}`);
      assert.equal(await page.getByRole('alert').count(), 0, name);
    }
  });
});
