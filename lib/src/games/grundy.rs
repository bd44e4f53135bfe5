//! Grundy's game: split a heap into two unequal heaps.

use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::HeapGame;
use crate::sequence::Code;

pub static ENTRY: Entry = Entry {
    name: "grundy",
    aliases: &["grundys-game"],
    title: "Grundy's game",
    rules: "Heaps of stones. A move splits one heap into two non-empty heaps of different sizes.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[],
    examples: &["grundy: 10 7", "grundy: 14", "misere grundy: 10 7"],
    example_move: ("10 7", "1 -> 3 7"),
    known: &[
        Known { address: "grundy: 20", outcome: "P", value: Some(0), source: "OEIS A002188" },
        Known { address: "grundy: 10", outcome: "P", value: Some(0), source: "OEIS A002188" },
        Known { address: "grundy: 12", outcome: "N", value: Some(1), source: "OEIS A002188" },
        Known {
            address: "misere grundy: 12",
            outcome: "P",
            value: None,
            source: "Winning Ways, chapter 13",
        },
    ],
    theorems: &[],
    presets: &[],
    open: |parameters| Game::open(HeapGame::boxed("4!.0".parse::<Code>()?), parameters),
};
