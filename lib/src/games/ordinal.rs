//! The ordinal sum: a move in a part ends all parts behind it.

use crate::analysis::Theorem;
use crate::compound::{self, Kind};
use crate::game::{Ability, Board, Entry, Known, Parameter};
use crate::value::Play;

static COLON: Theorem = Theorem {
    name: "ordinal",
    play: Play::Normal,
    statement: "A part with something worth n behind it is worth the number at place n, from 0 on, among those that its options leave out",
    source: "Winning Ways, chapter 7: the colon principle",
};

static THEOREMS: &[&Theorem] = &[&COLON];

pub static ENTRY: Entry = Entry {
    name: "ordinal",
    aliases: &[],
    title: "Ordinal sum",
    rules: "Several games in order. A move is made in one part, and all parts behind it are gone. The position says gone of these. The position has one of each game, with semicolons between them; with one game alone all parts are of that game. A position that has a semicolon itself stands in parentheses.",
    board: Board::Sums,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "games",
        required: true,
        list: true,
        help: "the games of the parts, such as kayles,nim; one game alone is that of all parts",
    }],
    examples: &[
        "ordinal(kayles,nim): 5 ; 3",
        "ordinal(nim): 3 ; 4 ; 2",
        "ordinal(subtraction(1,4),kayles): 7 ; 6",
        "ordinal(kayles,nim): 5 ; gone",
        "ordinal(grundy,ordinal(kayles,mock-turtles)): 7 ; (4 ; HHT)",
        "misere ordinal(kayles,grundy): 4 ; 6",
    ],
    example_move: ("5 ; 3", "2: 1 -> 2"),
    known: &[Known {
        address: "ordinal(nim): 3 ; 4",
        outcome: "N",
        value: Some(7),
        source: "Winning Ways, chapter 7: heaps of Nim add like ordinals",
    }],
    theorems: THEOREMS,
    presets: &[],
    open: |parameters| compound::open(Kind::Ordinal, THEOREMS, parameters),
};
