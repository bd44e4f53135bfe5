/** The stage of a board: it keeps its size and its place while one game is played. */
import { picksOf } from './picks';
import type { Form, Role, Scene, Shape } from './types';

/** The room that a form takes. */
export function box(form: Form): { x: number; y: number; width: number; height: number } {
  if ('circle' in form) {
    const { x, y, radius } = form.circle;
    return { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius };
  }
  if ('rectangle' in form) return form.rectangle;
  if ('text' in form) return { x: form.text.x - 0.5, y: form.text.y - 0.7, width: 1, height: 0.9 };
  const { x, y, to_x, to_y } = form.line;
  const wide = 0.5;
  return {
    x: Math.min(x, to_x) - wide / 2,
    y: Math.min(y, to_y) - wide / 2,
    width: Math.abs(x - to_x) + wide,
    height: Math.abs(y - to_y) + wide,
  };
}

export const middleOf = ({ form }: Shape): [number, number] => {
  const { x, y, width, height } = box(form);
  return [x + width / 2, y + height / 2];
};

/** The least side of what can be touched, in units of a board, which are 25.5 pixels at least. */
const LEAST = 0.96;

/** Where a finger may touch: handles are smaller than fingers, but none covers the middle of another. */
export function grip(shape: Shape, pickable: Shape[]): ReturnType<typeof box> {
  const found = box(shape.form);
  if (shape.role !== 'link' || !('circle' in shape.form)) return found;
  const [x, y] = middleOf(shape);
  const near = pickable.filter((other) => other !== shape).map((other) => {
    const [there, down] = middleOf(other);
    return 1.9 * Math.max(Math.abs(there - x), Math.abs(down - y));
  });
  const more = Math.max(0, Math.min(LEAST, ...near) - Math.min(found.width, found.height)) / 2;
  return { x: found.x - more, y: found.y - more, width: found.width + 2 * more, height: found.height + 2 * more };
}

/** The floor under each pile: where it begins and ends, and how far down it is. */
export const floorsOf = ({ shapes }: Scene) =>
  shapes.flatMap(({ id, role, form }) => {
    if (role !== 'ground' || !('text' in form)) return [];
    const own = shapes.filter((shape) => shape.id.startsWith(`${id}-`)).map((shape) => middleOf(shape)[0]);
    return [[Math.min(form.text.x, ...own) - 0.75, Math.max(form.text.x, ...own) + 0.75, form.text.y - 0.77] as const];
  });

/** How wide words may be that stand beside others: half way to them. */
export function room({ id, form }: Shape, scene: Scene): number {
  if (!('text' in form)) return scene.width;
  const { x, y } = form.text;
  const others = scene.shapes.flatMap((other) =>
    other.id !== id && 'text' in other.form && Math.abs(other.form.text.y - y) < 0.5 ? [Math.abs(other.form.text.x - x)] : [],
  );
  return Math.min(scene.width, ...others) * 0.94;
}

/** What nobody takes: a strip that ends earlier has lost no squares. */
const NOTHING: Role[] = ['gap', 'link', 'gone', 'text'];

/** Where a scene stands while a game is played. */
export interface Stage {
  game?: string;
  width: number;
  height: number;
  /** How far the scene is moved. */
  right: number;
  down: number;
  scene: Scene;
  ply: number;
  /** What the last move took, where it was. */
  ghosts: (Shape & { right: number; down: number })[];
}

/** The stage of a game is as large as its largest scene so far, and what stays in a scene stays where it was. */
export function staged(scene: Scene, before: Stage | undefined, game: string | undefined, moves: { move: string }[]): Stage {
  const old = before && game !== undefined && before.game === game ? before : undefined;
  const width = Math.max(scene.width || 1, old?.width ?? 0);
  const height = Math.max(scene.height || 1, old?.height ?? 0);
  let right = (width - scene.width) / 2;
  let down = (height - scene.height) / 2;
  let ghosts: Stage['ghosts'] = [];
  if (old) {
    const known = new Map(old.scene.shapes.map((shape) => [shape.id, shape]));
    const votes = new Map<string, number>();
    let most = 0;
    for (const shape of scene.shapes) {
      const was = known.get(shape.id);
      if (!was) continue;
      const [x, y] = middleOf(shape);
      const [to_x, to_y] = middleOf(was);
      const moved = [to_x - x + old.right, to_y - y + old.down] as const;
      const vote = moved.map((way) => way.toFixed(2)).join();
      const count = (votes.get(vote) ?? 0) + 1;
      votes.set(vote, count);
      if (count > most) [most, [right, down]] = [count, moved];
    }
    right = Math.min(Math.max(0, right), width - scene.width);
    down = Math.min(Math.max(0, down), height - scene.height);
    const staying = new Map(scene.shapes.map((shape) => [shape.id, shape.role]));
    const picks = picksOf(moves.at(-1)?.move ?? '');
    const taken = picks.map((pick) => old.scene.shapes.find((shape) => shape.pick === pick)?.takes ?? []).flat();
    const gone = (shape: Shape) =>
      taken.length > 0 ? taken.includes(shape.id) : !staying.has(shape.id) && !NOTHING.includes(shape.role);
    const covered = (shape: Shape) => {
      const [x, y] = middleOf(shape);
      return scene.shapes.some((other) => {
        const [to_x, to_y] = middleOf(other);
        return other.role !== 'gone' && Math.abs(x + old.right - to_x - right) < 0.5 && Math.abs(y + old.down - to_y - down) < 0.5;
      });
    };
    if (scene === old.scene) ghosts = old.ghosts;
    else if (moves.length === old.ply + 1)
      ghosts = old.scene.shapes
        .filter((shape) => gone(shape) && !covered(shape))
        .map((shape) => ({ ...shape, right: old.right, down: old.down }));
  }
  return { game, width, height, right, down, scene, ply: moves.length, ghosts };
}

/** The middle of an element, in pixels of the window. */
export function middleOnScreen(element: Element): readonly [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
