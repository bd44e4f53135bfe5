import type { Lesson } from './types';

export const nim = {
  id: 'nim',
  title: 'Nim and xor',
  promise: 'The game of piles, and the sum that says who wins it.',
  pages: [
    {
      title: 'The game',
      text: [
        'In Nim there are piles of stones. A move takes any number of stones, at least one, from one pile. The players take turns, and whoever cannot move loses: so the last stone wins.',
        'With a single pile there is not much to think about.',
      ],
      tasks: [
        {
          kind: 'move',
          ask: 'Click a stone: it goes, with all the stones above it. Make a move that wins.',
          address: 'nim: 5',
          goal: 'win',
        },
      ],
    },
    {
      title: 'Two piles',
      text: [
        'With two piles there is a simple plan: make them equal, and then do in one pile whatever the other side does in the other. You always have an answer, so it is not you who runs out of moves.',
        'A position that is lost for the player to move, if the other side plays well, is called a _P-position_: the Previous player, who has just moved, wins. All others are _N-positions_: the Next player wins.',
      ],
      tasks: [{ kind: 'move', ask: 'Win this game against the engine.', address: 'nim: 3 5', goal: 'game' }],
      after: 'Two equal piles are a P-position, two unequal piles are an N-position. For three piles we need a better measure than “equal”.',
    },
    {
      title: 'Numbers in binary',
      text: [
        'Every whole number is a sum of different powers of two in exactly one way: 11 = 8 + 2 + 1. Writing a 1 for each power that is used and a 0 for each that is not gives its binary digits: 11 is 1011.',
      ],
      tasks: [
        {
          kind: 'bits',
          ask: 'Write these numbers in binary. Click a digit to turn it over.',
          addresses: ['nim: 5', 'nim: 13'],
          hidden: true,
        },
      ],
    },
    {
      title: 'The nim-sum',
      text: [
        'Write the piles in binary, one below the other. The _nim-sum_ has a 0 below each column with an even number of 1s and a 1 below each column with an odd number of 1s. Nothing is carried from column to column.',
        'Programmers call it _xor_. Two equal numbers always cancel: 6 xor 6 = 0.',
      ],
      tasks: [
        {
          kind: 'bits',
          ask: 'Set the digits of the nim-sum.',
          addresses: ['nim: 3 4 5', 'nim: 1 2 3', 'nim: 2 9 12 7'],
        },
      ],
    },
    {
      title: 'Who wins?',
      text: [
        'Here is the theorem of Charles Bouton (1901): a position of Nim is a _P-position if its nim-sum is 0_, and an N-position otherwise. The next lesson shows why. First use it.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Who wins, if both sides play as well as possible? Work out the nim-sum first.',
          addresses: ['nim: 4 4', 'nim: 1 2 3', 'nim: 2 3 4', 'nim: 1 6 6', 'nim: 1 3 5 7'],
        },
      ],
    },
    {
      title: 'The winning move',
      text: [
        'So in an N-position the right move is one that makes the nim-sum 0. The other side must then disturb it, and you make it 0 again, until no stone is left: that too is nim-sum 0, and it is the other side’s turn.',
      ],
      tasks: [
        {
          kind: 'move',
          ask: 'Win this game against the engine. The columns below the board follow it.',
          address: 'nim: 3 4 5',
          goal: 'game',
          columns: true,
        },
      ],
      after: 'You can now win every N-position of Nim. The next lesson shows that this always works.',
    },
  ],
} as const satisfies Lesson;
