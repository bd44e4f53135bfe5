/** Questions to the engine that lessons and quiz have in common, and its answers in words. */
import { engine } from '../engine/client';
import type { Question } from '../engine/worker';
import { judged as english, tasks } from '../text/en/learn';
import { retold, words } from '../text/language.svelte';
import type { Analysis, Ranking, RankedMove, Opened, Outcome, Table, Trace, Value } from '../lib/types';

const judged = () => words('judged', english);

/** Positions of lessons are small: whatever takes longer than this is not one. */
const SECONDS = 5;
const MOST_MOVES = 500;

export const open = (address: string) => engine.ask<Opened>('open', [address], { seconds: SECONDS });
export const ranking = (address: string) => engine.ask<Ranking>('ranking', [address, MOST_MOVES], { seconds: SECONDS });
export const explain = (address: string) => engine.ask<Trace>('explain', [address], { seconds: SECONDS });

/** The values of some positions. */
export async function valuesOf(addresses: string[]): Promise<Value[]> {
  const questions = addresses.map((address): Question => ['analyse', address]);
  return (await engine.all<Analysis[]>(questions, { seconds: SECONDS })).map(({ value }) => value);
}

/** A position with its picture, who wins it, all its moves, and the columns of its nim-sum where it has them. */
export interface Sight {
  opened: Opened;
  analysis: Analysis;
  moves: RankedMove[];
  columns?: string[][];
}

export async function look(address: string): Promise<Sight> {
  const questions: Question[] = [['open', address], ['analyse', address], ['ranking', address, MOST_MOVES]];
  const [opened, analysis, { moves }] = await engine.all<[Opened, Analysis, Ranking]>(questions, { seconds: SECONDS });
  return { opened, analysis, moves, columns: columns(opened.address) };
}

/** The address after a move. */
export const after = ({ address, position }: Opened, to: string): string =>
  address.slice(0, address.length - position.length) + to;

/** The rows of the nim-sum of some piles: label, number, digits; the last row is the sum. Nothing for other games. */
export function columns(address: string): string[][] | undefined {
  const piles = /^(?:misere )?nim: (\d+(?: \d+)*)$/.exec(address)?.[1]?.split(' ').map(BigInt);
  if (!piles) return undefined;
  const sum = piles.reduce((sum, pile) => sum ^ pile, 0n);
  const width = Math.max(1, ...piles.map((pile) => (pile ? pile.toString(2).length : 0)));
  const row = (label: string, number: bigint) => [label, String(number), ...number.toString(2).padStart(width, '0')];
  return [...piles.map((pile, at) => row(words('tasks', tasks).pile(at + 1), pile)), row(words('tasks', tasks).nimSum, sum)];
}

/** What the engine would play here, resisting as long as it can where it is lost. */
export async function reply(address: string): Promise<string> {
  const questions: Question[] = [['begin', address, '100\n100', 1, '', false], ['reply']];
  const [, { state }] = await engine.all<[Table, Table]>(questions, { seconds: SECONDS });
  const played = state.moves.at(-1);
  if (!played) throw new Error('there is no move to answer with');
  return played.move;
}

export interface Feedback {
  good: boolean;
  text: string;
}

/** A move in words, in the language of the page where that has them. */
export const named = ({ move, text }: Pick<RankedMove, 'move' | 'text'>): string => retold(text || move).text;

/** Whether a move wins that leads there, and what refutes it if not: always from the viewpoint of whoever made it. */
export function verdict({ move, text }: RankedMove, { analysis: { outcome }, moves }: Sight): Feedback {
  const what = named({ move, text });
  if (outcome === 'P') {
    return { good: true, text: judged().leavesP(what) };
  }
  if (outcome === 'D') return { good: false, text: judged().leavesD(what) };
  const answer = moves.find((next) => next.outcome === 'P');
  const how = answer
    ? judged().answer(named(answer))
    : judged().noMove;
  return {
    good: false,
    text: judged().leavesN(what, how),
  };
}

/** Who wins a position and why, in a sentence. */
export function winner({ analysis: { outcome }, moves }: Sight): { outcome: Outcome; text: string } {
  const best = moves.find((move) => move.outcome === 'P');
  const said = judged();
  const texts = {
    N: best ? said.N(named(best)) : said.stuckN,
    P: moves.length ? said.P(moves.length) : said.stuckP,
    D: said.D,
  };
  return { outcome, text: texts[outcome] };
}

/** A list in words: `1, 2 and 3`. */
export function listed(items: (string | number)[], none = judged().nothing): string {
  if (items.length === 0) return none;
  const last = items.at(-1);
  return items.length === 1 ? String(last) : `${items.slice(0, -1).join(', ')}${judged().and}${last}`;
}

/** A whole number that was typed, or nothing. */
export function typed(text: string): number | undefined {
  const bare = text.trim().replace(/^\*/, '');
  return /^\d{1,9}$/.test(bare) ? Number(bare) : undefined;
}
