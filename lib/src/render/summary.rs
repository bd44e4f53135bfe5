//! What there is in a graph of any size, in words.

use std::fmt::Write;

use crate::graph::diagram::Summary;
use crate::render::text::counted;

/// The counts as a few lines.
pub fn text(summary: &Summary) -> String {
    let merged = if summary.merged { "symmetric positions merged" } else { "in order" };
    let mut text = format!(
        "{}\n{} ({merged}), {} from one to another\n",
        summary.address,
        counted(summary.vertices as u64, "position"),
        counted(summary.arcs as u64, "move")
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
                "The longest play has {}; the game tree has {tree} node{}.",
                counted(longest, "ply"),
                if tree == 1 { "" } else { "s" }
            );
        }
        (Some(longest), None) => {
            let _ = writeln!(text, "The longest play has {}.", counted(longest, "ply"));
        }
        (None, _) => text += "Play can run in circles.\n",
    }
    text
}
