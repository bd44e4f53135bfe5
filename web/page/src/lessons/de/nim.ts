import type { nim as english } from '../nim';
import type { LessonWords } from '../types';

export const nim: LessonWords<typeof english> = {
  title: 'Nim und xor',
  promise: 'Das Spiel mit den Haufen, und die Summe, die sagt, wer es gewinnt.',
  pages: [
    {
      title: 'Das Spiel',
      text: [
        'In Nim gibt es Haufen von Steinen. Ein Zug nimmt beliebig viele Steine, mindestens einen, von einem Haufen. Es wird abwechselnd gezogen, und wer nicht ziehen kann, verliert: Der letzte Stein gewinnt also.',
        'Bei einem einzigen Haufen gibt es nicht viel zu überlegen.',
      ],
      tasks: ['Klicke einen Stein an: Er geht weg, mit allen Steinen über ihm. Mache einen Zug, der gewinnt.'],
    },
    {
      title: 'Zwei Haufen',
      text: [
        'Bei zwei Haufen gibt es einen einfachen Plan: Mache sie gleich groß, und tu danach im einen Haufen, was die Gegenseite im anderen tut. Du hast immer eine Antwort, also gehen nicht dir die Züge aus.',
        'Eine Stellung, in der verliert, wer am Zug ist, falls die Gegenseite gut spielt, heißt _P-Stellung_: Es gewinnt, wer gerade gezogen hat (englisch _previous_, der Vorige). Alle anderen sind _N-Stellungen_: Es gewinnt, wer als Nächstes zieht (_next_).',
      ],
      tasks: ['Gewinne dieses Spiel gegen die Engine.'],
      after: 'Zwei gleiche Haufen sind eine P-Stellung, zwei ungleiche eine N-Stellung. Für drei Haufen brauchen wir ein besseres Maß als „gleich“.',
    },
    {
      title: 'Zahlen im Zweiersystem',
      text: [
        'Jede ganze Zahl ist auf genau eine Weise eine Summe verschiedener Zweierpotenzen: 11 = 8 + 2 + 1. Schreibt man eine 1 für jede Potenz, die vorkommt, und eine 0 für jede andere, so erhält man ihre Ziffern im Zweiersystem: 11 ist 1011.',
      ],
      tasks: ['Schreibe diese Zahlen im Zweiersystem. Klicke eine Ziffer an, um sie umzudrehen.'],
    },
    {
      title: 'Die Nim-Summe',
      text: [
        'Schreibe die Haufen im Zweiersystem untereinander. Die _Nim-Summe_ hat eine 0 unter jeder Spalte mit einer geraden Zahl von Einsen und eine 1 unter jeder Spalte mit einer ungeraden. Von Spalte zu Spalte wird nichts übertragen.',
        'Beim Programmieren heißt das _xor_. Zwei gleiche Zahlen heben sich immer auf: 6 xor 6 = 0.',
      ],
      tasks: ['Setze die Ziffern der Nim-Summe.'],
    },
    {
      title: 'Wer gewinnt?',
      text: [
        'Das ist der Satz von Charles Bouton (1901): Eine Stellung von Nim ist eine _P-Stellung, wenn ihre Nim-Summe 0 ist_, und sonst eine N-Stellung. Warum, zeigt die nächste Lektion. Wende ihn zuerst an.',
      ],
      tasks: ['Wer gewinnt, wenn beide Seiten so gut wie möglich spielen? Berechne zuerst die Nim-Summe.'],
    },
    {
      title: 'Der Gewinnzug',
      text: [
        'In einer N-Stellung ist also der Zug richtig, der die Nim-Summe zu 0 macht. Die Gegenseite muss das dann zerstören, und du machst sie wieder zu 0, bis kein Stein mehr übrig ist: Auch das ist Nim-Summe 0, und die Gegenseite ist am Zug.',
      ],
      tasks: ['Gewinne dieses Spiel gegen die Engine. Die Spalten unter dem Brett gehen mit.'],
      after: 'Jetzt kannst du jede N-Stellung von Nim gewinnen. Die nächste Lektion zeigt, dass das immer geht.',
    },
  ],
};
