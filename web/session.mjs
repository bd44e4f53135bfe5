/** What the page does at first: some games of Nim, with all the help there is. */

const GAMES = [
  'nim: 3 4 5',
  'misere nim: 1 3 5 7',
  'nim: 12 25 31 7',
  'misere nim: 1 1 2',
  'nim: 100 200',
  'nim: 1',
];
const PLAYERS = ['person\n100', 'person\n0', '50\nperson', 'person\nperson'];
const SEEDS = 12;
/** Hints are asked for in every position with fewer moves; with more they take long. */
const FEW = 12;

/** Plays, tells each answer, and fails where an answer is an error that is not expected. */
export function session(Engine, tell = () => {}) {
  const engine = new Engine();
  const ask = (method, ...args) => {
    const text = engine[method](...args);
    const answer = JSON.parse(text);
    const harmless = method === 'undo' || method === 'redo';
    if (answer.error && !harmless) throw new Error(`${method}(${args.join(', ')}): ${answer.error.message}`);
    tell(text);
    return answer;
  };
  const seen = new Set();
  for (const address of GAMES) {
    for (let seed = 0; seed < SEEDS; seed++) {
      game(ask, seen, address, PLAYERS[seed % PLAYERS.length], seed);
    }
  }
  surrender(ask);
  mistakes(engine, tell);
  engine.free();
}

/** All that is shown of a position. */
function look(ask, address) {
  ask('open', address);
  ask('analyse', address);
  ask('explain', address);
  ask('ranking', address, 100);
}

/** Asks, and goes on as the worker does; answers with the table at the end. */
function walk(ask, method, ...args) {
  let table = ask(method, ...args);
  for (let { then } = table; then; ) {
    const answer = ask(then);
    if (answer.state) table = answer;
    ({ then } = answer);
  }
  return table;
}

/**
 * One game to its end. Which moves a person makes depends on the seed. Positions that were seen before would be
 * answered alike, so they are not looked at again.
 */
function game(ask, seen, address, players, seed) {
  let table = walk(ask, 'begin', address, players, seed, '', false);
  for (let turn = 0; !table.state.end; turn++) {
    const { moves } = table.legal;
    const { move } = moves[(seed * 7 + turn * 3) % moves.length];
    if (!seen.has(table.state.address)) {
      look(ask, table.state.address);
      if (turn === 0 || moves.length < FEW) for (let rung = 0; rung < 4; rung++) ask('hint');
      seen.add(table.state.address);
    }
    const played = table.state.moves.length;
    table = turn % 2 ? walk(ask, 'play', move) : walk(ask, 'pick', table.state.address, move);
    if (table.state.moves.length <= played) throw new Error(`${move} was not played`);
    // There may be nothing to take back: the engine began, and that was all.
    if ((turn === 1 || table.state.end) && !walk(ask, 'undo').error) table = walk(ask, 'redo');
  }
  look(ask, table.state.address);
  const { sheet } = walk(ask, 'undo');
  if (!sheet) return;
  ask('load', sheet);
  walk(ask, 'redo');
}

function surrender(ask) {
  const { state, legal } = walk(ask, 'begin', GAMES[0], '', 1, '', false);
  ask('review');
  walk(ask, 'pick', state.address, 'nonsense');
  walk(ask, 'begin', GAMES[0], PLAYERS[0], 1, legal.moves[0].move, true);
  walk(ask, 'begin', GAMES[0], PLAYERS[0], 1, legal.moves[0].move, false);
  walk(ask, 'resign');
}

/** What a person gets wrong. */
function mistakes(engine, tell) {
  const wrong = [
    ['open', 'nym: 3'], ['open', ''], ['open', '3 4 x'], ['open', 'nim: -1'], ['open', 'nim'],
    ['analyse', 'nim: 3 4 5 +'], ['begin', 'no-such-game: 1', 'person', 1, '', false], ['play', '9 -> 0'],
    ['play', '1 -> 7'], ['play', ''], ['undo'], ['redo'], ['load', 'nonsense'],
  ];
  engine.begin(GAMES[0], PLAYERS[0], 3, '', false);
  for (const [method, ...args] of wrong) tell(engine[method](...args));
}
