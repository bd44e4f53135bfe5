import type { Lesson } from './types';

const ZERO = ['nim: 1 4 5', 'nim: 3 5 6', 'nim: 2 4 8 14', 'nim: 7 7'];
const NONZERO = ['nim: 3 4 5', 'nim: 2 5 6', 'nim: 4 9 11', 'nim: 1 3 5 6'];

export const why = {
  id: 'why',
  title: 'Why it works',
  promise: 'Two short lemmas prove the rule, on piles that you choose.',
  pages: [
    {
      title: 'What has to be shown',
      text: [
        'The claim: the player to move loses exactly when the nim-sum is 0. Three facts are enough. The end of the game has nim-sum 0. _First lemma:_ from nim-sum 0, every move leaves another nim-sum. _Second lemma:_ from any other nim-sum, some move leaves 0.',
        'For then one player can always leave 0, and the other never can. Each move takes stones away, so the game ends; it ends with nim-sum 0, and so it is the first of the two who makes the last move.',
      ],
      tasks: [
        {
          kind: 'numbers',
          ask: 'Two nim-sums to begin with.',
          fields: [
            { label: 'No stones at all', address: 'nim: 0' },
            { label: 'One pile of 6', address: 'nim: 6' },
          ],
        },
      ],
    },
    {
      title: 'First lemma: try it',
      text: ['From nim-sum 0, every move leaves a nim-sum other than 0. Try to prove this wrong!'],
      tasks: [
        {
          kind: 'zero',
          ask: 'Make at least three different moves, and look at the columns. You can choose your own piles.',
          examples: ZERO,
        },
      ],
    },
    {
      title: 'First lemma: the proof',
      text: [
        'A move lowers one pile, from p to a smaller number q. Because p and q are different numbers, they differ in at least one binary digit. In such a column the number of 1s goes up or down by one, so it was even and becomes odd.',
        'The other piles stay as they are. So the new nim-sum has a 1 in exactly the columns where p and q differ: it is _p xor q_, and it is not 0.',
      ],
      tasks: [
        {
          kind: 'bits',
          ask: 'A pile of 13 is lowered to 6, starting from nim-sum 0. Mark with a 1 the columns that become odd.',
          addresses: ['nim: 13 6'],
          name: 'differ',
        },
      ],
      after: 'They differ in the columns of 8, 2 and 1. So whatever the other piles were, the nim-sum went from 0 to 11.',
    },
    {
      title: 'Second lemma: do it',
      text: ['From a nim-sum X other than 0, some move leaves 0. It can be found in three steps, with nothing to guess.'],
      tasks: [{ kind: 'nonzero', ask: 'Find the move, step by step. You can choose your own piles.', examples: NONZERO }],
    },
    {
      title: 'Second lemma: the proof',
      text: [
        'Let X be the nim-sum, and look at its highest 1. That column holds an odd number of 1s, so some pile p has a 1 there. Replace p by _p xor X_: this turns over exactly the digits of p where X has a 1, so every odd column becomes even, and the nim-sum is 0.',
        'Is it a move? The highest digit that changes is the one below the highest 1 of X, and in p it goes from 1 to 0. All higher digits stay. So _p xor X is less than p_, and it can be reached by taking stones.',
      ],
      tasks: [
        {
          kind: 'nonzero',
          ask: 'Once more, with larger piles. Any pile with a 1 in the right column will do.',
          examples: ['nim: 7 9 12 4', 'nim: 13 14 15', 'nim: 19 21 30'],
        },
      ],
      after: 'As an odd number of piles have a 1 in that column, the number of winning moves in Nim is 0 or odd.',
    },
    {
      title: 'Both together',
      text: [
        'If the nim-sum is not 0, make it 0 (second lemma). The other side cannot keep it 0 (first lemma), so you can do it again. The stones run out, and the last move is yours.',
      ],
      tasks: [{ kind: 'move', ask: 'Play it to the end.', address: 'nim: 2 5 6', goal: 'game', columns: true }],
    },
  ],
} as const satisfies Lesson;
