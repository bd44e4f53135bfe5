/**
 * What a browser fetches of the page, and whether that is little enough.
 *
 * node sizes.mjs DIST_FOLDER
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const MOST_BEFORE_THE_FIRST_MOVE = 210_000;
const MOST = 740_000;

const [folder] = process.argv.slice(2);
const assets = join(folder, 'assets');
const names = readdirSync(assets).filter((name) => /\.(js|css|wasm)$/.test(name));

/** What must be there before a move: what the page names itself, what that imports, and the engine. */
function early() {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const found = new Set(names.filter((name) => page.includes(name) || /^(worker|first)-/.test(name)));
  // The set grows while it is walked. Screens other than the first are `import(...)`, with a bracket.
  for (const name of found) {
    if (!name.endsWith('.js')) continue;
    const code = readFileSync(join(assets, name), 'utf8');
    for (const [, imported] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) {
      found.add(imported);
    }
  }
  return found;
}

const first = early();
let before = 0;
let all = 0;
for (const name of names) {
  const size = gzipSync(readFileSync(join(assets, name)), { level: 9 }).length;
  console.log(`${name}: ${size} bytes with gzip${first.has(name) ? ', before the first move' : ''}`);
  all += size;
  if (first.has(name)) before += size;
}
console.log(`before the first move: ${before} of at most ${MOST_BEFORE_THE_FIRST_MOVE} bytes`);
console.log(`in all: ${all} of at most ${MOST} bytes`);
if (before > MOST_BEFORE_THE_FIRST_MOVE || all > MOST) {
  console.error('The page has grown too large.');
  process.exit(1);
}
