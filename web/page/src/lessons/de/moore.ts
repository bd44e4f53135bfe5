import type { moore as english } from '../moore';
import type { LessonWords } from '../types';

export const moore: LessonWords<typeof english> = {
  title: 'Moores Nim',
  promise: 'Nimm von bis zu zwei Haufen zugleich. Das Zweiersystem gewinnt noch immer, nur anders addiert.',
  pages: [
    {
      title: 'Mehrere Haufen zugleich',
      text: [
        'In _Moores Nim_ mit k = 2 nimmt ein Zug Steine von einem Haufen oder von zweien, von jedem beliebig viele. Mindestens ein Stein ist zu nehmen. Wer nicht ziehen kann, verliert.',
        'Bei einem oder zwei Haufen nimmt alles, wer am Zug ist. Bei Haufen von je einem Stein zählt nur die Zahl der Haufen.',
      ],
      tasks: ['Wer gewinnt? Ein Zug nimmt einen Stein oder zwei.'],
      after: 'Drei einzelne Steine sind verloren, sechs auch: Einsen zählen zu dritt.',
    },
    {
      title: 'Spalten zu dritt',
      text: [
        'Schreibe die Haufen im Zweiersystem untereinander. In Nim ist eine Stellung verloren, wenn jede Spalte eine _gerade_ Zahl von Einsen hat. Hier ist sie verloren, wenn die Zahl der Einsen in jeder Spalte _durch 3 teilbar_ ist; bei k Haufen zugleich durch k + 1 (Moore 1910).',
        'Also ist 1 2 3 gewonnen, obwohl es in Nim verloren ist: 01, 10 und 11 haben in jeder Spalte zwei Einsen. Und 2 2 2 ist verloren.',
      ],
      tasks: ['Wer gewinnt? Zähle die Einsen jeder Spalte.'],
    },
    {
      title: 'Den Zug finden',
      text: [
        'Beginne mit der höchsten Spalte, deren Anzahl nicht durch 3 teilbar ist. Nimm so viele Haufen wie nötig, einen oder zwei, die dort eine 1 haben, und mache diese 1 zu 0. In allen niedrigeren Spalten sind die Ziffern dieser Haufen frei: Wähle sie so, dass jede Anzahl durch 3 teilbar wird.',
        'Mit einem freien Haufen lässt sich eine Spalte um eins verringern oder vergrößern, mit zwei freien Haufen um so viel wie nötig. Wenn eine Spalte es braucht und kein freier Haufen es kann, wird dort noch ein Haufen frei.',
      ],
      tasks: ['Hinterlasse Anzahlen, die durch 3 teilbar sind.', 'Und hier: Was soll aus den zwei größeren Haufen werden?'],
    },
    {
      title: 'Warum es geht',
      text: [
        '_Von einer verlorenen Stellung hinterlässt jeder Zug eine gewonnene._ Ein Zug ändert einen oder zwei Haufen. Betrachte die höchste Spalte, in der sich eine Ziffer ändert: Dort wird jede geänderte Ziffer von 1 zu 0, weil der Haufen kleiner wird. Die Anzahl sinkt also um 1 oder 2 und ist nicht mehr durch 3 teilbar.',
        '_Von jeder anderen Stellung_ geht der Weg der vorigen Seite immer. Also kann die eine Seite stets Anzahlen hinterlassen, die durch 3 teilbar sind, und die andere nie.',
      ],
      tasks: ['Spiele es zu Ende.'],
    },
    {
      title: 'Drei Haufen zugleich',
      text: ['Mit k = 3 darf ein Zug von bis zu drei Haufen nehmen, und die Einsen zählen zu viert. Mit k = 1 ist es Nim, und sie zählen zu zweit.'],
      tasks: ['Wer gewinnt? Achte darauf, wie viele Haufen ein Zug ändern darf.', 'Gewinne gegen die Engine, mit k = 2.'],
    },
    {
      title: 'Prüfung',
      text: ['Fünf Fragen zu Moores Nim, je ein Versuch. Mit vier richtigen Antworten ist die Lektion bestanden.'],
      tasks: ['Antworte ohne Hilfe.'],
    },
  ],
};
