/** What a lesson is made of: pages of text, and tasks whose answers the engine knows. */
import type { Question } from './quiz';

export type Task =
  /** Make a winning move, or go on until the game is won. */
  | { kind: 'move'; ask: string; address: string; goal: 'win' | 'game'; columns?: boolean }
  /** Set the binary digits of the nim-sum. `hidden` leaves out the digits of the piles. */
  | { kind: 'bits'; ask: string; addresses: readonly string[]; hidden?: boolean; name?: string }
  /** Type the value of each address. */
  | { kind: 'numbers'; ask: string; fields: readonly { label: string; address: string }[]; board?: string }
  /** Say who wins, one position after the other. */
  | { kind: 'outcome'; ask: string; addresses: readonly string[] }
  /** Fill in the values of a heap game from the empty heap upwards. */
  | { kind: 'mex'; ask: string; game: string; most: number }
  /** Choose the least number that is missing. */
  | { kind: 'sets'; ask: string; sets: readonly (readonly number[])[] }
  /** From nim-sum 0: try moves and see that none leaves 0. */
  | { kind: 'zero'; ask: string; examples: readonly string[] }
  /** From another nim-sum: find a move that leaves 0, step by step. */
  | { kind: 'nonzero'; ask: string; examples: readonly string[] }
  /** Mark the P-positions of two heaps, each from 0 to `most`. */
  | { kind: 'grid'; ask: string; game: string; most: number; heads: readonly [string, string] }
  /** Label the nodes of a graph, those first whose moves all lead to labelled ones. */
  | { kind: 'nodes'; ask: string; graph: string; label: 'outcome' | 'value' }
  /** Questions that are marked at once, one try each; it is passed with at most one mistake. */
  | { kind: 'test'; ask: string; questions: readonly Question[] };

export interface LessonPage {
  title: string;
  /** Paragraphs; what stands between underscores is emphasised. */
  text: readonly string[];
  tasks: readonly Task[];
  /** What has been seen, said once the tasks are done. */
  after?: string;
}

export interface Lesson {
  id: string;
  title: string;
  promise: string;
  pages: readonly LessonPage[];
}

/** For each of several things, one. */
type Each<Things extends readonly unknown[], One> = { readonly [At in keyof Things]: One };

type Labelled<Labels extends readonly unknown[]> = { ask: string; labels: Each<Labels, string> };

type TaskWords<Told> = Told extends { fields: infer Fields extends readonly unknown[] }
  ? Labelled<Fields>
  : Told extends { heads: infer Heads extends readonly unknown[] }
    ? Labelled<Heads>
    : Told extends { name: string }
      ? Labelled<[string]>
      : string;

type TasksWords<Tasks extends readonly unknown[]> = { readonly [At in keyof Tasks]: TaskWords<Tasks[At]> };

type PageWords<Page> = Page extends LessonPage
  ? {
      title: string;
      text: Each<Page['text'], string>;
      tasks: TasksWords<Page['tasks']>;
    } & (Page extends { after: string } ? { after: string } : { after?: never })
  : never;

type PagesWords<Pages extends readonly unknown[]> = { readonly [At in keyof Pages]: PageWords<Pages[At]> };

/**
 * What a lesson says, without what it asks the engine: that is what another language gives. One that lacks a
 * paragraph, or has one too many, does not compile.
 */
export interface LessonWords<Told extends Lesson> {
  title: string;
  promise: string;
  pages: PagesWords<Told['pages']>;
}
