//! The answer: outcome, value, winning moves, and how all of this is known.

use serde::Serialize;

use crate::natural::Natural;
use crate::value::{Outcome, Play, Value};

/// Everything that is known about one position, as plain data. Its JSON is `--json`'s answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Analysis {
    /// What was answered; it re-opens exactly this position, play included.
    pub address: String,
    /// Normal or misère.
    pub play: Play,
    /// Who wins.
    pub outcome: Outcome,
    /// The value, where there is one and it is known: a nimber, or an infinity in a loopy game.
    pub value: Option<Value>,
    /// Why `value` is or is not there.
    pub value_status: ValueStatus,
    /// The winning moves, as many as were asked for.
    pub winning: Vec<WinningMove>,
    /// How many winning moves there are.
    pub winning_count: Option<Natural>,
    /// Whether `winning` holds them all.
    pub winning_complete: bool,
    /// Plies to the end under best play: the winner hurries, the loser delays.
    pub remoteness: Option<u64>,
    /// Which rung of the ladder answered.
    pub method: Method,
    /// What the answer rests on.
    pub evidence: Evidence,
}

/// Whether the value is known, does not exist, or was not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ValueStatus {
    /// The value is given.
    Known,
    /// There is no such thing, as in misère play.
    None,
    /// A theorem gives the outcome alone, and a search would take long.
    #[serde(rename = "not computed")]
    NotComputed,
}

/// One winning move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WinningMove {
    /// The part of the sum in which it is made, counted from 1.
    pub part: usize,
    /// The move, as `play` reads it within that part.
    #[serde(rename = "move")]
    pub mv: String,
    /// The whole position after it, unless that is very long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The move in words.
    pub text: String,
}

/// The longest `to` that is written out, in bytes.
pub const LONGEST_TO: usize = 10_000;

/// The rung of the ladder that answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// A theorem.
    Formula,
    /// The nim-sequence of the heaps, with its period where that is proved.
    Sequence,
    /// Memoised search.
    Search,
    /// The whole graph of positions.
    Graph,
    /// The values of the parts of a sum.
    Sum,
}

/// What an answer rests on; only what applies is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Evidence {
    /// The theorem that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<TheoremEvidence>,
    /// The proved period that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<PeriodEvidence>,
    /// The largest heap whose value was computed one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computed_to: Option<u64>,
    /// Positions searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// Arcs of the graph of positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arcs: Option<u64>,
    /// The parts of a sum, each with its own evidence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartEvidence>,
}

/// A theorem as it stands in an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TheoremEvidence {
    /// What it says.
    pub statement: &'static str,
    /// Who proved it, where.
    pub source: &'static str,
    /// On how many positions this build has compared it with the definition.
    pub checked: u64,
}

/// A proved period as it stands in an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PeriodEvidence {
    /// The least period.
    pub period: u64,
    /// The first heap from which the values repeat.
    pub preperiod: u64,
    /// By how much the values grow in each period; 0 for a plain period.
    pub saltus: u64,
    /// How it is proved.
    pub proof: &'static str,
    /// The largest heap whose value was computed for the proof.
    pub computed_to: u64,
}

/// One part of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PartEvidence {
    /// The part's own address.
    pub address: String,
    /// Its value, where the answer rests on values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// How that is known.
    pub method: Method,
    /// What that rests on.
    pub evidence: Evidence,
}

/// A statement that a shortcut rests on.
#[derive(Debug, PartialEq, Eq)]
pub struct Theorem {
    /// A short name, unique in the catalogue: the key of its count of checked positions.
    pub name: &'static str,
    /// The play it speaks of.
    pub play: Play,
    /// What it says.
    pub statement: &'static str,
    /// Who proved it, where.
    pub source: &'static str,
}

impl Theorem {
    /// The theorem with the number of positions on which this build has checked it.
    pub fn told(&self) -> TheoremEvidence {
        TheoremEvidence {
            statement: self.statement,
            source: self.source,
            checked: crate::verify::checked(self.name),
        }
    }

    /// The same as all that an answer rests on.
    pub fn evidence(&self) -> Evidence {
        Evidence { theorem: Some(self.told()), ..Evidence::default() }
    }
}
