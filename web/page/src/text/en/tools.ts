/** Certificates, comparing games, lists of P-positions, patterns, and the calculator of nimbers. */

export const certificates = {
  title: 'Certificates',
  what: 'A certificate is a proof of a period that anybody can check again, with other programs too.',
  make: (game: string) => `Make the certificate of ${game}`,
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied.',
  text: 'The certificate',
  lines: (lines: string) => `${lines} lines`,
  check: 'Check a certificate',
  drop: 'Drop a file here, choose one, or paste its text.',
  file: 'Choose a file',
  paste: 'Its text',
  judge: 'Check it',
  empty: 'There is nothing to check: paste a certificate, or choose a file.',
  unread: 'This file cannot be read as text.',
  passed: 'The certificate holds.',
  rejected: 'The certificate is rejected.',
};

export const same = {
  title: 'Are two positions the same?',
  what: 'Two games are the same if each can stand for the other in every sum.',
  other: 'The other position',
  such: 'nim: 3',
  compare: 'Compare',
  misere: 'In misère play',
  same: 'The same',
  different: 'Not the same',
  empty: 'Compare with what? Write a position, such as nim: 3.',
};

export const losing = {
  title: 'P-positions',
  what: 'Positions that are lost for the one to move: those one wants to leave.',
  game: 'Game of heaps',
  heaps: 'Heaps',
  from: 'From size',
  to: 'To size',
  list: 'List',
  misere: 'Misère play',
  some: 'Some games',
  found: (count: string, of: string) => `${count} P-positions among ${of} positions.`,
  shown: (count: string) => `The first ${count} are shown; the file has them all.`,
  which: 'Which game? Write its name, such as nim or wythoff.',
  sizes: (heaps: number, most: number) => `How many heaps, and how large? The page lists 1 to ${heaps} heaps with sizes from 0 to ${most}.`,
  result: 'The list',
  open: 'Each position opens in Analyse.',
};

export const pattern = {
  title: 'Which rule does it follow?',
  what: 'Works positions out and looks for the rule that their values and the lost ones among them follow: proved by a named theorem, or true of all that were tried and no more.',
  subject: 'Game, or positions such as chomp: 2x{n}',
  heaps: 'Heaps',
  misere: 'Misère play',
  look: 'Look for it',
  examples: 'Examples',
  empty: 'In what? Write a game, such as kayles.',
  tried: (count: string, to: string) => `${count} positions tried, up to size ${to}.`,
  values: 'Values',
  lost: 'Lost positions',
  status: { proved: 'Proved', holds: 'Only observed', none: 'Nothing found' },
  by: 'The theorem:',
  formula: 'As a formula',
  no: 'It holds for all positions that were tried; that is no proof.',
  next: (at: string) => `The next best rule is wrong first at ${at}:`,
  known: (names: string) => `In the OEIS: ${names}.`,
};

export const nimbers = {
  title: 'Nimber calculator',
  what: 'Nimbers add by xor, and they multiply, divide and have roots: those below 2^64 are a field.',
  expression: 'Expression',
  such: '5 * 7 + sqrt(2) / 12',
  compute: 'Compute',
  examples: 'Examples',
  signs: 'Signs: + or xor, *, /, ^ with an ordinary exponent, sqrt(), brackets.',
  is: 'is',
  history: 'Computed before',
};
