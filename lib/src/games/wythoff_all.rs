//! Wythoff's game with any number of heaps: from one heap, or the same number from each heap.

use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::together::{Chosen, TakeTogether};

pub static ENTRY: Entry = Entry {
    name: "wythoff-all",
    aliases: &[],
    title: "Wythoff's game, all heaps",
    rules: "Heaps of stones. A move takes any number of stones, at least one, from one heap, or the same number from \
            each heap; that is no longer possible once a heap is empty.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Misere],
    parameters: &[],
    examples: &[
        "wythoff-all: 3 5 6",
        "wythoff-all: 4 7",
        "wythoff-all: 2 3 3 4",
        "misere wythoff-all: 2 4 5",
    ],
    example_move: ("3 5 6", "1 -> 1, 2 -> 3, 3 -> 4"),
    known: &[
        Known { address: "wythoff-all: 4 7", outcome: "P", value: Some(0), source: "Wythoff 1907" },
        Known { address: "wythoff-all: 1 1", outcome: "N", value: Some(2), source: "OEIS A004481" },
    ],
    theorems: &[],
    presets: &[],
    open: |parameters| Game::open(TakeTogether(Chosen::OneOrAll), parameters),
};
