/**
 * Was die Engine über die Spiele der Lektionen, des Quiz und der Arbeitsblätter sagt, auf Deutsch: ihre Züge und ihre Regeln.
 * Was hier nicht vorkommt, bleibt Englisch und wird so ausgezeichnet.
 */

type Words = (...found: string[]) => string;

const zahlen = (words: string) =>
  words.replace('-', ' bis ').replace(' to ', ' bis ').replace(' or ', ' oder ').replace('squares', 'Quadratzahlen').replace('primes', 'Primzahlen');

/** Sätze, die aneinander stehen können; jeder Zug ist einer. */
const SENTENCES: [RegExp, Words][] = [
  [/take (\d+) from pile (\d+), leaving (\d+) and (\d+)/y, (count, pile, one, other) => `nimm ${count} von Haufen ${pile}, es bleiben ${one} und ${other}`],
  [/take (\d+) from pile (\d+)/y, (count, pile) => `nimm ${count} von Haufen ${pile}`],
  [/take (\d+) from both piles/y, (count) => `nimm ${count} von beiden Haufen`],
  [/split pile (\d+) into (\d+) and (\d+)/y, (pile, one, other) => `teile Haufen ${pile} in ${one} und ${other}`],
  [
    /take the square in row (\d+), column (\d+), and all above and to the right/y,
    (row, column) => `iss das Feld in Zeile ${row}, Spalte ${column} und alle darüber und rechts davon`,
  ],
  [/go from (\w+) to (\w+)/y, (from, to) => `geh von ${from} nach ${to}`],
  [/in part (\d+): /y, (part) => `in Teil ${part}: `],
  [/Heaps of stones\. A move takes any number of stones, at least one, from one heap\./y, () => 'Haufen von Steinen. Ein Zug nimmt beliebig viele Steine, mindestens einen, von einem Haufen.'],
  [/Take ([\d, or-]+) stones from one heap\./y, (counts) => `Nimm ${zahlen(counts!)} Steine von einem Haufen.`],
  [/Take stones from one heap, as many as one of these says: (squares|primes)\./y, (kind) => `Nimm Steine von einem Haufen; erlaubt sind nur ${zahlen(kind!)}.`],
  [
    /Rows of pins\. A move knocks down one pin or two neighbouring pins; a row may fall into two\./y,
    () => 'Reihen von Kegeln. Ein Zug wirft einen Kegel um oder zwei benachbarte; eine Reihe kann in zwei zerfallen.',
  ],
  [
    /Rows of pins\. A move knocks down exactly two neighbouring pins; what is left of the row may fall into two\. This is the octal game 0\.07\./y,
    () => 'Reihen von Kegeln. Ein Zug wirft genau zwei benachbarte Kegel um; was von der Reihe bleibt, kann in zwei zerfallen.',
  ],
  [/Heaps of stones\. A move splits one heap into two non-empty heaps of different sizes\./y, () => 'Haufen von Steinen. Ein Zug teilt einen Haufen in zwei verschieden große.'],
  [
    /Heaps of stones\. A move takes any number of stones, at least one, from one heap, or splits a heap into two non-empty heaps\./y,
    () => 'Haufen von Steinen. Ein Zug nimmt beliebig viele Steine, mindestens einen, von einem Haufen oder teilt einen Haufen in zwei.',
  ],
  [
    /Two heaps of stones\. A move takes any number of stones from one heap, or the same number from both\./y,
    () => 'Zwei Haufen von Steinen. Ein Zug nimmt beliebig viele Steine von einem Haufen oder von beiden gleich viele.',
  ],
  [/Take stones from ([\d or to]+) heaps, any number from each\./y, (heaps) => `Nimm Steine von ${zahlen(heaps!)} Haufen, von jedem beliebig viele.`],
  [
    /A board of squares, rows from the bottom, none longer than the one below it; 3x4 is three rows of four\. A move names a square and takes it with all squares above it and to its right\. The bottom left square is poisoned and cannot be taken, so who is left with it alone cannot move\. Any other shape is drawn, rows from the top with a \/ between them, \. for a square and # for a hole; if there is no bottom left square nothing is poisoned\. In three dimensions 2x3x4 is a box of two rows, three columns and four layers of cubes, and 10\/21 says how high each column of cubes is; a move names a cube by row, column and layer, and takes all that are nowhere nearer to the corner\. The corner is poisoned: whoever is left with it alone loses\./y,
    () =>
      'Eine Tafel aus Feldern, Zeilen von unten, keine länger als die darunter. Ein Zug nennt ein Feld und isst es mit allen Feldern darüber und rechts davon. Das Feld links unten ist vergiftet: Wer nur noch dieses hat, verliert. Andere Formen werden gezeichnet, Zeilen von oben mit / dazwischen, . für ein Feld und # für ein Loch; ohne Feld links unten ist nichts vergiftet. Räumlich ist 2x3x4 ein Quader aus zwei Zeilen, drei Spalten und vier Schichten von Würfeln, und 10/21 sagt, wie hoch jede Säule von Würfeln ist; ein Zug nennt einen Würfel mit Zeile, Spalte und Schicht und isst alle, die der Ecke nirgends näher sind.',
  ],
  [/Send one token along an arc of the graph; play that never ends is a draw\./y, () => 'Schicke eine Marke einen Pfeil des Graphen entlang; ein Spiel ohne Ende ist unentschieden.'],
  [/A sum of games: a move is a move in one of its parts\./y, () => 'Eine Summe von Spielen: Ein Zug ist ein Zug in einem ihrer Teile.'],
  [/Part (\d+), ([^:]+):/y, (part, game) => `Teil ${part}, ${game}:`],
  [/Whoever takes the last stone wins\./y, () => 'Wer den letzten Stein nimmt, gewinnt.'],
  [/Whoever makes the last move wins\./y, () => 'Wer den letzten Zug macht, gewinnt.'],
  [/Misère play: whoever takes the last stone loses\./y, () => 'Misère-Spiel: Wer den letzten Stein nimmt, verliert.'],
  [/Misère play: whoever makes the last move loses\./y, () => 'Misère-Spiel: Wer den letzten Zug macht, verliert.'],
  [/You(?=: )/y, () => 'Du'],
  [/The engine(?=: )/y, () => 'Die Engine'],
  [/Player (\d+)(?=: )/y, (seat) => `Spieler ${seat}`],
  [/Player (\d+) to move\./y, (seat) => `Spieler ${seat} ist am Zug.`],
  [/No move is left, and whoever cannot move (loses|wins): /y, (how) => `Kein Zug ist übrig, und wer nicht ziehen kann, ${how === 'loses' ? 'verliert' : 'gewinnt'}: `],
  [/you win\./y, () => 'Du gewinnst.'],
  [/the engine wins\./y, () => 'Die Engine gewinnt.'],
  [/player (\d+) wins\./y, (seat) => `Spieler ${seat} gewinnt.`],
  [/(?:: |, |\.$| )/y, () => ''],
];

/** Ein Text der Engine auf Deutsch, wenn jeder seiner Sätze hier vorkommt. */
export function retell(text: string): string | undefined {
  let german = '';
  for (let at = 0; at < text.length; ) {
    const known = SENTENCES.find(([pattern]) => {
      pattern.lastIndex = at;
      return pattern.test(text);
    });
    if (!known) return undefined;
    const [pattern, words] = known;
    pattern.lastIndex = at;
    const [whole, ...found] = pattern.exec(text)!;
    german += words(...found) || whole;
    at += whole.length;
  }
  return german;
}
