/** The engine's strengths that have names: with this probability, in percent, it plays a best move. */
export const STRENGTHS = [20, 50, 80, 100];

/** Where nothing is said of it; the engine has the same. */
export const FAIR = 50;

/** The levels that are challenges: from where one begins to the strongest. */
export const CHALLENGES = STRENGTHS.slice(1);
