/** The game on the table: what the engine keeps as a session, and what the screen needs beside it. */
import { engine, EngineError } from '../engine/client';
import { pause } from './motion';
import { DEFAULT_ADDRESS, page } from './page.svelte';
import { join, split } from './route';
import type { Analysis, Hint, Listing, Opened, Play, Review, Table, Trace } from './types';

/** `person`, or the strength of an engine. */
export type Seat = string;

export interface Setup {
  players: Seat[];
  seed: number;
}

const REPLY_PAUSE = 550;
const MOST_MOVES = 400;

/** What is said about the last move of a person. */
export interface Verdict {
  text: string;
  good: boolean;
}

export class Match {
  table = $state.raw<Table | undefined>();
  legal = $state.raw<Listing>({ moves: [], complete: true });
  picks = $state<string[]>([]);
  /** The move that the picks so far make. */
  whole = $state('');
  next = $state.raw<string[] | undefined>();
  hint = $state.raw<Hint | undefined>();
  verdict = $state.raw<Verdict | undefined>();
  review = $state.raw<Review | undefined>();
  /** The columns of the nim-sum, where the game has them. */
  columns = $state.raw<string[][] | undefined>();
  fault = $state('');
  note = $state('');
  busy = $state(false);
  thinking = $state(false);
  /** Whether engines that play among themselves go on. */
  running = $state(true);
  /** A position of the past that is looked at, by its number. */
  looked = $state.raw<{ ply: number; opened: Opened } | undefined>();
  setup: Setup = { players: ['person', '100'], seed: 1 };
  misereAllowed = $state(true);
  names = $state.raw<string[]>([]);
  #visit = 0;
  #previews = new Map<string, Promise<string[]>>();

  get ended(): boolean {
    return this.table?.state.end != null;
  }

  get personToMove(): boolean {
    const state = this.table?.state;
    return !!state && !state.end && state.players[state.to_move - 1]?.kind === 'person';
  }

  get people(): number {
    return this.table?.state.players.filter((player) => player.kind === 'person').length ?? 0;
  }

  /** The address of the position after some text, in the same game. */
  #at(position: string): string {
    const { address, position: here } = this.table!.state;
    return address.slice(0, address.length - here.length) + position;
  }

  /** Opens what the link says. */
  async open(address: string, more: Record<string, string>): Promise<void> {
    const visit = ++this.#visit;
    this.fault = '';
    this.busy = true;
    this.#clear();
    this.looked = undefined;
    try {
      const start = address || DEFAULT_ADDRESS;
      const opened = await engine.ask<Opened>('open', [start]);
      if (visit !== this.#visit) return;
      this.misereAllowed = opened.misere;
      this.names = opened.names;
      this.setup = readSetup(more, opened.seats);
      const { players, seed } = this.setup;
      let table = await engine.ask<Table>('begin', [start, players.join('\n'), seed]);
      const moves = split(more['moves'] ?? '').slice(0, MOST_MOVES);
      for (const move of moves) table = await engine.ask<Table>('play', [move]);
      if (more['end'] === 'resigned') table = await engine.ask<Table>('resign');
      if (visit !== this.#visit) return;
      await this.#arrive(table, false);
    } catch (error) {
      if (visit === this.#visit) {
        this.fault = message(error);
        this.table = undefined;
        page.board = undefined;
      }
      return;
    } finally {
      if (visit === this.#visit) this.busy = false;
    }
    void this.#goOn();
  }

  #clear(): void {
    this.hint = undefined;
    this.verdict = undefined;
    this.review = undefined;
    this.note = '';
    this.#drop();
  }

  #drop(): void {
    this.picks = [];
    this.whole = '';
    this.next = undefined;
  }

  async #arrive(table: Table, follow = true): Promise<void> {
    this.table = table;
    this.note = table.note;
    this.#previews.clear();
    this.#drop();
    page.board = table.state.address;
    if (follow) this.#follow();
    const visit = this.#visit;
    const legal = await engine.ask<Listing>('legal', [500]);
    if (visit !== this.#visit) return;
    this.legal = legal;
    page.say(table.sentence);
    // The columns are worked out beside the game, not before it.
    void this.#count(table.state.address, visit);
  }

  async #count(address: string, visit: number): Promise<void> {
    let columns: string[][] | undefined;
    try {
      const trace = await engine.ask<Trace>('explain', [address], { seconds: 3 });
      columns = trace.steps.find((step) => step.kind === 'columns')?.table;
    } catch {
      // A game without columns, or too large for them.
    }
    if (visit === this.#visit && this.table?.state.address === address) this.columns = columns;
  }

  /** The link and the memory of this browser follow the game. */
  #follow(): void {
    const { state } = this.table!;
    const { players, seed } = this.setup;
    const usual = players.length === 2 && players[0] === 'person' && players[1] === '100';
    const more: Record<string, string> = {
      players: usual ? '' : players.join(','),
      seed: seed === 1 ? '' : String(seed),
      moves: join(state.moves.map((move) => move.move)),
      end: state.end?.kind === 'resigned' ? 'resigned' : '',
    };
    page.follow(state.start, more);
    if (this.names.length === 1) page.keepGame(this.names[0] ?? '', location.hash);
  }

  /** Does something that changes the game. */
  async #act(method: string, args: unknown[] = []): Promise<boolean> {
    const visit = this.#visit;
    this.busy = true;
    this.fault = '';
    try {
      const table = await engine.ask<Table>(method, args);
      if (visit !== this.#visit) return false;
      this.hint = undefined;
      this.review = undefined;
      await this.#arrive(table);
      return true;
    } catch (error) {
      if (visit === this.#visit) this.fault = message(error);
      return false;
    } finally {
      if (visit === this.#visit) this.busy = false;
    }
  }

  /** Engines move until a person is to move, or the game is over. */
  async #goOn(): Promise<void> {
    const visit = this.#visit;
    while (visit === this.#visit && this.table && !this.ended && !this.personToMove) {
      if (!this.running && this.people === 0) return;
      this.thinking = true;
      await pause(REPLY_PAUSE);
      if (visit !== this.#visit || (!this.running && this.people === 0)) break;
      const done = await this.#act('reply');
      const repeated = (this.table?.state.repetitions ?? 0) >= 3;
      if (!done) break;
      if (repeated && this.people === 0 && !this.ended) await this.#act('draw');
    }
    this.thinking = false;
    if (visit === this.#visit && this.ended && this.table && this.table.state.moves.length > 0) await this.look();
  }

  /** A shape was picked. */
  async pick(pick: string): Promise<void> {
    if (this.busy || !this.table) return;
    const parts = this.legal.moves.map((move) => move.move.split(', '));
    const alone = parts.some((move) => move.length === 1 && move[0] === pick);
    const shared = parts.some((move) => move.length > 1 && move.includes(pick));
    if (this.picks.length === 0 && alone && !shared) {
      await this.play(pick);
      return;
    }
    const picks = this.picks.includes(pick) ? this.picks.filter((other) => other !== pick) : [...this.picks, pick];
    if (picks.length === 0) {
      this.#drop();
      return;
    }
    // Shown at once, so that a second pick that comes before the answer is added to the first.
    this.picks = picks;
    this.whole = '';
    try {
      const answer = await engine.ask<{ next: string[]; move: string | null }>('complete', [
        this.table.state.address,
        picks.join('\n'),
      ]);
      if (join(this.picks) !== join(picks)) return;
      this.whole = answer.move ?? '';
      this.next = answer.next;
      if (answer.move && answer.next.length === 0) await this.play(answer.move);
    } catch (error) {
      this.fault = message(error);
    }
  }

  forget(): void {
    this.#drop();
  }

  async play(move: string): Promise<void> {
    this.verdict = undefined;
    if (await this.#act('play', [move])) await this.#goOn();
  }

  async undo(): Promise<void> {
    this.#visit += 1;
    this.verdict = undefined;
    this.looked = undefined;
    if (this.people === 0) this.running = false;
    await this.#act('undo');
  }

  async redo(): Promise<void> {
    this.verdict = undefined;
    if (await this.#act('redo')) await this.#goOn();
  }

  async resign(): Promise<void> {
    if (await this.#act('resign')) await this.look();
  }

  async draw(): Promise<void> {
    if (await this.#act('draw')) await this.look();
  }

  toggleRunning(): void {
    this.running = !this.running;
    if (this.running) void this.#goOn();
  }

  async ask(): Promise<void> {
    this.busy = true;
    this.fault = '';
    try {
      this.hint = await engine.ask<Hint>('hint');
      page.say(this.hint.text);
    } catch (error) {
      this.fault = message(error);
    } finally {
      this.busy = false;
    }
  }

  /** Was the last move of a person good? What refutes it, if not? */
  async judge(): Promise<void> {
    const state = this.table?.state;
    if (!state) return;
    const seats = state.players.length;
    const index = state.moves.findLastIndex((_, at) => state.players[at % seats]?.kind === 'person');
    const played = state.moves[index];
    if (!played) return;
    this.fault = '';
    try {
      const after = await engine.ask<Analysis>('analyse', [this.#at(played.to)]);
      const what = played.text || played.move;
      const reply = after.winning[0]?.text;
      const texts = {
        P: `Yes. Your move (${what}) leaves a P-position: whoever moves next loses. Good for you.`,
        D: `Your move (${what}) keeps the draw: neither side can force an end.`,
        N: `No. Your move (${what}) leaves an N-position: whoever moves next wins${reply ? `, for example by this: ${reply}` : ''}. Take it back and try another?`,
      };
      this.verdict = { text: texts[after.outcome] ?? 'Who wins from there is not a question of two players.', good: after.outcome !== 'N' };
      page.say(this.verdict.text);
    } catch (error) {
      this.fault = message(error);
    }
  }

  async look(): Promise<void> {
    this.fault = '';
    try {
      this.review = await engine.ask<Review>('review', [], { seconds: 10 });
    } catch (error) {
      this.fault = message(error);
    }
  }

  /** Shows the position after so many moves. */
  async jump(ply: number): Promise<void> {
    const state = this.table?.state;
    if (!state) return;
    if (ply >= state.moves.length) {
      this.looked = undefined;
      return;
    }
    const address = ply === 0 ? state.start : this.#at(state.moves[ply - 1]!.to);
    try {
      this.looked = { ply, opened: await engine.ask<Opened>('open', [address]) };
    } catch (error) {
      this.fault = message(error);
    }
  }

  /** Goes on from the position that is looked at. */
  playFrom(ply: number): void {
    const state = this.table?.state;
    if (!state) return;
    const { players, seed } = this.setup;
    page.go({
      screen: 'play',
      address: state.start,
      more: {
        players: players.join(','),
        seed: String(seed),
        moves: join(state.moves.slice(0, ply).map((move) => move.move)),
      },
    });
  }

  /** The shapes that a pick would take away. */
  preview(pick: string): Promise<string[]> {
    const to = this.legal.moves.find((move) => move.move === pick)?.to;
    if (to === undefined || !this.table) return Promise.resolve([]);
    let known = this.#previews.get(pick);
    if (!known) {
      const before = this.table.scene.shapes.filter((shape) => shape.role !== 'ground' && shape.role !== 'text');
      known = engine.ask<Opened>('open', [this.#at(to)]).then(({ scene }) => {
        const after = new Map(scene.shapes.map((shape) => [shape.id, shape.role]));
        return before.filter((shape) => after.get(shape.id) !== shape.role).map((shape) => shape.id);
      });
      this.#previews.set(pick, known);
    }
    return known;
  }

  /** Leaves the screen: nothing that is still under way may change the link, or keep the next screen waiting. */
  leave(): void {
    this.#visit += 1;
    if (this.busy) engine.cancel();
  }
}

function readSetup(more: Record<string, string>, seats: number): Setup {
  const given = (more['players'] ?? '').split(',').filter((seat) => /^(person|\d{1,3})$/.test(seat));
  const players = Array.from({ length: Math.min(seats, 64) }, (_, seat) => given[seat] ?? (seat === 0 && given.length === 0 ? 'person' : '100'));
  const seed = Number(more['seed'] ?? 1);
  return { players, seed: Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32 ? seed : 1 };
}

export const message = (error: unknown): string =>
  error instanceof EngineError || error instanceof Error ? sentence(error.message) : String(error);

/** What the command line would do about it, and what the page does instead. */
const ELSEWHERE: [RegExp, string][] = [
  [/'bouton games' lists them all/, 'the button "Games" lists them all'],
  [/: (no drawing has more than|--nodes )[^:]*$/, ': choose a smaller position'],
  [/; a larger one \(--\w+\) may answer/, ''],
];

/** With a capital letter and a full stop. */
function sentence(said: string): string {
  const text = ELSEWHERE.reduce((so, [theirs, ours]) => so.replace(theirs, ours), said);
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

/** Normal or misère, of an address. */
export const withPlay = (address: string, play: Play): string => {
  const bare = address.replace(/^mis[eè]re\s+/, '');
  return play === 'misere' ? `misere ${bare}` : bare;
};
