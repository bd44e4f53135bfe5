/** Analyse. */

export const analyse = {
  title: 'Analyse',
  answer: 'The answer',
  removePart: (part: number) => `Remove part ${part}`,
  add: 'Add a game to the sum',
  addIt: 'Add',
  normal: 'Normal',
  misere: 'Misère',
  seats: (seats: number) => `With ${seats} players each seat is asked alone: can it be sure not to lose?`,
  seat: (seat: number, sure: boolean) => `Seat ${seat}: ${sure ? 'yes' : 'no'}`,
  value: 'Value',
  noValue: 'The value was not computed; who wins is known without it.',
  oneWins: 'One move wins.',
  win: (count: string) => `${count} moves win.`,
  ends: (moves: number) => `With best play it ends after ${moves === 1 ? '1 move' : `${moves} moves`}.`,
  partIs: (value: string) => ` is ${value}`,
  show: 'Show me',
  explore: 'Explore',
  why: 'Why',
  all: 'All moves',
  best: (count: number, complete: boolean) =>
    `${complete ? (count === 1 ? '1 move' : `${count} moves`) : `The first ${count} moves`}, best first`,
  over: 'There is no move: the game is over.',
  /** What a move leaves, from the viewpoint of whoever makes it. */
  leaves: { P: 'wins: it leaves a P-position', N: 'loses: it leaves an N-position', D: 'keeps the draw' },
  lasts: (moves: number) => `; ends after ${moves === 1 ? '1 more move' : `${moves} more moves`}`,
  holds: (moves: number) => `; holds out for ${moves === 1 ? '1 more move' : `${moves} more moves`}`,
  notSeen: 'How long lost moves hold out is not known: the game is too large to be seen to its end. They stand in the order of the game.',
  compare: 'Compare with another game',
};

/** Piles that are changed one by one. */
export const numbers = {
  pile: (pile: number) => `Pile ${pile}`,
  less: (pile: number) => `Pile ${pile}: one less`,
  more: (pile: number) => `Pile ${pile}: one more`,
  remove: (pile: number) => `Remove pile ${pile}`,
  add: 'Add a pile',
};
