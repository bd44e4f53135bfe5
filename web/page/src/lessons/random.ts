/** Numbers that look random and are the same for the same seed, on every machine. */
export class Random {
  #state: number;

  constructor(seed: string) {
    // FNV-1a, 32 bits.
    let hash = 0x811c9dc5;
    for (const letter of seed) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
    this.#state = hash >>> 0;
  }

  /** At least 0 and less than 1 (mulberry32). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  of<T>(items: readonly T[]): T {
    return items[this.between(0, items.length - 1)]!;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const list = [...items];
    for (let at = list.length - 1; at > 0; at--) {
      const other = this.between(0, at);
      [list[at], list[other]] = [list[other]!, list[at]!];
    }
    return list;
  }
}
