import type { Lesson } from './types';

export const wythoff = {
  id: 'wythoff',
  title: 'Wythoff’s game',
  promise: 'One more kind of move than in Nim with two piles, and the golden ratio appears.',
  pages: [
    {
      title: 'A queen that goes home',
      text: [
        'There are two piles. A move takes any number of stones from _one_ pile, or the _same_ number from _both_. Whoever cannot move loses.',
        'A queen on a chessboard does the same, if she may only go left, down, or both at once along the diagonal: the piles say how many columns and rows she is away from the corner.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Who wins these positions?',
          addresses: ['wythoff: 3 3', 'wythoff: 1 2', 'wythoff: 1 3', 'wythoff: 2 3'],
        },
      ],
      after: 'Two equal piles are won at once, by taking all. The first position that is lost, after the empty one, is 1 2.',
    },
    {
      title: 'Find all that are lost',
      text: [
        'Work outwards from the corner. A position is _lost_ (P) exactly when no move leads to one that is lost. So each lost square makes all others in its row, its column and its diagonal won.',
      ],
      tasks: [{ kind: 'grid', ask: 'Mark every P-position on this board. The corner is one: whoever is there cannot move.', game: 'wythoff', most: 7, heads: ['pile 1', 'pile 2'] }],
      after: 'The pairs are 0 0, 1 2, 3 5 and 4 7, each in both orders. Their differences are 0, 1, 2 and 3.',
    },
    {
      title: 'A list that writes itself',
      text: [
        'Write the lost pairs in order. The _smaller_ number of the next pair is the least number that stands nowhere in the list yet; the pairs differ by 0, 1, 2, 3 and so on.',
        '0 0, then 1 2, then 3 5, then 4 7. The least number that is missing now is 6, and the difference is 4: so the next pair is 6 10, and then comes 8 13.',
      ],
      tasks: [
        { kind: 'move', ask: 'Leave a pair of the list.', address: 'wythoff: 6 12', goal: 'win' },
        { kind: 'move', ask: 'Once more. Here one pile is not enough.', address: 'wythoff: 9 14', goal: 'win' },
      ],
    },
    {
      title: 'Why the list is right',
      text: [
        '_From a pair of the list no move leads to another one._ Each number stands in one pair only, so a move in one pile leaves a pair that is not there. A move in both piles keeps the difference, and each difference has one pair.',
        '_From every other position some move does._ Each number stands in some pair. Let the piles be a and b, with a at most b. If the partner of a is smaller than b, lower b to it. If not, then b − a is smaller than the difference of the pair of a, and taking from both piles reaches the pair with the difference b − a.',
      ],
      tasks: [
        { kind: 'move', ask: 'The partner of 5 is 3: use it.', address: 'wythoff: 5 9', goal: 'win' },
        { kind: 'move', ask: 'The partner of 6 is 10, which is too large: use the difference.', address: 'wythoff: 6 8', goal: 'win' },
      ],
    },
    {
      title: 'The golden ratio',
      text: [
        'The golden ratio φ = 1.618… has φ² = φ + 1. The pair with the difference n is _n·φ and n·φ², both rounded down_ (Wythoff 1907). For n = 4: 6.47… and 10.47…, so 6 10.',
        'So nobody needs the list: divide the smaller pile by φ, round up, and see whether the pair of that n is yours.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Who wins? A calculator is allowed.',
          addresses: ['wythoff: 8 13', 'wythoff: 9 14', 'wythoff: 11 18', 'wythoff: 12 20'],
        },
        { kind: 'move', ask: 'Win this game against the engine.', address: 'wythoff: 7 10', goal: 'game' },
      ],
    },
    {
      title: 'Test',
      text: ['Five questions about Wythoff’s game, one try each. With four right answers the lesson is passed.'],
      tasks: [
        {
          kind: 'test',
          ask: 'Answer without help.',
          questions: [
            { kind: 'winner', address: 'wythoff: 4 7' },
            { kind: 'winner', address: 'wythoff: 5 5' },
            { kind: 'move', address: 'wythoff: 3 7' },
            { kind: 'winner', address: 'wythoff: 6 10' },
            { kind: 'move', address: 'wythoff: 6 9' },
          ],
        },
      ],
    },
  ],
} as const satisfies Lesson;
