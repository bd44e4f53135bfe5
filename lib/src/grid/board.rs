//! A rectangular board whose squares hold something.

use std::fmt;
use std::str::FromStr;

use crate::error::Error;
use crate::grid::Square;
use crate::rules::Position;

/// A rectangle of cells, each a number that the rules give a meaning. Rows count from the bottom and
/// columns from the left, both from 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    rows: u16,
    columns: u16,
    cells: Box<[u8]>,
}

impl Grid {
    /// A board on which every square holds the same.
    pub fn filled(rows: usize, columns: usize, cell: u8) -> Grid {
        let cells = vec![cell; rows * columns].into();
        Grid { rows: rows as u16, columns: columns as u16, cells }
    }

    /// A board of these cells, row by row from the bottom.
    pub(crate) fn of(rows: usize, columns: usize, cells: &[u8]) -> Grid {
        Grid { rows: rows as u16, columns: columns as u16, cells: cells.into() }
    }

    /// The cells, row by row from the bottom.
    pub(crate) fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns as usize
    }

    /// What a square holds; nothing beside the board.
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> Option<u8> {
        (row < self.rows() && column < self.columns())
            .then(|| self.cells[row * self.columns() + column])
    }

    /// Changes what a square holds.
    #[inline]
    pub fn set(&mut self, row: usize, column: usize, cell: u8) {
        let columns = self.columns();
        self.cells[row * columns + column] = cell;
    }

    /// Whether half a turn of the board changes nothing.
    pub fn is_half_turned(&self) -> bool {
        let turned = |row: usize, column: usize| {
            self.get(self.rows() - 1 - row, self.columns() - 1 - column)
        };
        self.squares().all(|(row, column, cell)| turned(row, column) == Some(cell))
    }

    /// Every square with what it holds, row by row.
    pub fn squares(&self) -> impl Iterator<Item = (usize, usize, u8)> + '_ {
        let columns = self.columns().max(1);
        self.cells.iter().enumerate().map(move |(at, cell)| (at / columns, at % columns, *cell))
    }

    /// The neighbours of a square on the board: below, above, to the left and to the right.
    pub fn neighbours(
        &self,
        row: usize,
        column: usize,
    ) -> impl Iterator<Item = (usize, usize, u8)> + '_ {
        let beside = [
            (row.wrapping_sub(1), column),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
        ];
        beside.into_iter().filter_map(|(row, column)| Some((row, column, self.get(row, column)?)))
    }

    /// The squares of the board that share only a corner with one.
    pub fn corners(
        &self,
        row: usize,
        column: usize,
    ) -> impl Iterator<Item = (usize, usize, u8)> + '_ {
        let rows = [row.wrapping_sub(1), row + 1];
        let beside = rows.map(|row| [(row, column.wrapping_sub(1)), (row, column + 1)]);
        beside
            .into_iter()
            .flatten()
            .filter_map(|(row, column)| Some((row, column, self.get(row, column)?)))
    }

    /// The name of a square.
    pub fn square(row: usize, column: usize) -> Square {
        Square { row: row as u64 + 1, column: column as u64 + 1 }
    }

    /// The part of the board that a rectangle of squares cuts out.
    pub(super) fn cut(
        &self,
        rows: std::ops::RangeInclusive<usize>,
        columns: std::ops::RangeInclusive<usize>,
    ) -> Grid {
        let width = columns.clone().count();
        let height = rows.clone().count();
        let cells = rows
            .flat_map(|row| {
                columns.clone().map(move |column| self.cells[row * self.columns() + column])
            })
            .collect();
        Grid { rows: height as u16, columns: width as u16, cells }
    }

    /// The board turned over the diagonal.
    pub(super) fn transposed(&self) -> Grid {
        let (rows, columns) = (self.rows(), self.columns());
        let cells = (0..columns)
            .flat_map(|column| (0..rows).map(move |row| self.cells[row * columns + column]))
            .collect();
        Grid { rows: self.columns, columns: self.rows, cells }
    }

    /// The board with its rows the other way round.
    pub(super) fn upside_down(&self) -> Grid {
        let cells = self.cells.chunks(self.columns().max(1)).rev().flatten().copied().collect();
        Grid { cells, ..*self }
    }
}

impl Position for Grid {
    fn weight(&self) -> usize {
        size_of::<Grid>() + self.cells.len()
    }
}

/// The cells as numbers; with their letters they are written by their game.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<String>();
        let rows: Vec<String> = self.cells.chunks(self.columns().max(1)).rev().map(row).collect();
        f.write_str(&rows.join("/"))
    }
}

impl FromStr for Grid {
    type Err = Error;
    fn from_str(_text: &str) -> Result<Grid, Error> {
        Err(Error::Unsupported("a board can only be read by its game".to_string()))
    }
}
