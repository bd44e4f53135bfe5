/** The engine's answers, as its JSON has them. */

export type Outcome = 'N' | 'P' | 'D';
export type Play = 'normal' | 'misere';
export type Value = number | string | { infinity: (number | string)[] } | null;

export interface Failure {
  kind: 'input' | 'stopped' | 'unsupported';
  message: string;
}

export type Form =
  | { circle: { x: number; y: number; radius: number } }
  | { rectangle: { x: number; y: number; width: number; height: number } }
  | { line: { x: number; y: number; to_x: number; to_y: number; arrow: boolean } }
  | { text: { x: number; y: number } };

export type Role =
  | 'stone'
  | 'dark'
  | 'light'
  | 'queen'
  | 'pin'
  | 'pawn'
  | 'cell'
  | 'gap'
  | 'link'
  | 'goal'
  | 'row'
  | 'square'
  | 'poison'
  | 'ground'
  | 'heads'
  | 'tails'
  | 'node'
  | 'arc'
  | 'card'
  | 'gone'
  | 'text';

export interface Shape {
  id: string;
  label: string;
  caption?: string;
  role: Role;
  form: Form;
  pick?: string;
  /** Why it cannot be picked, where something like it can. */
  why?: string;
  /** The shapes that picking it takes away, where the next position does not show it. */
  takes?: string[];
}

export interface Scene {
  width: number;
  height: number;
  shapes: Shape[];
  capped?: string;
}

export interface Opened {
  address: string;
  position: string;
  play: Play;
  seats: number;
  misere: boolean;
  heap: boolean;
  game: string;
  /** In words, of this very game. */
  rules: string;
  parts: string[];
  names: string[];
  scene: Scene;
}

export interface Step {
  kind: string;
  text: string;
  highlights?: string[];
  table?: string[][];
  marks?: [number, number][];
}

export interface Trace {
  address: string;
  steps: Step[];
  /** The last step with its sources in full, where that says more. */
  sources?: string;
}

export interface Shown extends Step {
  board: number;
  player: number;
  move?: string;
}

export interface Demonstration {
  shown: {
    address: string;
    boards: string[];
    /** One for each move; `first` is its first step. */
    chapters: { number: number; player: number; first: number; title: string }[];
    steps: Shown[];
    complete: boolean;
  };
  /** The pictures of the boards. */
  scenes: Scene[];
}

export interface WinningMove {
  part: number;
  move: string;
  to?: string;
  text: string;
}

export interface Evidence {
  theorem?: { statement: string; source: string; checked: number };
  period?: { period: number; preperiod: number; saltus: number; proof: string; computed_to: number };
  computed_to?: number;
  positions?: number;
  arcs?: number;
  parts?: { address: string; value?: Value; method: string; evidence: Evidence }[];
}

export interface Analysis {
  address: string;
  play: Play;
  outcome: Outcome;
  value: Value;
  value_status: 'known' | 'none' | 'not computed';
  winning: WinningMove[];
  winning_count: number | string | null;
  winning_complete: boolean;
  remoteness: number | null;
  method: string;
  evidence: Evidence;
  /** Games for more than two players answer this instead of an outcome. */
  seats?: boolean[];
}

export interface RankedMove {
  move: string;
  text: string;
  to: string;
  outcome: Outcome | null;
  value: Value;
  remoteness: number | null;
}

export interface Ranking {
  moves: RankedMove[];
  complete: boolean;
}

export interface ListedMove {
  move: string;
  to: string;
  text: string;
}

export interface Listing {
  moves: ListedMove[];
  complete: boolean;
}

export type Player = { kind: 'person' } | { kind: 'engine'; strength: number };

export type End =
  | { kind: 'finished'; losers: number[] }
  | { kind: 'resigned'; seat: number }
  | { kind: 'drawn' };

export interface Played {
  move: string;
  text: string;
  to: string;
}

export interface SessionState {
  address: string;
  start: string;
  position: string;
  play: Play;
  players: Player[];
  seed: number;
  moves: Played[];
  taken_back: number;
  to_move: number;
  repetitions: number;
  end: End | null;
}

/** All that is to be shown of a game on the table. */
export interface Table {
  state: SessionState;
  sentence: string;
  /** Of the players. */
  names: string[];
  /** The games that are added up. */
  games: string[];
  /** Whether misère play is allowed. */
  misere: boolean;
  /** Of this very game, in words. */
  rules: string;
  sheet: string;
  note: string;
  scene: Scene;
  legal: Listing;
  /** For each pick that is a move, the shapes that it takes away; null where these are too many. */
  previews: Record<string, string[]> | null;
  /** The picks that may come first, if not all may. */
  first: string[] | null;
}

/** Which picks may follow, and the move that those so far make. */
export interface Completion {
  next: string[];
  move: string | null;
}

/** The nim-sum, digit by digit. */
export interface Columns {
  columns: string[][] | null;
}

export interface Hint {
  rung: number;
  text: string;
  move: string | null;
  trace: Trace | null;
}

export interface ReviewedMove {
  number: number;
  seat: number;
  played: Played;
  mark: 'kept' | 'lost' | 'threw-away-win' | 'threw-away-draw' | 'gave-up-safety' | 'unknown';
  outcome: Outcome | null;
  value: Value;
  better: string[];
  text: string;
}

export interface Review {
  outcome: Outcome | null;
  value: Value;
  moves: ReviewedMove[];
  summary: string;
  /** How the win went, where one person played one engine. */
  turning: string;
}

export interface Parameter {
  key: string;
  required: boolean;
  list: boolean;
  help: string;
}

export interface Entry {
  name: string;
  aliases: string[];
  title: string;
  rules: string;
  story: string | null;
  board: 'heaps' | 'strip' | 'grid' | 'graph' | 'numbers' | 'sums';
  parameters: Parameter[];
  examples: string[];
  example_move: { position: string; move: string };
  theorems: { name: string; play: Play; statement: string; source: string; checked: number }[];
  presets: { name: string; address: string; note: string; story: string | null }[];
  /** What forms and menus offer for it. */
  can: {
    /** Its positions are rows of piles, which can be changed one by one. */
    edit_piles: boolean;
    /** It has tables of two heaps. */
    table: boolean;
    /** It is a sum of single heaps, so it has a nim-sequence. */
    sequence: boolean;
    /** More than two may play it. */
    players: boolean;
    misere: boolean;
  };
}

export interface GraphNode {
  id: number;
  position: string;
  outcome: Outcome;
  remoteness: number | null;
  value: Value;
  layer: number;
  start: boolean;
  terminal: boolean;
}

export interface Drawn {
  diagram: {
    address: string;
    play: Play;
    nodes: GraphNode[];
    arcs: { from: number; to: number; winning: boolean }[];
  };
  width: number;
  height: number;
  places: [number, number][];
  curves: [number, number][][];
  labels: string[];
  widths: number[];
}

export interface PeriodAnswer {
  game: string;
  status: 'proved' | 'observed' | 'open';
  computed_to: number;
  largest: number;
  engine: string;
  period?: number;
  preperiod?: number;
  saltus?: number;
  proof?: string;
  theorem?: string;
  text?: string;
  values_theorem?: { statement: string; source: string };
  /** What the project's survey of codes found, where these values prove nothing. */
  atlas?: { code: string; status: PeriodAnswer['status']; period?: number; preperiod?: number; proof: string };
}

export interface TwoHeaps {
  game: string;
  play: Play;
  rows: number;
  columns: number;
  values?: Value[][];
  outcomes?: Outcome[][];
}
