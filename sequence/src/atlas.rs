//! The atlas: what a survey of this project found about octal codes, kept in `sequence/data/octal_atlas.csv`.
//!
//! It tells and points; no answer rests on it. What is solved is proved again each time. The rows here lack what
//! only a survey needs: time, engine and hashes (`build.rs`).

use std::sync::OnceLock;

use crate::survey::{self, Row};

/// The rows of the atlas.
pub fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    let table = include_str!(concat!(env!("OUT_DIR"), "/octal_atlas.csv"));
    ROWS.get_or_init(|| survey::read(table).unwrap_or_default())
}

/// The row of a code, in any spelling.
pub fn row(code: &str) -> Option<&'static Row> {
    let short = survey::shortest(code);
    rows().iter().find(|row| row.code == short)
}

/// The open codes, most promising first: those with small values, and of these the ones that came furthest
/// in the same time, which have few rare positions. Those that had the values of another code as far as was
/// looked come last.
pub fn open() -> Vec<&'static Row> {
    let mut open: Vec<&Row> = rows().iter().filter(|row| row.status == "open").collect();
    open.sort_by_key(|row| (!row.equivalent.is_empty(), row.largest, u64::MAX - row.computed_to));
    open
}

/// The codes with the same values as this one, itself left out.
pub fn equivalent(row: &Row) -> Vec<&'static str> {
    let first = |row: &Row| match row.equivalent.as_str() {
        "" => row.code.clone(),
        // Equal as far as was looked is not equivalent.
        other if other.contains(' ') => row.code.clone(),
        other => other.to_string(),
    };
    let own = first(row);
    let same = rows().iter().filter(|other| first(other) == own && other.code != row.code);
    same.map(|other| other.code.as_str()).collect()
}
