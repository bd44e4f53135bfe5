/**
 * Loads the engine in parts: the first is enough for the first moves, the rest brings all games. What only some visitors
 * need, games whose rules somebody writes and patterns, are rooms of their own.
 *
 * What is not there yet traps (`WebAssembly.RuntimeError`) until the rest is there. A trap leaves
 * the `Engine` that was asked as if it were still busy: take a new one, after the rest has come.
 */
import init, { Engine } from '../../engine/bouton.js';
import firstUrl from '../../engine/first.wasm?url';
import ownUrl from '../../engine/own.wasm?url';
import patternUrl from '../../engine/pattern.wasm?url';
import restUrl from '../../engine/rest.wasm?url';

export { Engine };

/** What the parts that are there offer to later ones, by the names that these know. */
const parts: Record<'first' | 'rest', WebAssembly.Exports | undefined> = { first: undefined, rest: undefined };
/** The stack pointer as it is when nothing runs; a trap leaves it where it was. */
let idle: [WebAssembly.Global, unknown][] = [];

/** After this, `new Engine()` plays Nim. */
export async function loadFirst(): Promise<void> {
  parts.first = { ...(await init({ module_or_path: fetch(firstUrl) })) };
  const globals = Object.values(parts.first).filter((item) => item instanceof WebAssembly.Global);
  idle = globals.map((global) => [global, global.value]);
}

/** After this, all games of the catalogue work. */
export async function loadRest(): Promise<void> {
  parts.rest = await add(restUrl);
}

const ROOMS = { own: ownUrl, pattern: patternUrl };
export type Room = keyof typeof ROOMS;

/** After this, a room can be entered. */
export async function loadRoom(room: Room): Promise<void> {
  await add(ROOMS[room]);
}

async function add(url: string): Promise<WebAssembly.Exports> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`a part of the engine cannot be loaded: ${response.status}`);
  // Not by streaming, which some hosts prevent by sending another type than application/wasm.
  const imports = Object.fromEntries(Object.entries(parts).filter(([, offered]) => offered)) as WebAssembly.Imports;
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  for (const [global, value] of idle) global.value = value;
  return instance.exports;
}
