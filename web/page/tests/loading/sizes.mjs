/** How much is fetched before the first move, with gzip. What there is in all, `web/sizes.mjs` counts. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { site, turn } from '../harness.mjs';

const own = site();
const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));
const BEFORE_FIRST_MOVE = 235_000;

const size = (path) => gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length;

test('what the first move needs is less than 235 kB', async (t) => {
  // Whatever else is asked for must not be needed: it does not come before the first move is made.
  const held = [];
  const fetched = [];
  const page = await own.open(t, '', {
    prepare: (_, context) =>
      context.route('**/*', (route) => {
        const { pathname } = new URL(route.request().url());
        if (/\/rest[^/]*\.wasm$/.test(pathname)) {
          held.push(route);
          return;
        }
        fetched.push(pathname === '/' ? 'index.html' : pathname.slice(1));
        return route.continue();
      }),
  });
  await turn(page);
  await page.getByRole('button', { name: 'Pile 3, stone 3 of 5' }).click();
  await page.locator('.last', { hasText: /engine: /i }).waitFor();
  await turn(page);
  assert.ok(fetched.some((path) => path.endsWith('.wasm')), 'the engine is among what was fetched');
  assert.equal(new Set(fetched).size, fetched.length, 'nothing is fetched twice');
  const sum = fetched.reduce((total, path) => total + size(path), 0);
  t.diagnostic(`${sum} bytes before the first move: ${fetched.join(', ')}`);
  assert.ok(sum < BEFORE_FIRST_MOVE, `${sum} bytes`);
  await Promise.all(held.map((route) => route.continue()));
});
