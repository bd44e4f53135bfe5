//! Cram: dominoes on a board, laid across or along by both players.

use crate::analysis::Theorem;
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::grid::{Cell, Grid, GridGame, GridRules, Square, Steps};
use crate::scene::Role;
use crate::value::Play;

struct Cram;

static HALF_TURN: Theorem = Theorem {
    name: "cram-half-turn",
    play: Play::Normal,
    statement: "A board that half a turn does not change is lost if both sides are even or its middle is covered; so one \
                even and one odd side are won by a domino in the middle",
    source: "by symmetry: every domino is answered with its image",
};

const FREE: u8 = 0;
const COVERED: u8 = 1;

impl GridRules for Cram {
    fn cells(&self) -> &'static [Cell] {
        &[
            Cell { letter: '.', role: Role::Square, name: "free" },
            Cell { letter: '#', role: Role::Gone, name: "covered" },
        ]
    }

    fn moves(&self, grid: &Grid, out: &mut Steps<'_>) {
        for (row, column, _) in grid.squares().filter(|(_, _, cell)| *cell == FREE) {
            for beside in [(row, column + 1), (row + 1, column)] {
                if grid.get(beside.0, beside.1) == Some(FREE) {
                    out.push(&[(row, column, COVERED), (beside.0, beside.1, COVERED)]);
                }
            }
            if out.full() {
                return;
            }
        }
    }

    fn lays(&self) -> &'static [&'static [(usize, usize)]] {
        &[&[(0, 0), (0, 1)], &[(0, 0), (1, 0)]]
    }

    fn dead(&self) -> Option<u8> {
        Some(COVERED)
    }

    fn half_turn(&self, grid: &Grid) -> Option<&'static Theorem> {
        // A square and its image lie apart by an odd number of rows if there are evenly many, and so for columns.
        // They share a side only in the middle of a board with one even side, and are the same in that of one with none.
        let (rows, columns) = (grid.rows(), grid.columns());
        let middle = grid.get(rows / 2, columns / 2) == Some(FREE);
        let apart = rows % 2 == 0 && columns % 2 == 0 || !middle;
        (apart && grid.is_half_turned()).then_some(&HALF_TURN)
    }

    fn describe(&self, squares: &[Square]) -> String {
        let squares: Vec<String> = squares.iter().map(Square::to_string).collect();
        format!("lay a domino on {}", squares.join(" and "))
    }
}

pub static ENTRY: Entry = Entry {
    name: "cram",
    aliases: &[],
    title: "Cram",
    rules: "A board of squares, 5x7 for five rows of seven, or drawn with . for a free and # for a covered square, rows \
            from the top with a / between them. A move lays a domino on two free squares that share a side.",
    board: Board::Grid,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &["cram: 3x4", "cram: 4x4", "cram: 1x9", "cram: ..#/.../#..", "misere cram: 3x3"],
    example_move: ("3x4", "1,1, 1,2"),
    known: &[
        Known { address: "cram: 4x4", outcome: "P", value: Some(0), source: "by symmetry" },
        Known {
            address: "cram: 3x4",
            outcome: "N",
            value: Some(1),
            source: "Lemoine and Viennot 2012, Nimbers are inevitable",
        },
        Known {
            address: "cram: 3x5",
            outcome: "N",
            value: Some(1),
            source: "Lemoine and Viennot 2012, Nimbers are inevitable",
        },
    ],
    theorems: &[&HALF_TURN],
    presets: &[],
    open: |parameters| Game::open(GridGame::new(Cram), parameters),
};
