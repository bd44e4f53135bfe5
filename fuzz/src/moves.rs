//! Any text as a move: it is played or refused, and what is played leads to a position.

#![no_main]

use bouton::address;
use libfuzzer_sys::fuzz_target;

const POSITIONS: [(&str, &str); 9] = [
    ("nim", "3 4 5"),
    ("subtraction(1,3,4)", "10 99999999999999999999"),
    ("kayles", "12 5 10000000000000000000"),
    ("grundy", "10 7"),
    ("wythoff", "9 12"),
    ("moore(2, most=3)", "3 4 5 9"),
    ("greedy-nim", "4 4 2"),
    ("chomp", "4 4 2"),
    ("octal(4.37=)", "9 6"),
];

fuzz_target!(|input: (u8, &str)| {
    let (choice, mv) = input;
    let (name, position) = POSITIONS[choice as usize % POSITIONS.len()];
    let game = address::open_named(name).expect("the game is in the catalogue");
    let position = game.read(position).expect("it is a position");
    if let Ok(mv) = game.find_move(&position, mv) {
        let after = game.play(&position, &mv);
        assert_eq!(game.read(&game.write(&after)).as_ref(), Ok(&after), "a move leads to a position");
        assert_ne!(after, position, "a move changes something");
    }
    let _ = game.complete(&position, &[mv]);
});
