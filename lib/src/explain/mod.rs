//! An explanation as data: a list of steps, each with what to look at and what it asserts.
//!
//! The order is always the same, so that nobody has to read to the end to learn who wins:
//!
//! | kind | says |
//! |---|---|
//! | `verdict` | who wins, and by which move |
//! | `rules` | what a move does |
//! | `idea` | why the rule is true, as a strategy that a person can follow |
//! | `values`, `mex`, `columns`, `here`, ... | the rule worked out on this very position |
//! | `after`, `reply` | what the move leaves; for a lost position what is replied to each move |
//! | `known` | the theorem, the period or the search behind it |
//!
//! Every step carries its claims, and `verify` checks them all against the definition.
//!
//! [`Trace`] is what is told of one position; `reasons` finds it, from the method that gave the answer;
//! [`demonstration`] tells a whole game so, move by move.

mod claim;
pub(crate) mod columns;
pub mod demonstration;
pub(crate) mod parts;
pub(crate) mod reasons;

pub use claim::Claim;

use serde::Serialize;

use crate::natural::Natural;
use crate::value::Nimber;

/// The whole reasoning about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trace {
    /// The position that is explained.
    pub address: String,
    /// The winning move that is explained, as it is played.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The steps, in order. A front end shows step i and nothing else.
    pub steps: Vec<Step>,
    /// What the last step says with all that it cites in full, where that is more than its line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sources: Option<String>,
}

impl Trace {
    /// The same with sources in full as its last step.
    pub fn citing_in_full(mut self) -> Trace {
        if let (Some(step), Some(sources)) = (self.steps.last_mut(), self.sources.take()) {
            step.text = sources;
        }
        self
    }
}

/// One step of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What kind of step this is, for a front end's layout.
    pub kind: &'static str,
    /// What is told: one sentence, or a few that belong together.
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
    /// What the step asserts of this and other positions.
    #[cfg_attr(feature = "verification", serde(skip_serializing_if = "Vec::is_empty"))]
    #[cfg_attr(not(feature = "verification"), serde(skip))]
    pub claims: Vec<Claim>,
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

    /// Says what the step asserts. Claims are made where they can be checked, with the feature `verification`; a page
    /// does without.
    pub fn claiming<C: IntoIterator<Item = Claim>>(mut self, claims: impl FnOnce() -> C) -> Step {
        if cfg!(feature = "verification") {
            self.claims.extend(claims());
        }
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

/// The steps that add some numbers by xor, in binary columns.
pub fn nim_sum(labels: &[String], values: &[Nimber]) -> Vec<Step> {
    reasons::columns::steps(labels, values, false)
}

/// The widest number that is written in binary columns.
pub const MOST_COLUMNS: u64 = 64;

/// Numbers in binary: above, what each column is worth; then one row each: a label, one cell per digit, the decimal
/// number as `= 5`.
pub fn binary_table(rows: &[(String, Natural)]) -> Vec<Vec<String>> {
    let width = rows.iter().map(|(_, number)| number.bits()).max().unwrap_or(0).max(1);
    let heads = (0..width).rev().map(|bit| Natural::ZERO.with_bit(bit).to_string());
    let head = [String::new()].into_iter().chain(heads).chain([String::new()]).collect();
    let longest = rows.iter().map(|(_, number)| number.to_string().len()).max().unwrap_or(0);
    let row = |(label, number): &(String, Natural)| {
        let digits = (0..width).rev().map(|bit| u8::from(number.bit(bit)).to_string());
        // Equals signs stand below each other.
        let number = format!("= {:>longest$}", number.to_string());
        [label.clone()].into_iter().chain(digits).chain([number]).collect()
    };
    std::iter::once(head).chain(rows.iter().map(row)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_columns_have_one_width() {
        let rows = [("a".to_string(), Natural::from(5u64)), ("b".to_string(), Natural::ZERO)];
        let table = binary_table(&rows);
        assert_eq!(table[0], ["", "4", "2", "1", ""]);
        assert_eq!(table[1], ["a", "1", "0", "1", "= 5"]);
        assert_eq!(table[2], ["b", "0", "0", "0", "= 0"]);
    }
}
