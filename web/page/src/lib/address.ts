/** Taking an address apart as far as forms need it; what it means is the engine's business. */

import type { Play } from './types';

/** The places of a letter that stands in no bracket. */
function* outside(text: string, wanted: string): Generator<number> {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!;
    if ('([{'.includes(letter)) depth++;
    else if (')]}'.includes(letter)) depth--;
    else if (letter === wanted && depth === 0) yield at;
  }
}

/** A game with its parameters, and the position after the colon. */
export function parts(address: string): { game: string; position: string } {
  const colon = outside(address, ':').next().value ?? address.length;
  return { game: address.slice(0, colon).trim(), position: address.slice(colon + 1).trim() };
}

/** The name of a game without its parameters. */
export const head = (game: string): string => bare(game).split('(')[0]!.trim();

/** An address without the word for misère play. */
export const bare = (address: string): string => address.replace(/^mis[eè]re\s+/, '');

/** Normal or misère, of an address. */
export const withPlay = (address: string, play: Play): string => (play === 'misere' ? `misere ${bare(address)}` : bare(address));

/** What stands between commas; those in brackets belong to a parameter. */
export function commas(text: string): string[] {
  const places = [...outside(text, ','), text.length];
  return places.map((end, index) => text.slice(index === 0 ? 0 : places[index - 1]! + 1, end).trim());
}
