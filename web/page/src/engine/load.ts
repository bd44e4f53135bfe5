/** Loads the engine in one piece. */
import init, { Engine } from '../../engine/bouton.js';
import url from '../../engine/bouton_bg.wasm?url';

export { Engine };

export async function loadFirst(): Promise<void> {
  await init({ module_or_path: fetch(url) });
}

export async function loadRest(): Promise<void> {}
