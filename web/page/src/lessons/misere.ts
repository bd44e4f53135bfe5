import type { Lesson } from './types';

export const misere = {
  id: 'misere',
  title: 'Misère Nim',
  promise: 'The last stone loses. Surprisingly little changes, and only at the end.',
  pages: [
    {
      title: 'The last stone loses',
      text: [
        'In _misère_ play the moves are the same, but whoever cannot move wins. In Nim: whoever takes the last stone loses.',
        'When all piles are single stones there is nothing to choose: each move takes one stone. Only the number of stones matters.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Who wins these positions in misère play?',
          addresses: ['misere nim: 1', 'misere nim: 1 1', 'misere nim: 1 1 1', 'misere nim: 1 1 1 1'],
        },
      ],
      after: 'An odd number of single stones is a P-position, an even number an N-position: the opposite of normal play.',
    },
    {
      title: 'One large pile',
      text: [
        'Suppose that exactly one pile has 2 or more stones, and all other piles have one. Then the player to move wins: this pile can be removed, or lowered to a single stone. One of the two leaves an _odd_ number of single stones, and that is a P-position.',
        'In normal play you would do the other one of the two.',
      ],
      tasks: [
        { kind: 'move', ask: 'Misère: make the winning move.', address: 'misere nim: 1 1 4', goal: 'win' },
        { kind: 'move', ask: 'The same piles in normal play: make the winning move.', address: 'nim: 1 1 4', goal: 'win' },
        { kind: 'move', ask: 'Misère again, with another number of single stones.', address: 'misere nim: 1 1 1 5', goal: 'win' },
      ],
    },
    {
      title: 'The whole rule',
      text: [
        'If _some pile has 2 or more_ stones, a position of misère Nim is a P-position exactly when its nim-sum is 0, as in normal play. If _every pile has at most 1_, it is the other way round: a P-position exactly when the number of single stones is odd.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Who wins in misère play?',
          addresses: ['misere nim: 2 2', 'misere nim: 1 2 3', 'misere nim: 1 1 1 1 1', 'misere nim: 1 1 2', 'misere nim: 3 4 6'],
        },
      ],
    },
    {
      title: 'Why so little changes',
      text: [
        'A position with exactly one large pile (2 or more) never has nim-sum 0, for nothing cancels the higher digits of that pile. So with nim-sum 0 and some large pile, there are at least two large piles.',
        'So play as in normal play and leave nim-sum 0. The other side, facing at least two large piles, cannot remove them all at once. Sooner or later you are the one who finds _exactly one large pile_; then you choose what is left, and leave an odd number of single stones.',
      ],
      tasks: [
        {
          kind: 'numbers',
          ask: 'What are these nim-sums?',
          fields: [
            { label: '1 1 7', address: 'nim: 1 1 7' },
            { label: '1 2 3', address: 'nim: 1 2 3' },
            { label: '1 1 1 6', address: 'nim: 1 1 1 6' },
          ],
        },
        { kind: 'move', ask: 'Two large piles: make the winning move in misère play.', address: 'misere nim: 1 2 5', goal: 'win', columns: true },
      ],
    },
    {
      title: 'A whole game',
      text: [
        'Misère Nim with piles of 1, 3, 5 and 7 became known as Marienbad, after the film “Last Year at Marienbad”. Its nim-sum is 0, so whoever begins loses against best play. Here one stone is gone already, and it is your turn.',
      ],
      tasks: [{ kind: 'move', ask: 'Leave the last stone to the engine.', address: 'misere nim: 1 3 5 6', goal: 'game', columns: true }],
      after: 'Beware: this simple rule is about Nim. For many other games misère play is much harder than normal play.',
    },
  ],
} as const satisfies Lesson;
