/** Motion explains, and stops where people ask for none. */
export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

export const milliseconds = (time: number): number => (still() ? 0 : time);

export const pause = (time: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds(time)));
