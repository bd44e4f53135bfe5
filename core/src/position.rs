//! What every type of position offers to searches and to tables.

use std::fmt::Display;
use std::hash::Hash;
use std::str::FromStr;

use crate::error::Error;
use crate::natural::Natural;

/// What a type must offer to be the position of a game. For a type of your own, write the text
/// (`Display`, `FromStr`), derive the rest, and add `impl Position for MyPosition {}`.
pub trait Position:
    Clone + Eq + Hash + Send + Sync + Display + FromStr<Err = Error> + 'static
{
    /// Bytes that the position takes, for the memory budget; more than its size if it owns memory.
    fn weight(&self) -> usize {
        size_of::<Self>()
    }

    /// Where tables keep the position: on which page, and at which of the 64 places of that page.
    /// Both together are the position. Positions that one move often leads between should share
    /// pages.
    fn page(self) -> (Self, u32) {
        (self, 0)
    }

    /// Adds words that are the position and nothing else, the first of them odd, and answers true; the search for big
    /// positions keeps these. Where it answers false, and has added nothing, the text is kept.
    fn pack(&self, _words: &mut Vec<u64>) -> bool {
        false
    }

    /// The position of such words; zeros may follow them.
    fn unpack(_words: &[u64]) -> Option<Self> {
        None
    }
}

impl Position for Natural {}
