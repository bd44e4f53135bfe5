//! The words of the theory: nimbers, mex, outcomes and the two winning conventions.

use crate::order::InOrder;
use std::fmt;
use std::ops::Add;

use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::natural::Natural;

/// The Grundy value of a game: the size of the Nim heap it equals. Nimbers add by xor.
///
/// This is a value of any size that is told, compared and added. The nimbers that also multiply, as
/// elements of a field, are types of their own in the crate `bouton-nimber` (`bouton::nimber`).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize)]
pub struct Nimber(pub Natural);

impl Nimber {
    /// The value of a game that the previous player wins.
    pub const ZERO: Nimber = Nimber(Natural::ZERO);

    /// Whether this is the value of a P-position.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
}

impl From<u64> for Nimber {
    #[inline]
    fn from(word: u64) -> Nimber {
        Nimber(Natural::from(word))
    }
}

impl Add for &Nimber {
    type Output = Nimber;
    #[allow(clippy::suspicious_arithmetic_impl, reason = "nimbers add by xor")]
    #[inline]
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

/// The value of a game in normal play: a nimber, or, where play can run in circles, perhaps an
/// infinity with the nimbers that its options have (Smith 1966).
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// The game equals a Nim heap.
    Finite(Nimber),
    /// The game equals no Nim heap; these are the values of its finite options, ascending.
    Infinity(Vec<Nimber>),
}

impl Value {
    /// The nimber, if it is one.
    #[inline]
    pub fn finite(&self) -> Option<&Nimber> {
        match self {
            Value::Finite(nimber) => Some(nimber),
            Value::Infinity(_) => None,
        }
    }

    /// Who wins a game of this value: an infinity is won by moving to 0, or nobody wins it.
    pub fn outcome(&self) -> Outcome {
        match self {
            Value::Finite(nimber) => Outcome::from_mover_wins(!nimber.is_zero()),
            Value::Infinity(options) if options.contains(&Nimber::ZERO) => Outcome::Next,
            Value::Infinity(_) => Outcome::Draw,
        }
    }
}

impl From<Nimber> for Value {
    #[inline]
    fn from(nimber: Nimber) -> Value {
        Value::Finite(nimber)
    }
}

impl From<u64> for Value {
    #[inline]
    fn from(word: u64) -> Value {
        Value::Finite(Nimber::from(word))
    }
}

/// The value of a sum. Finite values add by xor, also inside an infinity; two infinities leave
/// nothing that a move could reach.
impl Add for &Value {
    type Output = Value;
    #[allow(clippy::suspicious_arithmetic_impl, reason = "nimbers add by xor")]
    fn add(self, other: &Value) -> Value {
        match (self, other) {
            (Value::Finite(a), Value::Finite(b)) => Value::Finite(a + b),
            (Value::Infinity(_), Value::Infinity(_)) => Value::Infinity(Vec::new()),
            (Value::Infinity(options), Value::Finite(nimber))
            | (Value::Finite(nimber), Value::Infinity(options)) => {
                let mut shifted: Vec<Nimber> =
                    options.iter().map(|option| option + nimber).collect();
                shifted.put_in_order();
                Value::Infinity(shifted)
            }
        }
    }
}

impl std::iter::Sum for Value {
    fn sum<I: Iterator<Item = Value>>(values: I) -> Value {
        values.fold(Value::Finite(Nimber::ZERO), |sum, value| &sum + &value)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Finite(nimber) => nimber.fmt(f),
            Value::Infinity(options) => {
                let list: Vec<String> = options.iter().map(|option| option.0.to_string()).collect();
                write!(f, "infinity({})", list.join(","))
            }
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Finite(nimber) => nimber.serialize(serializer),
            Value::Infinity(options) => {
                let mut object = serializer.serialize_map(Some(1))?;
                object.serialize_entry("infinity", options)?;
                object.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Finite(Nimber),
            Infinity { infinity: Vec<Nimber> },
        }
        Ok(match Written::deserialize(deserializer)? {
            Written::Finite(nimber) => Value::Finite(nimber),
            Written::Infinity { infinity } => Value::Infinity(infinity),
        })
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
    #[inline]
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

    /// Adds the values below 64 whose bits are set.
    #[inline]
    pub fn insert_low(&mut self, bits: u64) {
        self.low |= bits;
    }

    /// The values below 64 that were added, as bits.
    #[inline]
    pub fn low(&self) -> u64 {
        self.low
    }

    /// Whether a value was added.
    #[inline]
    pub fn contains(&self, value: u32) -> bool {
        match value {
            0..64 => self.low >> value & 1 == 1,
            _ => {
                let word = self.high.get((value / 64 - 1) as usize);
                word.is_some_and(|word| word >> (value % 64) & 1 == 1)
            }
        }
    }

    /// The minimal excludant: the least value that was not added.
    #[inline]
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
/// assert_eq!(bouton_core::value::mex([0, 1, 3]), 2);
/// assert_eq!(bouton_core::value::mex([]), 0);
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
    #[inline]
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

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        #[derive(Deserialize)]
        enum Letter {
            N,
            P,
            D,
        }
        Ok(match Letter::deserialize(deserializer)? {
            Letter::N => Outcome::Next,
            Letter::P => Outcome::Previous,
            Letter::D => Outcome::Draw,
        })
    }
}

/// The winning convention. It belongs to the question, not to the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
