//! Values or outcomes of all positions of two heaps up to some size.

use serde::Serialize;

use crate::ask::{Ask, Flow, Progress};
use crate::error::Error;
use crate::game::{AnyPosition, Game};
use crate::value::{Outcome, Play, Value};

/// Rows and columns at most.
pub const MOST: usize = 1000;

/// A table of positions `row column`, both sizes from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Table {
    /// The game with its parameters.
    pub game: String,
    /// Normal or misère.
    pub play: Play,
    /// How many sizes the first heap has: 0 to one less.
    pub rows: usize,
    /// The same for the second heap.
    pub columns: usize,
    /// What stands in it.
    #[serde(flatten)]
    pub cells: Cells,
}

/// What stands in a table, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Cells {
    /// Values in normal play.
    Values(Vec<Vec<Value>>),
    /// Outcomes, also in misère play, where there are no values.
    Outcomes(Vec<Vec<Outcome>>),
}

/// Tables of arithmetic, which are asked for like games.
const NIM_SUM: &str = "nim-sum";
const NIM_PRODUCT: &str = "nim-product";

impl Table {
    /// The table of nim-sums or nim-products, if that is what the name means.
    pub fn arithmetic(name: &str, rows: usize, columns: usize) -> Option<Result<Table, Error>> {
        let operation = match name.trim() {
            NIM_SUM => |a: u64, b: u64| a ^ b,
            NIM_PRODUCT => crate::nimber::product,
            _ => return None,
        };
        let cell = |row, column| Value::from(operation(row as u64, column as u64));
        let cells = |row| (0..columns).map(|column| cell(row, column)).collect();
        Some(check_size(rows, columns).map(|()| Table {
            game: name.trim().to_string(),
            play: Play::Normal,
            rows,
            columns,
            cells: Cells::Values((0..rows).map(cells).collect()),
        }))
    }

    /// Works out every cell. A cell that cannot be answered within the budget stops the table.
    pub fn new(
        game: &Game,
        (rows, columns): (usize, usize),
        play: Play,
        outcomes: bool,
        ask: &Ask<'_>,
    ) -> Result<Table, Error> {
        check_size(rows, columns)?;
        game.allows(play)?;
        let name = game.name().to_string();
        let game = &game.side_by_side(2);
        let mut solver = game.solver();
        // One solver for all, so that a cell finds the smaller ones in its memory.
        let cells = if outcomes || play == Play::Misere {
            let ask = Ask { moves: 0, ..*ask };
            Cells::Outcomes(fill(game, rows, columns, &ask, |position| {
                Ok(solver.analyse(position, play, &ask)?.outcome)
            })?)
        } else {
            Cells::Values(fill(game, rows, columns, ask, |position| {
                Ok(solver.value(position, ask)?.value)
            })?)
        };
        Ok(Table { game: name, play, rows, columns, cells })
    }
}

fn check_size(rows: usize, columns: usize) -> Result<(), Error> {
    if rows.max(columns) > MOST || rows.min(columns) == 0 {
        return Err(Error::input(format!(
            "a table of {rows}x{columns} cannot be made: ask for 1x1 to {MOST}x{MOST}"
        )));
    }
    Ok(())
}

fn fill<T>(
    game: &Game,
    rows: usize,
    columns: usize,
    ask: &Ask<'_>,
    mut cell: impl FnMut(&AnyPosition) -> Result<T, Error>,
) -> Result<Vec<Vec<T>>, Error> {
    let mut table = Vec::with_capacity(rows);
    for row in 0..rows {
        // Cells that need no search do not look at the clock.
        let done = (row * columns) as u64;
        if let Flow::Stop(reason) =
            (ask.tick)(Progress { positions: done, steps: done, search: None })
        {
            return Err(Error::Stopped(format!("stopped after {done} cells: {reason}")));
        }
        let cells = (0..columns).map(|column| {
            let position =
                game.of_sizes(&[row as u64, column as u64]).map_err(|error| match error {
                    Error::Input(sentence) => {
                        Error::Input(format!("{sentence}; table asks for positions of two heaps"))
                    }
                    other => other,
                })?;
            cell(&position)
        });
        table.push(cells.collect::<Result<Vec<T>, Error>>()?);
    }
    Ok(table)
}
