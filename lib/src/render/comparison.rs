//! Whether two games are the same, in sentences.

use crate::render::text::Style;
use crate::same::Comparison;
use crate::value::{Outcome, Play, Value};

/// The longest canonical form that is shown in a sentence; `--json` has longer ones.
const SHOWN: usize = 200;

/// The answer and its reasons.
pub fn text(found: &Comparison, style: Style) -> String {
    let (a, b) = (&found.a, &found.b);
    let not = if found.same { "" } else { "not " };
    let play = if found.play == Play::Misere { "misère" } else { "normal" };
    let mut lines = vec![format!("{a} and {b} are {not}the same in {play} play.")];
    if let (Some(value_a), Some(value_b)) = (&found.value_a, &found.value_b) {
        lines.push(values(found, value_a, value_b));
    }
    lines.extend(forms(found));
    if let Some(apart) = &found.apart {
        let (game, own_a, own_b) = (&apart.game, letter(apart.outcome_a), letter(apart.outcome_b));
        lines.push(match game.len() <= SHOWN {
            true => format!(
                "Beside {game} they behave differently: {a} is then {own_a}, {b} is {own_b}."
            ),
            false => format!(
                "Beside a game that is long they behave differently: {a} is then {own_a}, {b} is {own_b}. The game is {game}."
            ),
        });
    }
    #[cfg(feature = "misere")]
    lines.extend(link(found));
    lines.iter().map(|line| style.wrap_indented(line, "") + "\n").collect()
}

/// Whether some game makes both lost.
#[cfg(feature = "misere")]
fn link(found: &Comparison) -> Option<String> {
    Some(match (found.linked?, found.link.as_ref().filter(|link| link.len() <= SHOWN)) {
        (false, _) => {
            "They are not linked: one is an option of the other, so no game makes both lost."
                .to_string()
        }
        (true, Some(link)) => format!("They are linked: beside {link} both are P-positions."),
        (true, None) => "They are linked: some game makes both P-positions.".to_string(),
    })
}

fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Next => "an N-position",
        Outcome::Previous => "a P-position",
        Outcome::Draw => "a draw",
    }
}

fn values(found: &Comparison, value_a: &Value, value_b: &Value) -> String {
    let mut line = match found.same {
        true => format!("Both have the value {value_a}"),
        false => format!("The value of {} is {value_a}, that of {} is {value_b}", found.a, found.b),
    };
    if let Some(sum) = &found.sum {
        line += &format!(", so {} is {}", sum.address, letter(sum.outcome));
        if let Some(positions) = sum.positions {
            line += &match positions {
                1 => ", as its only position confirms".to_string(),
                _ => format!(", as all {positions} positions of that sum confirm"),
            };
        }
    }
    line + "."
}

fn forms(found: &Comparison) -> Option<String> {
    let same = found.same_misere?;
    let short = |form: &&String| form.len() <= SHOWN;
    let shown =
        (found.canonical_a.as_ref().filter(short), found.canonical_b.as_ref().filter(short));
    let reason = match shown {
        (Some(a), _) if same => format!("both have the canonical form {a}"),
        (Some(a), Some(b)) => format!("the canonical forms are {a} and {b}"),
        (Some(a), None) => format!("the canonical form of {} is {a}, the other is longer", found.a),
        (None, Some(b)) => format!("the canonical form of {} is {b}, the other is longer", found.b),
        _ if same => "both have the same canonical form, which is long".to_string(),
        _ => "their canonical forms differ; both are long".to_string(),
    };
    if found.play == Play::Misere {
        let (first, rest) = reason.split_at(1);
        return Some(format!("{}{rest}.", first.to_ascii_uppercase()));
    }
    let not = if same { "" } else { "not " };
    Some(format!("In misère play they are {not}the same: {reason}."))
}
