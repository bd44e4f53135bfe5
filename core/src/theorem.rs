//! Theorems as plain data: what a shortcut rests on.

use crate::value::Play;

/// A statement that a shortcut rests on.
#[derive(Debug, PartialEq, Eq)]
pub struct Theorem {
    /// A short name, unique in the catalogue: the key of its count of checked positions.
    pub name: &'static str,
    /// The play it speaks of.
    pub play: Play,
    /// What it says.
    pub statement: &'static str,
    /// Who proved it, where.
    pub source: &'static str,
}
