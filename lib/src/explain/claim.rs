//! What an explanation asserts, as data: a sentence about a position is a claim, and claims can be checked.

use serde::Serialize;

use crate::natural::Natural;
use crate::value::{Nimber, Outcome};

/// One thing that a step asserts. Positions and moves are texts of the game that is explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "claim", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Claim {
    /// In normal play the position has this value.
    Value {
        /// The position.
        position: String,
        /// Its value.
        value: Nimber,
    },
    /// Who wins, in the play of the explanation.
    Outcome {
        /// The position.
        position: String,
        /// Who wins.
        outcome: Outcome,
    },
    /// One position is an option of another.
    Option {
        /// The position.
        position: String,
        /// What a move makes of it.
        to: String,
    },
    /// A move and what becomes of the outcome.
    Move {
        /// The position.
        position: String,
        /// A move of it.
        #[serde(rename = "move")]
        mv: String,
        /// The outcome of what it leaves.
        outcome: Outcome,
    },
    /// A move that loses, and what is replied to it.
    Reply {
        /// The position.
        position: String,
        /// A move of it.
        #[serde(rename = "move")]
        mv: String,
        /// A move of what that leaves, after which the position is lost for whoever moves next.
        reply: String,
    },
    /// The xor of some numbers, column by column.
    Column {
        /// The numbers.
        numbers: Vec<Nimber>,
        /// Their xor.
        sum: Nimber,
    },
}

impl Claim {
    /// That these numbers have this xor.
    pub fn sum(numbers: &[Nimber], sum: &Nimber) -> Claim {
        Claim::Column { numbers: numbers.to_vec(), sum: sum.clone() }
    }

    /// That a pile alone has this value.
    pub(crate) fn pile(size: &Natural, value: &Nimber) -> Claim {
        Claim::Value { position: size.to_string(), value: value.clone() }
    }
}
