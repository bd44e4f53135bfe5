/** The quiz: positions made from a seed, answers that the engine gives. */
import { after, named, ranking, listed, look, typed, verdict, winner, type Feedback } from './ask';
import { quiz as english } from '../text/en/learn';
import { words } from '../text/language.svelte';
import { Random } from './random';

const said = () => words('quiz', english);

export type Level = 1 | 2 | 3;
export const LEVELS: Level[] = [1, 2, 3];
export const QUESTIONS = 10;
const ATTEMPTS = 60;

const KINDS = ['winner', 'move', 'nim-sum', 'value', 'misere', 'sum'] as const;
export type Kind = (typeof KINDS)[number];

export interface Question {
  kind: Kind;
  address: string;
}

/** A seed is a short word, so that a teacher can say it aloud. */
export const isSeed = (text: string): boolean => /^[\w-]{1,24}$/.test(text);
export const newSeed = (): string => String(Math.floor(Math.random() * 900_000) + 100_000);
export const readLevel = (text: string | undefined): Level => (text === '2' ? 2 : text === '3' ? 3 : 1);

/** Every kind once, and four more. */
export function kinds(seed: string, level: Level): Kind[] {
  const random = new Random(`${seed}/${level}`);
  const more = random.shuffled(KINDS).slice(0, QUESTIONS - KINDS.length);
  return random.shuffled([...KINDS, ...more]);
}

const piles = (random: Random, [fewest, most]: [number, number], largest: number): number[] =>
  Array.from({ length: random.between(fewest, most) }, () => random.between(1, largest));

/** Heap games with the largest heap that can be asked of somebody with pencil and paper. */
const HEAPS: Record<Level, [string, number][]> = {
  1: [['subtraction(1-2)', 14], ['subtraction(1-3)', 18], ['subtraction(1-4)', 24], ['subtraction(1,3)', 12], ['subtraction(1,3,4)', 8]],
  2: [['subtraction(1,3,4)', 14], ['subtraction(2,3)', 12], ['subtraction(1,4)', 14], ['subtraction(squares)', 11], ['kayles', 6], ['grundy', 8]],
  3: [['subtraction(2,4,7)', 16], ['subtraction(primes)', 13], ['kayles', 9], ['grundy', 11], ['dawsons-kayles', 9], ['laskers-nim', 7]],
};

const heap = (random: Random, level: Level, fewest: number): string => {
  const [game, most] = random.of(HEAPS[level]);
  return `${game}: ${random.between(fewest, most)}`;
};

function candidate(kind: Kind, level: Level, random: Random): string {
  const counts: [number, number] = level === 1 ? [2, 3] : level === 2 ? [3, 4] : [4, 5];
  switch (kind) {
    case 'winner':
    case 'move':
      if (level === 3 && random.between(0, 1) === 1) return `nim: ${random.between(1, 7)} + ${heap(random, 2, 3)}`;
      return `nim: ${piles(random, counts, [5, 9, 15][level - 1]!).join(' ')}`;
    case 'nim-sum':
      return `nim: ${piles(random, counts, [7, 15, 63][level - 1]!).join(' ')}`;
    case 'value':
      return heap(random, level, 3);
    case 'misere':
      // Positions of single stones are where the rule turns round, so they come up often.
      return `misere nim: ${piles(random, [2, level + 3], random.between(0, 2) === 0 ? 1 : level + 2).join(' ')}`;
    case 'sum': {
      const parts = [`nim: ${random.between(1, [4, 7, 9][level - 1]!)}`, heap(random, level === 1 ? 1 : 2, 3)];
      if (level === 3) parts.push(heap(random, 3, 3));
      return parts.join(' + ');
    }
  }
}

/** The address if it makes a good question; another one that the engine leads to; or nothing. */
async function suits(kind: Kind, address: string, random: Random): Promise<string | undefined> {
  const { analysis, moves, opened } = await look(address);
  if (kind === 'move') {
    const mixed = moves.some((move) => move.outcome === 'P') && moves.some((move) => move.outcome === 'N');
    return mixed ? address : undefined;
  }
  if (kind === 'winner' || kind === 'misere') {
    // P-positions are rare, so every other time one is asked for: the engine's own move leads there.
    if (random.between(0, 1) === 0) return address;
    if (analysis.outcome === 'P') return address;
    const to = analysis.winning.length > 0 ? random.of(analysis.winning).to : undefined;
    if (to === undefined || /(^|\s)0(\s|$)/.test(to)) return undefined;
    return after(opened, to);
  }
  return typeof analysis.value === 'number' ? address : undefined;
}

/** The question of this number. What the engine cannot answer quickly is not asked. */
export async function question(seed: string, level: Level, at: number, used: string[]): Promise<Question> {
  const kind = kinds(seed, level)[at]!;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const random = new Random(`${seed}/${level}/${at}/${attempt}`);
    try {
      const address = await suits(kind, candidate(kind, level, random), random);
      if (address !== undefined && !used.includes(address)) return { kind, address };
    } catch {
      // The next one will do.
    }
  }
  return { kind: 'move', address: 'nim: 3 4 5' };
}

export const asksOutcome = ({ kind }: Question): boolean => kind === 'winner' || kind === 'misere';

/** What is right, in words. */
export async function solution({ kind, address }: Question): Promise<string> {
  const { analysis, moves } = await look(address);
  if (kind === 'winner' || kind === 'misere') return analysis.outcome === 'P' ? said().other : said().mover;
  if (kind === 'move') {
    const best = moves.find((move) => move.outcome === 'P');
    return best ? named(best) : '';
  }
  return String(analysis.value);
}

/** An answer as it is shown afterwards. */
export async function inWords({ kind, address }: Question, answer: string): Promise<string> {
  if (kind === 'winner' || kind === 'misere') {
    return answer === 'P' ? said().other : answer === 'N' ? said().mover : answer;
  }
  if (kind !== 'move') return answer;
  const made = (await ranking(address)).moves.find((move) => move.move === answer);
  return made ? named(made) : answer;
}

/** Whether an answer is right, and why not. */
export async function mark({ kind, address }: Question, answer: string): Promise<Feedback> {
  if (kind === 'winner' || kind === 'misere') {
    const { outcome, text } = winner(await look(address));
    return { good: answer === outcome, text };
  }
  if (kind === 'move') {
    const { opened, moves } = await look(address);
    const move = moves.find((each) => each.move === answer);
    return move ? verdict(move, await look(after(opened, move.to))) : { good: false, text: said().noMove };
  }
  const { analysis: { value }, moves } = await look(address);
  const good = typed(answer) === Number(value);
  if (kind === 'nim-sum') return { good, text: said().nimSum(String(value)) };
  if (kind === 'sum') return { good, text: said().sum(String(value)) };
  const left = new Set(moves.map((move) => Number(move.value)));
  const values = [...left].sort((one, other) => one - other);
  return {
    good,
    text: said().mex(listed(values, said().ofNothing), String(value)),
  };
}
