//! What a check expected and what it found, in words: reports are read by people who wrote rules, not programs.

use crate::error::Error;
use crate::natural::Natural;
use crate::search::brute::Label;
use crate::value::{Nimber, Outcome, Play, Value};

/// Something that is compared, as a report tells it.
pub(super) trait Words {
    fn words(&self) -> String;
}

macro_rules! as_displayed {
    ($($kind:ty),*) => {
        $(impl Words for $kind {
            fn words(&self) -> String {
                self.to_string()
            }
        })*
    };
}

as_displayed!(str, String, u32, u64, usize, Natural, Nimber, Value);

impl<T: Words + ?Sized> Words for &T {
    fn words(&self) -> String {
        (**self).words()
    }
}

impl Words for () {
    fn words(&self) -> String {
        "that it is right".to_string()
    }
}

impl Words for bool {
    fn words(&self) -> String {
        if *self { "yes" } else { "no" }.to_string()
    }
}

impl Words for Outcome {
    fn words(&self) -> String {
        match self {
            Outcome::Next => "won",
            Outcome::Previous => "lost",
            Outcome::Draw => "drawn",
        }
        .to_string()
    }
}

impl Words for Play {
    fn words(&self) -> String {
        match self {
            Play::Normal => "in normal play",
            Play::Misere => "in misère play",
        }
        .to_string()
    }
}

impl<T: Words> Words for Option<T> {
    fn words(&self) -> String {
        self.as_ref().map_or("nothing".to_string(), Words::words)
    }
}

impl<T: Words> Words for Result<T, Error> {
    fn words(&self) -> String {
        match self {
            Ok(found) => found.words(),
            Err(error) => error.to_string(),
        }
    }
}

impl<T: Words> Words for [T] {
    fn words(&self) -> String {
        match self {
            [] => "none".to_string(),
            _ => self.iter().map(Words::words).collect::<Vec<_>>().join(", "),
        }
    }
}

impl<T: Words> Words for Vec<T> {
    fn words(&self) -> String {
        self[..].words()
    }
}

/// Where or of what, and then what was found there.
impl<A: Words, B: Words> Words for (A, B) {
    fn words(&self) -> String {
        format!("{} {}", self.1.words(), self.0.words())
    }
}

/// A game by the number of its tree of moves, and its outcomes.
impl Words for (u32, Outcome, Outcome) {
    fn words(&self) -> String {
        let (form, normal, misere) = self;
        format!(
            "{} in normal and {} in misère play, with the tree of moves number {form}",
            normal.words(),
            misere.words()
        )
    }
}

impl Words for Label {
    fn words(&self) -> String {
        format!("value {}, {}", self.value, (self.form, self.normal, self.misere).words())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_speak_in_words() {
        assert_eq!((Play::Misere, Outcome::Previous).words(), "lost in misère play");
        assert_eq!(
            ("to value *2", &["1 -> 0", "2 -> 1"][..]).words(),
            "1 -> 0, 2 -> 1 to value *2"
        );
        assert_eq!(None::<String>.words(), "nothing");
        assert_eq!(Err::<(), Error>(Error::input("it is odd")).words(), "it is odd");
        assert_eq!(Vec::<Outcome>::new().words(), "none");
    }
}
