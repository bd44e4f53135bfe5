//! Notakto: noughts and crosses with crosses alone, on boards of any size.

use crate::game::{Ability, Board, Entry, Game, Known};
use crate::grid::{Cell, Grid, GridGame, GridRules, Square, Steps};
use crate::scene::Role;

struct Notakto;

const FREE: u8 = 0;
const CROSS: u8 = 1;

/// Whether three crosses stand in line, next to each other.
fn is_over(grid: &Grid) -> bool {
    let crossed = |row: usize, column: usize| grid.get(row, column) == Some(CROSS);
    let in_line = |row: usize, column: usize, up: bool, across: isize| {
        (0..3).all(|step| {
            let column = column.checked_add_signed(across * step);
            column.is_some_and(|column| crossed(row + usize::from(up) * step as usize, column))
        })
    };
    grid.squares().any(|(row, column, _)| {
        [(false, 1), (true, 0), (true, 1), (true, -1)]
            .into_iter()
            .any(|(up, across)| in_line(row, column, up, across))
    })
}

impl GridRules for Notakto {
    fn cells(&self) -> &'static [Cell] {
        &[
            Cell { letter: '.', role: Role::Cell, name: "free" },
            Cell { letter: 'x', role: Role::Card, name: "a cross" },
        ]
    }

    fn moves(&self, grid: &Grid, out: &mut Steps<'_>) {
        if is_over(grid) {
            return;
        }
        for (row, column, _) in grid.squares().filter(|(_, _, cell)| *cell == FREE) {
            out.push(&[(row, column, CROSS)]);
            if out.full() {
                return;
            }
        }
    }

    fn describe(&self, squares: &[Square]) -> String {
        let squares: Vec<String> = squares.iter().map(Square::to_string).collect();
        format!("put a cross on {}", squares.join(" and "))
    }
}

const SOURCE: &str = "Plambeck and Whitehead 2013, The secrets of Notakto";

pub static ENTRY: Entry = Entry {
    name: "notakto",
    aliases: &[],
    title: "Notakto",
    rules: "A board of squares, 3x3 for three rows of three, or drawn with . for a free square and x for a cross, rows \
            from the top with a / between them. A move puts a cross on a free square. With three crosses next to each \
            other in a row, a column or a diagonal the board is over, and nobody moves on it any more. Notakto is \
            played misère: whoever ends the last board loses.",
    board: Board::Grid,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "misere notakto: 3x3",
        "notakto: 3x3",
        "misere notakto: 3x3 + notakto: x.x/.../...",
        "notakto: 2x5",
        "misere notakto: 3x4",
    ],
    example_move: ("3x3", "2,2"),
    known: &[
        Known { address: "misere notakto: 3x3", outcome: "N", value: None, source: SOURCE },
        Known {
            address: "misere notakto: 3x3 + notakto: 3x3",
            outcome: "P",
            value: None,
            source: SOURCE,
        },
        Known {
            address: "notakto: 1x9",
            outcome: "N",
            value: None,
            source: "by putting a cross in the middle, and its image for every cross",
        },
    ],
    theorems: &[],
    presets: &[],
    open: |parameters| Game::open(GridGame::new(Notakto), parameters),
};
