/**
 * Loads the engine in two parts: the first is enough for the first moves, the rest brings all games.
 *
 * What the first part lacks traps (`WebAssembly.RuntimeError`) until the rest is there. A trap leaves
 * the `Engine` that was asked as if it were still busy: take a new one, after the rest has come.
 */
import init, { Engine } from '../../engine/bouton.js';
import firstUrl from '../../engine/first.wasm?url';
import restUrl from '../../engine/rest.wasm?url';

export { Engine };

let exports: WebAssembly.Exports | undefined;
/** The stack pointer as it is when nothing runs; a trap leaves it where it was. */
let idle: [WebAssembly.Global, unknown][] = [];

/** After this, `new Engine()` plays Nim. */
export async function loadFirst(): Promise<void> {
  exports = { ...(await init({ module_or_path: fetch(firstUrl) })) };
  const globals = Object.values(exports).filter((item) => item instanceof WebAssembly.Global);
  idle = globals.map((global) => [global, global.value]);
}

/** After this, everything works. */
export async function loadRest(): Promise<void> {
  if (!exports) throw new Error('the first part of the engine comes first');
  const response = await fetch(restUrl);
  if (!response.ok) throw new Error(`the rest of the engine cannot be loaded: ${response.status}`);
  // Not by streaming, which some hosts prevent by sending another type than application/wasm.
  await WebAssembly.instantiate(await response.arrayBuffer(), { first: exports });
  for (const [global, value] of idle) global.value = value;
}
