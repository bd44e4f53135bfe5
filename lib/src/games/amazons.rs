//! Amazons, as both players may move every queen: a queen goes somewhere and burns a square that she sees from there.

use crate::game::{Ability, Board, Entry, Game, Known};
use crate::grid::{Cell, Grid, GridGame, GridRules, Square, Steps};
use crate::scene::Role;

struct Amazons;

const BURNT: u8 = 0;
const FREE: u8 = 1;
const QUEEN: u8 = 2;

const DIRECTIONS: [(isize, isize); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The squares that a queen sees; the one that she came from is free, whatever the board still holds there.
fn seen(
    grid: &Grid,
    from: (usize, usize),
    left: Option<(usize, usize)>,
) -> impl Iterator<Item = (usize, usize)> {
    DIRECTIONS.into_iter().flat_map(move |(up, right)| {
        let mut at = from;
        std::iter::from_fn(move || {
            at = (at.0.wrapping_add_signed(up), at.1.wrapping_add_signed(right));
            (grid.get(at.0, at.1) == Some(FREE) || left == Some(at)).then_some(at)
        })
    })
}

impl GridRules for Amazons {
    fn cells(&self) -> &'static [Cell] {
        &[
            Cell { letter: '#', role: Role::Gone, name: "burnt" },
            Cell { letter: '.', role: Role::Cell, name: "free" },
            Cell { letter: 'Q', role: Role::Queen, name: "a queen" },
        ]
    }

    fn start(&self, row: usize, column: usize) -> u8 {
        if row + column == 0 { QUEEN } else { FREE }
    }

    /// Queens of two colours, as they are drawn where each player has some, are queens.
    fn kind_of(&self, letter: char) -> Option<u8> {
        match letter {
            '#' => Some(BURNT),
            '.' => Some(FREE),
            'Q' | 'q' | 'X' | 'x' | 'O' | 'o' => Some(QUEEN),
            _ => None,
        }
    }

    fn moves(&self, grid: &Grid, out: &mut Steps<'_>) {
        for (row, column, _) in grid.squares().filter(|(_, _, cell)| *cell == QUEEN) {
            let from = (row, column);
            for to in seen(grid, from, None) {
                for shot in seen(grid, to, Some(from)) {
                    match shot == from {
                        true => out.push(&[(row, column, BURNT), (to.0, to.1, QUEEN)]),
                        false => out.push(&[
                            (row, column, FREE),
                            (to.0, to.1, QUEEN),
                            (shot.0, shot.1, BURNT),
                        ]),
                    }
                }
                if out.full() {
                    return;
                }
            }
        }
    }

    /// The queen comes first, then where she goes, then what she burns.
    fn ordered(&self) -> bool {
        true
    }

    fn dead(&self) -> Option<u8> {
        Some(BURNT)
    }

    fn by_corners(&self) -> bool {
        true
    }

    fn describe(&self, squares: &[Square]) -> String {
        match squares {
            [from, to] => format!("move the queen from {from} to {to} and burn {from}"),
            [from, to, burnt] => format!("move the queen from {from} to {to} and burn {burnt}"),
            _ => "move a queen and burn a square".to_string(),
        }
    }
}

const SOURCE: &str = "CGSuite 2.1.1, by the tests of the solver MCGS: impartial amazons on 3x4";

pub static ENTRY: Entry = Entry {
    name: "amazons",
    aliases: &["impartial-amazons", "game-of-the-amazons"],
    title: "Impartial Amazons",
    rules: "A board of squares drawn with Q for a queen, . for a free square and # for a burnt one, rows from the top with a \
            / between them; 3x4 is three rows of four with one queen, in the bottom left corner. A move takes any queen \
            to a square that she sees, any number of free squares along a row, a column or a diagonal; from there she \
            burns a free square that she sees, which may be the one that she came from. Burnt squares and queens are in \
            the way. The move is written as these squares: from, to, burnt; without the third she burns the one that she \
            came from. Both players move all queens.",
    board: Board::Grid,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "amazons: 2x3",
        "amazons: Q.#/..Q",
        "amazons: 1x7",
        "amazons: Q.#./.##./#.Q.",
        "misere amazons: Q./..",
    ],
    example_move: ("2x3", "1,1, 2,2, 1,3"),
    known: &[
        Known { address: "amazons: Q.", outcome: "N", value: Some(1), source: "by hand" },
        Known { address: "amazons: ..oo/##../....", outcome: "N", value: Some(4), source: SOURCE },
        Known { address: "amazons: x..#/...#/...o", outcome: "P", value: Some(0), source: SOURCE },
        Known { address: "amazons: o.#./..../o.#.", outcome: "N", value: Some(2), source: SOURCE },
    ],
    theorems: &[],
    presets: &[],
    open: |parameters| {
        let rule = "Move any queen as in chess to a free square, and burn a free square that she sees from there";
        Ok(Game::open(GridGame::new(Amazons), parameters)?.ruled(rule))
    },
};
