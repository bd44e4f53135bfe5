//! The words of the theory: nimbers, mex, outcomes and the two winning conventions.

use std::fmt;
use std::ops::Add;

use serde::{Serialize, Serializer};

use crate::natural::Natural;

/// The Grundy value of a game: the size of the Nim heap it equals. Nimbers add by xor.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize)]
pub struct Nimber(pub Natural);

impl Nimber {
    /// The value of a game that the previous player wins.
    pub const ZERO: Nimber = Nimber(Natural::ZERO);

    /// Whether this is the value of a P-position.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
}

impl From<u64> for Nimber {
    fn from(word: u64) -> Nimber {
        Nimber(Natural::from(word))
    }
}

impl Add for &Nimber {
    type Output = Nimber;
    #[allow(clippy::suspicious_arithmetic_impl, reason = "nimbers add by xor")]
    fn add(self, other: &Nimber) -> Nimber {
        Nimber(&self.0 ^ &other.0)
    }
}

impl std::iter::Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(values: I) -> Nimber {
        values.fold(Nimber::ZERO, |sum, value| &sum + &value)
    }
}

/// Written as the field writes it: 0, *, *2, *3, ...
impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.to_u64() {
            Some(0) => f.write_str("0"),
            Some(1) => f.write_str("*"),
            _ => write!(f, "*{}", self.0),
        }
    }
}

impl fmt::Debug for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The set of values seen among the options of a position; its [`mex`](Seen::mex) is the value.
///
/// The first 64 values are one word, because most games never pass them.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    low: u64,
    high: Vec<u64>,
}

impl Seen {
    /// Adds a value.
    pub fn insert(&mut self, value: u32) {
        if value < 64 {
            self.low |= 1 << value;
            return;
        }
        let word = (value / 64 - 1) as usize;
        if word >= self.high.len() {
            self.high.resize(word + 1, 0);
        }
        self.high[word] |= 1 << (value % 64);
    }

    /// The minimal excludant: the least value that was not added.
    pub fn mex(&self) -> u32 {
        if self.low != u64::MAX {
            return self.low.trailing_ones();
        }
        match self.high.iter().position(|word| *word != u64::MAX) {
            Some(index) => (index as u32 + 1) * 64 + self.high[index].trailing_ones(),
            None => (self.high.len() as u32 + 1) * 64,
        }
    }
}

/// The minimal excludant of some values: the least natural number that is not among them.
///
/// ```
/// assert_eq!(bouton::value::mex([0, 1, 3]), 2);
/// assert_eq!(bouton::value::mex([]), 0);
/// ```
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let mut seen = Seen::default();
    values.into_iter().for_each(|value| seen.insert(value));
    seen.mex()
}

/// Who wins under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move wins: an N-position.
    Next,
    /// The player who has just moved wins: a P-position.
    Previous,
    /// Neither can force an end: play goes on for ever.
    Draw,
}

impl Outcome {
    /// The letter of the theory: N, P or D.
    pub fn letter(self) -> &'static str {
        match self {
            Outcome::Next => "N",
            Outcome::Previous => "P",
            Outcome::Draw => "D",
        }
    }

    /// The outcome of a position in which the mover wins or loses.
    pub fn from_mover_wins(wins: bool) -> Outcome {
        if wins { Outcome::Next } else { Outcome::Previous }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.letter())
    }
}

/// The winning convention. It belongs to the question, not to the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

impl Play {
    /// Both conventions, for loops that check a rule under each.
    pub const BOTH: [Play; 2] = [Play::Normal, Play::Misere];

    /// The word used in addresses and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        }
    }

    /// The outcome of a position without moves.
    pub fn outcome_of_end(self) -> Outcome {
        Outcome::from_mover_wins(self == Play::Misere)
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_is_the_least_missing_value_in_every_word() {
        assert_eq!(mex(0..64), 64);
        assert_eq!(mex(0..200), 200);
        assert_eq!(mex((0..200).filter(|n| *n != 130)), 130);
        assert_eq!(mex([500]), 0);
        assert_eq!(mex((0..64).chain([65])), 64);
    }

    #[test]
    fn nimbers_are_written_with_a_star() {
        let text = |n: u64| Nimber::from(n).to_string();
        assert_eq!((text(0), text(1), text(2)), ("0".into(), "*".into(), "*2".into()));
    }
}
