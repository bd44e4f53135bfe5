//! One file per command.

pub mod check;
pub mod compare;
pub mod draw;
pub mod explain;
pub mod games;
pub mod graph;
pub mod judge;
pub mod nimber;
pub mod period;
pub mod play;
pub mod plot;
pub mod same;
pub mod set;
pub mod solve;
pub mod survey;
pub mod table;
pub mod values;
pub mod verify;

use bouton::Error;

use crate::{output, patience};

/// Reports a failure in the way that was asked for, and gives the exit status.
pub fn fail(error: &Error, address: Option<&str>, json: bool) -> u8 {
    if json {
        output::answer(&(bouton::render::json::error_line(address, error) + "\n"));
    } else {
        output::message(&error.to_string());
    }
    if patience::interrupted() { 130 } else { error.exit_code() }
}
