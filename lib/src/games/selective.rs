//! The selective sum: a move in as many parts as one likes.

use crate::analysis::Theorem;
use crate::compound::{self, Kind};
use crate::game::{Ability, Board, Entry, Known, Parameter};
use crate::value::Play;

static SELECTIVE: Theorem = Theorem {
    name: "selective",
    play: Play::Normal,
    statement: "The whole is lost exactly when every part is",
    source: "Smith 1966, Graphs and composite games; ONAG, chapter 14",
};

static THEOREMS: &[&Theorem] = &[&SELECTIVE];

pub static ENTRY: Entry = Entry {
    name: "selective",
    aliases: &[],
    title: "Selective sum",
    rules: "Several games at once. A move is made in as many parts as one likes, at least in one. The position has one of each game, with semicolons between them; with one game alone all parts are of that game. A position that has a semicolon itself stands in parentheses.",
    board: Board::Sums,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "games",
        required: true,
        list: true,
        help: "the games of the parts, such as kayles,nim; one game alone is that of all parts",
    }],
    examples: &[
        "selective(kayles,nim): 5 ; 3",
        "selective(nim): 3 ; 4 ; 2",
        "selective(subtraction(1-3)): 8 ; 5",
        "selective(kayles,mock-turtles,grundy): 4 ; HHT ; 6",
        "selective(nim,kayles): 10^18 ; 30",
        "misere selective(kayles,grundy): 4 ; 5",
    ],
    example_move: ("5 ; 3", "1: 1 -> 2 2, 2: 1 -> 0"),
    known: &[Known {
        address: "selective(subtraction(1-3)): 8 ; 4",
        outcome: "P",
        value: None,
        source: "Smith 1966: both heaps are multiples of 4",
    }],
    theorems: THEOREMS,
    presets: &[],
    open: |parameters| compound::open(Kind::Selective, THEOREMS, parameters),
};
