import type { beyond as english } from '../beyond';
import type { LessonWords } from '../types';

export const beyond: LessonWords<typeof english> = {
  title: 'Misère, über Nim hinaus',
  promise: 'Wer den letzten Zug macht, verliert. Werte sagen es nicht mehr, und Spiegel können lügen.',
  pages: [
    {
      title: 'Einen, zwei oder drei nehmen',
      text: [
        'Von einem Haufen nimmt ein Zug 1, 2 oder 3 Steine; im Misère-Spiel verliert, wer den letzten Stein nimmt. Lass der Gegenseite _einen_ Stein, und du hast gewonnen. Lass ihr also davor 5, 9, 13 und so weiter: jedes Mal vier mehr.',
      ],
      tasks: ['Wer gewinnt im Misère-Spiel?', 'Gewinne dieses Spiel, bis zum Ende.'],
    },
    {
      title: 'Der Spiegel kann lügen',
      text: [
        'Im normalen Spiel sind zwei gleiche Haufen immer verloren: der Spiegel. Im Misère-Spiel macht der Spiegel den letzten Zug, und das _verliert_. Bei zwei gleichen Haufen muss man also hinsehen.',
      ],
      tasks: ['Wer gewinnt diese Paare im Misère-Spiel?'],
      after: 'Zwei Reihen von 2 sind verloren, wie im normalen Spiel. Bei den anderen drei Paaren würde, wer spiegelt, den letzten Zug machen und verlieren.',
    },
    {
      title: 'Werte sagen es nicht',
      text: [
        'Im normalen Spiel sind in Kayles Reihen von 4 und von 8 Kegeln beide 1 wert, und Reihen von 5 und von 9 beide 4: In jeder Summe kann eine für die andere stehen.',
        'Im Misère-Spiel stimmt das nicht mehr, selbst für eine Reihe allein.',
      ],
      tasks: [
        { ask: 'Der mex dessen, was die Züge hinterlassen, im normalen Spiel: Die Antworten stehen im Text.', labels: ['Eine Reihe von 4', 'Eine Reihe von 8'] },
        'Dieselben Reihen im Misère-Spiel. Ein Hinweis: Zwei Reihen von 3 sind verloren.',
      ],
    },
    {
      title: 'Zahm und wild',
      text: [
        'Manche Spiele sind _zahm_: Im Misère-Spiel verhalten sie sich wie Nim-Haufen, mit der Wende ganz am Ende, die du kennst. Andere sind _wild_, und dann sagt keine Zahl genug: Man muss verfolgen, welche Stellungen füreinander stehen können, in einem _Misère-Quotienten_ (Plambeck 2005).',
        'Misère-Kayles wurde 1973 von William Sibert gelöst und 1992 mit John Conway veröffentlicht. Bei einer Reihe verliert, wer am Zug ist, nur mit 1, 4, 9, 12 oder 20 Kegeln.',
      ],
      tasks: ['Benutze diese Liste.', 'Hinterlasse eine Stellung der Liste.'],
    },
    {
      title: 'Ein ganzes Spiel',
      text: ['Eine Reihe von 8 Kegeln. Reihen von 1, 4, 9, 12 und 20 sind allein verloren, und zwei Reihen können zusammen verloren sein: 2 und 2, 3 und 3, 1 und 5.'],
      tasks: ['Lass der Engine den letzten Kegel.'],
    },
    {
      title: 'Prüfung',
      text: ['Fünf Fragen zum Misère-Spiel, je ein Versuch. Mit vier richtigen Antworten ist die Lektion bestanden.'],
      tasks: ['Antworte ohne Hilfe.'],
    },
  ],
};
