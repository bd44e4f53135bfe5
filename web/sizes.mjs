/**
 * What a browser fetches of the page, and whether that is little enough: before the first move, what any visitor may come
 * to, and each room of the engine, which comes with what few ask for.
 *
 * node sizes.mjs DIST_FOLDER
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes with gzip; why so many, docs/decisions/0007-the-page.md tells. */
const MOST = { 'before the first move': 235_000, 'for all visitors': 1_075_000, 'room own': 160_000, 'room pattern': 75_000 };

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

/** A part of the engine that is neither the first nor the rest is a room. */
const room = (name) => /^(?!first|rest)(\w+)-[^.]*\.wasm$/.exec(name)?.[1];

const first = early();
const sums = Object.fromEntries(Object.keys(MOST).map((what) => [what, 0]));
for (const name of names) {
  const size = gzipSync(readFileSync(join(assets, name)), { level: 9 }).length;
  const of = room(name) ? [`room ${room(name)}`] : ['for all visitors', ...(first.has(name) ? ['before the first move'] : [])];
  console.log(`${name}: ${size} bytes with gzip, ${of.join(', ')}`);
  for (const what of of) sums[what] = (sums[what] ?? 0) + size;
}
let fits = true;
for (const [what, sum] of Object.entries(sums)) {
  // A room that nobody has set a limit for is one that nobody has thought about.
  const most = MOST[what] ?? 0;
  console.log(`${what}: ${sum} of at most ${most} bytes`);
  // What has no size is not called that any more.
  fits &&= sum > 0 && sum <= most;
}
if (!fits) {
  console.error('The page has grown too large, or its parts have other names.');
  process.exit(1);
}
