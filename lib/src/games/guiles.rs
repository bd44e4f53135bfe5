//! Guiles: take a heap of one or two, or take two and split the rest. The octal game 0.15.

use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::HeapGame;
use crate::sequence::Code;

pub static ENTRY: Entry = Entry {
    name: "guiles",
    aliases: &[],
    title: "Guiles",
    rules: "Heaps of stones. A move takes a whole heap of one or two stones, or takes two stones from a larger heap and \
            splits the rest into two non-empty heaps. This is the octal game 0.15.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[],
    examples: &["guiles: 9 5", "guiles: 13", "misere guiles: 8 4", "guiles: 10^18"],
    example_move: ("9 5", "1 -> 3 4"),
    known: &[
        Known { address: "guiles: 6", outcome: "N", value: Some(2), source: "OEIS A125916" },
        Known { address: "guiles: 3", outcome: "P", value: Some(0), source: "OEIS A125916" },
    ],
    theorems: &[],
    presets: &[],
    open: |parameters| Game::open(HeapGame::boxed("0.15".parse::<Code>()?), parameters),
};
