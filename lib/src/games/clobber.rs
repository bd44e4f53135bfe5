//! Clobber, as both players may move every stone: a stone takes a neighbour of the other colour, or, among cannibals, any.

use crate::address::Parameters;
use crate::error::{Error, quoted};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::grid::{Cell, Grid, GridGame, GridRules, Square, Steps};
use crate::scene::Role;

struct Clobber {
    /// Whether a stone may take its own colour too.
    cannibal: bool,
}

const EMPTY: u8 = 0;
const DARK: u8 = 1;
const LIGHT: u8 = 2;

impl Clobber {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let cannibal = match parameters.get("which", Some(0)) {
            None => false,
            Some("cannibal") => true,
            Some(other) => {
                return Err(Error::input(format!(
                    "{} is no kind of Clobber: write clobber(cannibal), or nothing",
                    quoted(other)
                )));
            }
        };
        Game::open(GridGame::new(Clobber { cannibal }), parameters)
    }
}

impl GridRules for Clobber {
    fn cells(&self) -> &'static [Cell] {
        &[
            Cell { letter: '.', role: Role::Gone, name: "empty" },
            Cell { letter: 'x', role: Role::Heads, name: "a golden stone" },
            Cell { letter: 'o', role: Role::Tails, name: "a silver stone" },
        ]
    }

    fn start(&self, row: usize, column: usize) -> u8 {
        if (row + column) % 2 == 0 { DARK } else { LIGHT }
    }

    fn moves(&self, grid: &Grid, out: &mut Steps<'_>) {
        for (row, column, stone) in grid.squares().filter(|(_, _, cell)| *cell != EMPTY) {
            for (to_row, to_column, other) in grid.neighbours(row, column) {
                if other != EMPTY && (self.cannibal || other != stone) {
                    out.push(&[(row, column, EMPTY), (to_row, to_column, stone)]);
                }
            }
            if out.full() {
                return;
            }
        }
    }

    /// The stone comes first, then what it takes.
    fn ordered(&self) -> bool {
        true
    }

    fn swaps(&self) -> Option<(u8, u8)> {
        Some((DARK, LIGHT))
    }

    fn dead(&self) -> Option<u8> {
        Some(EMPTY)
    }

    fn describe(&self, squares: &[Square]) -> String {
        match squares {
            [from, to] => format!("take the stone on {to} with the one on {from}"),
            _ => "take a stone with its neighbour".to_string(),
        }
    }
}

pub static ENTRY: Entry = Entry {
    name: "clobber",
    aliases: &["impartial-clobber"],
    title: "Impartial Clobber",
    rules: "A board of stones of two colours, 3x4 for three rows of four in a chequered pattern, or drawn with x and o for \
            stones and . for empty squares, rows from the top with a / between them. A move takes a stone with one of the \
            other colour beside it, which goes to its place; both players move all stones. With clobber(cannibal) a stone \
            may take any stone beside it.",
    board: Board::Grid,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "which",
        required: false,
        list: false,
        help: "cannibal: stones take their own colour too",
    }],
    examples: &[
        "clobber: 2x4",
        "clobber: xoxoxo",
        "clobber: xxo/oox/x.o",
        "clobber(cannibal): 1x7",
        "misere clobber: 2x3",
    ],
    example_move: ("2x4", "1,1, 1,2"),
    known: &[
        Known { address: "clobber: xo", outcome: "N", value: Some(1), source: "by hand" },
        Known { address: "clobber: xox", outcome: "N", value: Some(1), source: "by hand" },
    ],
    theorems: &[],
    presets: &[],
    open: Clobber::open,
};
