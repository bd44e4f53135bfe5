/** Who wins, how that is known, and what several screens have in common. */

export const outcomes = {
  P: 'P-position: the previous player wins, the one to move loses.',
  N: 'N-position: the next player, the one to move, wins.',
  D: 'A draw: neither player can force an end.',
  unknown: 'not known within the budget',
  known: (by: string) => `Known by ${by}.`,
  theorem: (statement: string, source: string, checked: number) =>
    `theorem: ${statement} (${source}), checked here on ${checked} positions`,
  period: (period: number, from: number, saltus: number, proof: string) =>
    `a proved period of ${period} from heap ${from} on${saltus > 0 ? `, each time larger by ${saltus}` : ''} (${proof})`,
  parts: 'the values of the parts, added by xor',
  computed: (to: number) => `the values of the heaps up to ${to}, computed one by one`,
  graph: (positions: number) => `the whole graph of ${positions} positions`,
  search: (positions: number) => `a search of ${positions} positions`,
  positions: (count: number) => (count === 1 ? '1 position' : `${count} positions`),
  moves: (count: number) => (count === 1 ? '1 move' : `${count} moves`),
  value: (value: string) => `value ${value}`,
  empty: 'empty',
  playFromHere: 'Play from here',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  legend: 'Legend',
  cancel: 'Cancel',
  working: 'Working…',
  computing: 'Computing…',
  atMost: (seconds: number) => `, at most ${seconds} s more`,
  looked: (count: string) => `${count} positions looked at`,
  saved: 'Saved.',
  save: (kind: string) => `Save ${kind}`,
};

/** Which position a screen is about. */
export const where = {
  position: 'Position',
  such: '3 4 5, or kayles: 7 + nim: 2',
  go: 'Go',
  games: 'Games',
};
