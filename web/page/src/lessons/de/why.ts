import type { LessonWords } from '../types';
import type { why as english } from '../why';

export const why: LessonWords<typeof english> = {
  title: 'Warum es geht',
  promise: 'Zwei kurze Lemmata beweisen die Regel, an Haufen, die du wählst.',
  pages: [
    {
      title: 'Was zu zeigen ist',
      text: [
        'Die Behauptung: Wer am Zug ist, verliert genau dann, wenn die Nim-Summe 0 ist. Drei Tatsachen genügen. Am Ende des Spiels ist die Nim-Summe 0. _Erstes Lemma:_ Von der Nim-Summe 0 hinterlässt jeder Zug eine andere. _Zweites Lemma:_ Von jeder anderen Nim-Summe hinterlässt irgendein Zug 0.',
        'Denn dann kann die eine Seite immer 0 hinterlassen, und die andere nie. Jeder Zug nimmt Steine weg, also endet das Spiel; es endet mit Nim-Summe 0, also macht die erste der beiden den letzten Zug.',
      ],
      tasks: [{ ask: 'Zwei Nim-Summen für den Anfang.', labels: ['Gar keine Steine', 'Ein Haufen von 6'] }],
    },
    {
      title: 'Erstes Lemma: probiere es',
      text: ['Von der Nim-Summe 0 hinterlässt jeder Zug eine andere Nim-Summe als 0. Versuche, das zu widerlegen!'],
      tasks: ['Mache mindestens drei verschiedene Züge und sieh dir die Spalten an. Du kannst eigene Haufen wählen.'],
    },
    {
      title: 'Erstes Lemma: der Beweis',
      text: [
        'Ein Zug verkleinert einen Haufen, von p auf eine kleinere Zahl q. Weil p und q verschieden sind, unterscheiden sie sich in mindestens einer Ziffer. In einer solchen Spalte wird die Zahl der Einsen um eins größer oder kleiner: Sie war gerade und wird ungerade.',
        'Die anderen Haufen bleiben, wie sie sind. Die neue Nim-Summe hat also eine 1 genau in den Spalten, in denen p und q sich unterscheiden: Sie ist _p xor q_, und das ist nicht 0.',
      ],
      tasks: [
        { ask: 'Von der Nim-Summe 0 aus wird ein Haufen von 13 auf 6 verkleinert. Bezeichne die Spalten, die ungerade werden, mit einer 1.', labels: ['verschieden'] },
      ],
      after: 'Sie unterscheiden sich in den Spalten von 8, 2 und 1. Was die anderen Haufen auch waren, die Nim-Summe ging von 0 auf 11.',
    },
    {
      title: 'Zweites Lemma: tu es',
      text: ['Von einer Nim-Summe X, die nicht 0 ist, hinterlässt irgendein Zug 0. Er lässt sich in drei Schritten finden, ganz ohne Raten.'],
      tasks: ['Finde den Zug, Schritt für Schritt. Du kannst eigene Haufen wählen.'],
    },
    {
      title: 'Zweites Lemma: der Beweis',
      text: [
        'X sei die Nim-Summe; betrachte ihre höchste 1. In dieser Spalte steht eine ungerade Zahl von Einsen, also hat irgendein Haufen p dort eine 1. Ersetze p durch _p xor X_: Das dreht genau die Ziffern von p um, wo X eine 1 hat; jede ungerade Spalte wird also gerade, und die Nim-Summe ist 0.',
        'Ist das ein Zug? Die höchste Ziffer, die sich ändert, steht unter der höchsten 1 von X, und in p wird sie von 1 zu 0. Alle höheren Ziffern bleiben. Also ist _p xor X kleiner als p_ und durch Wegnehmen zu erreichen.',
      ],
      tasks: ['Noch einmal, mit größeren Haufen. Jeder Haufen mit einer 1 in der richtigen Spalte geht.'],
      after: 'Weil eine ungerade Zahl von Haufen in jener Spalte eine 1 hat, ist die Zahl der Gewinnzüge in Nim 0 oder ungerade.',
    },
    {
      title: 'Beides zusammen',
      text: [
        'Ist die Nim-Summe nicht 0, so mache sie zu 0 (zweites Lemma). Die Gegenseite kann sie nicht bei 0 lassen (erstes Lemma), also kannst du es wieder tun. Die Steine gehen zu Ende, und der letzte Zug ist deiner.',
      ],
      tasks: ['Spiele es zu Ende.'],
    },
  ],
};
