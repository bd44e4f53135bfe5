//! Rules that somebody wrote as a text: the games of `own`.
#![cfg(feature = "script")]

use crate::game::{Ability, Board, Entry, Known, Parameter};
use crate::own;

pub static ENTRY: Entry = Entry {
    name: "file",
    aliases: &["own-game"],
    title: "Your own game",
    rules: "Whatever a file of rules says, ten lines in the language Starlark, which looks like Python. \
            moves(position) lists the positions that a move can lead to; heap(size) does so for a game of heaps. \
            file(half) opens an example, file(half.star) a file.",
    board: Board::Own,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "file",
        required: true,
        list: false,
        help: "the file of rules, such as half.star, or the name of an example, such as half",
    }],
    examples: &[
        "file(half): 20",
        "file(fibonacci): (13, 12)",
        "file(end-nim): [2, 3, 1, 2]",
        "file(nimble): [0, 1, 0, 2, 1]",
        "file(northcott): [(0, 4), (1, 3), (2, 7)]",
        "file(silver-dollar): ..o.o..o",
        "file(euclid): (25, 7)",
        "file(circle): 9",
        "file(domino): ..../..../....",
        "file(notakto): x........",
        "file(ghost): s",
        "file(catch): (0, 3)",
    ],
    example_move: ("20", "15"),
    known: &[Known {
        address: "file(euclid): (25, 7)",
        outcome: "N",
        value: None,
        source: "Cole and Davie, A game based on the Euclidean algorithm, Math. Gazette 53 (1969)",
    }],
    theorems: &[],
    presets: &[],
    open: own::open,
};
