/** What a game can do: the catalogue says it, and this is where the page reads it. */
import { bare, head, parts } from './address';
import { page } from './page.svelte';
import type { Entry } from './types';

export type Ability = keyof Entry['can'];

/** Whether a game can do this, named as an address does it; no, while the catalogue is not there. */
export function can(game: string, ability: Ability): boolean {
  const name = head(game);
  const entry = page.games.find((each) => each.name === name || each.aliases.includes(name));
  return entry?.can[ability] ?? false;
}

/** The piles of a position, where it is a row of them. One with signs between its piles has no such row. */
export function piles(part: string): string[] | undefined {
  const { game, position } = parts(part);
  if (!can(game, 'edit_piles')) return undefined;
  const words = position.split(/\s+/);
  return words.every((word) => /^\d+$/.test(word)) ? words : undefined;
}

export interface Suggestion {
  /** The game with its parameters and without a position, such as `octal(0.77)`. */
  game: string;
  title: string;
  /** Whether it is the first of its entry, which is enough for a row of buttons. */
  first: boolean;
}

/** The games that can do this, each with the parameters of its examples: fields suggest them. */
export const suggestions = (entries: Entry[], ability: Ability): Suggestion[] =>
  entries.filter((entry) => entry.can[ability]).flatMap(named);

/** The games that an entry's examples name, each once. */
function named({ title, examples }: Entry): Suggestion[] {
  const games = examples
    .filter((example) => !example.includes(' + '))
    .map((example) => parts(bare(example)))
    .filter(({ position }) => position !== '')
    .map(({ game }) => game);
  return [...new Set(games)].map((game, at) => ({ game, title, first: at === 0 }));
}
