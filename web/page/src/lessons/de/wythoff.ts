import type { LessonWords } from '../types';
import type { wythoff as english } from '../wythoff';

export const wythoff: LessonWords<typeof english> = {
  title: 'Wythoffs Spiel',
  promise: 'Eine Art von Zügen mehr als in Nim mit zwei Haufen, und der goldene Schnitt erscheint.',
  pages: [
    {
      title: 'Eine Dame geht heim',
      text: [
        'Es gibt zwei Haufen. Ein Zug nimmt beliebig viele Steine von _einem_ Haufen, oder _gleich viele_ von _beiden_. Wer nicht ziehen kann, verliert.',
        'Eine Dame auf dem Schachbrett tut dasselbe, wenn sie nur nach links, nach unten oder beides zugleich in der Diagonale gehen darf: Die Haufen sagen, um wie viele Spalten und Zeilen sie von der Ecke entfernt ist.',
      ],
      tasks: ['Wer gewinnt diese Stellungen?'],
      after: 'Zwei gleiche Haufen sind sofort gewonnen: Nimm alles. Die erste verlorene Stellung, nach der leeren, ist 1 2.',
    },
    {
      title: 'Finde alle verlorenen',
      text: [
        'Arbeite dich von der Ecke nach außen. Eine Stellung ist genau dann _verloren_ (P), wenn kein Zug zu einer verlorenen führt. Also macht jedes verlorene Feld alle anderen in seiner Zeile, seiner Spalte und seiner Diagonale zu gewonnenen.',
      ],
      tasks: [{ ask: 'Markiere jede P-Stellung auf diesem Brett. Die Ecke ist eine: Wer dort ist, kann nicht ziehen.', labels: ['Haufen 1', 'Haufen 2'] }],
      after: 'Die Paare sind 0 0, 1 2, 3 5 und 4 7, jedes in beiden Reihenfolgen. Ihre Unterschiede sind 0, 1, 2 und 3.',
    },
    {
      title: 'Eine Liste, die sich selbst schreibt',
      text: [
        'Schreibe die verlorenen Paare der Reihe nach auf. Die _kleinere_ Zahl des nächsten Paars ist die kleinste, die noch nirgends in der Liste steht; die Unterschiede der Paare sind 0, 1, 2, 3 und so weiter.',
        '0 0, dann 1 2, dann 3 5, dann 4 7. Die kleinste Zahl, die jetzt fehlt, ist 6, und der Unterschied ist 4: Das nächste Paar ist also 6 10, und danach kommt 8 13.',
      ],
      tasks: ['Hinterlasse ein Paar der Liste.', 'Noch einmal. Hier genügt ein Haufen nicht.'],
    },
    {
      title: 'Warum die Liste stimmt',
      text: [
        '_Von einem Paar der Liste führt kein Zug zu einem anderen._ Jede Zahl steht in nur einem Paar, also hinterlässt ein Zug in einem Haufen ein Paar, das nicht dabei ist. Ein Zug in beiden Haufen behält den Unterschied, und zu jedem Unterschied gibt es nur ein Paar.',
        '_Von jeder anderen Stellung führt ein Zug hin._ Jede Zahl steht in irgendeinem Paar. Die Haufen seien a und b, mit a höchstens b. Ist der Partner von a kleiner als b, so verkleinere b auf ihn. Wenn nicht, ist b − a kleiner als der Unterschied im Paar von a, und von beiden Haufen genommen erreicht man das Paar mit dem Unterschied b − a.',
      ],
      tasks: ['Der Partner von 5 ist 3: Benutze ihn.', 'Der Partner von 6 ist 10, und das ist zu groß: Benutze den Unterschied.'],
    },
    {
      title: 'Der goldene Schnitt',
      text: [
        'Der goldene Schnitt φ = 1,618… erfüllt φ² = φ + 1. Das Paar mit dem Unterschied n ist _n·φ und n·φ², beide abgerundet_ (Wythoff 1907). Für n = 4: 6,47… und 10,47…, also 6 10.',
        'Die Liste braucht also niemand: Teile den kleineren Haufen durch φ, runde auf und sieh nach, ob das Paar zu diesem n deines ist.',
      ],
      tasks: ['Wer gewinnt? Ein Taschenrechner ist erlaubt.', 'Gewinne dieses Spiel gegen die Engine.'],
    },
    {
      title: 'Prüfung',
      text: ['Fünf Fragen zu Wythoffs Spiel, je ein Versuch. Mit vier richtigen Antworten ist die Lektion bestanden.'],
      tasks: ['Antworte ohne Hilfe.'],
    },
  ],
};
