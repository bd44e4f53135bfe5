//! Any text as a position of every game: read, written, simplified, drawn and answered.

#![no_main]

use bouton::{Ask, Play, address};
use libfuzzer_sys::fuzz_target;

const GAMES: [&str; 9] = [
    "nim", "subtraction(1,3,4)", "kayles", "grundy", "wythoff", "moore(2)", "greedy-nim", "chomp", "octal(0.15)",
];

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let game = address::open_named(GAMES[choice as usize % GAMES.len()]).expect("the game is in the catalogue");
    let Ok(position) = game.read(text) else { return };
    assert_eq!(game.read(&game.write(&position)).as_ref(), Ok(&position), "what is written can be read");
    let _ = game.simplify(&position);
    let _ = game.scene(&position);
    let _ = game.listing(&position, 50);
    for play in Play::BOTH {
        let ask = Ask { positions: 200, steps: 20_000, bytes: 1 << 22, moves: 20, ..Ask::default() };
        if let Ok(answer) = game.analyse(&position, play, &ask) {
            for mv in answer.winning {
                assert!(game.find_move(&position, &mv.mv).is_ok(), "{} can be played", mv.mv);
            }
        }
    }
});
