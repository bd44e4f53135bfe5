/**
 * What the page says in English: here what is needed before the first move, the rest in `en/`, screen by screen.
 * Sentences about a game or a position are the engine's; these are the words around them.
 */

export const app = {
  title: 'Bouton',
  screens: {
    play: 'Play',
    games: 'Games',
    learn: 'Learn',
    show: 'Show me',
    analyse: 'Analyse',
    explore: 'Explore',
    sequences: 'Sequences',
    tables: 'Tables',
    own: 'Your game',
  },
  skip: 'To the board',
  nav: 'Screens',
  light: 'Light colours',
  dark: 'Dark colours',
  present: 'Present: large, on the whole screen',
  help: 'Help',
  instead: 'Play Nim with 3, 4 and 5 stones',
  loading: 'Loading…',
  language: 'Deutsch',
  /** Of whom the page's language is not. */
  engine: '',
  /** What is wrong with a link. */
  links: {
    long: (letters: number) => `The link is ${letters} letters long, and 100000 are read at most.`,
    damaged: (_letters: number) => 'The link is damaged: a percent sign in it is not followed by two digits.',
    rules: () => 'The rules in this link are damaged: ask for the whole link.',
  },
  /** What is wrong with the engine. */
  cancelled: 'Cancelled.',
  silent: 'The engine has said nothing.',
  died: (reason: string) => `The engine stopped (${reason}) and was started again. Try once more, or something smaller.`,
  unheard: 'it does not answer',
  unfetched: 'it could not be loaded',
  elsewhere: 'the screen "Games" has them all',
  unloaded: 'This screen could not be loaded: reload the page when the network is back.',
};

export const fault = {
  meant: 'Open this instead:',
  correct: 'Or correct it here:',
};

export const play = {
  line: 'Nim and its relatives: play them, and see why a move wins.',
  game: 'The game',
  whole: 'The whole rules',
  setUp: 'Set up',
  action: 'Play',
  yourMove: 'Your move',
  thinking: 'The engine is thinking…',
  looked: (ply: number, of: number) => `After move ${ply} of ${of}.`,
  /** What is clicked, by the role of its shape. */
  click: {
    stone: 'Click a stone.',
    square: 'Click a square.',
    heads: 'Click a coin.',
    tails: 'Click a coin.',
    node: 'Click a circle.',
    cell: 'Click a square.',
    queen: 'Click a queen.',
    pin: 'Click a pin.',
    pawn: 'Click a pawn.',
    link: 'Click a bracket: it takes what it spans.',
    card: 'Click a number.',
    more: 'Now click what goes with it.',
    other: 'Click what you want to move.',
    list: 'Choose a move from the list.',
  } as Record<string, string>,
  back: 'One move back',
  on: 'One move on',
  toEnd: 'Back to the end',
  playOn: 'Play on from here',
  make: 'Make this move',
  anew: 'Pick anew',
  pause: 'Pause',
  goOn: 'Go on',
  hint: 'Hint',
  why: 'Show me why',
  undo: 'Undo',
  redo: 'Redo',
  again: 'New game',
  /** For those who hear it. */
  board: (position: string) => `On the board: ${position}.`,
  rung: (rung: number) => `Hint ${rung} of 4.`,
  more: 'Tell me more',
  takeBack: 'Take it back',
  options: 'Options',
  who: 'Who plays',
  modes: { first: 'You begin', second: 'The engine begins', people: 'Two people', engines: 'Two engines' },
  strength: 'Strength of the engine',
  second: 'Strength of the second',
  convention: 'How it ends',
  normal: 'Last move wins',
  misere: 'Last move loses (misère)',
  nimSum: 'Nim-sum',
  binary: 'In binary, one row each',
  judge: 'Was my move good?',
  resign: 'Resign',
  draw: 'Call a draw',
  review: 'Review',
  share: 'Share',
};

/** What is said of a person's last move. */
export const verdict = {
  P: (move: string) => `Yes. Your move (${move}) leaves a P-position: whoever moves next loses, and that is the other side.`,
  D: (move: string) => `Your move (${move}) keeps the draw: neither side can force an end.`,
  N: (move: string, reply: string) =>
    `No. Your move (${move}) leaves an N-position: whoever moves next wins${reply ? `, for example by this: ${reply}` : ''}. Take it back and try another?`,
  none: 'Who wins from there is not a question of two players.',
};

export const levels = ['Easy', 'Fair', 'Hard', 'Perfect'];

export const challenges = {
  title: 'Three challenges',
  rule: 'Win once at each level, from the first move on, without hints and without taking back.',
  beat: (level: string) => `Beat ${level}`,
  done: (level: string) => `You have beaten ${level}`,
  score: (won: number, lost: number) => `Won ${won}, lost ${lost}.`,
  streak: (streak: number, best: number) => `In a row: ${streak}, at best ${best}.`,
};

/** The moves as a list. */
export const moves = {
  all: (count: number, complete: boolean) =>
    `All moves (${!complete && count === 0 ? 'too many to list' : `${count}${complete ? '' : ' of more'}`})`,
  find: 'Find a move',
  such: 'such as 1 ->',
  more: 'There are more. A move can be typed above.',
  play: 'Play it',
};
