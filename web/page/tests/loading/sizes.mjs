/** How much is fetched, with gzip: before the first move, and in all. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { site, turn } from '../harness.mjs';

const own = site();
const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));
const BEFORE_FIRST_MOVE = 250_000;
const IN_ALL = 710_000;
const PACKED = ['.js', '.css', '.wasm'];

const size = (path) => gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length;

test('what the first move needs is less than 250 kB', async (t) => {
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

test('scripts, styles and the engine are less than 710 kB in all', (t) => {
  const files = readdirSync(DIST, { recursive: true }).filter((path) => PACKED.includes(extname(path)));
  const sum = files.reduce((total, path) => total + size(path), 0);
  t.diagnostic(`${sum} bytes in all`);
  assert.ok(sum < IN_ALL, `${sum} bytes`);
});
