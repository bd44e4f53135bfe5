/** A part of an axis of whole numbers that is looked at: its ends are seen. */
export interface Span {
  from: number;
  to: number;
}

const NARROWEST = 8;

/** The span inside `0..last`, as wide as it was where that is possible. */
export function inside({ from, to }: Span, last: number): Span {
  const width = Math.min(last, Math.max(Math.min(NARROWEST, last), to - from));
  const start = Math.min(last - width, Math.max(0, from));
  return { from: start, to: start + width };
}

/** The span made wider by a factor about a point that stays where it is. */
export const zoomed = ({ from, to }: Span, factor: number, about: number, last: number): Span =>
  inside({ from: about - (about - from) * factor, to: about + (to - about) * factor }, last);

export const moved = ({ from, to }: Span, by: number, last: number): Span => inside({ from: from + by, to: to + by }, last);

/** Round numbers for about so many marks on an axis, never less than one apart. */
export function ticks({ from, to }: Span, count: number): number[] {
  const rough = Math.max(1, (to - from) / Math.max(1, count));
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((part) => part * power).find((part) => part >= rough) ?? rough);
  const marks: number[] = [];
  for (let mark = Math.ceil(from / step) * step; mark <= to + step * 1e-9; mark += step) marks.push(Math.round(mark));
  return marks;
}
