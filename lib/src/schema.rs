//! The schema of answers: what `--json` promises, for programs that check what they read.
//!
//! Types of the crates below, which know no schemas, are described here by types of the same form.

use schemars::{JsonSchema, generate::SchemaSettings};

use crate::analysis::Analysis;
use crate::game::Seats;
use crate::pattern::Pattern;
use crate::trial::Report;

/// An answer to one address, or why there is none.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its form is asked for")]
enum Answer {
    Analysis(Box<Analysis>),
    Seats(Seats),
    Failure(Failure),
}

/// Why there is no answer.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form is asked for")]
struct Failure {
    /// The address as it was given, where one could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// What went wrong.
    error: Told,
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form is asked for")]
struct Told {
    kind: Kind,
    /// One sentence: what was given, what is wrong, what would be right.
    message: String,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "only its form is asked for")]
enum Kind {
    /// The question cannot be read.
    Input,
    /// A budget was reached.
    Stopped,
    /// The question makes sense, but not for this game.
    Unsupported,
}

/// A whole number from 0 up: an integer up to 2^53, beyond that its decimal digits.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its form is asked for")]
pub(crate) enum Natural {
    Small(#[schemars(range(max = 9007199254740992u64))] u64),
    Digits(#[schemars(regex(pattern = "^[0-9]+$"))] String),
}

/// The value of a position: a nimber, or in a loopy game the finite values of the options of an infinity.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its form is asked for")]
pub(crate) enum Value {
    Finite(Natural),
    Infinity(Infinity),
}

/// A loopy value.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form is asked for")]
pub(crate) struct Infinity {
    infinity: Vec<Natural>,
}

/// Who wins.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its form is asked for")]
pub(crate) enum Outcome {
    /// The player to move.
    N,
    /// The player who has just moved.
    P,
    /// Nobody: a draw.
    D,
}

/// The winning convention.
#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "only its form is asked for")]
pub(crate) enum Play {
    /// Who cannot move loses.
    Normal,
    /// Who cannot move wins.
    Misere,
}

/// A proved period.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code, reason = "only its form is asked for")]
pub(crate) struct PeriodEvidence {
    /// The least period.
    period: u64,
    /// The first heap from which the values repeat.
    preperiod: u64,
    /// By how much the values grow in each period; 0 for a plain period.
    saltus: u64,
    /// How it is proved.
    proof: String,
    /// The largest heap whose value was computed for the proof.
    computed_to: u64,
}

/// What `pattern` finds, or why nothing.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its form is asked for")]
enum Found {
    Pattern(Box<Pattern>),
    Failure(Failure),
}

/// What came of the trial of a program, or why there was none.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its form is asked for")]
enum Tried {
    Report(Report),
    Failure(Failure),
}

/// The schema (JSON Schema, draft 2020-12) of the answer to one address, as text.
pub fn answer() -> String {
    text::<Answer>("An answer of Bouton")
}

/// The same of what is found about the positions of a game.
pub fn pattern() -> String {
    text::<Found>("A pattern found by Bouton")
}

/// The same of what came of the trial of a program.
pub fn trial() -> String {
    text::<Tried>("A program tried out by Bouton")
}

fn text<T: JsonSchema>(title: &str) -> String {
    // What is written, not what could be read.
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_string(), title.into());
    let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
    text + "\n"
}
