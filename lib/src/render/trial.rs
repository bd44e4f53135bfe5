//! What came of a trial of a program, as text.

use crate::render::text::{Style, counted};
use crate::trial::Report;

/// All right, or the smallest position that is answered wrongly.
pub fn text(report: &Report, style: Style) -> String {
    let play = match report.play {
        crate::Play::Normal => "",
        crate::Play::Misere => "misere ",
    };
    let Some(fault) = &report.fault else {
        return style.wrap(&format!(
            "{play}{}: right on all {}, the smallest and random ones (seed {}).",
            report.game,
            counted(report.positions, "position"),
            report.seed
        )) + "\n";
    };
    let message = format!("{}: {}.", fault.address, fault.message);
    let input: String = fault.input.lines().map(|line| format!("  {line}\n")).collect();
    format!(
        "{}\nThe input:\n{input}The right answer:\n  {}\n{}\n",
        style.wrap(&message),
        fault.expected,
        style.wrap(&format!(
            "It is the smallest that was found in {} (seed {}).",
            counted(report.runs, "run"),
            report.seed
        ))
    )
}
