/** A move that is made of several picks is written with commas between them. */
import type { Scene } from './types';

export const picksOf = (move: string): string[] => move.split(', ');

/** The shapes that stand for a move, by their ids. */
export function shapesOf(move: string, { shapes }: Scene): string[] {
  const picks = picksOf(move);
  return shapes.filter((shape) => shape.pick && picks.includes(shape.pick)).map((shape) => shape.id);
}

/** Whether every one of these moves can be made by picking shapes. */
export function allPicked(moves: { move: string }[], { shapes }: Scene): boolean {
  const picks = new Set(shapes.map((shape) => shape.pick));
  return moves.every(({ move }) => picksOf(move).every((pick) => picks.has(pick)));
}
