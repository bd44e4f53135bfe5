/** Starts the engine of the hosted page: a file of its own. */
export const spawn = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
