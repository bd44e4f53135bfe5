import type { chomp as english } from '../chomp';
import type { LessonWords } from '../types';

export const chomp: LessonWords<typeof english> = {
  title: 'Chomp',
  promise: 'Wer beginnt, gewinnt auf jeder Tafel Schokolade, und niemand weiß, wie.',
  pages: [
    {
      title: 'Eine Tafel mit einem giftigen Stück',
      text: [
        'Ein Zug wählt ein Stück der Tafel und isst es, mit allen über ihm und rechts von ihm. Das Stück in der Ecke ist giftig: Wer nur noch dieses hat, verliert.',
        'Mit einer Reihe ist das ein Nim-Haufen: Lass das giftige Stück allein übrig.',
      ],
      tasks: ['Lass nur das giftige Stück übrig.', 'Wer gewinnt?'],
    },
    {
      title: 'Quadratische Tafeln',
      text: [
        'Iss auf einer quadratischen Tafel das Stück, das schräg neben dem giftigen liegt. Es bleiben eine Reihe und eine Spalte von gleicher Länge, die sich im Gift treffen. Von da an spiegle: Was von der Reihe gegessen wird, iss von der Spalte, und umgekehrt.',
      ],
      tasks: ['Gewinne auf dieser Tafel.'],
    },
    {
      title: 'Zwei Reihen',
      text: [
        'Bei zwei Reihen sind die Stellungen verloren, in denen die untere Reihe genau _ein Stück länger_ ist als die obere (das giftige Stück allein ist eine davon).',
        'Was dort auch gegessen wird, zerstört das, und von jeder anderen Stellung mit zwei Reihen lässt es sich wiederherstellen.',
      ],
      tasks: ['Wer gewinnt? Die untere Reihe steht vorn.', 'Stelle es wieder her.', 'Und hier.'],
    },
    {
      title: 'Eine gestohlene Strategie',
      text: [
        'Auf _jedem_ Rechteck mit mehr als einem Stück gewinnt, wer beginnt. Denn angenommen, der erste Spieler äße nur die Ecke, die dem Gift gegenüberliegt. Gewinnt das, gut. Wenn nicht, hat der zweite Spieler eine Antwort, die gewinnt. Aber diese Antwort isst jene Ecke mit; der erste Spieler hätte sie also gleich geben und _stehlen_ können.',
        'Einen Gewinnzug gibt es also. Der Beweis sagt nicht, welcher es ist, und für drei und mehr Reihen ist keine Regel dafür bekannt.',
      ],
      tasks: ['Wer gewinnt? Ein Satz genügt für alle.', 'Es gibt genau einen Gewinnzug. Suche ihn!'],
      after: 'Das ist ein Beweis, dass es etwas gibt, ohne ein Beispiel dafür. Die Ecke selbst ist hier nicht der Gewinnzug.',
    },
    {
      title: 'Ein ganzes Spiel',
      text: ['Drei Reihen, und was du weißt: eine Reihe allein, eine Reihe und eine Spalte von gleicher Länge, zwei Reihen, die sich um eins unterscheiden. Führe das Spiel auf eine dieser Stellungen.'],
      tasks: ['Gewinne gegen die Engine; „Ich komme nicht weiter“ erklärt.'],
    },
    {
      title: 'Prüfung',
      text: ['Fünf Fragen zu Chomp, je ein Versuch. Mit vier richtigen Antworten ist die Lektion bestanden.'],
      tasks: ['Antworte ohne Hilfe.'],
    },
  ],
};
