/**
 * Whether the engine's first part is enough for the first moves, and whether both parts together
 * answer what the command line answers.
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

for (const name of ['first.wasm', 'rest.wasm', 'bouton_bg.wasm', 'bouton.js']) {
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

// What is missing is noticed, and costs no more than the engine that was asked.
try {
  new split.Engine().graph('nim: 1', 10);
  expect(false, 'The graph is in the first part: ask for something else here.');
} catch (error) {
  expect(error instanceof WebAssembly.RuntimeError, `An empty place should trap: ${error}`);
}

await WebAssembly.instantiate(read('rest.wasm'), { first: split.exports });
const engine = new split.Engine();
const { games } = JSON.parse(engine.catalogue());
const addresses = games.flatMap((game) => game.examples);
/** The page has no misère quotients and no fast canonical forms: it searches, and says so. All else is the same. */
function comparable(answer) {
  const { method, evidence, ...rest } = JSON.parse(answer);
  return JSON.stringify(rest);
}
for (const address of addresses) {
  const own = engine.analyse(address);
  const line = commandLine(address);
  const { method, evidence } = JSON.parse(line);
  const other = method === 'quotient' || evidence?.forms !== undefined;
  expect(other ? comparable(own) === comparable(line) : own === line, `${address}: the page says\n${own}\nand the command line\n${line}`);
}
console.log(`both parts: ${addresses.length} answers as on the command line`);

expect(
  isDeepStrictEqual(told, answers(split.Engine)),
  'The first part answers differently once the rest is there.',
);

const began = performance.now();
const sequence = JSON.parse(engine.sequence('octal(0.16)', 1_000_000));
expect(sequence.period === 149459, `0.16 has the period 149459, not ${sequence.period}.`);
console.log(`0.16 to 1,000,000: ${((performance.now() - began) / 1000).toFixed(2)} s`);
