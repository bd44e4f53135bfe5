//! A game small enough to be seen to its end: every position with who wins it, and how long that takes.

use crate::ask::Ask;
use crate::game::{AnyPosition, Game};
use crate::graph::{Explored, Verdict};
use crate::rules::Position;
use crate::value::{Outcome, Play};

/// Positions looked at at most.
pub(crate) const MOST_POSITIONS: u64 = 20_000;
const MOST_STEPS: u64 = 100_000;
const MOST_WEIGHT: usize = 4_000;

/// A whole game, explored.
pub(crate) struct Lookahead {
    explored: Explored,
    verdicts: Vec<Verdict>,
}

impl Lookahead {
    /// Nothing where the game is too large.
    pub fn explore(
        game: &Game,
        position: &AnyPosition,
        play: Play,
        ask: &Ask<'_>,
    ) -> Option<Lookahead> {
        // The larger the positions, the fewer can be looked at in the same time.
        if position.weight() > MOST_WEIGHT {
            return None;
        }
        let ask = Ask {
            positions: ask.positions.min(MOST_POSITIONS),
            steps: ask.steps.min(MOST_STEPS),
            bytes: ask.bytes.min(1 << 26),
            ..*ask
        };
        let explored = game.explore(position, true, &ask).ok()?;
        let verdicts = explored.graph.verdicts(play);
        Some(Lookahead { explored, verdicts })
    }

    pub fn find(&self, position: &AnyPosition) -> Option<(u32, Verdict)> {
        let node = self.explored.positions.find(position)?;
        Some((node, self.verdicts[node as usize]))
    }

    /// How many options of a node are lost for whoever moves there.
    pub fn right_replies(&self, node: u32) -> usize {
        let lost = |option: &&u32| self.verdicts[**option as usize].outcome == Outcome::Previous;
        self.explored.graph.options(node).iter().filter(lost).count()
    }
}
