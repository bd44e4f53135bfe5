//! The template of a game: one heap, take one or two. `cargo xtask new-game NAME` copies this file.

use crate::game::{Ability, Board, Entry, Game};
use crate::natural::Natural;
use crate::rules::{Moves, Rules};

struct Null;

impl Rules for Null {
    /// Anything that can be written (`Display`) and read (`FromStr`).
    type Position = Natural;
    /// Anything that can be written; the text must be unique among the moves of a position.
    type Move = u64;

    fn moves(&self, heap: &Natural, out: &mut Moves<'_, u64>) {
        for take in [1, 2u64] {
            if Natural::from(take) <= *heap {
                out.push(take);
            }
        }
    }

    fn play(&self, heap: &Natural, take: &u64) -> Natural {
        heap.minus(&Natural::from(*take)).unwrap_or_default()
    }
}

/// What the catalogue says about the game.
pub static ENTRY: Entry = Entry {
    name: "null",
    aliases: &[],
    title: "Null",
    rules: "One heap of stones. A move takes one or two stones.",
    board: Board::Heaps,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &["null: 7", "misere null: 5"],
    example_move: ("7", "2"),
    known: &[],
    theorems: &[],
    presets: &[],
    open: |parameters| Game::open(Null, parameters),
};
