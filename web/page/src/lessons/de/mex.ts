import type { mex as english } from '../mex';
import type { LessonWords } from '../types';

export const mex: LessonWords<typeof english> = {
  title: 'Grundy-Werte und mex',
  promise: 'Eine Zahl für jede Stellung, vom Ende her berechnet.',
  pages: [
    {
      title: 'Ein anderes Spiel',
      text: [
        'Nimm 1, 3 oder 4 Steine von einem Haufen; etwas anderes ist nicht erlaubt. Wer nicht ziehen kann, verliert. Das ist ein _Subtraktionsspiel_.',
        'P und N lassen sich vom leeren Haufen aufwärts berechnen: Eine Stellung ist N, wenn irgendein Zug eine P-Stellung hinterlässt, und P, wenn kein Zug das tut.',
      ],
      tasks: ['Haufen für Haufen: Wer gewinnt?'],
      after: 'Die P-Stellungen bisher sind die Haufen von 0, 2 und 7.',
    },
    {
      title: 'Die kleinste Zahl, die fehlt',
      text: [
        'P und N genügen nicht, wenn eine Stellung mehrere Haufen hat. Wir werden jeder Stellung eine Zahl geben, und dafür brauchen wir den _mex_ (minimal excludant) einer Menge: die kleinste der Zahlen 0, 1, 2, …, die nicht in der Menge ist.',
      ],
      tasks: ['Welche Zahl ist der mex?'],
    },
    {
      title: 'Der Grundy-Wert',
      text: [
        'Der _Grundy-Wert_ einer Stellung ist der mex der Grundy-Werte der Stellungen, die ihre Züge hinterlassen. Kein Zug: der mex der leeren Menge, und der ist 0.',
      ],
      tasks: ['Nimm 1, 3 oder 4: Trage die Werte ein, Haufen für Haufen.'],
      after: 'Die Werte 0 1 0 1 2 3 2 kehren immer wieder, mit der Periode 7: Für dieses Spiel lässt sich das beweisen, denn ein Wert hängt nur von den vier Werten vor ihm ab.',
    },
    {
      title: 'Wert 0 heißt P',
      text: [
        'Ist ein Wert 0, so hinterlässt kein Zug 0, denn sonst würde die 0 nicht fehlen. Ist ein Wert nicht 0, so fehlt die 0 nicht, also hinterlässt irgendein Zug 0. Der leere Haufen hat den Wert 0. Das sind dieselben zwei Lemmata wie bei Nim: _Wert 0 heißt P, jeder andere Wert heißt N_.',
        'Ein Gewinnzug ist also einer, der den Wert 0 hinterlässt.',
      ],
      tasks: ['Nimm 1, 3 oder 4. Gewinne gegen die Engine.'],
    },
    {
      title: 'Bis zu drei Steine',
      text: ['Nimm jetzt 1, 2 oder 3 Steine. Das ist ein alter Trick für Feste; finde das Muster, und du brauchst keine Tabelle.'],
      tasks: [
        'Nimm 1, 2 oder 3: Trage die Werte ein.',
        { ask: 'Jetzt ohne die Tabelle: die Werte größerer Haufen.', labels: ['Haufen von 21', 'Haufen von 1002'] },
      ],
      after: 'Wenn man 1, 2, …, k nehmen darf, ist der Wert eines Haufens von n der Rest von n geteilt durch k + 1. In Nim darf man beliebig viele nehmen, und ein Haufen von n hat den Wert n.',
    },
  ],
};
