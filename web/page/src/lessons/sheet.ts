/** Worksheets: questions for paper, made from a word like those of the quiz, and what the teacher needs to mark them. */
import { look, named, type Sight } from './ask';
import type { Kind, Level, Question } from './quiz';
import { Random } from './random';

/** Most questions of a sheet, and most tries to find a good one. */
export const MOST = 24;
const ATTEMPTS = 40;

const upTo = (random: Random, least: number, most: number) => random.between(least, most);
const some = (random: Random, count: number, least: number, most: number) =>
  Array.from({ length: count }, () => upTo(random, least, most)).join(' ');

interface Source {
  kinds: Kind[];
  make: (level: Level, random: Random) => string;
}

/** What can be on a sheet; the sizes are for pencil and paper. */
const SOURCES = {
  nim: { kinds: ['winner', 'move', 'nim-sum'], make: (level, random) => `nim: ${some(random, level + 1 + upTo(random, 0, 1), 1, [5, 9, 15][level - 1]!)}` },
  misere: { kinds: ['misere', 'move'], make: (level, random) => `misere nim: ${some(random, level + 1, 1, [3, 5, 9][level - 1]!)}` },
  subtraction: {
    kinds: ['winner', 'value', 'move'],
    make: (level, random) => `subtraction(${random.of([['1-3', '1-2'], ['1,3,4', '2,3', '1,4'], ['2,4,7', '1,3,6', 'squares']][level - 1]!)}): ${upTo(random, 4, 8 + 5 * level)}`,
  },
  kayles: { kinds: ['value', 'winner', 'move'], make: (level, random) => `kayles: ${some(random, upTo(random, 1, Math.min(level, 2)), 2, [5, 7, 11][level - 1]!)}` },
  grundy: { kinds: ['value', 'winner'], make: (level, random) => `grundy: ${some(random, upTo(random, 1, Math.min(level, 2)), 3, [7, 9, 12][level - 1]!)}` },
  wythoff: { kinds: ['winner', 'move'], make: (level, random) => `wythoff: ${some(random, 2, 1, [5, 9, 16][level - 1]!)}` },
  moore: { kinds: ['winner', 'move'], make: (level, random) => `moore(2): ${some(random, level + 2, 1, [2, 3, 6][level - 1]!)}` },
  chomp: {
    kinds: ['winner', 'move'],
    make: (level, random) => {
      const rows = Array.from({ length: upTo(random, 2, [2, 3, 3][level - 1]!) }, () => upTo(random, 1, [4, 4, 5][level - 1]!));
      return `chomp: ${rows.toSorted((one, other) => other - one).join(' ')}`;
    },
  },
  sums: {
    kinds: ['sum', 'winner', 'move'],
    make: (level, random) => {
      const parts = [`nim: ${upTo(random, 1, 3 + 2 * level)}`, `subtraction(1-3): ${upTo(random, 2, 5 + 2 * level)}`, `kayles: ${upTo(random, 2, 3 + level)}`];
      return random.shuffled(parts).slice(0, level === 3 ? 3 : 2).join(' + ');
    },
  },
} satisfies Record<string, Source>;

export type Game = keyof typeof SOURCES;
export const GAMES = Object.keys(SOURCES) as Game[];

/** The games that a link names, or all. */
export function readGames(text: string | undefined): Game[] {
  const named = GAMES.filter((game) => text?.split(',').includes(game));
  return named.length > 0 ? named : GAMES;
}

export interface Item extends Question {
  sight: Sight;
}

/** Whether a position makes a good question of this kind. */
function suits(kind: Kind, { analysis, moves }: Sight): boolean {
  if (moves.length === 0) return false;
  if (kind === 'move') return moves.some(({ outcome }) => outcome === 'P') && moves.some(({ outcome }) => outcome === 'N');
  if (kind === 'winner' || kind === 'misere') return analysis.outcome !== 'D';
  return typeof analysis.value === 'number';
}

/** The questions of a sheet, one after the other: all games and their kinds take turns. */
export async function* items(seed: string, level: Level, games: Game[], count: number): AsyncGenerator<Item> {
  const used = new Set<string>();
  for (let at = 0; at < count; at++) {
    const game = games[at % games.length]!;
    const { kinds, make }: Source = SOURCES[game];
    const kind = kinds[Math.floor(at / games.length) % kinds.length]!;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const random = new Random(`sheet/${seed}/${level}/${game}/${at}/${attempt}`);
      const address = make(level, random);
      if (used.has(address)) continue;
      const sight = await look(address);
      // Positions that are lost are rare: half of the questions who wins are to be about one.
      const rare = (kind === 'winner' || kind === 'misere') && at % 2 === 0 && attempt < ATTEMPTS / 2;
      if (!suits(kind, sight) || (rare && sight.analysis.outcome !== 'P')) continue;
      used.add(address);
      yield { kind, address, sight };
      break;
    }
  }
}

/** What is right: all winning moves, where moves are asked for. */
export const winningMoves = ({ sight }: Item): string[] =>
  sight.moves.filter(({ outcome }) => outcome === 'P').map(named);
