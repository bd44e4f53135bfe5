//! Values or outcomes of all positions of two heaps up to some size.

use serde::Serialize;

use crate::ask::{Ask, Flow, Progress};
use crate::error::Error;
use crate::game::Game;
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

impl Table {
    /// Works out every cell. A cell that cannot be answered within the budget stops the table.
    pub fn new(
        game: &dyn Game,
        rows: usize,
        columns: usize,
        outcomes: bool,
        ask: &Ask<'_>,
    ) -> Result<Table, Error> {
        if rows.max(columns) > MOST || rows.min(columns) == 0 {
            return Err(Error::input(format!(
                "a table of {rows}x{columns} cannot be made: ask for 1x1 to {MOST}x{MOST}"
            )));
        }
        game.allows(ask.play)?;
        let mut solver = game.solver();
        // One solver for all, so that a cell finds the smaller ones in its memory.
        let cells = if outcomes || ask.play == Play::Misere {
            let ask = Ask { moves: 0, ..*ask };
            Cells::Outcomes(fill(rows, columns, &ask, |position| {
                Ok(solver.analyse(position, &ask)?.outcome)
            })?)
        } else {
            Cells::Values(fill(rows, columns, ask, |position| {
                Ok(solver.value(position, ask)?.value)
            })?)
        };
        Ok(Table { game: game.name().to_string(), play: ask.play, rows, columns, cells })
    }
}

fn fill<T>(
    rows: usize,
    columns: usize,
    ask: &Ask<'_>,
    mut cell: impl FnMut(&str) -> Result<T, Error>,
) -> Result<Vec<Vec<T>>, Error> {
    let mut table = Vec::with_capacity(rows);
    for row in 0..rows {
        // Cells that need no search do not look at the clock.
        let done = (row * columns) as u64;
        if let Flow::Stop(reason) = (ask.tick)(Progress { positions: done, steps: done }) {
            return Err(Error::Stopped(format!("stopped after {done} cells: {reason}")));
        }
        let cells = (0..columns).map(|column| {
            let position = format!("{row} {column}");
            cell(&position).map_err(|error| match error {
                Error::Input(sentence) => {
                    Error::Input(format!("{sentence}; table asks for positions of two heaps"))
                }
                other => other,
            })
        });
        table.push(cells.collect::<Result<Vec<T>, Error>>()?);
    }
    Ok(table)
}
