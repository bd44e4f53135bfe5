/** Which pages of which lessons are done, kept in this browser. */
import { remember, remembered } from '../lib/memory';

const KEY = 'bouton-learn';

function read(): Record<string, number[]> {
  const done: Record<string, number[]> = {};
  try {
    const kept: unknown = JSON.parse(remembered(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return done;
    for (const [lesson, pages] of Object.entries(kept)) {
      if (Array.isArray(pages)) done[lesson] = pages.filter((page): page is number => Number.isInteger(page));
    }
  } catch {
    // Local storage may be forbidden or damaged; then nothing is remembered.
  }
  return done;
}

class Progress {
  #done = $state.raw(read());

  has = (lesson: string, page: number): boolean => this.#done[lesson]?.includes(page) ?? false;

  count = (lesson: string, pages: number): number => this.#done[lesson]?.filter((page) => page >= 0 && page < pages).length ?? 0;

  get any(): boolean {
    return Object.keys(this.#done).length > 0;
  }

  add(lesson: string, page: number): void {
    if (this.has(lesson, page)) return;
    this.#keep({ ...this.#done, [lesson]: [...(this.#done[lesson] ?? []), page] });
  }

  clear(): void {
    this.#keep({});
  }

  #keep(done: Record<string, number[]>): void {
    this.#done = done;
    remember(KEY, JSON.stringify(done));
  }
}

export const progress = new Progress();
