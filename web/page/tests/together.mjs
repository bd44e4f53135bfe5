/**
 * Runs all tests of a folder in one process, one after the other: they share a browser, which takes longer to start
 * than most of them take.
 */
import { readdirSync } from 'node:fs';

export async function together(folder) {
  const here = new URL(`./${folder}/`, import.meta.url);
  for (const file of readdirSync(here).toSorted()) await import(new URL(file, here).href);
}
