//! What is kept of a position.

use bouton_core::value::{Nimber, Outcome, Play, Value};

use crate::keys::{number, put_number};

/// How play ends from a position if both play well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// Never: neither can force an end.
    Draw,
    /// After so many plies: the winner hurries, the loser delays.
    Plies(u32),
}

impl Ending {
    /// Who wins: plies change sides, so their number tells.
    pub fn outcome(self, play: Play) -> Outcome {
        match self {
            Ending::Draw => Outcome::Draw,
            Ending::Plies(plies) => {
                Outcome::from_mover_wins((plies % 2 == 1) == (play == Play::Normal))
            }
        }
    }

    /// Plies to the end; 0 for a draw.
    pub fn plies(self) -> u64 {
        match self {
            Ending::Draw => 0,
            Ending::Plies(plies) => u64::from(plies),
        }
    }

    pub(crate) fn code(self) -> u32 {
        match self {
            Ending::Draw => 0,
            Ending::Plies(plies) => plies + 1,
        }
    }

    pub(crate) fn of_code(code: u32) -> Ending {
        code.checked_sub(1).map_or(Ending::Draw, Ending::Plies)
    }
}

/// What a position is worth in a sum, in normal play.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Worth {
    /// A heap of Nim.
    Finite(u32),
    /// An infinity with the finite values among its options, in order.
    Infinite(Vec<u32>),
}

impl From<&Worth> for Value {
    fn from(worth: &Worth) -> Value {
        match worth {
            Worth::Finite(value) => Value::from(u64::from(*value)),
            Worth::Infinite(values) => Value::Infinity(
                values.iter().map(|value| Nimber::from(u64::from(*value))).collect(),
            ),
        }
    }
}

/// What is kept of a position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry {
    /// The end of normal play.
    pub normal: Ending,
    /// The end of misère play, if the game allows it.
    pub misere: Option<Ending>,
    /// The value in normal play.
    pub worth: Worth,
}

impl Entry {
    /// The end of play under a convention.
    pub fn ending(&self, play: Play) -> Option<Ending> {
        match play {
            Play::Normal => Some(self.normal),
            Play::Misere => self.misere,
        }
    }

    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        put_number(bytes, u64::from(self.normal.code()));
        put_number(bytes, self.misere.map_or(0, |ending| u64::from(ending.code()) + 1));
        match &self.worth {
            Worth::Finite(value) => put_number(bytes, 2 * u64::from(*value)),
            Worth::Infinite(values) => {
                put_number(bytes, 2 * values.len() as u64 + 1);
                values.iter().for_each(|value| put_number(bytes, u64::from(*value)));
            }
        }
    }

    pub(crate) fn read(bytes: &mut &[u8]) -> Option<Entry> {
        let small = |number: u64| u32::try_from(number).ok();
        let normal = Ending::of_code(small(number(bytes)?)?);
        let misere = match number(bytes)?.checked_sub(1) {
            None => None,
            Some(code) => Some(Ending::of_code(small(code)?)),
        };
        let worth = number(bytes)?;
        let worth = match worth % 2 {
            0 => Worth::Finite(small(worth / 2)?),
            _ => {
                let count = (worth / 2) as usize;
                if count > bytes.len() {
                    return None;
                }
                let values = (0..count).map(|_| small(number(bytes)?));
                Worth::Infinite(values.collect::<Option<Vec<u32>>>()?)
            }
        };
        Some(Entry { normal, misere, worth })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_they_were_written() {
        for normal in [Ending::Draw, Ending::Plies(0), Ending::Plies(1000)] {
            for misere in [None, Some(Ending::Draw), Some(Ending::Plies(7))] {
                for worth in [Worth::Finite(0), Worth::Finite(900), Worth::Infinite(vec![0, 200])] {
                    let entry = Entry { normal, misere, worth };
                    let mut bytes = Vec::new();
                    entry.write(&mut bytes);
                    let mut rest = &bytes[..];
                    assert_eq!(Entry::read(&mut rest), Some(entry));
                    assert!(rest.is_empty());
                }
            }
        }
        assert_eq!(Entry::read(&mut &[1, 0, 0xff, 0xff, 0xff, 0x7f][..]), None);
    }

    #[test]
    fn plies_tell_who_wins() {
        assert_eq!(Ending::Plies(0).outcome(Play::Normal), Outcome::Previous);
        assert_eq!(Ending::Plies(0).outcome(Play::Misere), Outcome::Next);
        assert_eq!(Ending::Plies(3).outcome(Play::Misere), Outcome::Previous);
    }
}
