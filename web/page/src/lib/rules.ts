/** Rules that somebody writes on this page: how addresses name their game. */

/** The rules of this page open as `file(mine)`. */
export const NAME = 'mine';

/** Whether an address is about the game whose rules were written here. */
export const isOwn = (address: string): boolean => new RegExp(`(file|own-game)\\s*\\(\\s*${NAME}\\s*\\)`, 'i').test(address);
