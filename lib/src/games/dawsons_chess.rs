//! Dawson's Chess: pawns face each other on n files, and captures are forced. A row of n files is heap n of 0.137.

use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::HeapGame;
use crate::sequence::Code;

pub static ENTRY: Entry = Entry {
    name: "dawsons-chess",
    aliases: &[],
    title: "Dawson's Chess",
    rules: "Rows of files. A move marks one file; it and its neighbours are gone, and what is left of the row may fall \
            into two. This is the octal game 0.137.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[],
    examples: &[
        "dawsons-chess: 9 5",
        "dawsons-chess: 12",
        "misere dawsons-chess: 8 4",
        "dawsons-chess: 10^18",
    ],
    example_move: ("9 5", "1 -> 2 4"),
    known: &[
        Known { address: "dawsons-chess: 4", outcome: "P", value: Some(0), source: "OEIS A002187" },
        Known { address: "dawsons-chess: 5", outcome: "N", value: Some(3), source: "OEIS A002187" },
    ],
    theorems: &[],
    presets: &[],
    open: |parameters| Game::open(HeapGame::boxed("0.137".parse::<Code>()?), parameters),
};
