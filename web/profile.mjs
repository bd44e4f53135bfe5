/**
 * Prints the numbers of the functions that the first session enters.
 *
 * node profile.mjs GLUE INSTRUMENTED_MODULE, where each function sets a global named `entered NUMBER`.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { session } from './session.mjs';

const [glue, wasm] = process.argv.slice(2);
globalThis.boutonTick = () => true;
const { initSync, Engine } = await import(pathToFileURL(glue).href);
const exports = initSync({ module: readFileSync(wasm) });
session(Engine);
const entered = Object.entries(exports).filter(
  ([name, item]) => name.startsWith('entered ') && item.value === 1,
);
console.log(entered.map(([name]) => name.slice('entered '.length)).join(' '));
