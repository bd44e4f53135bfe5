//! A number beside some heaps: `10 | 4 2`.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, quoted};
use crate::heap::Heaps;
use crate::natural::Natural;
use crate::rules::Position;

/// A number that is no heap, such as the stones in hand, and the heaps.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Beside {
    /// What stands before the bar.
    pub number: u64,
    /// What stands behind it; nothing if there is no bar.
    pub heaps: Heaps,
}

impl Position for Beside {
    fn weight(&self) -> usize {
        self.heaps.weight() + 8
    }
}

impl fmt::Display for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number)?;
        if self.heaps.is_empty() { Ok(()) } else { write!(f, " | {}", self.heaps) }
    }
}

impl FromStr for Beside {
    type Err = Error;
    fn from_str(text: &str) -> Result<Beside, Error> {
        let (number, heaps) = match text.split_once('|') {
            Some((number, heaps)) => (number, heaps.trim()),
            None => (text, ""),
        };
        let number = number.trim().parse::<Natural>()?.to_u64().ok_or_else(|| {
            Error::input(format!("{} is too large: write a number below 2^64", quoted(number)))
        })?;
        let none = Heaps::from(&[][..]);
        Ok(Beside { number, heaps: if heaps.is_empty() { none } else { heaps.parse()? } })
    }
}
