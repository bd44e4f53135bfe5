//! Dawson's Kayles: knock down two pins that stand side by side. A row of n pins is heap n of 0.07.

use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::HeapGame;
use crate::sequence::Code;

pub static ENTRY: Entry = Entry {
    name: "dawsons-kayles",
    aliases: &[],
    title: "Dawson's Kayles",
    rules: "Rows of pins. A move knocks down exactly two neighbouring pins; what is left of the row may fall into two. \
            This is the octal game 0.07.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[],
    examples: &[
        "dawsons-kayles: 9 5",
        "dawsons-kayles: 12",
        "misere dawsons-kayles: 8 4",
        "dawsons-kayles: 10^18",
    ],
    example_move: ("9 5", "1 -> 3 4"),
    known: &[
        Known {
            address: "dawsons-kayles: 5",
            outcome: "P",
            value: Some(0),
            source: "Winning Ways, chapter 4",
        },
        Known {
            address: "dawsons-kayles: 8",
            outcome: "N",
            value: Some(1),
            source: "Winning Ways, chapter 4",
        },
    ],
    theorems: &[],
    presets: &[],
    open: |parameters| Game::open(HeapGame::boxed("0.07".parse::<Code>()?), parameters),
};
