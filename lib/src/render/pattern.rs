//! A pattern as text: the rules, how each is known, and where the next best fails.

use crate::pattern::{Finding, Pattern, Status};
use crate::render::text::{Style, counted};

/// What was found, in sentences.
pub fn text(pattern: &Pattern, style: Style) -> String {
    let mut lines = vec![heading(pattern)];
    if let Some(values) = &pattern.values {
        if !values.first.is_empty() {
            let first: Vec<String> = values.first.iter().map(|value| written(value)).collect();
            lines.push(format!(
                "Values: {}{}",
                first.join(" "),
                more(&values.first, pattern.tried)
            ));
        }
        tell(values, pattern, &mut lines);
    }
    if !pattern.lost.first.is_empty() {
        let lost: Vec<String> = pattern.lost.first.iter().map(|sizes| written(sizes)).collect();
        lines.push(format!("Lost: {}{}", lost.join(" "), more(&pattern.lost.first, pattern.tried)));
    }
    tell(&pattern.lost, pattern, &mut lines);
    if pattern.draws > 0 {
        lines.push(format!(
            "Drawn: {} of them; all others are won.",
            counted(pattern.draws, "position")
        ));
    }
    if !pattern.known.is_empty() {
        lines.push(format!("The numbers agree with OEIS {}.", pattern.known.join(", ")));
    }
    lines.iter().map(|line| style.wrap(line) + "\n").collect()
}

fn heading(pattern: &Pattern) -> String {
    let play = match pattern.play {
        crate::Play::Normal => "",
        crate::Play::Misere => "misere ",
    };
    let what = match pattern.game == pattern.family {
        true => pattern.game.clone(),
        false => format!("{}: {}", pattern.game, pattern.family),
    };
    let numbers = if pattern.heaps == 2 { "n and m" } else { "n" };
    format!(
        "{play}{what}, {} with {numbers} up to {}",
        counted(pattern.tried, "position"),
        pattern.to
    )
}

/// The numbers of a position: `5`, or `3,5`.
fn written(sizes: &[u64]) -> String {
    sizes.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

fn more(first: &[Vec<u64>], tried: u64) -> &'static str {
    // Shorter lists are whole.
    if first.len() >= crate::pattern::SHOWN && tried > first.len() as u64 { " ..." } else { "" }
}

fn tell(finding: &Finding, pattern: &Pattern, lines: &mut Vec<String>) {
    let known = match (&finding.status, &finding.theorem) {
        (Status::Proved, Some(theorem)) => {
            format!(" Proved: {} ({}).", theorem.statement, theorem.source)
        }
        (Status::Holds, _) => {
            format!(
                " It holds for all {} tried; that is no proof.",
                counted(pattern.tried, "position")
            )
        }
        _ => String::new(),
    };
    lines.push(format!("{}{known}", finding.sentence));
    if let Some(next) = &finding.next {
        lines.push(format!(
            "Next best: {} Wrong first at {}: {}.",
            next.sentence,
            place(&next.exception),
            said(next, finding)
        ));
    }
}

fn place(sizes: &[u64]) -> String {
    match sizes {
        [n, m] => format!("n = {n}, m = {m}"),
        _ => format!("n = {}", written(sizes)),
    }
}

fn said(next: &crate::pattern::Refuted, finding: &Finding) -> String {
    match (finding.of_lost, next.found) {
        (true, 1) => "it is lost".to_string(),
        (true, _) => "it is not lost".to_string(),
        (false, found) => match next.predicted {
            Some(predicted) => format!("the value is {found}, not {predicted}"),
            None => format!("the value is {found}"),
        },
    }
}
