//! Every shortcut against the definition, and every false claim in print against a counterexample.

pub mod disagreements;
#[cfg(feature = "verification")]
pub(crate) mod explanations;
#[cfg(feature = "verification")]
mod loopy;
#[cfg(feature = "verification")]
mod run;
#[cfg(feature = "verification")]
pub(crate) mod shortcuts;
#[cfg(feature = "verification")]
mod tables;
pub mod theory;
#[cfg(feature = "verification")]
mod words;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Serialize;

#[cfg(feature = "verification")]
pub use explanations::holds;
#[cfg(feature = "verification")]
pub use run::{count_checked, game, games, named};

/// How far a check goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// A few hundred positions, and only what answers by search rest on.
    Glance,
    /// A few seconds for all games.
    Quick,
    /// Minutes: larger positions, more random ones.
    Deep,
}

/// What a check of one game has found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// Positions labelled by the definition.
    pub positions: u64,
    /// How often each shortcut was compared with the definition.
    pub checks: BTreeMap<String, u64>,
    /// On how many positions each theorem was compared with the definition.
    pub theorems: BTreeMap<String, u64>,
    /// For each shortcut that disagrees, the smallest position where it does.
    pub faults: Vec<Fault>,
}

/// A disagreement between a shortcut and the definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The shortcut.
    pub shortcut: String,
    /// The position.
    pub address: String,
    /// What the definition says; nothing where something failed and there is nothing to compare it with.
    pub expected: String,
    /// What the shortcut says.
    pub found: String,
}

/// Whether a fault is shown on a smaller position than another.
fn is_smaller(a: &Fault, b: &Fault) -> bool {
    (a.address.len(), &a.address) < (b.address.len(), &b.address)
}

/// On how many positions this build has compared a theorem with the definition: counted by
/// `bouton verify`, kept in `lib/data/verified.json` by `cargo xtask sync`.
pub fn checked(theorem: &str) -> u64 {
    static COUNTS: OnceLock<BTreeMap<String, u64>> = OnceLock::new();
    let counts = COUNTS.get_or_init(|| {
        // A line for each: a general reader would bring the reading of fractions into every page.
        let line = |line: &str| {
            let (name, count) = line.trim().trim_end_matches(',').split_once("\": ")?;
            Some((name.trim_start_matches('"').to_string(), count.parse().ok()?))
        };
        include_str!("../../data/verified.json").lines().filter_map(line).collect()
    });
    counts.get(theorem).copied().unwrap_or(0)
}
