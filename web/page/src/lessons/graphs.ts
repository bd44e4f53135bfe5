import type { Lesson } from './types';

/** Small enough to be seen at a glance; every node can be reached from a. */
const FIRST = 'a>b a>c b>d c>d c>e d>f e>f';
const SECOND = 'a>b a>c a>d b>d b>e c>e d>e d>f e>f';
const TWO = 'a>b a>c b>c c>d b>d';

export const graphs = {
  id: 'graphs',
  title: 'Any game is a graph',
  promise: 'Draw positions as points and moves as arrows: P and N, the mex, and sums on a picture.',
  pages: [
    {
      title: 'Points and arrows',
      text: [
        'Every game of this page can be drawn: a point for each position, an arrow for each move. A token stands on a point; a move pushes it along an arrow; whoever cannot move loses.',
        'Label from the end. A point without arrows is _P_: whoever has to move there loses. A point with an arrow to a P is _N_. A point whose arrows all lead to N is _P_.',
      ],
      tasks: [{ kind: 'nodes', ask: 'Label every point with P or N.', graph: FIRST, label: 'outcome' }],
    },
    {
      title: 'More than won or lost',
      text: [
        'To play several games at once, P and N are not enough. Label each point with a number instead: the _mex_, the least number that is _not_ among the labels its arrows lead to. The points with 0 are the P-positions.',
      ],
      tasks: [{ kind: 'nodes', ask: 'Label every point with its mex.', graph: SECOND, label: 'value' }],
      after: 'A point labelled v has arrows to all of 0, 1, … , v − 1, and none to v: exactly like a pile of v stones, but for arrows to larger numbers, which the other player can take back.',
    },
    {
      title: 'Two tokens',
      text: [
        'With two tokens, a move pushes _one_ of them. This is the _sum_ of two games. The theorem of Sprague and Grundy: its value is the xor of the two labels, and the player to move loses exactly when both labels are equal.',
      ],
      tasks: [
        {
          kind: 'numbers',
          ask: 'First the labels, one token at a time; then the sum.',
          board: `graph(${TWO}): a b`,
          fields: [
            { label: 'One token, on a', address: `graph(${TWO}): a` },
            { label: 'One token, on b', address: `graph(${TWO}): b` },
            { label: 'Tokens on a and b', address: `graph(${TWO}): a b` },
          ],
        },
        { kind: 'outcome', ask: 'Who wins with two tokens?', addresses: [`graph(${TWO}): a a`, `graph(${TWO}): b c`, `graph(${TWO}): a d`] },
      ],
    },
    {
      title: 'Why the labels add',
      text: [
        'Let the labels be equal. A move changes one of them, for no arrow leads to the label where it starts: now they differ. Let them differ: then the larger one has an arrow to the smaller one, and they are equal again.',
        'So whoever leaves equal labels can always do so again, and the other player never can. Tokens that cannot move have equal labels, 0 and 0.',
      ],
      tasks: [{ kind: 'move', ask: 'Make the labels equal.', address: `graph(${TWO}): a c`, goal: 'win' }],
    },
    {
      title: 'A graph and a pile',
      text: ['As a labelled point acts like a pile, it can stand beside one. The token is on a graph, the stones are a pile of Nim; a move is a move in one of them.'],
      tasks: [
        { kind: 'move', ask: 'Win this sum against the engine.', address: `graph(${TWO}): b + nim: 3`, goal: 'game' },
      ],
      after: 'That is the whole theory of such games: draw, label by mex, add by xor. What is left is to find labels without drawing everything.',
    },
    {
      title: 'Test',
      text: ['Five questions, one try each. With four right answers the lesson is passed.'],
      tasks: [
        {
          kind: 'test',
          ask: 'Answer without help.',
          questions: [
            { kind: 'winner', address: 'graph(a>b b>c a>c): a' },
            { kind: 'value', address: 'graph(a>b a>c a>d b>c c>d b>d): a' },
            { kind: 'value', address: 'graph(a>b b>c c>d): a' },
            { kind: 'winner', address: 'graph(a>b b>c a>c): a a' },
            { kind: 'move', address: 'graph(a>b b>c a>c): a + nim: 1' },
          ],
        },
      ],
    },
  ],
} as const satisfies Lesson;
