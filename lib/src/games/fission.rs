//! Fission, as both players may split every stone either way: a stone becomes two, on the squares on either side.

use crate::analysis::Theorem;
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::grid::{Cell, Grid, GridGame, GridRules, Square, Steps};
use crate::scene::Role;
use crate::value::Play;

struct Fission;

static HALF_TURN: Theorem = Theorem {
    name: "fission-half-turn",
    play: Play::Normal,
    statement: "A board that half a turn does not change is lost if both sides are even, or if its middle is walls: the middle \
                square where both sides are odd, the two in the middle where one is",
    source: "by symmetry: every split is answered with its image, which touches none of its squares",
};

const WALL: u8 = 0;
const FREE: u8 = 1;
const STONE: u8 = 2;

impl GridRules for Fission {
    fn cells(&self) -> &'static [Cell] {
        &[
            Cell { letter: '#', role: Role::Gone, name: "a wall" },
            Cell { letter: '.', role: Role::Cell, name: "free" },
            Cell { letter: 'x', role: Role::Stone, name: "a stone" },
        ]
    }

    /// One stone in the middle.
    fn fresh(&self, rows: usize, columns: usize) -> Grid {
        let mut grid = Grid::filled(rows, columns, FREE);
        grid.set((rows - 1) / 2, (columns - 1) / 2, STONE);
        grid
    }

    fn moves(&self, grid: &Grid, out: &mut Steps<'_>) {
        for (row, column, _) in grid.squares().filter(|(_, _, cell)| *cell == STONE) {
            let across = [(row, column.wrapping_sub(1)), (row, column + 1)];
            let along = [(row.wrapping_sub(1), column), (row + 1, column)];
            for [one, other] in [across, along] {
                if [one, other].iter().all(|to| grid.get(to.0, to.1) == Some(FREE)) {
                    out.push(&[
                        (row, column, FREE),
                        (one.0, one.1, STONE),
                        (other.0, other.1, STONE),
                    ]);
                }
            }
            if out.full() {
                return;
            }
        }
    }

    fn dead(&self) -> Option<u8> {
        Some(WALL)
    }

    fn half_turn(&self, grid: &Grid) -> Option<&'static Theorem> {
        // A split touches three squares in line. Its image lies in another row and another column unless a side is odd;
        // then only squares of the middle line are in both, and all such splits touch the middle.
        let (rows, columns) = (grid.rows(), grid.columns());
        let middle = [(rows - 1) / 2, rows / 2].into_iter().flat_map(|row| {
            [(columns - 1) / 2, columns / 2].map(|column| grid.get(row, column) == Some(WALL))
        });
        let apart = rows % 2 == 0 && columns % 2 == 0 || middle.into_iter().all(|wall| wall);
        (apart && grid.is_half_turned()).then_some(&HALF_TURN)
    }

    fn describe(&self, squares: &[Square]) -> String {
        match squares {
            [stone, one, other] => format!("split the stone on {stone} into {one} and {other}"),
            _ => "split a stone".to_string(),
        }
    }
}

const SOURCE: &str = "CGSuite 2.1.1, by the tests of the solver MCGS: impartial fission on 6x6";

pub static ENTRY: Entry = Entry {
    name: "fission",
    aliases: &["impartial-fission"],
    title: "Impartial Fission",
    rules: "A board of squares drawn with x for a stone, . for a free square and # for a wall, rows from the top with a / \
            between them; 5x7 is five rows of seven with one stone in the middle. A move splits a stone: it is taken \
            off, and stones are put on the two squares on either side of it, in its row or in its column, both of which must be \
            free. Both players may split either way.",
    board: Board::Grid,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "fission: 3x5",
        "fission: 5x5",
        "fission: x..x/..../...#/.x..",
        "fission: ..../.x../..x./....",
        "fission: 1x11",
        "misere fission: 3x4",
    ],
    example_move: ("3x5", "2,3, 2,2, 2,4"),
    known: &[
        Known { address: "fission: 1x3", outcome: "N", value: Some(1), source: "by hand" },
        Known {
            address: "fission: x..x../....../.#.#x./...x../....../......",
            outcome: "P",
            value: Some(0),
            source: SOURCE,
        },
        Known {
            address: "fission: ..#.../..#.../...x.#/....x#/...x../.x....",
            outcome: "N",
            value: Some(4),
            source: SOURCE,
        },
    ],
    theorems: &[&HALF_TURN],
    presets: &[],
    open: |parameters| {
        let rule = "Split a stone into two, on the free squares on either side of it, in its row or in its column";
        Ok(Game::open(GridGame::new(Fission), parameters)?.ruled(rule))
    },
};
