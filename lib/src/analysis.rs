//! The answer: outcome, value, winning moves, and how all of this is known.

pub use bouton_core::Theorem;
pub use bouton_sequence::PeriodEvidence;
use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::line::Line;
use crate::natural::Natural;
#[cfg(feature = "schema")]
use crate::schema;
use crate::value::{Outcome, Play, Value};

/// Everything that is known about one position, as plain data. Its JSON is `--json`'s answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[non_exhaustive]
pub struct Analysis {
    /// What was answered; it re-opens exactly this position, play included.
    pub address: String,
    /// Normal or misère.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Play"))]
    pub play: Play,
    /// The addresses of the parts, if it is a sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<String>>,
    /// Who wins.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Outcome"))]
    pub outcome: Outcome,
    /// The value, where there is one and it is known: a nimber, or an infinity in a loopy game.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Value>"))]
    pub value: Option<Value>,
    /// Why `value` is or is not there.
    pub value_status: ValueStatus,
    /// The winning moves, as many as were asked for.
    pub winning: Vec<WinningMove>,
    /// How many winning moves there are.
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Natural>"))]
    pub winning_count: Option<Natural>,
    /// Whether `winning` holds them all.
    pub winning_complete: bool,
    /// Plies to the end under best play: the winner hurries, the loser delays.
    pub remoteness: Option<u64>,
    /// How it is played out, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<Line>,
    /// Which rung of the ladder answered.
    pub method: Method,
    /// What the answer rests on.
    pub evidence: Evidence,
}

impl Analysis {
    /// Whether the position is a sum of games.
    pub fn is_sum(&self) -> bool {
        self.parts.is_some()
    }

    /// A winning move as it is played: in a sum with its part, `2: 1 -> 3`.
    pub fn written(&self, mv: &WinningMove) -> String {
        match self.is_sum() {
            true => format!("{}: {}", mv.part, mv.mv),
            false => mv.mv.clone(),
        }
    }
}

/// Whether the value is known, does not exist, or was not computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[non_exhaustive]
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
    /// The move in numbers.
    #[serde(flatten)]
    pub numbers: Numbers,
}

/// A move in numbers, for those who would otherwise read its text; only what applies is there. Piles,
/// tokens, rows and columns are counted from 1, coins as their row counts them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Numbers {
    /// The one pile that changes.
    #[serde(flatten)]
    pub change: Change,
    /// The piles that change, where a move changes several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub piles: Vec<Change>,
    /// The squares that a move names, each by row and column.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<[u64; 2]>,
    /// The coins or signs that are turned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coins: Vec<u64>,
    /// The token that moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<usize>,
    /// The node to which it moves, or the element that is removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The number that is named or chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Natural>"))]
    pub number: Option<Natural>,
}

/// What becomes of one pile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Change {
    /// Which one; not there for a total or a circle, of which there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pile: Option<usize>,
    /// What it holds before the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Natural>"))]
    pub from: Option<Natural>,
    /// What it holds after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Natural>"))]
    pub to_size: Option<Natural>,
    /// Instead, if it splits: the piles that it becomes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<schema::Natural>"))]
    pub parts: Vec<Natural>,
}

impl Change {
    /// One thing that holds a number becomes some.
    pub(crate) fn new(
        pile: Option<usize>,
        from: Natural,
        to: impl IntoIterator<Item = Natural>,
    ) -> Change {
        let mut parts: Vec<Natural> = to.into_iter().collect();
        // A number as long as the longest `to` would only repeat the text.
        if parts.iter().chain([&from]).any(|size| size.bits() > 3 * LONGEST_TO as u64) {
            return Change { pile, ..Change::default() };
        }
        let to_size = if parts.len() == 1 { parts.pop() } else { None };
        Change { pile, from: Some(from), to_size, parts }
    }
}

impl From<Change> for Numbers {
    fn from(change: Change) -> Numbers {
        Numbers { change, ..Numbers::default() }
    }
}

/// The longest `to` that is written out, in bytes.
pub const LONGEST_TO: usize = 10_000;

/// The rung of the ladder that answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Method {
    /// A theorem.
    Formula,
    /// The nim-sequence of the heaps, with its period where that is proved.
    Sequence,
    /// Memoised search.
    Search,
    /// The whole graph of positions.
    Graph,
    /// The misère quotient of the heaps.
    #[cfg(feature = "misere")]
    Quotient,
    /// The values of the parts of a sum.
    Sum,
}

/// What an answer rests on; only what applies is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[non_exhaustive]
pub struct Evidence {
    /// The theorem that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<TheoremEvidence>,
    /// The proved period that was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::PeriodEvidence>"))]
    pub period: Option<PeriodEvidence>,
    /// The largest heap whose value was computed one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub computed_to: Option<u64>,
    /// Positions searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// What the search rests on beside the moves, where nobody has proved it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed: Option<String>,
    /// Arcs of the graph of positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arcs: Option<u64>,
    /// The misère quotient that was used.
    #[cfg(feature = "misere")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quotient: Option<QuotientEvidence>,
    /// Misère canonical forms that were met, where positions were replaced by them.
    #[cfg(feature = "misere")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forms: Option<u64>,
    /// The parts of a sum, each with its own evidence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<PartEvidence>,
}

/// A misère quotient as it stands in an answer.
#[cfg(feature = "misere")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[non_exhaustive]
pub struct QuotientEvidence {
    /// The number of classes.
    pub order: usize,
    /// How many of them are lost.
    pub p_positions: usize,
    /// The largest heap that was looked at one by one.
    pub computed_to: usize,
    /// The proved period of the classes of heaps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// From which heap on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// For a sum of unlike games: how many heaps, of all parts, it is the quotient of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heaps: Option<usize>,
}

/// A theorem as it stands in an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct TheoremEvidence {
    /// What it says.
    pub statement: Cow<'static, str>,
    /// Who proved it, where.
    pub source: Cow<'static, str>,
    /// On how many positions this build has compared it with the definition.
    pub checked: u64,
}

/// One part of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct PartEvidence {
    /// The part's own address.
    pub address: String,
    /// Its value, where the answer rests on values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<schema::Value>"))]
    pub value: Option<Value>,
    /// How that is known.
    pub method: Method,
    /// What that rests on.
    pub evidence: Evidence,
}

impl From<&Theorem> for TheoremEvidence {
    fn from(theorem: &Theorem) -> TheoremEvidence {
        TheoremEvidence {
            statement: theorem.statement.into(),
            source: theorem.source.into(),
            checked: crate::verify::checked(theorem.name),
        }
    }
}

impl From<&Theorem> for Evidence {
    /// The theorem as all that an answer rests on.
    fn from(theorem: &Theorem) -> Evidence {
        Evidence { theorem: Some(theorem.into()), ..Evidence::default() }
    }
}
