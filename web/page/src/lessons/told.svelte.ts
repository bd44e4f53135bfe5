/** The lessons in the language of the page. Those in another than English are fetched when somebody comes to learn. */
import { language, type Language } from '../text/language.svelte';
import { LESSONS, type TheirWords } from '.';
import type { Lesson, LessonPage, Task } from './types';

/** What all lessons have in common, whichever they are. */
interface Words {
  title: string;
  promise: string;
  pages: readonly { title: string; text: readonly string[]; tasks: readonly (string | Labelled)[]; after?: string }[];
}
interface Labelled {
  ask: string;
  labels: readonly string[];
}

let german = $state.raw<readonly Lesson[] | undefined>();
let coming: Promise<void> | undefined;

/** The language in which they are told: English, where the page has another one and its lessons could not be fetched. */
export const spoken = (): Language => (language() === 'de' && german ? 'de' : 'en');

/** The lessons as they are told. */
export const lessons = (): readonly Lesson[] => (language() === 'de' && german) || LESSONS;

/** Fetches what is needed for a language; nothing if all of it is here. */
export function fetched(to: Language): Promise<void> | undefined {
  if (to === 'en') return undefined;
  coming ??= import('./de').then(
    (found) => {
      german = inWordsOf(found.german);
    },
    // Told in English, and marked as that; the next visit tries again.
    () => (coming = undefined),
  );
  return coming;
}

const inWordsOf = (theirs: TheirWords): Lesson[] => {
  const known: Record<string, Words> = theirs;
  return LESSONS.map((lesson) => {
    const words = known[lesson.id];
    return words ? { ...lesson, ...words, pages: lesson.pages.map((page, at) => retold(page, words.pages[at])) } : lesson;
  });
};

const retold = (page: LessonPage, words: Words['pages'][number] | undefined): LessonPage =>
  words ? { ...page, ...words, tasks: page.tasks.map((task, at) => asked(task, words.tasks[at])) } : page;

function asked(task: Task, words: string | Labelled | undefined): Task {
  if (words === undefined) return task;
  if (typeof words === 'string') return { ...task, ask: words };
  const { ask, labels } = words;
  switch (task.kind) {
    case 'numbers':
      return { ...task, ask, fields: task.fields.map((field, at) => ({ ...field, label: labels[at] ?? field.label })) };
    case 'grid':
      return { ...task, ask, heads: [labels[0] ?? task.heads[0], labels[1] ?? task.heads[1]] };
    case 'bits':
      return { ...task, ask, name: labels[0] ?? task.name };
    default:
      return { ...task, ask };
  }
}
