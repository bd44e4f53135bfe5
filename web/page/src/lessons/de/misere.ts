import type { misere as english } from '../misere';
import type { LessonWords } from '../types';

export const misere: LessonWords<typeof english> = {
  title: 'Misère-Nim',
  promise: 'Der letzte Stein verliert. Erstaunlich wenig ändert sich, und nur am Ende.',
  pages: [
    {
      title: 'Der letzte Stein verliert',
      text: [
        'Im _Misère_-Spiel sind die Züge dieselben, aber wer nicht ziehen kann, gewinnt. In Nim heißt das: Wer den letzten Stein nimmt, verliert.',
        'Wenn alle Haufen einzelne Steine sind, gibt es nichts zu wählen: Jeder Zug nimmt einen Stein. Nur die Zahl der Steine zählt.',
      ],
      tasks: ['Wer gewinnt diese Stellungen im Misère-Spiel?'],
      after: 'Eine ungerade Zahl einzelner Steine ist eine P-Stellung, eine gerade Zahl eine N-Stellung: umgekehrt wie im normalen Spiel.',
    },
    {
      title: 'Ein großer Haufen',
      text: [
        'Angenommen, genau ein Haufen hat 2 oder mehr Steine, und alle anderen haben einen. Dann gewinnt, wer am Zug ist: Diesen Haufen kann man ganz wegnehmen oder auf einen einzelnen Stein verkleinern. Eines von beiden hinterlässt eine _ungerade_ Zahl einzelner Steine, und das ist eine P-Stellung.',
        'Im normalen Spiel würdest du das andere von beiden tun.',
      ],
      tasks: [
        'Misère: Mache den Gewinnzug.',
        'Dieselben Haufen im normalen Spiel: Mache den Gewinnzug.',
        'Noch einmal Misère, mit einer anderen Zahl einzelner Steine.',
      ],
    },
    {
      title: 'Die ganze Regel',
      text: [
        'Wenn _irgendein Haufen 2 oder mehr_ Steine hat, ist eine Stellung von Misère-Nim genau dann eine P-Stellung, wenn ihre Nim-Summe 0 ist, wie im normalen Spiel. Wenn _jeder Haufen höchstens 1_ hat, ist es umgekehrt: eine P-Stellung genau dann, wenn die Zahl der einzelnen Steine ungerade ist.',
      ],
      tasks: ['Wer gewinnt im Misère-Spiel?'],
    },
    {
      title: 'Warum sich so wenig ändert',
      text: [
        'Eine Stellung mit genau einem großen Haufen (2 oder mehr) hat nie die Nim-Summe 0, denn nichts hebt die höheren Ziffern dieses Haufens auf. Bei Nim-Summe 0 und irgendeinem großen Haufen gibt es also mindestens zwei große.',
        'Spiele also wie im normalen Spiel und hinterlasse die Nim-Summe 0. Die Gegenseite, die mindestens zwei große Haufen vor sich hat, kann sie nicht alle auf einmal beseitigen. Früher oder später findest du _genau einen großen Haufen_ vor; dann wählst du, was übrig bleibt, und hinterlässt eine ungerade Zahl einzelner Steine.',
      ],
      tasks: [
        { ask: 'Was sind diese Nim-Summen?', labels: ['1 1 7', '1 2 3', '1 1 1 6'] },
        'Zwei große Haufen: Mache den Gewinnzug im Misère-Spiel.',
      ],
    },
    {
      title: 'Ein ganzes Spiel',
      text: [
        'Misère-Nim mit Haufen von 1, 3, 5 und 7 wurde als Marienbad bekannt, nach dem Film „Letztes Jahr in Marienbad“. Seine Nim-Summe ist 0, also verliert, wer beginnt, gegen bestes Spiel. Hier fehlt schon ein Stein, und du bist am Zug.',
      ],
      tasks: ['Lass der Engine den letzten Stein.'],
      after: 'Vorsicht: Diese einfache Regel gilt für Nim. Bei vielen anderen Spielen ist das Misère-Spiel viel schwieriger als das normale.',
    },
  ],
};
