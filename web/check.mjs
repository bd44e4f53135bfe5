/**
 * Whether the engine's first part is enough for the first moves, the second for all games of the catalogue, and whether
 * they answer what the command line answers.
 *
 * node check.mjs ENGINE_FOLDER NATIVE_BOUTON
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';

import { session } from './session.mjs';

const [folder, native] = process.argv.slice(2);
const project = dirname(dirname(fileURLToPath(import.meta.url)));
const read = (name) => readFileSync(join(folder, name));
globalThis.boutonTick = () => true;

/** The glue with one module; each version is a copy of its own. */
async function start(version, name) {
  const url = pathToFileURL(resolve(folder, 'bouton.js'));
  url.search = version;
  const glue = await import(url.href);
  return { Engine: glue.Engine, exports: glue.initSync({ module: read(name) }) };
}

function expect(condition, sentence) {
  if (!condition) {
    console.error(sentence);
    process.exit(1);
  }
}

function answers(Engine) {
  const told = [];
  session(Engine, (answer) => told.push(answer));
  return told;
}

/** One process for each address: a batch keeps what it has computed, and says so in its evidence. */
function commandLine(address) {
  return execFileSync(native, ['--json', '--', address], { encoding: 'utf8' }).trimEnd();
}

for (const name of ['first.wasm', 'rest.wasm', 'own.wasm', 'pattern.wasm', 'bouton_bg.wasm', 'bouton.js']) {
  const bytes = read(name);
  for (const place of [`${homedir()}/`, `${project}/`]) {
    expect(!bytes.includes(place), `${name} names ${place}, a folder of this machine.`);
  }
  console.log(`${name}: ${bytes.length} bytes, ${gzipSync(bytes, { level: 9 }).length} with gzip`);
}

const whole = await start('whole', 'bouton_bg.wasm');
const split = await start('split', 'first.wasm');
const told = answers(split.Engine);
expect(
  isDeepStrictEqual(told, answers(whole.Engine)),
  'The first part answers differently from the whole engine.',
);
console.log(`the first part alone: ${told.length} answers of the first moves`);

/** What is missing is noticed, and costs no more than the engine that was asked. */
function traps(what, question) {
  const globals = Object.values(split.exports).filter((item) => item instanceof WebAssembly.Global);
  const before = globals.map((global) => global.value);
  try {
    question(new split.Engine());
    expect(false, `${what} is there already: ask for something else here.`);
  } catch (error) {
    expect(error instanceof WebAssembly.RuntimeError, `An empty place should trap: ${error}`);
  }
  // The stack pointer is where the trap left it.
  globals.forEach((global, at) => (global.value = before[at]));
}

traps('The graph', (engine) => engine.graph('nim: 1', 10));
const rest = await WebAssembly.instantiate(read('rest.wasm'), { first: split.exports });
const engine = new split.Engine();
const { games } = JSON.parse(engine.catalogue());
const isOwn = (address) => address.includes('file(');
const examples = games.flatMap((game) => game.examples);
const addresses = examples.filter((address) => !isOwn(address));
/** The page has no misère quotients and no fast canonical forms: it searches, and says so. All else is the same. */
function comparable(answer) {
  const { method, evidence, ...rest } = JSON.parse(answer);
  return JSON.stringify(rest);
}
function compare(address) {
  const own = engine.analyse(address);
  const line = commandLine(address);
  const { method, evidence } = JSON.parse(line);
  const other = method === 'quotient' || evidence?.forms !== undefined;
  expect(other ? comparable(own) === comparable(line) : own === line, `${address}: the page says\n${own}\nand the command line\n${line}`);
}
addresses.forEach(compare);
console.log(`both parts: ${addresses.length} answers as on the command line`);

expect(
  isDeepStrictEqual(told, answers(split.Engine)),
  'The first part answers differently once the rest is there.',
);

const began = performance.now();
const sequence = JSON.parse(engine.sequence('octal(0.16)', 1_000_000));
expect(sequence.period === 149459, `0.16 has the period 149459, not ${sequence.period}.`);
console.log(`0.16 to 1,000,000: ${((performance.now() - began) / 1000).toFixed(2)} s`);

// What only some visitors need comes when they need it, each room alone.
const parts = { first: split.exports, rest: rest.instance.exports };
traps('The search for patterns', (engine) => engine.pattern('kayles', 1, false));
await WebAssembly.instantiate(read('pattern.wasm'), parts);
const found = JSON.parse(engine.pattern('subtraction(1,3,4)', 1, false)).found;
expect(found.lost.status === 'proved', `The pattern of subtraction(1,3,4) is ${found.lost.status}.`);

traps('The interpreter', (engine) => engine.analyse('file(half): 20'));
await WebAssembly.instantiate(read('own.wasm'), parts);
const own = examples.filter(isOwn);
own.forEach(compare);
const rules = 'start = 5\ndef moves(n):\n    return [n - 1] if n else []\n';
expect(JSON.parse(engine.rules('mine', rules)).address === 'file(mine): 5', 'Rules that were written begin at their start.');
expect(JSON.parse(engine.analyse('file(mine): 4 + nim: 3')).outcome === 'N', 'Rules that were written are played in sums.');
const endless = 'start = 1\ndef moves(n):\n    for a in range(1000000000):\n        n += 1\n    return []\n';
const before = performance.now();
const ended = JSON.parse(engine.rules('endless', endless)).error ?? JSON.parse(engine.analyse('file(endless): 1')).error;
expect(ended?.kind === 'stopped', 'Rules that do not end are stopped.');
console.log(`rules of one's own: ${own.length} games as on the command line; endless rules end after ${((performance.now() - before) / 1000).toFixed(2)} s`);
