/** Which games of the catalogue have nim-sequences and tables of two heaps: fields suggest them. */
import { engine } from '../engine/client';
import type { Entry, Opened } from './types';

export interface Suggestion {
  /** The game with its parameters and without a position, such as `octal(0.77)`. */
  game: string;
  title: string;
  /** Whether it is the first of its entry, which is enough for a row of buttons. */
  first: boolean;
}

/** The games that an entry's examples name, each once. Positions of heaps have no colon in them. */
function named({ title, examples }: Entry): Suggestion[] {
  const games = examples
    .filter((example) => example.includes(':') && !example.includes(' + '))
    .map((example) => example.replace(/^misere\s+/, ''))
    .map((example) => example.slice(0, example.lastIndexOf(':')).trim());
  return [...new Set(games)].map((game, at) => ({ game, title, first: at === 0 }));
}

const PLAIN_HEAPS = /:\s*[\d^]+(\s+[\d^]+)+$/;

/** Games whose positions are lists of heaps, as their examples show. */
export function twoHeapGames(entries: Entry[]): Suggestion[] {
  return entries
    .filter(({ board, examples }) => board === 'heaps' && examples.some((example) => PLAIN_HEAPS.test(example)))
    .flatMap(named);
}

let known: Promise<Suggestion[]> | undefined;

/** Games that are sums of single heaps, which the engine knows and the catalogue does not say. */
export function heapGames(entries: Entry[]): Promise<Suggestion[]> {
  known ??= find(entries);
  known.catch(() => (known = undefined));
  return known;
}

async function find(entries: Entry[]): Promise<Suggestion[]> {
  const candidates = entries.filter(({ board }) => board === 'heaps');
  const kinds = await Promise.all(
    candidates.map(({ examples }) => engine.ask<Opened>('open', [examples[0]]).then(({ heap }) => heap)),
  );
  return candidates.filter((_, at) => kinds[at]).flatMap(named);
}

/** A whole number of a link or a field, or what stands for it. */
export function whole(text: string | undefined, least: number, most: number, otherwise: number): number {
  if (!text || !/^\d{1,9}$/.test(text)) return otherwise;
  return Math.min(most, Math.max(least, Number(text)));
}
