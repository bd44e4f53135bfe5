/** The end of a game and its review. */

export const ending = {
  won: 'You win!',
  lost: 'The engine wins.',
  helped: 'With help, or not from the beginning: it does not count for the score.',
  rematch: 'Rematch',
  swap: 'Swap sides',
  harder: (level: string) => `Harder: ${level}`,
  retry: (move: number) => `Try move ${move} again`,
};

export const review = {
  title: 'Review',
  beginning: 'The beginning',
  after: (move: number) => `After move ${move}`,
  unknown: 'not known',
  value: (value: string) => `, value ${value}`,
  mistake: ', a mistake',
  moves: 'move',
  values: 'value',
  byValue: 'The value after each move; at 0, a P-position, whoever has just moved wins.',
  byOutcome: 'Who wins after each move: P, whoever has just moved, or N, whoever moves next.',
  crosses: 'A cross is a turning point: that move threw something away.',
  retry: 'Try it again',
};
