/** The page's side of the engine: questions as promises, with progress, cancelling and a fresh start after a fault. */
import { spawn } from '#spawn';

import type { Failure } from '../lib/types';
import { app as english } from '../text/en';
import { words } from '../text/language.svelte';
import type { Question, Reply, Request } from './worker';

/** An answer that is a sentence about what went wrong. */
export class EngineError extends Error {
  constructor(
    message: string,
    readonly kind: Failure['kind'] | 'cancelled' | 'died',
  ) {
    super(message);
  }
}

/** Who waits for a walk: each answer comes by itself, and the end once. */
interface Waiting {
  hear(answer: unknown): void;
  end(error?: EngineError): void;
  progress?: Progress;
  seconds: number;
  /** How many answers are missing, and since when the next one is waited for. */
  missing: number;
  since: number;
  /** What is asked once more where somebody else cancels. */
  again?: Pick<Request, 'questions' | 'follow'>;
}

/** Hears how far the engine has come, and how many seconds it takes at most until all is answered, or it says that it has stopped. */
type Progress = (done: number, left: number) => void;

export interface Options {
  /** Whether the whole page waits for it, so that no screen may cancel it together with its own questions. */
  kept?: boolean;
  /** After so many seconds the engine says that it has stopped. */
  seconds?: number;
  progress?: Progress;
}

const text = () => words('app', english);

const SECONDS = 20;
/** The engine stops by itself in time; one that is silent for so much longer is dead. */
const SILENCE = 15;

/** What every answer may have. */
interface Answer {
  error?: Failure;
  sheet?: string;
}

export class Client {
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #sheet: string | undefined;
  #deaths = 0;
  #watch: ReturnType<typeof setTimeout> | undefined;
  /** Rules that somebody wrote, and their name: every new worker is told. */
  #rules: [name: string, text: string] | undefined;
  /** Rules on their way: no question is asked before they have come. */
  #coming: Promise<void> | undefined;

  /** Whether somebody waits for an answer. */
  get working(): boolean {
    return this.#waiting.size > 0;
  }

  /** Asks for one answer. */
  async ask<T>(method: string, args: unknown[] = [], options: Options = {}): Promise<T> {
    for await (const answer of this.walk([[method, ...args]], options)) return answer as T;
    throw new EngineError(text().silent, 'died');
  }

  /** Asks for one answer, and for all that comes by itself after it. */
  follow(method: string, args: unknown[] = [], options: Options = {}): AsyncGenerator<unknown> {
    return this.walk([[method, ...args]], options, true);
  }

  /** Asks for several answers in one message, and waits for them all. */
  async all<T extends unknown[]>(questions: Question[], options: Options = {}): Promise<T> {
    const answers: unknown[] = [];
    for await (const answer of this.walk(questions, options)) answers.push(answer);
    return answers as T;
  }

  /** Asks for several answers in one message; each comes as soon as it is there, and a failure ends the walk. */
  async *walk(questions: Question[], options: Options = {}, follow = false): AsyncGenerator<unknown> {
    const answers: unknown[] = [];
    let over = false;
    let fault: EngineError | undefined;
    let wake = () => {};
    // A link whose rules are damaged is told where it is read.
    await this.#coming?.catch(() => {});
    this.#send(questions, follow, options, {
      hear(answer) {
        answers.push(answer);
        wake();
      },
      end(error) {
        over = true;
        fault = error;
        wake();
      },
    });
    for (;;) {
      while (answers.length > 0) yield answers.shift();
      if (fault) throw fault;
      if (over) return;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  /** Takes rules that come with a link; what is wrong with them is told to whoever asks about their game. */
  expect(rules: Promise<[name: string, text: string]>): void {
    const coming = rules.then(([name, text]) => this.learn(name, text)).finally(() => {
      if (this.#coming === coming) this.#coming = undefined;
    });
    coming.catch(() => {});
    this.#coming = coming;
  }

  /** Takes rules for the addresses `file(NAME)`. */
  learn(name: string, text: string): void {
    this.#rules = [name, text];
    if (this.#worker) this.#teach();
  }

  #teach(): void {
    if (this.#rules) this.#post([['learn', ...this.#rules]], false, { hear() {}, end() {}, seconds: SECONDS, missing: 1, since: 0 });
  }

  /** Ends whatever the engine is doing; the game on the table stays. */
  cancel(): void {
    this.#restart(new EngineError(text().cancelled, 'cancelled'));
  }

  #send(
    questions: Question[],
    follow: boolean,
    { seconds = SECONDS, progress, kept }: Options,
    waiting: Pick<Waiting, 'hear' | 'end'>,
  ): void {
    this.#post(questions, follow, { ...waiting, progress, seconds, missing: questions.length, since: 0, again: kept ? { questions, follow } : undefined });
  }

  #post(questions: Question[], follow: boolean, waiting: Waiting): void {
    const worker = this.#worker ?? this.#start();
    const id = this.#next++;
    const { seconds } = waiting;
    this.#waiting.set(id, waiting);
    worker.postMessage({ id, questions, follow, seconds } satisfies Request);
    if (this.#waiting.size === 1) this.#listen();
  }

  #start(): Worker {
    const worker = spawn();
    this.#worker = worker;
    worker.addEventListener('message', (event: MessageEvent<Reply>) => this.#hear(event.data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#died(event.message || text().unfetched);
    });
    this.#teach();
    return worker;
  }

  /** Browsers do not tell of every worker that they end, so somebody has to notice the silence. */
  #listen(): void {
    clearTimeout(this.#watch);
    if (this.#waiting.size === 0) return;
    const longest = Math.max(...[...this.#waiting.values()].map(({ seconds }) => seconds));
    this.#watch = setTimeout(() => this.#died(text().unheard), (longest + SILENCE) * 1000);
  }

  #hear(reply: Reply): void {
    this.#answer(reply);
    this.#listen();
  }

  #answer(reply: Reply): void {
    if ('ready' in reply) return;
    const waiting = this.#waiting.get(reply.id);
    if (!waiting) return;
    if ('progress' in reply) {
      waiting.since ||= Date.now();
      waiting.progress?.(reply.progress, Math.max(1, Math.ceil(waiting.seconds * waiting.missing - (Date.now() - waiting.since) / 1000)));
      return;
    }
    if ('died' in reply) {
      this.#died(reply.died);
      return;
    }
    this.#deaths = 0;
    waiting.missing -= 1;
    waiting.since = Date.now();
    if (reply.last) this.#waiting.delete(reply.id);
    const answer = typeof reply.answer === 'string' ? (JSON.parse(reply.answer) as Answer) : reply.answer;
    if ('error' in answer && answer.error) {
      waiting.end(new EngineError(answer.error.message, answer.error.kind));
      return;
    }
    // It is kept even where nobody listens any more: this is where the worker stands.
    if ('sheet' in answer && answer.sheet) this.#sheet = answer.sheet;
    waiting.hear(answer);
    if (reply.last) waiting.end();
  }

  #died(reason: string): void {
    this.#deaths += 1;
    this.#restart(
      new EngineError(text().died(reason), 'died'),
    );
  }

  #restart(error: EngineError): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    // Where it dies at once every time, there is no use in going on.
    if (this.#deaths < 3 && this.#sheet) {
      const sheet = this.#sheet;
      this.ask('load', [sheet]).catch(() => {});
    }
    for (const each of waiting) {
      if (error.kind === 'cancelled' && each.again) this.#post(each.again.questions, each.again.follow, each);
      else each.end(error);
    }
  }
}

export const engine = new Client();
