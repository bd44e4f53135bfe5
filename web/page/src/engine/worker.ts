/**
 * The engine behind the page. Requests come as `{id, method, args, seconds}` and are answered in order;
 * long ones tell how far they are. Everything that is kept here can be made again from a score sheet.
 */
import { Engine, loadFirst, loadRest } from './load';

export interface Request {
  id: number;
  method: string;
  args: unknown[];
  seconds: number;
}

export type Reply =
  | { id: number; text: string }
  | { id: number; numbers: Uint32Array }
  | { id: number; progress: number }
  | { id: number; died: string }
  | { ready: true };

const PROGRESS_MS = 120;
/** While parts of the engine are on their way, so often the page hears that they are. */
const LOADING_MS = 5000;

let deadline = Infinity;
let told = 0;
let current = 0;
let engine: Engine | undefined;
let sheet: string | undefined;
let rest: Promise<void> | undefined;
let complete = false;

const post = (reply: Reply, transfer: Transferable[] = []) => self.postMessage(reply, { transfer });

/** The engine asks this now and then: it tells the page, and stops what takes too long. */
Object.assign(globalThis, {
  boutonTick(done: number): boolean {
    const now = performance.now();
    if (now - told > PROGRESS_MS) {
      told = now;
      post({ id: current, progress: done });
    }
    return now < deadline;
  },
});

async function patiently(loading: Promise<void>): Promise<void> {
  const alive = setInterval(() => post({ ready: true }), LOADING_MS);
  await loading.finally(() => clearInterval(alive));
}

/** The rest of the engine; who needs it after a failure tries again. */
function loadAll(): Promise<void> {
  rest ??= patiently(loadRest()).then(
    () => {
      complete = true;
    },
    (error: unknown) => {
      rest = undefined;
      throw error;
    },
  );
  return rest;
}

const first = patiently(loadFirst()).then(() => {
  engine = new Engine();
  // A failure is told to whoever needs the rest.
  loadAll().catch(() => {});
  post({ ready: true });
});
// It is told to whoever asks; nobody may have asked yet.
first.catch(() => {});

/** What the first part of the engine is made for; all else waits for the rest. */
const EARLY = new Set([
  'open', 'begin', 'play', 'reply', 'undo', 'redo', 'legal', 'analyse', 'explain', 'hint', 'why', 'load',
]);

function call(method: string, args: unknown[]): unknown {
  const target = engine as unknown as Record<string, (...args: unknown[]) => unknown>;
  const action = target[method];
  if (!action) throw new Error(`there is no ${method}`);
  return action.apply(engine, args);
}

async function answer({ id, method, args, seconds }: Request): Promise<void> {
  current = id;
  try {
    await first;
    if (!complete && !EARLY.has(method)) await loadAll();
    const limit = () => {
      told = performance.now();
      deadline = told + seconds * 1000;
    };
    limit();
    let result: unknown;
    try {
      result = call(method, args);
    } catch (error) {
      if (complete) throw error;
      // It needed something of the rest, which is on its way: begin anew and try again.
      await loadAll();
      limit();
      engine = new Engine();
      if (sheet) call('load', [sheet]);
      result = call(method, args);
    }
    if (result instanceof Uint32Array) {
      post({ id, numbers: result }, [result.buffer]);
      return;
    }
    const text = String(result);
    const kept = /"sheet":("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
    if (kept) sheet = JSON.parse(kept) as string;
    post({ id, text });
  } catch (error) {
    post({ id, died: error instanceof Error ? error.message : String(error) });
  }
}

let queue: Promise<void> = Promise.resolve();
self.addEventListener('message', (event: MessageEvent<Request>) => {
  queue = queue.then(() => answer(event.data));
});
