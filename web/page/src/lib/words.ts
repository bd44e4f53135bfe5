/** Small texts that several screens write. */
import { outcomes as english } from '../text/en/outcomes';
import { words } from '../text/language.svelte';
import type { Analysis, Evidence, Outcome, Value } from './types';

export function valueText(value: Value): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return `∞{${value.infinity.join(', ')}}`;
  if (value === 0 || value === '0') return '0';
  return value === 1 ? '*' : `*${value}`;
}

const text = () => words('outcomes', english);

/** Who wins, in a sentence. */
export const outcomeWords = (): Record<Outcome, string> => text();

/** How an answer is known. Theorems and proofs have the engine's words. */
export function knownBy({ method, evidence }: Pick<Analysis, 'method' | 'evidence'>): string {
  const by = reason(method, evidence);
  return by ? text().known(by) : '';
}

function reason(method: string, evidence: Evidence): string {
  const { theorem, period, computed_to, positions, parts } = evidence;
  if (theorem) return text().theorem(theorem.statement, theorem.source, theorem.checked);
  if (period) return text().period(period.period, period.preperiod, period.saltus, period.proof);
  if (parts?.length) return text().parts;
  if (computed_to !== undefined) return text().computed(computed_to);
  if (positions !== undefined) return method === 'graph' ? text().graph(positions) : text().search(positions);
  return '';
}
