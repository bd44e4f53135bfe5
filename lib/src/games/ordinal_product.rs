//! The ordinal product: a move in the second game brings a new copy of the first.

use crate::analysis::Theorem;
use crate::compound::{self, Kind};
use crate::game::{Ability, Board, Entry, Known, Parameter};
use crate::value::Play;

static PRODUCT: Theorem = Theorem {
    name: "ordinal-product",
    play: Play::Normal,
    statement: "The value is the number at the place of the value of the copy among those that the moves with a new copy leave out; heaps of m and n of Nim are worth m times n",
    source: "Winning Ways, chapter 7: the colon principle, for each option",
};

static THEOREMS: &[&Theorem] = &[&PRODUCT];

pub static ENTRY: Entry = Entry {
    name: "ordinal-product",
    aliases: &[],
    title: "Ordinal product",
    rules: "Two games a and b, as ordinals are multiplied. The position is a ; b, or a ; b ; c with a copy c of a. A move is made in the copy; or it is made in b, and then the copy is gone and a new one comes from a, with a move made in it at once. With one game alone both are of that game. A position that has a semicolon itself stands in parentheses.",
    board: Board::Sums,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "games",
        required: true,
        list: true,
        help: "the two games, such as nim,kayles; one game alone is both",
    }],
    examples: &[
        "ordinal-product(nim,kayles): 2 ; 3",
        "ordinal-product(nim): 3 ; 4",
        "ordinal-product(kayles,subtraction(1-3)): 3 ; 5",
        "ordinal-product(grundy,nim): 7 ; 2 ; 5",
        "ordinal-product(mock-turtles,nim): HTH ; 2 ; TH",
        "misere ordinal-product(nim,kayles): 2 ; 3",
    ],
    example_move: ("2 ; 3 ; 1", "1: 1 -> 1, 2: 1 -> 2"),
    known: &[Known {
        address: "ordinal-product(nim): 3 ; 4",
        outcome: "N",
        value: Some(12),
        source: "heaps of Nim multiply like ordinals",
    }],
    theorems: THEOREMS,
    presets: &[],
    open: |parameters| compound::open(Kind::OrdinalProduct, THEOREMS, parameters),
};
