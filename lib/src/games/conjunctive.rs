//! The conjunctive sum: a move in every part, until one part is at its end.

use crate::analysis::Theorem;
use crate::compound::{self, Kind};
use crate::game::{Ability, Board, Entry, Known, Parameter};
use crate::value::Play;

static NORMAL: Theorem = Theorem {
    name: "conjunctive",
    play: Play::Normal,
    statement: "The part with the least remoteness decides: whoever wins that part wins the whole",
    source: "Smith 1966, Graphs and composite games; ONAG, chapter 14",
};

static MISERE: Theorem = Theorem {
    name: "conjunctive-misere",
    play: Play::Misere,
    statement: "The part with the least misère remoteness decides: whoever wins that part wins the whole",
    source: "Smith 1966, Graphs and composite games; ONAG, chapter 14",
};

static THEOREMS: &[&Theorem] = &[&NORMAL, &MISERE];

pub static ENTRY: Entry = Entry {
    name: "conjunctive",
    aliases: &[],
    title: "Conjunctive sum",
    rules: "Several games at once. A move is made in every part; play is over as soon as one part has no move. The position has one of each game, with semicolons between them; with one game alone all parts are of that game. A position that has a semicolon itself stands in parentheses.",
    board: Board::Sums,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "games",
        required: true,
        list: true,
        help: "the games of the parts, such as kayles,nim; one game alone is that of all parts",
    }],
    examples: &[
        "conjunctive(kayles,nim): 5 ; 3",
        "conjunctive(nim): 3 ; 4 ; 2",
        "conjunctive(subtraction(1-3),kayles): 9 ; 6",
        "conjunctive(kayles,mock-turtles,grundy): 4 ; HHT ; 6",
        "conjunctive(kayles + nim,cram): (3 + 2) ; ..#/...",
        "misere conjunctive(kayles,grundy): 5 ; 6",
    ],
    example_move: ("5 ; 3", "1: 1 -> 1 3, 2: 1 -> 0"),
    known: &[Known {
        address: "conjunctive(nim): 3 ; 4 ; 2",
        outcome: "N",
        value: None,
        source: "ONAG, chapter 14: each heap has remoteness 1",
    }],
    theorems: THEOREMS,
    presets: &[],
    open: |parameters| compound::open(Kind::Conjunctive, THEOREMS, parameters),
};
