//! `bouton verify`: every shortcut against the definition.

use std::sync::Mutex;

use bouton::ask::Flow;
use bouton::games::GAMES;
use bouton::render::text::counted;
use bouton::render::{json, text};
use bouton::verify::disagreements::DISAGREEMENTS;
use bouton::verify::theory::THEOREMS;
use bouton::verify::{self, Depth};
use bouton::{Ask, Error, address};
use serde_json::json;

use super::fail;
use crate::arguments::Verify;
use crate::input::Files;
use crate::output;
use crate::patience::{Patience, listen_for_interrupt};

pub fn run(verify: &Verify) -> u8 {
    listen_for_interrupt();
    let entries: Vec<_> = match verify.name.as_deref() {
        None => GAMES.to_vec(),
        Some("disagreements" | "theory") => Vec::new(),
        Some(name) if name.contains('(') => Vec::new(),
        Some(name) => match address::entry(name) {
            Ok(entry) => vec![entry],
            Err(error) => return fail(&error, None, verify.json),
        },
    };
    let depth = if verify.deep { Depth::Deep } else { Depth::Quick };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let patience = Mutex::new(Patience::new(verify.bounds.limits(), None, verify.json));
    let verdict = || patience.lock().map_or(Ok(()), |patience| patience.verdict());
    let mut faults = 0;
    let (mut positions, mut explanations, mut claims) = (0, 0, 0);
    if let Some(name) = verify.name.as_deref().filter(|name| name.contains('(')) {
        return named(name, depth, verify, &verdict);
    }
    let checked = verify::games(&entries, depth, workers, &|| verdict().is_err(), &mut |report| {
        faults += report.faults.len();
        positions += report.positions;
        explanations += report.checks.get("explanations").copied().unwrap_or(0);
        claims += report.checks.get("claim").copied().unwrap_or(0);
        output::answer(&match verify.json {
            true => json::line(&report) + "\n",
            false => text::report(&report, output::style()),
        });
    });
    if let Err(error) = verdict().and(checked) {
        return fail(&error, None, verify.json);
    }
    if !verify.json && !entries.is_empty() {
        let line = format!(
            "{}, {}, {} of theirs: {}.",
            counted(positions, "position"),
            counted(explanations, "explanation"),
            counted(claims, "claim"),
            if faults == 0 { "no faults".to_string() } else { counted(faults as u64, "fault") }
        );
        output::answer(&(output::style().wrap(&line) + "\n"));
    }
    if verify.name.as_deref().is_none_or(|name| name == "disagreements") {
        faults += disagreements(verify.json);
    }
    if verify.name.as_deref().is_none_or(|name| name == "theory") {
        let tick = |_| match verdict() {
            Err(error) => Flow::Stop(error.to_string()),
            Ok(()) => Flow::Continue,
        };
        match theory(depth, &Ask { tick: &tick, ..Ask::default() }, verify.json) {
            Ok(found) => faults += found,
            Err(error) => return fail(&error, None, verify.json),
        }
    }
    u8::from(faults > 0)
}

/// Checks one game with its parameters.
fn named(name: &str, depth: Depth, verify: &Verify, verdict: &dyn Fn() -> Result<(), Error>) -> u8 {
    let tick = |_| match verdict() {
        Err(error) => Flow::Stop(error.to_string()),
        Ok(()) => Flow::Continue,
    };
    let ask = Ask { tick: &tick, ..Ask::default() };
    match verify::named(name, &mut Files, depth, &ask).and_then(|report| verdict().map(|()| report))
    {
        Ok(report) => {
            output::answer(&match verify.json {
                true => json::line(&report) + "\n",
                false => text::report(&report, output::style()),
            });
            u8::from(!report.faults.is_empty())
        }
        Err(error) => fail(&error, None, verify.json),
    }
}

/// Checks the theorems themselves; returns how many disagree with the definitions.
fn theory(depth: Depth, ask: &Ask<'_>, as_json: bool) -> Result<usize, Error> {
    let mut faults = 0;
    for theorem in THEOREMS {
        let finding = verify::theory::check(theorem, depth, ask)?;
        faults += finding.faults.len();
        output::answer(&match as_json {
            true => json::line(&finding) + "\n",
            false => text::finding(&finding, output::style()),
        });
    }
    Ok(faults)
}

/// Refutes the false claims again; returns how many were not refuted.
fn disagreements(as_json: bool) -> usize {
    let (mut failed, style) = (0, output::style());
    for claim in DISAGREEMENTS {
        let found = (claim.refute)();
        let refuted = found.is_ok();
        failed += usize::from(!refuted);
        let finding = found.unwrap_or_else(|finding| finding);
        output::answer(&if as_json {
            let object = json!({
                "disagreement": claim.number, "claim": claim.claim, "right": claim.right,
                "refuted": refuted, "finding": finding,
            });
            format!("{object}\n")
        } else {
            let verdict = if refuted { "refuted" } else { "NOT REFUTED" };
            let lines = [
                format!("In print: {}", claim.claim),
                format!("Right: {}", claim.right),
                format!("Found here: {finding}."),
            ];
            let told: String =
                lines.iter().map(|line| style.wrap_indented(line, "  ") + "\n").collect();
            format!("disagreement {}: {verdict}\n{told}", claim.number)
        });
    }
    failed
}
