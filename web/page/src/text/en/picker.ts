/** Choosing a game. */

export const picker = {
  game: 'Game',
  leftOut: ' (may be left out)',
  position: 'Position',
  examples: 'Examples:',
  famous: 'Famous:',
  resume: 'Go on with your last game',
  open: 'Open',
};

export const boards = {
  heaps: 'Heaps',
  strip: 'Rows of coins and signs',
  grid: 'Squares and grids',
  graph: 'Graphs, orders and sets',
  numbers: 'Numbers',
  sums: 'Sums of other kinds',
};
