import type { Lesson } from './types';

export const kayles = {
  id: 'kayles',
  title: 'Kayles, and rows that split',
  promise: 'A move in the middle makes two games out of one. Mirrors win the first; values win the rest.',
  pages: [
    {
      title: 'The mirror',
      text: [
        'In _Kayles_ a ball knocks down one pin, or two pins that stand side by side. Whoever knocks down the last pin wins.',
        'With one row whoever begins can always win: knock down the middle, one pin or two, so that two equal rows are left. Then do on one side whatever the other player does on the other.',
      ],
      tasks: [{ kind: 'move', ask: 'Cut this row into two equal ones, and then win with the mirror.', address: 'kayles: 6', goal: 'game' }],
      after: 'The mirror is a proof: after each of your moves both sides are equal, so whenever the other player has a move, you have one too.',
    },
    {
      title: 'Where the mirror ends',
      text: [
        'Two equal rows are lost for whoever moves, by the mirror. But unequal rows can be lost too, and there no mirror helps.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Who wins? Try all moves in your head; small rows have few.',
          addresses: ['kayles: 3 3', 'kayles: 1 2', 'kayles: 1 4', 'kayles: 1 2 3'],
        },
      ],
      after: 'A row of 4 acts like a row of 1: both are worth 1. And 1, 2 and 3 together are worth 1 xor 2 xor 3 = 0, as in Nim.',
    },
    {
      title: 'Values of splitting games',
      text: [
        'When a heap falls apart, what is left is a _sum_ of two heaps, and its value is the _xor_ of their values. The value of the heap is the mex of all of these.',
        'In _Grundy’s game_ the only move is to split a heap into two _unequal_ heaps. So 1 and 2 are at an end, and 3 can only become 1 and 2.',
      ],
      tasks: [{ kind: 'mex', ask: 'Fill in the values of Grundy’s game. “Leaves 1 4” means a heap of 1 and a heap of 4.', game: 'grundy', most: 7 }],
      after: 'Nobody knows whether the values of Grundy’s game become periodic. Those of Kayles do, with the period 12.',
    },
    {
      title: 'A table is a strategy',
      text: [
        'The values of Kayles for rows of 0 to 11 pins are 0 1 2 3 1 4 3 2 1 4 2 6. With this table every position of such rows is played perfectly: xor the values; if the result X is not 0, find a row of value v with v xor X less than v, and a move there that leaves v xor X.',
      ],
      tasks: [
        {
          kind: 'numbers',
          ask: 'Use the table. The last one is the xor of the others.',
          board: 'kayles: 5 7 10',
          fields: [
            { label: 'A row of 5', address: 'kayles: 5' },
            { label: 'A row of 7', address: 'kayles: 7' },
            { label: 'A row of 10', address: 'kayles: 10' },
            { label: 'All three', address: 'kayles: 5 7 10' },
          ],
        },
        { kind: 'move', ask: 'Make a move that leaves the value 0.', address: 'kayles: 5 7 10', goal: 'win' },
      ],
    },
    {
      title: 'Take or split',
      text: [
        'In _Lasker’s Nim_ a move takes any number of stones from a heap, or splits a heap into two without taking any. A heap of 2 can become 1 and 1, which is worth 0 and brings nothing new. But 3 can become 1 and 2, which is worth 3: so a heap of 3 is worth 4.',
      ],
      tasks: [
        { kind: 'mex', ask: 'Fill in the values of Lasker’s Nim.', game: 'laskers-nim', most: 5 },
        { kind: 'move', ask: 'Win this game against the engine.', address: 'laskers-nim: 3 2 5', goal: 'game' },
      ],
      after: 'From here on 3 and 4 change places, and so do 7 and 8, 11 and 12, and so on.',
    },
    {
      title: 'Test',
      text: ['Five questions, one try each. The table of Kayles, for rows of 0 to 11: 0 1 2 3 1 4 3 2 1 4 2 6. With four right answers the lesson is passed.'],
      tasks: [
        {
          kind: 'test',
          ask: 'Answer without help.',
          questions: [
            { kind: 'winner', address: 'kayles: 8 8' },
            { kind: 'move', address: 'kayles: 9' },
            { kind: 'winner', address: 'kayles: 5 9' },
            { kind: 'sum', address: 'kayles: 3 + kayles: 11' },
            { kind: 'value', address: 'grundy: 5' },
          ],
        },
      ],
    },
  ],
} as const satisfies Lesson;
