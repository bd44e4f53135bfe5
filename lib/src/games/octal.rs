//! Take-and-break games by their code: octal, hexadecimal and longer ones.

use crate::address::Parameters;
use crate::error::Error;
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::heap::HeapGame;
use crate::sequence::Code;

fn open(parameters: &Parameters) -> Result<Game, Error> {
    let code: Code = parameters.get("code", Some(0)).unwrap_or_default().parse()?;
    Game::open(HeapGame::boxed(code), parameters)
}

pub static ENTRY: Entry = Entry {
    name: "octal",
    aliases: &[],
    title: "Take-and-break games by code",
    rules: "Heaps of stones. After taking j stones from a heap, a move may leave the rest as exactly i non-empty heaps \
            iff bit i of digit j of the code is set; digit 0 stands before the point. Digits are 0-9 and A-Z, \
            or numbers of heaps in braces, {2,3} or {2+} for 2 and more; after a digit, ! asks for pairwise unequal heaps, \
            ? for heaps not all equal, = for equal heaps. Digits in square brackets at the end are repeated for ever.",
    board: Board::Heaps,
    can: &[Ability::Piles, Ability::Table, Ability::Sequence, Ability::Misere],
    parameters: &[Parameter {
        key: "code",
        required: true,
        list: false,
        help: "the digits with a point, such as 0.77, 4!.0, 0.{0,2+} or 4.[3]",
    }],
    examples: &[
        "octal(0.77): 12",
        "octal(0.137): 10 7",
        "octal(4.3): 6 5",
        "octal(0.226!): 15 9",
        "octal(0.8): 11",
        "octal(0.37?7=): 9 6",
        "misere octal(0.15): 9 5",
        "octal(0.77): 10^21",
        "octal(0.{0,2+}): 7 5",
        "octal(4.[3]): 7 6",
        "octal(0.[37!]): 10^30 5",
        "misere octal(0.4[30]): 6 3",
    ],
    example_move: ("12", "1 -> 5 5"),
    known: &[
        Known { address: "octal(0.77): 9", outcome: "N", value: Some(4), source: "OEIS A002186" },
        Known {
            address: "octal(4.[3]): 7",
            outcome: "N",
            value: Some(8),
            source: "Winning Ways, chapter 4",
        },
        Known { address: "octal(0.137): 4", outcome: "P", value: Some(0), source: "OEIS A002187" },
    ],
    theorems: &[],
    presets: &[],
    open,
};
