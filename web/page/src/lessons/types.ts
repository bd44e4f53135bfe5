/** What a lesson is made of: pages of text, and tasks whose answers the engine knows. */
import type { Question } from './quiz';

export type Task =
  /** Make a winning move, or go on until the game is won. */
  | { kind: 'move'; ask: string; address: string; goal: 'win' | 'game'; columns?: boolean }
  /** Set the binary digits of the nim-sum. `hidden` leaves out the digits of the piles. */
  | { kind: 'bits'; ask: string; addresses: string[]; hidden?: boolean; name?: string }
  /** Type the value of each address. */
  | { kind: 'numbers'; ask: string; fields: { label: string; address: string }[]; board?: string }
  /** Say who wins, one position after the other. */
  | { kind: 'outcome'; ask: string; addresses: string[] }
  /** Fill in the values of a heap game from the empty heap upwards. */
  | { kind: 'mex'; ask: string; game: string; most: number }
  /** Choose the least number that is missing. */
  | { kind: 'sets'; ask: string; sets: number[][] }
  /** From nim-sum 0: try moves and see that none leaves 0. */
  | { kind: 'zero'; ask: string; examples: string[] }
  /** From another nim-sum: find a move that leaves 0, step by step. */
  | { kind: 'nonzero'; ask: string; examples: string[] }
  /** Mark the P-positions of two heaps, each from 0 to `most`. */
  | { kind: 'grid'; ask: string; game: string; most: number; heads: [string, string] }
  /** Label the nodes of a graph, those first whose moves all lead to labelled ones. */
  | { kind: 'nodes'; ask: string; graph: string; label: 'outcome' | 'value' }
  /** Questions that are marked at once, one try each; it is passed with at most one mistake. */
  | { kind: 'test'; ask: string; questions: Question[] };

export interface LessonPage {
  title: string;
  /** Paragraphs; what stands between underscores is emphasised. */
  text: string[];
  tasks: Task[];
  /** What has been seen, said once the tasks are done. */
  after?: string;
}

export interface Lesson {
  id: string;
  title: string;
  promise: string;
  pages: LessonPage[];
}
