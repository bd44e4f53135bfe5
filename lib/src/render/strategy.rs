//! What became of the check of a strategy, in words and as data.

use crate::render::text::Style;
use crate::strategy::check::Checked;

/// In words.
pub fn text(checked: &Checked, style: Style) -> String {
    let Checked { address, claim, lines, fault } = checked;
    let told = match fault {
        None => format!(
            "{address}: {claim} is proved by a strategy of {lines} positions; each was checked with the moves of the game alone."
        ),
        Some(fault) => {
            format!("{address}: {claim} is not proved; after {lines} positions that hold, {fault}.")
        }
    };
    style.wrap(&told) + "\n"
}

/// As one line of JSON.
pub fn data(checked: &Checked) -> String {
    let Checked { address, claim, lines, fault } = checked;
    serde_json::json!({
        "kind": "strategy", "address": address, "claim": claim, "positions": lines,
        "passed": fault.is_none(), "fault": fault,
    })
    .to_string()
}
