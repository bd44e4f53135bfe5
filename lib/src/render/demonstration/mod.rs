//! A whole game shown: as text, as one page that needs nothing else, as one picture that moves.

pub mod html;
pub mod svg;
pub mod text;

use crate::explain::demonstration::{Demonstration, Shown};

/// How long a step stays on the screen when it goes on by itself, in milliseconds: longer sentences stay longer.
pub fn reading_time(step: &Shown, speed: f64) -> f64 {
    let letters = step.step.text.chars().count().min(2000);
    (900.0 + 28.0 * letters as f64) / super::ink::within(speed, 0.05, 50.0)
}

/// The table in sight at a step: its own, or the last one of the same board, which stays while the reasoning goes on.
fn table_at(shown: &Demonstration, at: usize) -> Option<usize> {
    let board = shown.steps[at].board;
    let mut earlier = (0..=at).rev().take_while(|step| shown.steps[*step].board == board);
    earlier.find(|step| !shown.steps[*step].step.table.is_empty())
}

/// What stands above the steps of a board: the move that is made there, or that it is the end.
fn heading(shown: &Demonstration, board: usize) -> &str {
    match shown.chapters.get(board) {
        Some(chapter) => &chapter.title,
        None if shown.complete => "The end",
        None => "And so on",
    }
}
