import type { Lesson } from './types';

export const sums = {
  id: 'sums',
  title: 'Sums of unlike games',
  promise: 'Put different games side by side, and play them all as if they were Nim.',
  pages: [
    {
      title: 'Games side by side',
      text: [
        'In a _sum_ of games, a move is a move in exactly one of the parts; the other parts stay as they are. Whoever cannot move in any part loses. The piles of Nim are such a sum: each pile is a game of its own.',
        'On this board, part 1 is a Nim pile, and in part 2 a move takes 1, 2 or 3 stones.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Who wins? Think of the two parts as two piles.',
          addresses: ['nim: 2 + subtraction(1-3): 2', 'nim: 2 + subtraction(1-3): 5', 'nim: 2 + subtraction(1-3): 6'],
        },
      ],
    },
    {
      title: 'Values add by xor',
      text: [
        'The theorem of Sprague (1935) and Grundy (1939): in normal play, the Grundy value of a sum is the _xor of the values of its parts_.',
        'So a part with the value 3 acts in every sum like a Nim pile of 3, whatever it looks like.',
      ],
      tasks: [
        {
          kind: 'numbers',
          ask: 'Work out the values of the parts, then that of the sum. In part 2, take 1, 2 or 3; in part 3, take 1, 3 or 4.',
          board: 'nim: 4 + subtraction(1-3): 7 + subtraction(1,3,4): 6',
          fields: [
            { label: 'Part 1: Nim, 4', address: 'nim: 4' },
            { label: 'Part 2: take 1 to 3, from 7', address: 'subtraction(1-3): 7' },
            { label: 'Part 3: take 1, 3 or 4, from 6', address: 'subtraction(1,3,4): 6' },
            { label: 'The sum', address: 'nim: 4 + subtraction(1-3): 7 + subtraction(1,3,4): 6' },
          ],
        },
      ],
    },
    {
      title: 'Why it is true',
      text: [
        'The two lemmas of Nim hold for values in place of pile sizes. _First:_ a move never leaves the value of its part as it was, because a value is missing among what its moves leave. So from xor 0, every move leaves something else.',
        '_Second:_ if the xor is X, and not 0, some part has a value v with v xor X < v, exactly as in Nim. By the mex this part has a move to every smaller value, so also to v xor X, and that leaves xor 0.',
        'Some moves may also leave a _larger_ value, which never happens in a pile of Nim. They disturb neither lemma.',
      ],
      tasks: [
        {
          kind: 'move',
          ask: 'Take 1, 3 or 4 in part 2, from 6 stones with the value 2. Find a move that wins. (There are two; one of them makes a value larger.)',
          address: 'nim: 3 + subtraction(1,3,4): 6',
          goal: 'win',
        },
      ],
    },
    {
      title: 'Heaps that fall apart',
      text: [
        'In _Kayles_ a move knocks down one pin or two neighbouring pins in a row, and the row may fall into two. Two rows are a sum, so their value is the xor of the two values: that is how the mex goes on.',
      ],
      tasks: [{ kind: 'mex', ask: 'Fill in the values of Kayles. “Leaves 1 2” means a row of 1 and a row of 2.', game: 'kayles', most: 5 }],
      after: 'From a row of 4 pins on, the pattern is no longer that of Nim: 0 1 2 3 1 4. It becomes periodic with period 12 from row 71 on.',
    },
    {
      title: 'All of it',
      text: [
        'Nim, Kayles and a subtraction game (take 1, 3 or 4), all at once. Work out the value of each part, find the nim-sum X, choose a part whose value v has v xor X < v, and move there to a position with the value v xor X.',
      ],
      tasks: [
        { kind: 'move', ask: 'Win this sum against the engine.', address: 'nim: 4 + kayles: 5 + subtraction(1,3,4): 6', goal: 'game' },
      ],
      after: 'This works in normal play for all games in which both players have the same moves and every game comes to an end. In misère play values do not add like this in general.',
    },
  ],
} as const satisfies Lesson;
