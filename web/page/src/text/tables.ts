/** All tables of words, by name. A language has each of them: one that is missing, or lacks a sentence, does not compile. */
type First = typeof import('./en');
type Rest = typeof import('./en/analyse') &
  typeof import('./en/charts') &
  typeof import('./en/ending') &
  typeof import('./en/explore') &
  typeof import('./en/games') &
  typeof import('./en/help') &
  typeof import('./en/learn') &
  typeof import('./en/outcomes') &
  typeof import('./en/own') &
  typeof import('./en/picker') &
  typeof import('./en/share') &
  typeof import('./en/show') &
  typeof import('./en/teach') &
  typeof import('./en/tools');

export type Tables = First & Rest;

/** Another language than English: it may have words for what the engine says, too. */
export type Other = Tables & { retell: (sentence: string) => string | undefined };
