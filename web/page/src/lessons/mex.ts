import type { Lesson } from './types';

export const mex = {
  id: 'mex',
  title: 'Grundy values and mex',
  promise: 'One number for each position, worked out from the end upwards.',
  pages: [
    {
      title: 'Another game',
      text: [
        'Take 1, 3 or 4 stones from a heap; nothing else is allowed. Whoever cannot move loses. This is a _subtraction game_.',
        'P and N can be worked out from the empty heap upwards: a position is N if some move leaves a P-position, and P if no move does.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Heap by heap: who wins?',
          addresses: [0, 1, 2, 3, 4, 5, 6, 7].map((size) => `subtraction(1,3,4): ${size}`),
        },
      ],
      after: 'The P-positions so far are the heaps of 0, 2 and 7.',
    },
    {
      title: 'The least number missing',
      text: [
        'P and N are not enough when a position has several heaps. We shall give each position a number, and for that we need the _mex_ (minimal excludant) of a set: the least of the numbers 0, 1, 2, … that is not in the set.',
      ],
      tasks: [{ kind: 'sets', ask: 'Which number is the mex?', sets: [[0, 1, 3], [1, 2], [0, 1, 2], [], [0, 2, 5]] }],
    },
    {
      title: 'The Grundy value',
      text: [
        'The _Grundy value_ of a position is the mex of the Grundy values of the positions that its moves leave. No move: the mex of the empty set, which is 0.',
      ],
      tasks: [
        {
          kind: 'mex',
          ask: 'Take 1, 3 or 4: fill in the values, heap by heap.',
          game: 'subtraction(1,3,4)',
          most: 9,
        },
      ],
      after: 'The values 0 1 0 1 2 3 2 come again and again, with period 7: for this game that can be proved, because a value depends only on the four before it.',
    },
    {
      title: 'Value 0 means P',
      text: [
        'If a value is 0, then no move leaves 0, for otherwise 0 would not be missing. If a value is not 0, then 0 is not missing, so some move leaves 0. The empty heap has value 0. This is the same pair of lemmas as in Nim: _value 0 means P, any other value means N_.',
        'So a winning move is one that leaves the value 0.',
      ],
      tasks: [{ kind: 'move', ask: 'Take 1, 3 or 4. Win against the engine.', address: 'subtraction(1,3,4): 13', goal: 'game' }],
    },
    {
      title: 'Up to three stones',
      text: ['Now take 1, 2 or 3 stones. This is an old party trick; find the pattern, and you need no table.'],
      tasks: [
        { kind: 'mex', ask: 'Take 1, 2 or 3: fill in the values.', game: 'subtraction(1-3)', most: 8 },
        {
          kind: 'numbers',
          ask: 'Now without the table: the values of larger heaps.',
          fields: [
            { label: 'Heap of 21', address: 'subtraction(1-3): 21' },
            { label: 'Heap of 1002', address: 'subtraction(1-3): 1002' },
          ],
        },
      ],
      after: 'If 1, 2, …, k may be taken, the value of a heap of n is the remainder of n divided by k + 1. In Nim any number may be taken, and a heap of n has the value n.',
    },
  ],
} as const satisfies Lesson;
