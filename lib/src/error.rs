//! What can go wrong: bad input, an exhausted budget, or a question that has no answer.

use serde::{Serialize, Serializer, ser::SerializeStruct};

/// Every failure is one of three kinds; the message is one sentence that says what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The text given is not an address, a position or a move.
    #[error("{0}")]
    Input(String),
    /// A budget was reached. This is never a value.
    #[error("{0}")]
    Stopped(String),
    /// The question is well formed, but the game has no answer to it.
    #[error("{0}")]
    Unsupported(String),
}

impl Error {
    /// Bad input, with a sentence.
    pub fn input(message: impl Into<String>) -> Error {
        Error::Input(message.into())
    }

    /// The word that `--json` prints for this kind of failure.
    pub fn kind(&self) -> &'static str {
        match self {
            Error::Input(_) => "input",
            Error::Stopped(_) => "stopped",
            Error::Unsupported(_) => "unsupported",
        }
    }

    /// The exit status of a process that ends with this failure.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Input(_) | Error::Unsupported(_) => 2,
            Error::Stopped(_) => 3,
        }
    }
}

impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Error", 2)?;
        object.serialize_field("kind", self.kind())?;
        object.serialize_field("message", &self.to_string())?;
        object.end()
    }
}

/// Text from a user, shortened so that it can stand inside a sentence.
pub(crate) fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    let printable: String = text.chars().take(MOST).flat_map(char::escape_debug).collect();
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
        assert!(quoted(&"x".repeat(1_000_000)).len() < 60);
    }
}
