/**
 * What is on the screen, as the fragment of the URL: the address first, percent-encoded, then what else
 * there is to say as `&key=value`. So `#nim%3A%203%204%205` is an address and nothing else.
 */

export const SCREENS = ['play', 'games', 'learn', 'show', 'analyse', 'explore', 'sequences', 'tables', 'own'] as const;
export type Screen = (typeof SCREENS)[number];

export interface Route {
  screen: Screen;
  /** The position, or the game of a sequence or table. Empty where the screen has its own. */
  address: string;
  /** Everything else, by key. */
  more: Record<string, string>;
}

/** Fragments longer than this are nobody's honest link. */
export const LONGEST = 100_000;

/** What is wrong with a link: it is so many letters long, or damaged. */
export class RouteError extends Error {
  constructor(
    readonly kind: 'long' | 'damaged',
    readonly letters = 0,
  ) {
    super(kind);
  }
}

export function parse(fragment: string): Route {
  const text = fragment.replace(/^#/, '');
  if (text.length > LONGEST) {
    throw new RouteError('long', text.length);
  }
  const [address = '', ...rest] = text.split('&');
  const more: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const pair of rest) {
    const at = pair.indexOf('=');
    if (at > 0) more[decode(pair.slice(0, at))] = decode(pair.slice(at + 1));
  }
  const screen = SCREENS.find((name) => name === more['view']) ?? 'play';
  delete more['view'];
  return { screen, address: decode(address), more };
}

export function format({ screen, address, more }: Route): string {
  const pairs = Object.entries(more).filter(([, value]) => value !== '');
  if (screen !== 'play') pairs.unshift(['view', screen]);
  const text = pairs.map(([key, value]) => `&${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  return `#${encodeURIComponent(address)}${text.join('')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new RouteError('damaged');
  }
}

/** A whole number of a link or a field, or what stands for it. */
export function whole(text: string | undefined, least: number, most: number, otherwise: number): number {
  if (!text || !/^\d{1,9}$/.test(text)) return otherwise;
  return Math.min(most, Math.max(least, Number(text)));
}

/** Several texts as one, whatever letters they hold. */
export const join = (texts: string[]): string => texts.map((text) => text.replace(/[\\;]/g, '\\$&')).join(';');

export function split(text: string): string[] {
  if (text === '') return [];
  const texts: string[] = [];
  let current = '';
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') current += text[++at] ?? '';
    else if (text[at] === ';') {
      texts.push(current);
      current = '';
    } else current += text[at];
  }
  return [...texts, current];
}
