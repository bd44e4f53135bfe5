//! The P-positions of a game of heaps, up to some size, in ascending order.

use bouton_core::order::InOrder;
use rustc_hash::FxHashSet;
use serde::Serialize;

use crate::ask::{Ask, Flow, Progress};
use crate::error::Error;
use crate::game::{AnyPosition, Game};
use crate::render::text::counted;
use crate::value::{Outcome, Play};

/// How many heaps the positions of a game have where nothing is said: two, or one where two are no position.
pub fn usual_heaps(game: &Game) -> usize {
    let single = game.read("1").is_ok() && game.read("1 1").is_err();
    if single { 1 } else { 2 }
}

/// Heaps at most.
pub const MOST_HEAPS: usize = 12;

/// The P-positions among all positions of so many heaps of some sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Losing {
    /// The game with its parameters.
    pub game: String,
    /// Normal or misère.
    pub play: Play,
    /// How many heaps a position has.
    pub heaps: usize,
    /// The least size of a heap.
    pub from: u64,
    /// The largest size of a heap.
    pub to: u64,
    /// How many positions were looked at; of those that are the same by symmetry, one.
    pub looked_at: u64,
    /// The sizes of those that are lost for the one to move.
    pub positions: Vec<Vec<u64>>,
}

impl Losing {
    /// Asks for the outcome of every position. One that is not answered within the budget ends the list.
    pub fn new(
        game: &Game,
        heaps: usize,
        (from, to): (u64, u64),
        play: Play,
        ask: &Ask<'_>,
    ) -> Result<Losing, Error> {
        if !(1..=MOST_HEAPS).contains(&heaps) {
            return Err(Error::input(format!(
                "positions of {heaps} heaps cannot be listed: ask for 1 to {MOST_HEAPS}"
            )));
        }
        if from > to {
            return Err(Error::input(format!(
                "no heap has sizes from {from} to {to}: ask for sizes that ascend, such as 0 to 7"
            )));
        }
        game.allows(play)?;
        if game.has_many_players() {
            return Err(Error::Unsupported(format!(
                "{} has more than two players, and so no P-positions",
                game.name()
            )));
        }
        let mut list = Losing {
            game: game.name().to_string(),
            play,
            heaps,
            from,
            to,
            looked_at: 0,
            positions: Vec::new(),
        };
        // Numbers that are games of their own stand side by side.
        let game = &game.side_by_side(heaps);
        // One solver for all, so that a position finds the smaller ones in its memory; moves are not asked for.
        let (mut solver, asked) = (game.solver(), Ask { moves: 0, ..*ask });
        // Where each heap is a game of its own, their order means nothing.
        let free = game.heap().is_some() || game.parts().is_some();
        // Elsewhere positions with the same heaps are one if they are so by symmetry. The heaps are compared
        // as well, since those without a move disappear when a position is simplified.
        let mut known = FxHashSet::default();
        let mut sizes = vec![from; heaps];
        let mut done = 0u64;
        loop {
            // Positions that need no search do not look at the clock.
            if let Flow::Stop(reason) =
                (ask.tick)(Progress { positions: done, steps: done, search: None })
            {
                let done = counted(done, "position");
                return Err(Error::Stopped(format!("stopped after {done}: {reason}")));
            }
            done += 1;
            let position = read(game, &sizes)?;
            if free || known.insert((sorted(&sizes), game.simplify(&position))) {
                list.looked_at += 1;
                if solver.analyse(&position, play, &asked)?.outcome == Outcome::Previous {
                    list.positions.push(sizes.clone());
                }
            }
            if !advance(&mut sizes, from, to, free) {
                return Ok(list);
            }
        }
    }
}

/// The next sizes in ascending order: like counting, and where the order of heaps means nothing never
/// falling within a position.
fn advance(sizes: &mut [u64], from: u64, to: u64, free: bool) -> bool {
    let Some(place) = sizes.iter().rposition(|size| *size < to) else { return false };
    sizes[place] += 1;
    let least = if free { sizes[place] } else { from };
    sizes[place + 1..].fill(least);
    true
}

fn sorted(sizes: &[u64]) -> Vec<u64> {
    let mut sorted = sizes.to_vec();
    sorted.put_in_order();
    sorted
}

fn read(game: &Game, sizes: &[u64]) -> Result<AnyPosition, Error> {
    game.of_sizes(sizes).map_err(|error| match error {
        Error::Input(sentence) => {
            let text: Vec<String> = sizes.iter().map(u64::to_string).collect();
            Error::Input(format!(
                "{sentence}; the list asks for {}, and for all others of so many heaps and these sizes",
                text.join(" ")
            ))
        }
        other => other,
    })
}
