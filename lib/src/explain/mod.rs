//! An explanation as data: a list of steps, each one sentence, with what to look at.
//!
//! [`Trace`] is what is told of one position; `reasons` finds it, from the method that gave the answer;
//! [`demonstration`] tells a whole game so, move by move.

pub mod demonstration;
pub(crate) mod reasons;

use serde::Serialize;

use crate::natural::Natural;

/// The whole reasoning about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// The position that is explained.
    pub address: String,
    /// The steps, in order. A front end shows step i and nothing else.
    pub steps: Vec<Step>,
}

/// One step of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What kind of step this is, for a front end's layout.
    pub kind: &'static str,
    /// One sentence that says why.
    pub text: String,
    /// The ids of the shapes of the scene to look at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub highlights: Vec<String>,
    /// A small table: rows of cells, aligned to the right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub table: Vec<Vec<String>>,
    /// The cells of the table to look at, by row and column from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<(usize, usize)>,
}

impl Step {
    /// A step without highlights.
    pub fn new(kind: &'static str, text: impl Into<String>) -> Step {
        Step { kind, text: text.into(), ..Step::default() }
    }

    /// Points at shapes of the scene.
    pub fn highlighting(mut self, ids: impl IntoIterator<Item = String>) -> Step {
        self.highlights = ids.into_iter().collect();
        self
    }

    /// Adds a table.
    pub fn with_table(mut self, table: Vec<Vec<String>>) -> Step {
        self.table = table;
        self
    }
}

impl Step {
    /// Points at cells of the table.
    pub fn marking(mut self, cells: impl IntoIterator<Item = (usize, usize)>) -> Step {
        self.marks = cells.into_iter().collect();
        self
    }
}

/// The widest number that is written in binary columns.
pub const MOST_COLUMNS: u64 = 64;

/// Numbers in binary, one row each, one cell per digit, with a label and the decimal number.
pub fn binary_table(rows: &[(String, Natural)]) -> Vec<Vec<String>> {
    let width = rows.iter().map(|(_, number)| number.bits()).max().unwrap_or(0).max(1);
    rows.iter()
        .map(|(label, number)| {
            let digits = (0..width).rev().map(|bit| u8::from(number.bit(bit)).to_string());
            [label.clone(), number.to_string()].into_iter().chain(digits).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_columns_have_one_width() {
        let rows = [("a".to_string(), Natural::from(5u64)), ("b".to_string(), Natural::ZERO)];
        let table = binary_table(&rows);
        assert_eq!(table[0], ["a", "5", "1", "0", "1"]);
        assert_eq!(table[1], ["b", "0", "0", "0", "0"]);
    }
}
