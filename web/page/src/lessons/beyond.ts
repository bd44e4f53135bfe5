import type { Lesson } from './types';

export const beyond = {
  id: 'beyond',
  title: 'Misère beyond Nim',
  promise: 'Whoever makes the last move loses. Values no longer tell, and mirrors may lie.',
  pages: [
    {
      title: 'Taking one, two or three',
      text: [
        'From one heap a move takes 1, 2 or 3 stones; in misère play whoever takes the last stone loses. Leave _one_ stone to the other player, and you have won. So leave 5, 9, 13 and so on before that: four more each time.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Who wins in misère play?',
          addresses: ['misere subtraction(1-3): 1', 'misere subtraction(1-3): 4', 'misere subtraction(1-3): 5', 'misere subtraction(1-3): 7'],
        },
        { kind: 'move', ask: 'Win this one, to its end.', address: 'misere subtraction(1-3): 11', goal: 'game' },
      ],
    },
    {
      title: 'The mirror may lie',
      text: [
        'In normal play two equal heaps are always lost: the mirror. In misère play the mirror makes the last move, and that _loses_. So with two equal heaps one has to look.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Who wins these pairs in misère play?',
          addresses: ['misere kayles: 1 1', 'misere kayles: 2 2', 'misere kayles: 4 4', 'misere grundy: 3 3'],
        },
      ],
      after: 'Two rows of 2 are lost, as they are in normal play. In the other three pairs whoever mirrors would make the last move, and lose.',
    },
    {
      title: 'Values do not tell',
      text: [
        'In normal play rows of 4 and of 8 pins are both worth 1 in Kayles, and rows of 5 and of 9 are both worth 4: one can stand for the other in every sum.',
        'In misère play this breaks down, even for a row alone.',
      ],
      tasks: [
        {
          kind: 'numbers',
          ask: 'The mex of what the moves leave, in normal play: the text has the answers.',
          fields: [
            { label: 'A row of 4', address: 'kayles: 4' },
            { label: 'A row of 8', address: 'kayles: 8' },
          ],
        },
        { kind: 'outcome', ask: 'The same rows in misère play. One hint: two rows of 3 are lost.', addresses: ['misere kayles: 4', 'misere kayles: 8'] },
      ],
    },
    {
      title: 'Tame and wild',
      text: [
        'Some games are _tame_: in misère play they behave like heaps of Nim, with the turn at the very end that you know. Others are _wild_, and then no number tells enough: one has to keep track of which positions can stand for each other, in a _misère quotient_ (Plambeck 2005).',
        'Misère Kayles was solved by William Sibert in 1973, and published with John Conway in 1992. In one row the player to move loses only with 1, 4, 9, 12 or 20 pins.',
      ],
      tasks: [
        {
          kind: 'outcome',
          ask: 'Use that list.',
          addresses: ['misere kayles: 9', 'misere kayles: 10', 'misere kayles: 12'],
        },
        { kind: 'move', ask: 'Leave a position of the list.', address: 'misere kayles: 6', goal: 'win' },
      ],
    },
    {
      title: 'A whole game',
      text: ['One row of 8 pins. Rows of 1, 4, 9, 12 and 20 are lost alone, and two rows can be lost together: 2 and 2, 3 and 3, 1 and 5.'],
      tasks: [{ kind: 'move', ask: 'Leave the last pin to the engine.', address: 'misere kayles: 8', goal: 'game' }],
    },
    {
      title: 'Test',
      text: ['Five questions about misère play, one try each. With four right answers the lesson is passed.'],
      tasks: [
        {
          kind: 'test',
          ask: 'Answer without help.',
          questions: [
            { kind: 'misere', address: 'misere subtraction(1-3): 13' },
            { kind: 'misere', address: 'misere kayles: 9' },
            { kind: 'misere', address: 'misere nim: 2 2' },
            { kind: 'move', address: 'misere subtraction(1-3): 8' },
            { kind: 'misere', address: 'misere kayles: 1 1' },
          ],
        },
      ],
    },
  ],
} as const satisfies Lesson;
