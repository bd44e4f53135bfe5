/** The page's side of the engine: questions as promises, with progress, cancelling and a fresh start after a fault. */
import { spawn } from '#spawn';

import type { Failure } from '../lib/types';
import type { Reply, Request } from './worker';

/** An answer that is a sentence about what went wrong. */
export class EngineError extends Error {
  constructor(
    message: string,
    readonly kind: Failure['kind'] | 'cancelled' | 'died',
  ) {
    super(message);
  }
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: EngineError): void;
  progress?: (done: number) => void;
  seconds: number;
}

export interface Options {
  /** After so many seconds the engine says that it has stopped. */
  seconds?: number;
  progress?: (done: number) => void;
}

const SECONDS = 20;
/** The engine stops by itself in time; one that is silent for so much longer is dead. */
const SILENCE = 15;

export class Client {
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 1;
  #sheet: string | undefined;
  #deaths = 0;
  #watch: ReturnType<typeof setTimeout> | undefined;

  /** Asks for an answer in JSON. */
  async ask<T>(method: string, args: unknown[] = [], options: Options = {}): Promise<T> {
    const text = await this.#send(method, args, options);
    const answer = JSON.parse(text as string) as { error?: Failure; sheet?: string };
    if (answer.error) throw new EngineError(answer.error.message, answer.error.kind);
    if (answer.sheet) this.#sheet = answer.sheet;
    return answer as T;
  }

  /** Asks for numbers. */
  async numbers(method: string): Promise<Uint32Array> {
    return (await this.#send(method, [], {})) as Uint32Array;
  }

  /** Ends whatever the engine is doing; the game on the table stays. */
  cancel(): void {
    this.#restart(new EngineError('Cancelled.', 'cancelled'));
  }

  #send(method: string, args: unknown[], { seconds = SECONDS, progress }: Options) {
    const worker = this.#worker ?? this.#start();
    const id = this.#next++;
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, progress, seconds });
      worker.postMessage({ id, method, args, seconds } satisfies Request);
      if (this.#waiting.size === 1) this.#listen();
    });
  }

  #start(): Worker {
    const worker = spawn();
    this.#worker = worker;
    worker.addEventListener('message', (event: MessageEvent<Reply>) => this.#hear(event.data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#died(event.message || 'it could not be loaded');
    });
    return worker;
  }

  /** Browsers do not tell of every worker that they end, so somebody has to notice the silence. */
  #listen(): void {
    clearTimeout(this.#watch);
    if (this.#waiting.size === 0) return;
    const longest = Math.max(...[...this.#waiting.values()].map(({ seconds }) => seconds));
    this.#watch = setTimeout(() => this.#died('it does not answer'), (longest + SILENCE) * 1000);
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
      waiting.progress?.(reply.progress);
      return;
    }
    if ('died' in reply) {
      this.#died(reply.died);
      return;
    }
    this.#deaths = 0;
    this.#waiting.delete(reply.id);
    waiting.resolve('text' in reply ? reply.text : reply.numbers);
  }

  #died(reason: string): void {
    this.#deaths += 1;
    this.#restart(
      new EngineError(`The engine stopped (${reason}) and was started again. Try once more, or something smaller.`, 'died'),
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
    for (const each of waiting) each.reject(error);
  }
}

export const engine = new Client();
