import type { graphs as english } from '../graphs';
import type { LessonWords } from '../types';

export const graphs: LessonWords<typeof english> = {
  title: 'Jedes Spiel ist ein Graph',
  promise: 'Zeichne Stellungen als Punkte und Züge als Pfeile: P und N, der mex und Summen in einem Bild.',
  pages: [
    {
      title: 'Punkte und Pfeile',
      text: [
        'Jedes Spiel dieser Seite lässt sich zeichnen: ein Punkt für jede Stellung, ein Pfeil für jeden Zug. Eine Marke steht auf einem Punkt; ein Zug schiebt sie einen Pfeil entlang; wer nicht ziehen kann, verliert.',
        'Beschrifte vom Ende her. Ein Punkt ohne Pfeile ist _P_: Wer dort ziehen muss, verliert. Ein Punkt mit einem Pfeil zu einem P ist _N_. Ein Punkt, dessen Pfeile alle zu N führen, ist _P_.',
      ],
      tasks: ['Beschrifte jeden Punkt mit P oder N.'],
    },
    {
      title: 'Mehr als gewonnen oder verloren',
      text: [
        'Um mehrere Spiele zugleich zu spielen, genügen P und N nicht. Beschrifte stattdessen jeden Punkt mit einer Zahl: dem _mex_, der kleinsten Zahl, die unter den Zahlen der Punkte, zu denen seine Pfeile führen, _nicht_ vorkommt. Die Punkte mit 0 sind die P-Stellungen.',
      ],
      tasks: ['Beschrifte jeden Punkt mit seinem mex.'],
      after: 'Ein Punkt mit der Zahl v hat Pfeile zu allen Zahlen 0, 1, … , v − 1 und keinen zu v: genau wie ein Haufen von v Steinen, bis auf Pfeile zu größeren Zahlen, und die kann die Gegenseite zurücknehmen.',
    },
    {
      title: 'Zwei Marken',
      text: [
        'Bei zwei Marken schiebt ein Zug _eine_ von ihnen. Das ist die _Summe_ zweier Spiele. Der Satz von Sprague und Grundy: Ihr Wert ist das xor der beiden Zahlen, und wer am Zug ist, verliert genau dann, wenn beide gleich sind.',
      ],
      tasks: [
        {
          ask: 'Zuerst die Zahlen, eine Marke nach der anderen; dann die Summe.',
          labels: ['Eine Marke, auf a', 'Eine Marke, auf b', 'Marken auf a und b'],
        },
        'Wer gewinnt mit zwei Marken?',
      ],
    },
    {
      title: 'Warum die Zahlen sich addieren',
      text: [
        'Die Zahlen seien gleich. Ein Zug ändert eine von ihnen, denn kein Pfeil führt zu der Zahl, bei der er beginnt: Jetzt sind sie verschieden. Sind sie verschieden, so hat die größere einen Pfeil zur kleineren, und sie sind wieder gleich.',
        'Wer gleiche Zahlen hinterlässt, kann es also immer wieder tun, und die Gegenseite nie. Marken, die nicht ziehen können, haben gleiche Zahlen: 0 und 0.',
      ],
      tasks: ['Mache die Zahlen gleich.'],
    },
    {
      title: 'Ein Graph und ein Haufen',
      text: ['Da ein beschrifteter Punkt wie ein Haufen wirkt, kann er neben einem stehen. Die Marke steht auf einem Graphen, die Steine sind ein Nim-Haufen; ein Zug ist ein Zug in einem von beiden.'],
      tasks: ['Gewinne diese Summe gegen die Engine.'],
      after: 'Das ist die ganze Theorie solcher Spiele: zeichnen, mit dem mex beschriften, mit xor addieren. Es bleibt, die Zahlen zu finden, ohne alles zu zeichnen.',
    },
    {
      title: 'Prüfung',
      text: ['Fünf Fragen, je ein Versuch. Mit vier richtigen Antworten ist die Lektion bestanden.'],
      tasks: ['Antworte ohne Hilfe.'],
    },
  ],
};
