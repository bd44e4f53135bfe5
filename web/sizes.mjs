/**
 * What a browser fetches of the page, and whether that is little enough.
 *
 * node sizes.mjs DIST_FOLDER
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const MOST = { 'before the first move': 250_000, 'in all': 600_000 };

const [folder] = process.argv.slice(2);
const sums = { 'before the first move': 0, 'in all': 0 };
for (const path of readdirSync(folder, { recursive: true })) {
  if (!['.js', '.css', '.wasm'].includes(extname(path))) continue;
  const size = gzipSync(readFileSync(join(folder, path)), { level: 9 }).length;
  console.log(`${path}: ${size} bytes with gzip`);
  sums['in all'] += size;
  // Only the second part of the engine comes while people already play.
  if (!basename(path).startsWith('rest')) sums['before the first move'] += size;
}
for (const [when, most] of Object.entries(MOST)) {
  console.log(`${when}: ${sums[when]} of at most ${most} bytes`);
  if (sums[when] > most) process.exitCode = 1;
}
