//! One file per command.

pub mod batch;
pub mod canonical;
pub mod census;
pub mod check;
pub mod code;
pub mod compare;
pub mod completions;
pub mod draw;
pub mod explain;
pub mod games;
pub mod genus;
pub mod glossary;
pub mod graph;
pub mod judge;
pub mod losing;
#[cfg(feature = "manual")]
pub mod manual;
pub mod misere;
pub mod new;
pub mod nimber;
pub mod pattern;
pub mod period;
pub mod play;
pub mod plot;
pub mod same;
pub mod schema;
pub mod set;
pub mod show;
pub mod solve;
pub mod survey;
pub mod table;
pub mod tablebase;
pub mod test;
pub mod values;
pub mod verify;

use bouton::Error;
use bouton::error::Budget;

use crate::{output, patience};

/// A failure in words, with how this command line asks for what would be right.
pub fn told(error: &Error) -> String {
    let hint = match error.inner() {
        Error::Spent { budget: Budget::Positions, .. } => {
            "; a larger one (--positions) may answer".to_string()
        }
        Error::Spent { budget: Budget::Bytes, .. } => {
            "; a larger one (--memory) may answer".to_string()
        }
        Error::TooManyNodes { needed: Some(count), .. } => {
            format!(": --nodes {count} draws them all")
        }
        Error::TooManyNodes { needed: None, .. } => ": --nodes raises the limit".to_string(),
        Error::UnknownGame { near: None, .. } => ": 'bouton games' lists them all".to_string(),
        _ => String::new(),
    };
    format!("{error}{hint}")
}

/// The same as one line of JSON.
pub fn told_as_json(error: &Error, address: Option<&str>) -> String {
    bouton::render::json::error_line(address, error.kind(), &told(error))
}

/// Reports a failure in the way that was asked for, and gives the exit status.
pub fn fail(error: &Error, address: Option<&str>, json: bool) -> u8 {
    if json {
        output::answer(&(told_as_json(error, address) + "\n"));
    } else {
        output::message(&told(error));
    }
    if patience::interrupted() { 130 } else { error.exit_code() }
}
