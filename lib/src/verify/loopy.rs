//! Positions from which play can run in circles: outcomes and loopy values against retrograde
//! analysis of the bare graph, and of its sums with Nim heaps.

use std::sync::Arc;

use crate::analysis::Method;
use crate::ask::Ask;
use crate::erased::{AnyMove, AnyPosition};
use crate::graph::{Explored, Graph, GraphSum};
use crate::heap::Heaps;
use crate::value::{Outcome, Play, Value};
use crate::verify::shortcuts::{Check, sorted};

/// Nim heaps that a loopy value is tried against.
const MOST_HEAP: u32 = 6;

impl Check<'_> {
    /// Checks everything reachable from a position whose graph has circles.
    pub(super) fn loopy(&mut self, start: &AnyPosition, stride: usize, ask: &Ask<'_>) {
        // Unmerged: the moves and nothing else.
        let game = self.game;
        let Ok(Explored { graph, positions }) = game.explore(start, false, ask) else { return };
        let verdicts = Play::BOTH.map(|play| (play, graph.verdicts(play)));
        let with_heaps = outcomes_with_heaps(&graph, ask);
        for node in (0..graph.len()).step_by(stride) {
            self.report.positions += 1;
            let position = &positions.position(node as u32);
            self.drawn(position);
            for (play, verdicts) in &verdicts {
                let ask = Ask { moves: 1_000_000, ..*ask };
                let analysis = match self.solver.analyse(position, *play, &ask) {
                    Ok(analysis) => analysis,
                    Err(error) => {
                        self.failed("loopy ladder", position, error.to_string());
                        continue;
                    }
                };
                let verdict = verdicts[node];
                self.same(
                    "loopy ladder",
                    position,
                    (play, verdict.outcome),
                    (play, analysis.outcome),
                );
                let plies = (verdict.outcome != Outcome::Draw).then_some(verdict.remoteness);
                if analysis.remoteness.is_some() || analysis.method == Method::Graph {
                    self.same("remoteness", position, plies, analysis.remoteness);
                }
                let (moves, _) = game.moves(position, 1_000_000);
                let wins = |mv: &&AnyMove| {
                    let node = positions.find(&game.play(position, mv));
                    node.is_some_and(|node| verdicts[node as usize].outcome == Outcome::Previous)
                };
                let winning = sorted(moves.iter().filter(wins).map(AnyMove::to_string).collect());
                let found = sorted(analysis.winning.into_iter().map(|mv| mv.mv).collect());
                if verdict.outcome == Outcome::Next {
                    self.same("loopy ladder", position, (play, winning), (play, found));
                }
                if let (Some(value), Some(outcomes)) = (analysis.value, &with_heaps) {
                    let predicted: Vec<Outcome> = (0..=MOST_HEAP)
                        .map(|heap| (&value + &Value::from(u64::from(heap))).outcome())
                        .collect();
                    self.same("loopy value", position, &outcomes[node], &predicted);
                }
            }
        }
    }
}

/// For each node, the outcomes of its sums with heaps 0, 1, 2, ...
fn outcomes_with_heaps(graph: &Graph, ask: &Ask<'_>) -> Option<Vec<Vec<Outcome>>> {
    let heap = Graph::new((0..=MOST_HEAP).map(|size| (0..size).collect()));
    let sum = Arc::new(GraphSum(vec![graph.clone(), heap]));
    let pair = |node: usize, heap: u32| Heaps::from(&[node as u64, u64::from(heap)][..]);
    let starts: Vec<Heaps> = (0..graph.len())
        .flat_map(|node| (0..=MOST_HEAP).map(move |heap| pair(node, heap)))
        .collect();
    let Explored { graph: product, positions } = Graph::explore_sum(sum, &starts, ask).ok()?;
    let verdicts = product.verdicts(Play::Normal);
    let outcomes = |node| {
        (0..=MOST_HEAP)
            .map(|heap| {
                Some(verdicts[positions.find(&AnyPosition::of(pair(node, heap)))? as usize].outcome)
            })
            .collect::<Option<Vec<Outcome>>>()
    };
    (0..graph.len()).map(outcomes).collect()
}
