//! Kayles: knock down one pin, or two that stand side by side. A row of n pins is heap n of 0.77.

use crate::game::{Ability, Board, Entry, Game, Known};
use crate::heap::HeapGame;
use crate::sequence::Code;

pub static ENTRY: Entry = Entry {
    name: "kayles",
    aliases: &[],
    title: "Kayles",
    rules: "Rows of pins. A move knocks down one pin or two neighbouring pins; a row may fall into two.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[],
    examples: &["kayles: 12 5", "kayles: 7", "misere kayles: 9 4", "kayles: 10^18"],
    example_move: ("12 5", "1 -> 3 7"),
    known: &[
        Known {
            address: "kayles: 70",
            outcome: "N",
            value: Some(6),
            source: "Guy and Smith 1956: the last exception",
        },
        Known { address: "kayles: 12", outcome: "N", value: Some(4), source: "Guy and Smith 1956" },
        Known {
            address: "misere kayles: 9",
            outcome: "P",
            value: None,
            source: "Sibert and Conway 1992",
        },
        Known {
            address: "misere kayles: 12",
            outcome: "P",
            value: None,
            source: "Sibert and Conway 1992",
        },
        Known {
            address: "misere kayles: 20",
            outcome: "P",
            value: None,
            source: "Sibert and Conway 1992",
        },
        Known {
            address: "misere kayles: 10",
            outcome: "N",
            value: None,
            source: "Sibert and Conway 1992",
        },
    ],
    theorems: &[],
    presets: &[],
    open: |parameters| Game::open(HeapGame::boxed("0.77".parse::<Code>()?), parameters),
};
