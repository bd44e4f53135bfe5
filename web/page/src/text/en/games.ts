/** The catalogue. */

export const games = {
  title: 'Games',
  search: 'Search',
  placeholder: 'a name, or a word of the rules',
  famous: 'Famous games',
  none: 'No game has all these words in its name, its rules or its story.',
  play: 'Play',
  learn: 'Learn',
  /** How hard it is to play well, by what is known of a game. */
  rule: 'A rule to learn',
  values: 'Values to learn',
  open: 'No rule: think ahead',
};
