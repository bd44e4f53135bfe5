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
        "{} values computed, the largest is {}; engine {}.",
        answer.length, answer.largest, answer.engine
    ));
    lines.iter().map(|line| style.wrap(line) + "\n").collect()
}

/// The answer as one JSON object.
pub fn data(answer: &Answer<'_>) -> Value {
    let mut object = json!({
        "game": answer.game,
        "status": answer.verdict.status(),
        "computed_to": answer.length.checked_sub(1),
        "largest": answer.largest,
        "engine": answer.engine.to_string(),
    });
    let mut add = |key: &str, value: Value| object[key] = value;
    match &answer.verdict {
        Verdict::Proved(period) => {
            add("period", period.period.into());
            add("preperiod", period.preperiod.into());
            add("saltus", period.saltus.into());
            add("proof", period.proof.name().into());
            add("theorem", period.proof.statement().into());
        }
        Verdict::Observed(seen) => {
            add("period", seen.period.into());
            add("preperiod", seen.preperiod.into());
            add("saltus", seen.saltus.into());
            add("text", "observed, not proved".into());
        }
        Verdict::Open => add("text", format!("none found below {}", answer.length).into()),
    }
    if let Some((statement, source)) = answer.theorem {
        add("values_theorem", json!({"statement": statement, "source": source}));
    }
    object
}

/// The outcome of a check as lines of text.
pub fn checked(checked: &Checked, style: Style) -> String {
    let statement = format!("period {}, preperiod {}", checked.period, checked.preperiod);
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
    if checked.segments > 0 {
        text += &format!(
            "The beginning and {} of {} segments were computed again.\n",
            checked.segments_checked, checked.segments
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
