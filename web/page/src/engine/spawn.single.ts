/** Starts the engine of the single file: everything is inside, so that it runs by a double click. */
import Inline from './worker.ts?worker&inline';

export const spawn = () => new Inline();
