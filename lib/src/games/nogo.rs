//! NoGo, as both players may put stones of either colour: no stones may ever be without a free square beside them.

use crate::error::Error;
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::grid::{Cell, Grid, GridGame, GridRules, Steps};
use crate::scene::Role;

struct NoGo;

const FREE: u8 = 0;
const DARK: u8 = 1;
const LIGHT: u8 = 2;
const HOLE: u8 = 3;

/// The free squares beside the stones that hang together: none, one, or more.
#[derive(Clone, Copy, PartialEq)]
enum Liberties {
    None,
    /// This square alone.
    One(usize),
    More,
}

impl Liberties {
    fn add(&mut self, square: usize) {
        *self = match *self {
            Liberties::None => Liberties::One(square),
            Liberties::One(only) if only == square => *self,
            _ => Liberties::More,
        };
    }
}

/// The groups of stones of a board.
struct Groups {
    /// The group of each square that holds a stone.
    of: Vec<usize>,
    liberties: Vec<Liberties>,
}

impl Groups {
    fn of(grid: &Grid) -> Groups {
        const NO_GROUP: usize = usize::MAX;
        let columns = grid.columns();
        let mut groups =
            Groups { of: vec![NO_GROUP; grid.rows() * columns], liberties: Vec::new() };
        let mut waiting = Vec::new();
        for (row, column, stone) in grid.squares() {
            let at = row * columns + column;
            if !(stone == DARK || stone == LIGHT) || groups.of[at] != NO_GROUP {
                continue;
            }
            let (group, mut liberties) = (groups.liberties.len(), Liberties::None);
            groups.of[at] = group;
            waiting.push((row, column));
            while let Some((row, column)) = waiting.pop() {
                for (row, column, other) in grid.neighbours(row, column) {
                    let beside = row * columns + column;
                    if other == FREE {
                        liberties.add(beside);
                    } else if other == stone && groups.of[beside] == NO_GROUP {
                        groups.of[beside] = group;
                        waiting.push((row, column));
                    }
                }
            }
            groups.liberties.push(liberties);
        }
        groups
    }

    /// Whether every group keeps a free square if this stone is put on this free square: it is the last one of those
    /// groups beside it that have no other.
    fn allow(&self, grid: &Grid, row: usize, column: usize, stone: u8) -> bool {
        let columns = grid.columns();
        let mut own = false;
        for (row, column, other) in grid.neighbours(row, column) {
            match other {
                FREE => own = true,
                HOLE => {}
                _ => {
                    let free = self.liberties[self.of[row * columns + column]] == Liberties::More;
                    own |= free && other == stone;
                    if !free && other != stone {
                        return false;
                    }
                }
            }
        }
        own
    }
}

impl GridRules for NoGo {
    fn cells(&self) -> &'static [Cell] {
        &[
            Cell { letter: '.', role: Role::Cell, name: "free" },
            Cell { letter: 'x', role: Role::Dark, name: "a dark stone" },
            Cell { letter: 'o', role: Role::Light, name: "a light stone" },
            Cell { letter: '#', role: Role::Gone, name: "a hole" },
        ]
    }

    fn moves(&self, grid: &Grid, out: &mut Steps<'_>) {
        let groups = Groups::of(grid);
        for (row, column, _) in grid.squares().filter(|(_, _, cell)| *cell == FREE) {
            for stone in [DARK, LIGHT] {
                if groups.allow(grid, row, column, stone) {
                    out.push(&[(row, column, stone)]);
                }
            }
            if out.full() {
                return;
            }
        }
    }

    fn coloured(&self) -> bool {
        true
    }

    fn check(&self, grid: &Grid) -> Result<(), Error> {
        let groups = Groups::of(grid);
        let caught = groups.liberties.iter().position(|liberties| *liberties == Liberties::None);
        let Some(caught) = caught else { return Ok(()) };
        let at = groups.of.iter().position(|group| *group == caught).unwrap_or(0);
        Err(Error::input(format!(
            "the stone on {} and those of its colour that hang together with it have no free square beside them, which nogo \
             never allows",
            Grid::square(at / grid.columns(), at % grid.columns())
        )))
    }

    fn swaps(&self) -> Option<(u8, u8)> {
        Some((DARK, LIGHT))
    }

    fn dead(&self) -> Option<u8> {
        Some(HOLE)
    }
}

const SOURCE: &str = "tests of the solver MCGS, version 1.4: impartial nogo on one row";

pub static ENTRY: Entry = Entry {
    name: "nogo",
    aliases: &["no-go", "impartial-nogo", "anti-atari-go"],
    title: "Impartial NoGo",
    rules: "A board of squares, 3x4 for three rows of four, or drawn with . for a free square, x for a dark stone, o for a \
            light stone and # for a hole, rows from the top with a / between them. Stones of one colour that are joined by \
            sides are a group. A move puts a stone of either colour on a free square; afterwards every group, of both \
            colours, must have a free square beside it. A move is written as the square and the letter of the stone.",
    board: Board::Grid,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "nogo: 2x3",
        "nogo: 1x7",
        "nogo: x..o/..#.",
        "nogo: .o./.x./...",
        "misere nogo: 2x3",
        "nogo: 3x3",
    ],
    example_move: ("2x3", "1,2, x"),
    known: &[
        Known { address: "nogo: 1x1", outcome: "P", value: Some(0), source: "by hand" },
        Known { address: "nogo: 1x2", outcome: "N", value: Some(1), source: "by hand" },
        Known { address: "nogo: x.o....o.......o", outcome: "P", value: Some(0), source: SOURCE },
        Known { address: "nogo: .....oo.....xo..", outcome: "N", value: Some(5), source: SOURCE },
    ],
    theorems: &[],
    presets: &[],
    open: |parameters| {
        let rule = "Put a stone of either colour on a free square; every group of stones must keep a free square beside it";
        Ok(Game::open(GridGame::new(NoGo), parameters)?.ruled(rule))
    },
};
