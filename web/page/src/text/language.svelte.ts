/**
 * The language of the interface. English comes with each screen; another language is one file, fetched before anything
 * is shown in it. Sentences about games and positions are the engine's, which speaks English.
 */
import { remember, remembered } from '../lib/memory';
import type { Other, Tables } from './tables';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = 'bouton-language';
const isLanguage = (code: unknown): code is Language => typeof code === 'string' && Object.hasOwn(LANGUAGES, code);

let code = $state<Language>('en');
let table = $state.raw<Other | undefined>();

/** The language that is shown. */
export const language = (): Language => code;

/** A table of words in the language of the page; `english` is what the screen has brought along. */
export const words = <Name extends keyof Tables>(name: Name, english: Tables[Name]): Tables[Name] => table?.[name] ?? english;

/** A number as people of this language write it. */
export const figure = (number: number): string => number.toLocaleString(code);

/** Shows a language. Where its words cannot be fetched, all stays as it is. */
export async function speak(to: Language, keep = true): Promise<void> {
  try {
    const found = to === 'de' ? (await import('./de')).german : undefined;
    [code, table] = [to, found];
    document.documentElement.lang = to;
    if (keep) remember(KEY, to);
  } catch {
    // The next choice tries again.
  }
}

/** What a link asks for, or was chosen here before, or what the browser speaks. */
export function wanted(link?: string): Language {
  const kept = remembered(KEY);
  return [link, kept, ...navigator.languages.map((each) => each.slice(0, 2))].find(isLanguage) ?? 'en';
}

/** A sentence of the engine in the language of the page, if that has words for it; `lang` is the one that it is in then. */
export function retold(sentence: string): { text: string; lang: Language } {
  const text = table?.retell(sentence);
  return text === undefined ? { text: sentence, lang: 'en' } : { text, lang: code };
}

/** Sentences that came from the engine, so that they are read aloud as English. */
const told = new Set<string>();
export function heard(sentence: string): string {
  if (told.size > 200) told.clear();
  told.add(sentence);
  return sentence;
}

/** The language of a sentence that may be the engine's or the page's. */
export const tongue = (sentence: string): 'en' | undefined => (told.has(sentence) ? 'en' : undefined);
