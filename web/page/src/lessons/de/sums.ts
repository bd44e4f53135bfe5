import type { sums as english } from '../sums';
import type { LessonWords } from '../types';

export const sums: LessonWords<typeof english> = {
  title: 'Summen verschiedener Spiele',
  promise: 'Lege verschiedene Spiele nebeneinander und spiele sie alle, als wären sie Nim.',
  pages: [
    {
      title: 'Spiele nebeneinander',
      text: [
        'In einer _Summe_ von Spielen ist ein Zug ein Zug in genau einem der Teile; die anderen bleiben, wie sie sind. Wer in keinem Teil ziehen kann, verliert. Die Haufen von Nim sind so eine Summe: Jeder Haufen ist ein Spiel für sich.',
        'Auf diesem Brett ist Teil 1 ein Nim-Haufen, und in Teil 2 nimmt ein Zug 1, 2 oder 3 Steine.',
      ],
      tasks: ['Wer gewinnt? Stell dir die zwei Teile als zwei Haufen vor.'],
    },
    {
      title: 'Werte addieren sich mit xor',
      text: [
        'Der Satz von Sprague (1935) und Grundy (1939): Im normalen Spiel ist der Grundy-Wert einer Summe das _xor der Werte ihrer Teile_.',
        'Ein Teil mit dem Wert 3 wirkt also in jeder Summe wie ein Nim-Haufen von 3, wie er auch aussieht.',
      ],
      tasks: [
        {
          ask: 'Berechne die Werte der Teile, dann den der Summe. In Teil 2 nimm 1, 2 oder 3; in Teil 3 nimm 1, 3 oder 4.',
          labels: ['Teil 1: Nim, 4', 'Teil 2: nimm 1 bis 3, von 7', 'Teil 3: nimm 1, 3 oder 4, von 6', 'Die Summe'],
        },
      ],
    },
    {
      title: 'Warum es stimmt',
      text: [
        'Die zwei Lemmata von Nim gelten für Werte statt für Größen von Haufen. _Erstens:_ Ein Zug lässt den Wert seines Teils nie, wie er war, denn ein Wert ist das, was unter den Werten fehlt, die seine Züge hinterlassen. Von xor 0 hinterlässt also jeder Zug etwas anderes.',
        '_Zweitens:_ Ist das xor X und nicht 0, so hat irgendein Teil einen Wert v mit v xor X < v, genau wie in Nim. Wegen des mex hat dieser Teil einen Zug zu jedem kleineren Wert, also auch zu v xor X, und das hinterlässt xor 0.',
        'Manche Züge hinterlassen vielleicht auch einen _größeren_ Wert, was bei einem Nim-Haufen nie vorkommt. Sie stören keines der Lemmata.',
      ],
      tasks: [
        'Nimm 1, 3 oder 4 in Teil 2, von 6 Steinen mit dem Wert 2. Finde einen Zug, der gewinnt. (Es gibt zwei; einer von ihnen macht einen Wert größer.)',
      ],
    },
    {
      title: 'Haufen, die zerfallen',
      text: [
        'In _Kayles_ wirft ein Zug in einer Reihe einen Kegel um oder zwei benachbarte, und die Reihe kann in zwei zerfallen. Zwei Reihen sind eine Summe, also ist ihr Wert das xor der zwei Werte: So geht es mit dem mex weiter.',
      ],
      tasks: ['Trage die Werte von Kayles ein. „Hinterlässt 1 2“ heißt: eine Reihe von 1 und eine Reihe von 2.'],
      after: 'Von einer Reihe mit 4 Kegeln an ist das Muster nicht mehr das von Nim: 0 1 2 3 1 4. Ab der Reihe 71 wird es periodisch, mit der Periode 12.',
    },
    {
      title: 'Alles zusammen',
      text: [
        'Nim, Kayles und ein Subtraktionsspiel (nimm 1, 3 oder 4), alles auf einmal. Berechne den Wert jedes Teils, finde die Nim-Summe X, wähle einen Teil, dessen Wert v die Bedingung v xor X < v erfüllt, und ziehe dort zu einer Stellung mit dem Wert v xor X.',
      ],
      tasks: ['Gewinne diese Summe gegen die Engine.'],
      after: 'Im normalen Spiel geht das bei allen Spielen, in denen beide dieselben Züge haben und jedes Spiel ein Ende hat. Im Misère-Spiel addieren sich Werte im Allgemeinen nicht so.',
    },
  ],
};
