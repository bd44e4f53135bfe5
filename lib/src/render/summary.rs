//! What there is in a graph of any size, in words.

use std::fmt::Write;

use crate::graph::diagram::Summary;

/// The counts as a few lines.
pub fn text(summary: &Summary) -> String {
    let merged = if summary.merged { "symmetric positions merged" } else { "in order" };
    let mut text = format!(
        "{}\n{} positions ({merged}), {} moves from one to another\n",
        summary.address, summary.vertices, summary.arcs
    );
    let _ = write!(text, "P {}, N {}", summary.previous, summary.next);
    if summary.draws > 0 {
        let _ = write!(text, ", D {}", summary.draws);
    }
    let _ = writeln!(text, "; {} without a move", summary.terminal);
    match (summary.longest, summary.tree) {
        (Some(longest), Some(tree)) => {
            let _ = writeln!(
                text,
                "The longest play has {longest} plies; the game tree has {tree} nodes."
            );
        }
        (Some(longest), None) => {
            let _ = writeln!(text, "The longest play has {longest} plies.");
        }
        (None, _) => text += "Play can run in circles.\n",
    }
    text
}
