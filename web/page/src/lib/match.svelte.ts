/** The game on the table: what the engine keeps as a session, and what the screen needs beside it. */
import { engine, EngineError } from '../engine/client';
import { app, play, verdict as english } from '../text/en';
import { heard, words } from '../text/language.svelte';
import { FAIR } from './levels';
import { pause } from './motion';
import { DEFAULT_ADDRESS, page } from './page.svelte';
import { picksOf } from './picks';
import { join, split } from './route';
import { score } from './score.svelte';
import type { Analysis, Columns, Completion, Hint, Opened, Player, Review, Scene, Table } from './types';

const REPLY_PAUSE = 550;
const MOST_MOVES = 400;

/** What is said about the last move of a person. */
export interface Verdict {
  text: string;
  good: boolean;
}

/** What comes in a walk: the game after each move, and what belongs to it. */
type Part = Table | Completion | Columns | Review;

export class Match {
  table = $state.raw<Table | undefined>();
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
  busy = $state(false);
  /** Whether engines that play among themselves go on. */
  running = $state(true);
  /** A position of the past that is looked at, by its number. */
  looked = $state.raw<{ ply: number; opened: Opened } | undefined>();
  /** Whether somebody has helped, or the game was not played from its beginning: then it is no game to count. */
  helped = $state(false);
  #visit = 0;
  #walks = 0;
  /** Walks that are not at their end. */
  #under = 0;
  #previews = new Map<string, Promise<string[]>>();

  get ended(): boolean {
    return this.table?.state.end != null;
  }

  get personToMove(): boolean {
    const state = this.table?.state;
    return !!state && !state.end && state.players[state.to_move - 1]?.kind === 'person';
  }

  /** Whether an engine thinks about its answer to a person. */
  get thinking(): boolean {
    return this.busy && !!this.table && !this.ended && !this.personToMove;
  }

  /** The seat of the only person against one engine, counted from 1, or 0. */
  get you(): number {
    const players = this.table?.state.players ?? [];
    return players.length === 2 && this.people === 1 ? players.findIndex((player) => player.kind === 'person') + 1 : 0;
  }

  /** Whether you have won; nothing where nobody is you, or nobody has won. */
  get won(): boolean | undefined {
    const end = this.table?.state.end;
    if (!end || end.kind === 'drawn' || !this.you) return undefined;
    return end.kind === 'finished' && !end.losers.includes(this.you);
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
    this.#abandon();
    const visit = this.#visit;
    this.verdict = undefined;
    this.#clear();
    this.looked = undefined;
    this.helped = !!more['moves'];
    const seed = Number(more['seed'] ?? 1);
    const opened = await this.#walk('begin', [
      address || DEFAULT_ADDRESS,
      (more['players'] ?? '').split(',').filter((seat) => /^(person|\d{1,3})$/.test(seat)).join('\n'),
      Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32 ? seed : 1,
      split(more['moves'] ?? '').slice(0, MOST_MOVES).map((move) => `${move}\n`).join(''),
      more['end'] === 'resigned',
    ]);
    if (opened && visit === this.#visit) void this.#goOn();
  }

  /** Whatever is under way is not wanted any more: it changes nothing here, and nobody waits until it is done. */
  #abandon(): void {
    this.#visit += 1;
    if (this.#under > 0 && engine.working) engine.cancel();
  }

  /** What was said about another position. */
  #clear(): void {
    this.hint = undefined;
    this.review = undefined;
    this.#drop();
  }

  #drop(): void {
    this.picks = [];
    this.whole = '';
    this.next = undefined;
  }

  /** Does something, and shows what comes of it: the answers of engines too, each after a moment. */
  async #walk(method: string, args: unknown[] = [], busy = true): Promise<boolean> {
    const visit = this.#visit;
    const walk = ++this.#walks;
    this.#under += 1;
    this.busy = busy;
    this.fault = '';
    let tables = 0;
    try {
      for await (const answer of engine.follow(method, args)) {
        const part = answer as Part;
        if (visit !== this.#visit) return false;
        if ('state' in part) {
          if (tables++ > 0) await pause(REPLY_PAUSE);
          else this.verdict = undefined;
          if (visit !== this.#visit) return false;
          // A link that was just opened says what it says.
          this.#arrive(part, method !== 'begin' || tables > 1);
        } else if ('columns' in part) this.columns = part.columns ?? undefined;
        else if ('next' in part) this.#complete(part, args);
        else this.review = part;
      }
      return true;
    } catch (error) {
      if (visit !== this.#visit) return false;
      this.fault = message(error);
      this.#drop();
      if (method === 'begin' && tables === 0) this.table = page.board = undefined;
      return false;
    } finally {
      this.#under -= 1;
      if (visit === this.#visit && walk === this.#walks) this.busy = false;
    }
  }

  #arrive(table: Table, follow: boolean): void {
    this.table = table;
    this.#previews.clear();
    this.#clear();
    this.busy = this.people > 0 && !this.ended && !this.personToMove;
    page.board = table.state.address;
    if (follow) {
      this.#follow();
      this.#count();
    }
    const { moves, players, position } = table.state;
    const last = moves.at(-1);
    const by = table.names[(moves.length - 1) % players.length];
    if (last && follow) page.say(words('play', play).board(position), `${by}: ${last.text || last.move}. ${table.sentence}`);
    else page.say(words('play', play).board(position), table.sentence);
  }

  #count(): void {
    const engine = this.table!.state.players[2 - this.you];
    if (this.won !== undefined && !this.helped && engine?.kind === 'engine') score.record(this.won, engine.strength);
  }

  /** The link and the memory of this browser follow the game. */
  #follow(): void {
    const { state, games } = this.table!;
    const players = state.players.map(seat);
    const usual = players.length === 2 && players[0] === 'person' && players[1] === String(FAIR);
    const more: Record<string, string> = {
      players: usual ? '' : players.join(','),
      seed: state.seed === 1 ? '' : String(state.seed),
      moves: join(state.moves.map((move) => move.move)),
      end: state.end?.kind === 'resigned' ? 'resigned' : '',
    };
    if (page.follow(state.start, more) && games.length === 1) page.keepGame(games[0] ?? '', location.hash);
  }

  /** Engines among themselves move until the game is over. */
  async #goOn(): Promise<void> {
    const visit = this.#visit;
    const goesOn = () => visit === this.#visit && this.running && this.people === 0 && !!this.table && !this.ended;
    while (goesOn()) {
      await pause(REPLY_PAUSE);
      if (!goesOn() || !(await this.#walk('reply'))) return;
      if (goesOn() && this.table!.state.repetitions >= 3) await this.#walk('draw');
    }
  }

  /** A shape was picked: the engine makes the move where the picks are one, or says what may follow. */
  async pick(pick: string): Promise<void> {
    if (this.busy || !this.table) return;
    const picks = this.picks.includes(pick) ? this.picks.filter((other) => other !== pick) : [...this.picks, pick];
    if (picks.length === 0) {
      this.#drop();
      return;
    }
    // Shown at once, so that a second pick that comes before the answer is added to the first.
    this.picks = picks;
    this.whole = '';
    await this.#walk('pick', [this.table.state.address, picks.join('\n')], !this.#partOfMore(pick));
  }

  /** Whether a second pick may follow this one, and may come before the first is answered. */
  #partOfMore(pick: string): boolean {
    return this.table!.legal.moves.some(({ move }) => move !== pick && picksOf(move).includes(pick));
  }

  #complete({ next, move }: Completion, [, picks]: unknown[]): void {
    if (this.picks.join('\n') !== picks) return;
    this.whole = move ?? '';
    this.next = next;
  }

  forget(): void {
    this.#drop();
  }

  async play(move: string): Promise<void> {
    await this.#walk('play', [move]);
  }

  async undo(): Promise<void> {
    this.#abandon();
    this.helped = true;
    this.looked = undefined;
    if (this.people === 0) this.running = false;
    await this.#walk('undo');
  }

  async redo(): Promise<void> {
    if (await this.#walk('redo')) await this.#goOn();
  }

  async resign(): Promise<void> {
    await this.#walk('resign');
  }

  async draw(): Promise<void> {
    await this.#walk('draw');
  }

  toggleRunning(): void {
    this.running = !this.running;
    if (this.running) void this.#goOn();
  }

  async ask(): Promise<void> {
    this.busy = this.helped = true;
    this.fault = '';
    try {
      this.hint = await engine.ask<Hint>('hint');
      page.say('', this.hint.text);
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
    this.helped = true;
    try {
      const after = await engine.ask<Analysis>('analyse', [this.#at(played.to)]);
      const what = played.text || played.move;
      const reply = after.winning?.[0]?.text ?? '';
      // Games of more than two players have no outcome.
      const verdict = words('verdict', english);
      const text = after.outcome ? verdict[after.outcome](what, reply) : verdict.none;
      this.verdict = { text, good: after.outcome !== 'N' };
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

  /** The same game with other players, under another convention, or up to one of its moves. */
  change({ players, address, ply }: { players?: string; address?: string; ply?: number }): void {
    const state = this.table?.state;
    if (!state) return;
    page.show('play', address ?? state.start, {
      players: players ?? state.players.map(seat).join(','),
      seed: String(state.seed),
      moves: join(state.moves.slice(0, ply).map((move) => move.move)),
    });
  }

  /** The shapes that a pick would take away: they come with the table, unless they are too many. */
  preview(pick: string): Promise<string[]> {
    const { legal, previews, scene } = this.table!;
    if (previews) return Promise.resolve(previews[pick] ?? []);
    const to = legal.moves.find((move) => move.move === pick)?.to;
    if (to === undefined) return Promise.resolve([]);
    let known = this.#previews.get(pick);
    if (!known) {
      known = engine.ask<Opened>('open', [this.#at(to)]).then((opened) => changed(scene, opened.scene));
      this.#previews.set(pick, known);
    }
    return known;
  }

  /** Leaves the screen: nothing that is still under way may change the link, or keep the next screen waiting. */
  leave(): void {
    this.#abandon();
  }
}

/** `person`, or the strength of an engine. */
const seat = (player: Player): string => (player.kind === 'person' ? 'person' : String(player.strength));

/** The shapes of one picture that another does not have, or that are something else there. */
export function changed(before: Scene, after: Scene): string[] {
  const roles = new Map(after.shapes.map((shape) => [shape.id, shape.role]));
  return before.shapes
    .filter((shape) => shape.role !== 'ground' && shape.role !== 'text' && roles.get(shape.id) !== shape.role)
    .map((shape) => shape.id);
}

/** What went wrong, in a sentence of the engine or of the page. */
export function message(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = sentence(error.message);
  return error instanceof EngineError && !['cancelled', 'died'].includes(error.kind) ? heard(said) : said;
}

/** What the command line would do about it, and what the page does instead. */
const ELSEWHERE: [RegExp, string][] = [
  [/'bouton games' lists them all/, app.elsewhere],
  [/: (no drawing has more than|--nodes )[^:]*$/, ': choose a smaller position'],
  [/; a larger one \(--\w+\) may answer/, ''],
];

/** With a capital letter and a full stop. */
function sentence(said: string): string {
  const text = ELSEWHERE.reduce((so, [theirs, ours]) => so.replace(theirs, ours), said);
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
