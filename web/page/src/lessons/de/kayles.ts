import type { kayles as english } from '../kayles';
import type { LessonWords } from '../types';

export const kayles: LessonWords<typeof english> = {
  title: 'Kayles, und Reihen, die zerfallen',
  promise: 'Ein Zug in der Mitte macht aus einem Spiel zwei. Das erste gewinnt der Spiegel, alle anderen gewinnen die Werte.',
  pages: [
    {
      title: 'Der Spiegel',
      text: [
        'In _Kayles_ wirft eine Kugel einen Kegel um, oder zwei, die nebeneinander stehen. Wer den letzten Kegel umwirft, gewinnt.',
        'Bei einer einzigen Reihe kann immer gewinnen, wer beginnt: Wirf die Mitte um, einen Kegel oder zwei, sodass zwei gleiche Reihen bleiben. Tu dann auf der einen Seite, was die Gegenseite auf der anderen tut.',
      ],
      tasks: ['Zerlege diese Reihe in zwei gleiche, und gewinne dann mit dem Spiegel.'],
      after: 'Der Spiegel ist ein Beweis: Nach jedem deiner Züge sind beide Seiten gleich; wenn die Gegenseite also einen Zug hat, hast du auch einen.',
    },
    {
      title: 'Wo der Spiegel aufhört',
      text: ['Zwei gleiche Reihen sind wegen des Spiegels für den verloren, der am Zug ist. Aber auch ungleiche Reihen können verloren sein, und da hilft kein Spiegel.'],
      tasks: ['Wer gewinnt? Probiere alle Züge im Kopf; kurze Reihen haben wenige.'],
      after: 'Eine Reihe von 4 wirkt wie eine Reihe von 1: Beide sind 1 wert. Und 1, 2 und 3 zusammen sind 1 xor 2 xor 3 = 0 wert, wie in Nim.',
    },
    {
      title: 'Werte von Spielen, die teilen',
      text: [
        'Wenn ein Haufen zerfällt, bleibt eine _Summe_ von zwei Haufen, und ihr Wert ist das _xor_ ihrer Werte. Der Wert des Haufens ist der mex von alledem.',
        'In _Grundys Spiel_ ist der einzige Zug, einen Haufen in zwei _ungleiche_ zu teilen. Also sind 1 und 2 am Ende, und aus 3 können nur 1 und 2 werden.',
      ],
      tasks: ['Trage die Werte von Grundys Spiel ein. „Hinterlässt 1 4“ heißt: ein Haufen von 1 und ein Haufen von 4.'],
      after: 'Niemand weiß, ob die Werte von Grundys Spiel periodisch werden. Die von Kayles werden es, mit der Periode 12.',
    },
    {
      title: 'Eine Tabelle ist eine Strategie',
      text: [
        'Die Werte von Kayles für Reihen von 0 bis 11 Kegeln sind 0 1 2 3 1 4 3 2 1 4 2 6. Mit dieser Tabelle spielt man jede Stellung aus solchen Reihen perfekt: Verknüpfe die Werte mit xor; ist das Ergebnis X nicht 0, so finde eine Reihe vom Wert v, für die v xor X kleiner ist als v, und dort einen Zug, der v xor X hinterlässt.',
      ],
      tasks: [
        { ask: 'Benutze die Tabelle. Das Letzte ist das xor der anderen.', labels: ['Eine Reihe von 5', 'Eine Reihe von 7', 'Eine Reihe von 10', 'Alle drei'] },
        'Mache einen Zug, der den Wert 0 hinterlässt.',
      ],
    },
    {
      title: 'Nehmen oder teilen',
      text: [
        'In _Laskers Nim_ nimmt ein Zug beliebig viele Steine von einem Haufen, oder er teilt einen Haufen in zwei, ohne etwas zu nehmen. Aus 2 können 1 und 1 werden; das ist 0 wert und nichts Neues. Aber aus 3 können 1 und 2 werden, und das ist 3 wert: Also hat ein Haufen von 3 den Wert 4.',
      ],
      tasks: ['Trage die Werte von Laskers Nim ein.', 'Gewinne dieses Spiel gegen die Engine.'],
      after: 'Von hier an tauschen 3 und 4 die Plätze, ebenso 7 und 8, 11 und 12, und so weiter.',
    },
    {
      title: 'Prüfung',
      text: ['Fünf Fragen, je ein Versuch. Die Tabelle von Kayles, für Reihen von 0 bis 11: 0 1 2 3 1 4 3 2 1 4 2 6. Mit vier richtigen Antworten ist die Lektion bestanden.'],
      tasks: ['Antworte ohne Hilfe.'],
    },
  ],
};
