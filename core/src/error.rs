//! What can go wrong: bad input, an exhausted budget, or a question that has no answer.

use serde::{Serialize, Serializer, ser::SerializeStruct};

/// Every failure is one of three kinds (bad input, stopped, unsupported); its message is one sentence
/// that says what would be right. Front ends add how their users ask for that.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text given is not an address, a position or a move.
    #[error("{0}")]
    Input(String),
    /// No game has this name.
    #[error("there is no game {}{}", quoted(name), suggestion(near))]
    UnknownGame {
        /// What was given.
        name: String,
        /// The nearest name that there is.
        near: Option<String>,
    },
    /// A text that is no move of the position.
    #[error("{}", illegal(reason, legal, *complete))]
    IllegalMove {
        /// What is wrong with it.
        reason: String,
        /// Some moves that there are.
        legal: Vec<String>,
        /// Whether these are all.
        complete: bool,
    },
    /// A budget of the question was spent.
    #[error("{}", spent(*budget, *limit, *positions))]
    Spent {
        /// Which.
        budget: Budget,
        /// How much it was.
        limit: u64,
        /// Positions stored when it was spent.
        positions: u64,
    },
    /// The caller's clock or a signal ended the work.
    #[error("stopped after {}: {reason}", in_positions(*positions))]
    Interrupted {
        /// Positions stored by then.
        positions: u64,
        /// What the caller said.
        reason: String,
    },
    /// A position has more moves than the budget allows to list.
    #[error("stopped: a position has too many moves to list them all")]
    TooManyMoves,
    /// A drawing would have more nodes than were asked for at most.
    #[error("{what}")]
    TooManyNodes {
        /// The sentence that says so.
        what: String,
        /// How many it would have, where that is known and could be drawn.
        needed: Option<u64>,
    },
    /// Another limit was reached. This is never a value.
    #[error("{0}")]
    Stopped(String),
    /// The question is well formed, but the game has no answer to it.
    #[error("{0}")]
    Unsupported(String),
    /// A failure at some place of a longer input: `test 3`, `line 7`.
    #[error("{place}: {error}")]
    Within {
        /// Where.
        place: String,
        /// What.
        error: Box<Error>,
    },
}

/// What a question may spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// Positions stored.
    Positions,
    /// Moves tried.
    Steps,
    /// Bytes of tables.
    Bytes,
}

fn suggestion(near: &Option<String>) -> String {
    near.as_ref().map_or(String::new(), |near| format!(": did you mean {near}?"))
}

fn illegal(reason: &str, legal: &[String], complete: bool) -> String {
    match (legal.is_empty(), complete) {
        (true, true) => format!("{reason}: there are no moves, the game is over"),
        (true, false) => format!("{reason}: it has too many moves to list"),
        (false, _) => {
            let rest = if complete { "" } else { "; and others" };
            format!("{reason}: legal moves are {}{rest}", legal.join("; "))
        }
    }
}

fn in_positions(count: u64) -> String {
    format!("{count} position{}", if count == 1 { "" } else { "s" })
}

fn spent(budget: Budget, limit: u64, positions: u64) -> String {
    match budget {
        Budget::Positions => format!("stopped at the budget of {limit} positions"),
        Budget::Bytes => {
            format!(
                "stopped at the memory budget of {limit} bytes after {}",
                in_positions(positions)
            )
        }
        Budget::Steps => format!(
            "stopped after {limit} moves and {}: more moves than can be tried",
            in_positions(positions)
        ),
    }
}

impl Error {
    /// Bad input, with a sentence.
    pub fn input(message: impl Into<String>) -> Error {
        Error::Input(message.into())
    }

    /// The same failure, told with its place.
    pub fn within(self, place: impl Into<String>) -> Error {
        Error::Within { place: place.into(), error: Box::new(self) }
    }

    /// The failure itself, wherever it happened.
    pub fn inner(&self) -> &Error {
        match self {
            Error::Within { error, .. } => error.inner(),
            error => error,
        }
    }

    /// Whether a limit was reached, so that a larger one may answer.
    pub fn is_stopped(&self) -> bool {
        self.kind() == "stopped"
    }

    /// The word that answers print for this kind of failure.
    pub fn kind(&self) -> &'static str {
        match self.inner() {
            Error::Spent { .. }
            | Error::Interrupted { .. }
            | Error::TooManyMoves
            | Error::TooManyNodes { .. }
            | Error::Stopped(_) => "stopped",
            Error::Unsupported(_) => "unsupported",
            _ => "input",
        }
    }

    /// The exit status of a process that ends with this failure.
    pub fn exit_code(&self) -> u8 {
        if self.is_stopped() { 3 } else { 2 }
    }
}

/// Its kind and its message, as answers carry them.
impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Error", 2)?;
        object.serialize_field("kind", self.kind())?;
        object.serialize_field("message", &self.to_string())?;
        object.end()
    }
}

/// Text from a user, shortened so that it can stand inside a sentence.
#[doc(hidden)]
pub fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let printable = text.chars().take(MOST).fold(String::new(), |mut shown, letter| {
        match letter {
            '"' | '\'' | '\\' => shown.push(letter),
            letter => shown.extend(letter.escape_debug()),
        }
        shown
    });
    if text.chars().nth(MOST).is_some() {
        format!("'{printable}...'")
    } else {
        format!("'{printable}'")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_or_unprintable_text_is_shortened_in_messages() {
        assert_eq!(quoted("abc"), "'abc'");
        assert_eq!(quoted("a\u{1b}[31m"), "'a\\u{1b}[31m'");
        assert_eq!(quoted("\"3\""), "'\"3\"'");
        assert!(quoted(&"x".repeat(1_000_000)).len() < 60);
    }
}
