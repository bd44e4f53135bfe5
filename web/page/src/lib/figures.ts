/** How things on a board look. */
import type { Role } from './types';

/** Outlines of things that are neither round nor square, within a box of side 1. */
export const figures: Partial<Record<Role, string>> = {
  pin: 'M.5 0C.72 0 .72 .26 .62 .36C.6 .5 .82 .56 .76 .82L.68 1H.32L.24 .82C.18 .56 .4 .5 .38 .36C.28 .26 .28 0 .5 0Z',
  pawn: 'M.5 .04C.74 .04 .74 .34 .6 .4C.62 .6 .66 .7 .82 .8V.96H.18V.8C.34 .7 .38 .6 .4 .4C.26 .34 .26 .04 .5 .04Z',
  queen: 'M.22 .88L.12 .3L.34 .52L.5 .12L.66 .52L.88 .3L.78 .88Z',
  gap: 'M.5 .05V.95',
  link: 'M.12 .08V.24H.88V.08',
};

/** Stones differ a little, always in the same way. */
export function kind(id: string): number {
  let sum = 7;
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return sum % 3;
}
