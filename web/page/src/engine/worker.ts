/**
 * The engine behind the page. A request is a walk: questions that are answered in order, each answer sent as soon
 * as it is there. Where an answer names what comes next by itself (`then`), the walk may go on with that. Long
 * work tells how far it is. Everything that is kept here can be made again from a score sheet.
 */
import { Engine, loadFirst, loadRest, loadRoom, type Room } from './load';

/** A method of the engine and its arguments. */
export type Question = [method: string, ...args: unknown[]];

export interface Request {
  id: number;
  questions: Question[];
  /** Whether to go on with what comes next by itself. */
  follow: boolean;
  /** For each answer. */
  seconds: number;
}

export type Reply =
  | { id: number; answer: string | Uint32Array; last: boolean }
  | { id: number; progress: number }
  | { id: number; died: string }
  | { ready: true };

const PROGRESS_MS = 120;
/** While parts of the engine are on their way, so often the page hears that they are. */
const LOADING_MS = 5000;
/** What nobody has asked for must not take long. */
const UNASKED_SECONDS: Record<string, number> = { columns: 3, review: 10 };

let deadline = Infinity;
let told = 0;
let current = 0;
let engine: Engine | undefined;
let sheet: string | undefined;
let rest: Promise<void> | undefined;
const rooms = new Map<Room, Promise<void>>();
let complete = false;
/** Rules that somebody wrote, and their name, until the engine knows them. */
let rules: Question | undefined;

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

/** What only some questions need. */
function enter(room: Room): Promise<void> {
  const known = rooms.get(room);
  if (known) return known;
  const loading = loadAll()
    .then(() => patiently(loadRoom(room)))
    .catch((error: unknown) => {
      rooms.delete(room);
      throw error;
    });
  rooms.set(room, loading);
  return loading;
}

/** Whether a question is about a game whose rules somebody wrote. */
const isOwn = ([method, ...args]: Question): boolean =>
  method === 'rules' || method === 'examples' || args.some((arg) => typeof arg === 'string' && /(file|own-game)\s*\(/i.test(arg));

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
  'open', 'begin', 'pick', 'play', 'reply', 'columns', 'undo', 'redo', 'resign', 'review', 'analyse', 'explain', 'hint', 'load',
]);

function call([method, ...args]: Question): unknown {
  const target = engine as unknown as Record<string, (...args: unknown[]) => unknown>;
  const action = target[method];
  if (!action) throw new Error(`there is no ${method}`);
  return action.apply(engine, args);
}

async function answer(question: Question, seconds: number): Promise<string | Uint32Array> {
  if (question[0] === 'learn') {
    // Whoever plays something else does not wait for the interpreter.
    rules = ['rules', ...question.slice(1)];
    return '{}';
  }
  const limit = () => {
    told = performance.now();
    deadline = told + seconds * 1000;
  };
  if (isOwn(question)) {
    await enter('own');
    const untold = rules;
    rules = undefined;
    limit();
    if (untold) call(untold);
  } else if (!complete && !EARLY.has(question[0])) await loadAll();
  if (question[0] === 'pattern') await enter('pattern');
  limit();
  let result: unknown;
  try {
    result = call(question);
  } catch (error) {
    if (complete) throw error;
    // It needed something of the rest, which is on its way: begin anew and try again.
    await loadAll();
    limit();
    engine = new Engine();
    if (sheet) call(['load', sheet]);
    result = call(question);
  }
  return result instanceof Uint32Array ? result : String(result);
}

async function walk({ id, questions, follow, seconds }: Request): Promise<void> {
  current = id;
  try {
    await first;
    const left = questions.map((question) => ({ question, seconds }));
    // What comes next is added while this goes on.
    for (const { question, seconds: limit } of left) {
      const given = await answer(question, limit);
      if (given instanceof Uint32Array) {
        post({ id, answer: given, last: question === left.at(-1)!.question }, [given.buffer]);
        continue;
      }
      const kept = /"sheet":("(?:[^"\\]|\\.)*")/.exec(given)?.[1];
      if (kept) sheet = JSON.parse(kept) as string;
      const then = follow && /"then":"(\w+)"}$/.exec(given)?.[1];
      if (then) left.push({ question: [then], seconds: UNASKED_SECONDS[then] ?? seconds });
      const failed = given.startsWith('{"error":');
      post({ id, answer: given, last: failed || question === left.at(-1)!.question });
      if (failed) return;
    }
  } catch (error) {
    post({ id, died: error instanceof Error ? error.message : String(error) });
  }
}

let queue: Promise<void> = Promise.resolve();
self.addEventListener('message', (event: MessageEvent<Request>) => {
  queue = queue.then(() => walk(event.data));
});
