/** Small texts that several screens write. */
import type { Analysis, Evidence, Outcome, Value } from './types';

export function valueText(value: Value): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return `∞{${value.infinity.join(', ')}}`;
  if (value === 0 || value === '0') return '0';
  return value === 1 ? '*' : `*${value}`;
}

export const outcomeWords: Record<Outcome, string> = {
  P: 'P-position: the previous player wins, the one to move loses.',
  N: 'N-position: the next player, the one to move, wins.',
  D: 'A draw: neither player can force an end.',
};

/** What a move leaves, from the viewpoint of whoever makes it. */
export const leavesWords: Record<Outcome, string> = {
  P: 'wins: it leaves a P-position',
  N: 'loses: it leaves an N-position',
  D: 'keeps the draw',
};

export function knownBy({ method, evidence }: Pick<Analysis, 'method' | 'evidence'>): string {
  const by = reason(method, evidence);
  return by ? `Known by ${by}.` : '';
}

function reason(method: string, evidence: Evidence): string {
  const { theorem, period, computed_to, positions, parts } = evidence;
  if (theorem) {
    return `theorem: ${theorem.statement} (${theorem.source}), checked here on ${theorem.checked} positions`;
  }
  if (period) {
    const growth = period.saltus > 0 ? `, each time larger by ${period.saltus}` : '';
    return `a proved period of ${period.period} from heap ${period.preperiod} on${growth} (${period.proof})`;
  }
  if (parts?.length) return 'the values of the parts, added by xor';
  if (computed_to !== undefined) return `the values of the heaps up to ${computed_to}, computed one by one`;
  if (positions !== undefined) {
    const how = method === 'graph' ? 'the whole graph of' : 'a search of';
    return `${how} ${positions} positions`;
  }
  return '';
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
