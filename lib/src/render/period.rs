//! What is known of a period, and of a certificate, in words.

use crate::render::text::Style;
use crate::sequence::check::Checked;
use crate::sequence::engine::Name;
use crate::sequence::search::Verdict;
use serde::Serialize;
use serde_json::{Value, json};

/// An answer of `bouton period`, with all that is told of it.
pub struct Answer<'a> {
    /// The game.
    pub game: &'a str,
    /// What is known.
    pub verdict: Verdict,
    /// The values below this heap were computed.
    pub length: usize,
    /// The largest of them.
    pub largest: u32,
    /// The engine that computed the last of them.
    pub engine: Name,
    /// A theorem that gives every value, with its source.
    pub theorem: Option<(&'a str, &'a str)>,
}

/// The answer as lines of text.
pub fn text(answer: &Answer<'_>, style: Style) -> String {
    let growth = |saltus: u64| match saltus {
        0 => String::new(),
        saltus => format!(", each time larger by {saltus}"),
    };
    let mut lines = vec![answer.game.to_string()];
    match &answer.verdict {
        Verdict::Proved(period) => {
            lines.push(format!(
                "Period {}, preperiod {}{}: proved.",
                period.period,
                period.preperiod,
                growth(period.saltus)
            ));
            lines.push(format!("By {}.", period.proof.statement()));
        }
        Verdict::Observed(seen) => lines.push(format!(
            "Period {} from heap {} to heap {}{}: observed, not proved.",
            seen.period,
            seen.preperiod,
            seen.computed_to,
            growth(seen.saltus)
        )),
        Verdict::Open => lines.push(format!("No period: none found below {}.", answer.length)),
    }
    if let Some((statement, source)) = answer.theorem {
        lines.push(format!("The values themselves are known by theorem: {statement} ({source})."));
    }
    lines.push(format!(
        "{} value{} computed, the largest is {}; engine {}.",
        answer.length,
        if answer.length == 1 { "" } else { "s" },
        answer.largest,
        answer.engine
    ));
    lines.iter().map(|line| style.wrap(line) + "\n").collect()
}

/// The answer as data; its JSON is what `bouton period --json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct Data {
    game: String,
    status: &'static str,
    computed_to: Option<usize>,
    largest: u32,
    engine: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preperiod: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saltus: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theorem: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    values_theorem: Option<ValuesTheorem>,
}

#[derive(Clone, Debug, Serialize)]
struct ValuesTheorem {
    statement: String,
    source: String,
}

/// The answer as data.
pub fn data(answer: &Answer<'_>) -> Data {
    let mut data = Data {
        game: answer.game.to_string(),
        status: answer.verdict.status(),
        computed_to: answer.length.checked_sub(1),
        largest: answer.largest,
        engine: answer.engine.to_string(),
        period: None,
        preperiod: None,
        saltus: None,
        proof: None,
        theorem: None,
        text: None,
        values_theorem: answer.theorem.map(|(statement, source)| ValuesTheorem {
            statement: statement.to_string(),
            source: source.to_string(),
        }),
    };
    match &answer.verdict {
        Verdict::Proved(period) => {
            data.period = Some(period.period);
            data.preperiod = Some(period.preperiod);
            data.saltus = Some(period.saltus);
            data.proof = Some(period.proof.name());
            data.theorem = Some(period.proof.statement());
        }
        Verdict::Observed(seen) => {
            data.period = Some(seen.period);
            data.preperiod = Some(seen.preperiod);
            data.saltus = Some(seen.saltus);
            data.text = Some("observed, not proved".to_string());
        }
        Verdict::Open => data.text = Some(format!("none found below {}", answer.length)),
    }
    data
}

/// The outcome of a check as lines of text.
pub fn checked(checked: &Checked, style: Style) -> String {
    let mut statement = format!("period {}, preperiod {}", checked.period, checked.preperiod);
    if checked.saltus > 0 {
        statement += &format!(", saltus {}", checked.saltus);
    }
    let mut text = match (&checked.fault, checked.is_complete()) {
        (Some(fault), _) => format!("Rejected: {fault}.\n"),
        (None, true) => {
            format!("Passed: {}: {statement}, by {}.\n", checked.rules, checked.theorem)
        }
        (None, false) => format!(
            "No fault found in a spot check of {}: {statement}, by {}. This is no proof.\n",
            checked.rules, checked.theorem
        ),
    };
    if checked.passed && checked.segments > 0 {
        text += &format!(
            "The beginning and {} of {} segment{} were computed again.\n",
            checked.segments_checked,
            checked.segments,
            if checked.segments == 1 { "" } else { "s" }
        );
    } else if checked.passed {
        text += "Every value of the window was computed again by the definition.\n";
    }
    text.lines().map(|line| style.wrap(line) + "\n").collect()
}

/// The outcome of a check as one JSON object.
pub fn checked_data(checked: &Checked) -> Value {
    #[derive(Serialize)]
    struct Object<'a> {
        status: &'static str,
        #[serde(flatten)]
        checked: &'a Checked,
    }
    let status = match (checked.passed, checked.is_complete()) {
        (true, true) => "passed",
        (true, false) => "spot check passed",
        (false, _) => "rejected",
    };
    json!(Object { status, checked })
}
