//! Officers: take one stone and leave something, in one heap or two. The octal game 0.6.

use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::HeapGame;
use crate::sequence::Code;

pub static ENTRY: Entry = Entry {
    name: "officers",
    aliases: &[],
    title: "Officers",
    rules: "Heaps of stones. A move takes one stone from a heap of two or more; the rest stays one heap or is split into \
            two non-empty heaps. This is the octal game 0.6.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[],
    examples: &["officers: 9 5", "officers: 14", "misere officers: 8 4"],
    example_move: ("9 5", "1 -> 3 5"),
    known: &[Known {
        address: "officers: 2",
        outcome: "N",
        value: Some(1),
        source: "Winning Ways, chapter 4",
    }],
    theorems: &[],
    presets: &[],
    open: |parameters| Game::open(HeapGame::boxed("0.6".parse::<Code>()?), parameters),
};
