import type { Lesson } from './types';

export const chomp = {
  id: 'chomp',
  title: 'Chomp',
  promise: 'Whoever begins wins on every bar of chocolate, and nobody knows how.',
  pages: [
    {
      title: 'A bar with a poisoned square',
      text: [
        'A move chooses a square of the bar and eats it, with everything above it and to the right of it. The square in the corner is poisoned: whoever has only that one left loses.',
        'With one row this is a pile of Nim: leave the poisoned square alone.',
      ],
      tasks: [
        { kind: 'move', ask: 'Leave only the poisoned square.', address: 'chomp: 1x5', goal: 'win' },
        { kind: 'outcome', ask: 'Who wins?', addresses: ['chomp: 1x1', 'chomp: 2 1', 'chomp: 2x2'] },
      ],
    },
    {
      title: 'Square bars',
      text: [
        'On a square bar, eat the square diagonally next to the poisoned one. A row and a column of the same length are left, which meet in the poison. From then on mirror: what is eaten from the row, eat from the column, and the other way round.',
      ],
      tasks: [{ kind: 'move', ask: 'Win on this bar.', address: 'chomp: 4x4', goal: 'game' }],
    },
    {
      title: 'Two rows',
      text: [
        'With two rows, the positions that are lost are those in which the lower row is exactly _one square longer_ than the upper one (the poisoned square alone is one of them).',
        'Whatever is eaten there destroys that, and from every other position of two rows it can be restored.',
      ],
      tasks: [
        { kind: 'outcome', ask: 'Who wins? The lower row is named first.', addresses: ['chomp: 4 3', 'chomp: 4 2', 'chomp: 5 5', 'chomp: 6 5'] },
        { kind: 'move', ask: 'Restore it.', address: 'chomp: 6 3', goal: 'win' },
        { kind: 'move', ask: 'And here.', address: 'chomp: 2x6', goal: 'win' },
      ],
    },
    {
      title: 'A stolen strategy',
      text: [
        'On _every_ rectangle of more than one square whoever begins wins. For suppose the first player ate only the far corner. If that wins, good. If not, the second player has a winning answer. But that answer eats the far corner too, so the first player could have made it at once, and _stolen_ it.',
        'So a winning move exists. The proof does not say which one it is, and for three rows and more no rule for it is known.',
      ],
      tasks: [
        { kind: 'outcome', ask: 'Who wins? One sentence is enough for all of them.', addresses: ['chomp: 3x4', 'chomp: 4x5', 'chomp: 3x7'] },
        { kind: 'move', ask: 'There is exactly one winning move. Search!', address: 'chomp: 3x4', goal: 'win' },
      ],
      after: 'This is a proof that something exists without an example of it. The far corner itself is not the winning move here.',
    },
    {
      title: 'A whole game',
      text: ['Three rows, and what you know: a row alone, a row and a column of the same length, two rows that differ by one. Lead the game to one of these.'],
      tasks: [{ kind: 'move', ask: 'Win against the engine; “I am stuck” explains.', address: 'chomp: 3x5', goal: 'game' }],
    },
    {
      title: 'Test',
      text: ['Five questions about Chomp, one try each. With four right answers the lesson is passed.'],
      tasks: [
        {
          kind: 'test',
          ask: 'Answer without help.',
          questions: [
            { kind: 'winner', address: 'chomp: 5x6' },
            { kind: 'winner', address: 'chomp: 7 6' },
            { kind: 'move', address: 'chomp: 3x3' },
            { kind: 'move', address: 'chomp: 5 2' },
            { kind: 'winner', address: 'chomp: 4 1 1 1' },
          ],
        },
      ],
    },
  ],
} as const satisfies Lesson;
