//! Answers by looking: the definition itself, and a search that remembers.

pub(crate) mod big;
#[cfg(feature = "verification")]
pub(crate) mod brute;
pub mod memo;
pub(crate) mod numbered;
pub(crate) mod packed;
mod pages;

use crate::error::Error;

/// Why a search ended without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A position can be reached from itself: the graph has to be looked at as a whole.
    Loop,
    /// A budget was reached.
    Stopped(Error),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Halt {
        Halt::Stopped(error)
    }
}
