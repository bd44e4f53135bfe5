//! Boards of squares: how squares are named, how a staircase of them is drawn, and games on a grid.

mod board;
mod cell;
pub(crate) mod packed;
mod rules;

pub use board::Grid;
pub use cell::Cell;
pub use rules::{GridGame, GridMove, GridRules, Steps};

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, quoted};
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::scene::{Form, Role, Scene, Shape};

/// A square, `row,column`, both counted from 1 at the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// From the bottom.
    pub row: u64,
    /// From the left.
    pub column: u64,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.column)
    }
}

impl FromStr for Square {
    type Err = Error;
    fn from_str(text: &str) -> Result<Square, Error> {
        let number = |text: &str| -> Option<u64> {
            text.trim().parse::<Natural>().ok()?.to_u64().filter(|number| *number > 0)
        };
        text.split_once(',')
            .and_then(|(row, column)| Some(Square { row: number(row)?, column: number(column)? }))
            .ok_or_else(|| {
                Error::input(format!(
                    "{} is not a square: write row,column, both from 1, such as 2,3",
                    quoted(text)
                ))
            })
    }
}

/// Rows and columns drawn at most.
const MOST_DRAWN: u64 = 40;

/// Rows of squares from the bottom, the corner poisoned; picking a square means taking it.
pub fn staircase_scene(lengths: &Heaps) -> Scene {
    let shown = |row: usize| lengths.word(row).unwrap_or(u64::MAX).min(MOST_DRAWN);
    let height = (lengths.len() as u64).min(MOST_DRAWN);
    let width = if lengths.is_empty() { 0 } else { shown(0) };
    let mut scene = Scene { width: width as f64, height: height as f64, ..Scene::default() };
    for row in 0..height {
        for column in 0..shown(row as usize) {
            let square = Square { row: row + 1, column: column + 1 };
            let poisoned = row == 0 && column == 0;
            let label = match poisoned {
                true => "The poisoned square".to_string(),
                false => format!("Square {}, {}", square.row, square.column),
            };
            let form = Form::Rectangle {
                x: column as f64 + 0.05,
                y: (height - row) as f64 - 0.95,
                width: 0.9,
                height: 0.9,
            };
            let role = if poisoned { Role::Poison } else { Role::Square };
            let id = format!("square-{}-{}", square.row, square.column);
            scene.shapes.push(
                Shape::new(id, label, role, form)
                    .with_pick((!poisoned).then(|| square.to_string())),
            );
        }
    }
    let cut = lengths.len() as u64 > MOST_DRAWN
        || lengths.iter().any(|length| length > Natural::from(MOST_DRAWN));
    scene.capped =
        cut.then(|| format!("Only the lower left {MOST_DRAWN} by {MOST_DRAWN} squares are drawn."));
    scene
}
