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
  for (const address of GAMES) {
    look(ask, address);
    for (let seed = 0; seed < SEEDS; seed++) {
      game(ask, address, PLAYERS[seed % PLAYERS.length], seed);
    }
  }
  ask('catalogue');
  surrender(ask);
  mistakes(engine, tell);
  engine.free();
}

/** All that is shown of a position. */
function look(ask, address) {
  ask('open', address);
  ask('analyse', address);
  ask('explain', address);
  ask('judged', address, 100);
  ask('complete', address, '');
}

/** One game to its end. Which moves a person makes depends on the seed. */
function game(ask, address, players, seed) {
  let { state } = ask('begin', address, players, seed);
  for (let turn = 0; !state.end; turn++) {
    if (state.players[state.to_move - 1].kind === 'engine') {
      ({ state } = ask('reply'));
    } else {
      const { moves } = ask('legal', 100);
      const { move } = moves[(seed * 7 + turn * 3) % moves.length];
      ask('complete', state.address, '');
      ask('complete', state.address, move);
      if (turn < 3) for (let rung = 0; rung < 4; rung++) ask('hint');
      ({ state } = ask('play', move));
    }
    ask('why');
    // There may be nothing to take back: the engine began, and that was all.
    if ((turn === 1 || state.end) && !ask('undo').error) ({ state } = ask('redo'));
    look(ask, state.address);
  }
  ask('review');
  const { sheet } = ask('undo');
  if (!sheet) return;
  ask('load', sheet);
  ask('redo');
  ask('review');
}

function surrender(ask) {
  const { state } = ask('begin', GAMES[0], PLAYERS[0], 1);
  ask('review');
  if (state.to_move === 1) ask('play', ask('legal', 3).moves[0].move);
  ask('resign');
  ask('review');
}

/** What a person gets wrong. */
function mistakes(engine, tell) {
  const wrong = [
    ['open', 'nym: 3'], ['open', ''], ['open', '3 4 x'], ['open', 'nim: -1'], ['open', 'nim'],
    ['analyse', 'nim: 3 4 5 +'], ['begin', 'no-such-game: 1', 'person', 1], ['play', '9 -> 0'],
    ['play', '1 -> 7'], ['play', ''], ['undo'], ['redo'], ['load', 'nonsense'],
  ];
  engine.begin(GAMES[0], PLAYERS[0], 3);
  for (const [method, ...args] of wrong) tell(engine[method](...args));
}
