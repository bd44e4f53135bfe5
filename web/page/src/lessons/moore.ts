import type { Lesson } from './types';

export const moore = {
  id: 'moore',
  title: 'Moore’s Nim',
  promise: 'Take from up to two piles at once. Binary still wins, with another way to add.',
  pages: [
    {
      title: 'Several piles at once',
      text: [
        'In _Moore’s Nim_ with k = 2, a move takes stones from one pile, or from two piles, from each as many as one likes. At least one stone must be taken. Whoever cannot move loses.',
        'With one or two piles whoever moves takes everything. With piles of a single stone, only the number of piles counts.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Who wins? A move takes one stone, or two.',
          addresses: ['moore(2): 1 1', 'moore(2): 1 1 1', 'moore(2): 1 1 1 1', 'moore(2): 1 1 1 1 1 1'],
        },
      ],
      after: 'Three single stones are lost, and so are six: the number of ones counts by threes.',
    },
    {
      title: 'Columns by threes',
      text: [
        'Write the piles in binary, one below the other. In Nim a position is lost when every column has an _even_ number of ones. Here it is lost when the number of ones in every column is _divisible by 3_; for k piles at once, by k + 1 (Moore 1910).',
        'So 1 2 3 is won, although it is lost in Nim: 01, 10 and 11 have two ones in each column. And 2 2 2 is lost.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Who wins? Count the ones of each column.',
          addresses: ['moore(2): 2 2 2', 'moore(2): 1 2 3', 'moore(2): 1 1 2 3 3', 'moore(2): 3 4 5'],
        },
      ],
    },
    {
      title: 'Finding the move',
      text: [
        'Begin with the highest column whose count is not divisible by 3. Take enough piles, one or two, that have a 1 there, and turn that 1 into a 0. In all lower columns the digits of these piles are free: choose them so that each count becomes divisible by 3.',
        'With one free pile a column can be lowered by one or raised by one, with two free piles by any amount that is needed. If a column needs it and no free pile can do it, one more pile is set free there.',
      ],
      tasks: [
        { kind: 'move', ask: 'Leave counts that are divisible by 3.', address: 'moore(2): 1 2 2', goal: 'win' },
        { kind: 'move', ask: 'And here: what should the two larger piles become?', address: 'moore(2): 1 3 3', goal: 'win' },
      ],
    },
    {
      title: 'Why it works',
      text: [
        '_From a lost position every move leaves a won one._ A move changes one or two piles. Look at the highest column in which a digit changes: there each changed digit goes from 1 to 0, as the pile gets smaller. So the count falls by 1 or by 2, and is no longer divisible by 3.',
        '_From any other position_ the way of the page before always works. So one player can always leave counts divisible by 3, and the other never.',
      ],
      tasks: [{ kind: 'move', ask: 'Play it to the end.', address: 'moore(2): 1 2 3', goal: 'game' }],
    },
    {
      title: 'Three piles at once',
      text: ['With k = 3 a move may take from up to three piles, and the counts go by fours. With k = 1 it is Nim, and the counts go by twos.'],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Who wins? Mind how many piles a move may change.',
          addresses: ['moore(3): 1 1 1', 'moore(3): 1 1 1 1', 'moore(1): 1 2 3', 'moore(3): 2 2 2 2'],
        },
        { kind: 'move', ask: 'Win against the engine, with k = 2.', address: 'moore(2): 2 2 3 1', goal: 'game' },
      ],
    },
    {
      title: 'Test',
      text: ['Five questions about Moore’s Nim, one try each. With four right answers the lesson is passed.'],
      tasks: [
        {
          kind: 'test',
          ask: 'Answer without help.',
          questions: [
            { kind: 'winner', address: 'moore(2): 5 5 5' },
            { kind: 'winner', address: 'moore(2): 1 1 1 2 2' },
            { kind: 'move', address: 'moore(2): 1 1 1 1 1' },
            { kind: 'winner', address: 'moore(3): 3 3 3' },
            { kind: 'move', address: 'moore(2): 2 2 2 1' },
          ],
        },
      ],
    },
  ],
} as const satisfies Lesson;
