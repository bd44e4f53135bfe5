//! Cram as the search sees it, for its tests and its bench. (The game itself is in the crate `bouton`.)

use std::sync::Arc;

use bouton_search::grid::{Cells, Change, GridFace};
use bouton_search::{Engine, Found, Goal, Hint};

pub struct Cram;

const FREE: u8 = 0;
const COVERED: u8 = 1;

impl Cells for Cram {
    fn kinds(&self) -> usize {
        2
    }

    fn dead(&self) -> Option<u8> {
        Some(COVERED)
    }

    fn lays(&self) -> &[&[(usize, usize)]] {
        &[&[(0, 0), (0, 1)], &[(0, 0), (1, 0)]]
    }

    fn symmetric(&self) -> bool {
        true
    }

    fn moves(
        &self,
        rows: usize,
        columns: usize,
        cells: &[u8],
        take: &mut dyn FnMut(&[Change]) -> bool,
    ) {
        let free = |row: usize, column: usize| cells[row * columns + column] == FREE;
        for row in 0..rows {
            for column in 0..columns {
                let across = column + 1 < columns && free(row, column + 1);
                let along = row + 1 < rows && free(row + 1, column);
                for (wanted, beside) in [(across, (row, column + 1)), (along, (row + 1, column))] {
                    let domino = [(row, column, COVERED), (beside.0, beside.1, COVERED)];
                    if wanted && free(row, column) && !take(&domino) {
                        return;
                    }
                }
            }
        }
    }

    /// Every domino is answered by its image, unless the two would overlap in the middle.
    fn half_turned(&self, rows: usize, columns: usize, cells: &[u8]) -> Hint {
        let middle = cells[rows / 2 * columns + columns / 2] == FREE;
        match (rows % 2 + columns % 2, middle) {
            (0, _) | (_, false) => Hint::Value(0),
            (1, true) => Hint::Not(0),
            _ => Hint::Nothing,
        }
    }
}

/// The published table: rows, columns, and the nimber of the empty board.
pub fn published() -> impl Iterator<Item = (usize, usize, u32)> {
    include_str!("../../../data/known/cram.csv").lines().filter_map(|line| {
        let mut numbers = line.split(',').map(|number| number.parse::<u32>().ok());
        let (rows, columns, value) = (numbers.next()??, numbers.next()??, numbers.next()??);
        Some((rows as usize, columns as usize, value))
    })
}

/// A position, row by row.
pub struct Board {
    pub rows: usize,
    pub columns: usize,
    pub cells: Vec<u8>,
}

impl Board {
    /// A board as it is drawn, with a slash between rows.
    pub fn drawn(text: &str) -> Board {
        let rows: Vec<&str> = text.split('/').collect();
        let cells = rows.concat().chars().map(|cell| u8::from(cell == '#')).collect();
        Board { rows: rows.len(), columns: rows[0].len(), cells }
    }

    /// The keys of its parts.
    pub fn keys(&self) -> Vec<Vec<u64>> {
        self.face(true, true).keys(self.rows, self.columns, &self.cells).unwrap_or_default()
    }

    fn face(&self, split: bool, symmetry: bool) -> GridFace<Cram> {
        GridFace::new(Cram, true).without(split, symmetry)
    }

    /// A search without the list of small boards, or by nothing but the moves of the rules.
    #[allow(dead_code, reason = "the bench leaves out other parts")]
    pub fn plain_engine(&self, by_moves: bool, bytes: u64) -> Engine {
        let face = self.face(true, true);
        let face = if by_moves { face.by_moves() } else { face.without_list() };
        Engine::new(Arc::new(face), Goal::Value, bytes)
    }

    /// A search with a table of at most so many bytes, that splits boards and knows their symmetries or not.
    pub fn engine(&self, goal: Goal, split: bool, symmetry: bool, bytes: u64) -> Engine {
        Engine::new(Arc::new(self.face(split, symmetry)), goal, bytes)
    }

    /// The xor of what is found for each part.
    #[allow(dead_code, reason = "the bench asks whole boards")]
    pub fn sum(&self, mut value: impl FnMut(&[u64]) -> Found) -> u32 {
        self.keys().iter().fold(0, |sum, key| match value(key) {
            Found::Is(value) => sum ^ value,
            other => panic!("{other:?}"),
        })
    }
}
