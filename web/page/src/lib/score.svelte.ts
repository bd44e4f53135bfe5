/** Games won and lost against the engine, kept by this browser. */
import { remember, remembered } from './memory';

const KEY = 'bouton-score';

class Score {
  won = $state(0);
  lost = $state(0);
  streak = $state(0);
  best = $state(0);
  /** The strengths that were beaten. */
  beaten = $state<number[]>([]);

  /** What was kept may be anything: somebody may have written there. */
  constructor() {
    try {
      const kept = JSON.parse(remembered(KEY) ?? '[]') as unknown[];
      const [won, lost, streak, best, ...beaten] = kept.filter((each) => Number.isSafeInteger(each)) as number[];
      if (best === undefined) return;
      [this.won, this.lost, this.streak, this.best, this.beaten] = [won!, lost!, streak!, best, beaten];
    } catch {
      // Then it begins anew.
    }
  }

  record(won: boolean, strength: number): void {
    if (won) {
      this.won += 1;
      this.streak += 1;
      this.best = Math.max(this.best, this.streak);
      if (!this.beaten.includes(strength)) this.beaten.push(strength);
    } else {
      this.lost += 1;
      this.streak = 0;
    }
    remember(KEY, JSON.stringify([this.won, this.lost, this.streak, this.best, ...this.beaten]));
  }
}

export const score = new Score();
