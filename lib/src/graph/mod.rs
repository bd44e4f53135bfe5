//! An explored game as plain data: positions are integers, options are arcs.
//!
//! What has no use for the rules any more works here, once, for every game: outcomes where play
//! may run in circles, the distance to the end, values, and sums of unlike games.

mod below;
pub mod diagram;
mod forms;
mod layers;
mod loopy;
pub mod read;

pub(crate) use below::Below;
pub(crate) use forms::runs_in_circles;
pub use forms::{Forms, SetForm};
pub use layers::Layers;
pub use loopy::LoopyValues;

use std::sync::Arc;

use serde::Serialize;

use crate::ask::{Ask, Meter};
use crate::erased::AnyPosition;
use crate::error::Error;
use crate::heap::HeapMove;
use crate::heap::Heaps;
use crate::rules::{Moves, Rules};
use crate::search::numbered::{Numbered, Numbering, Ways};
use crate::value::{Outcome, Play, mex};

/// A finite directed graph with a start; the options of a node are the heads of its arcs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Graph {
    /// The position of each node, as text; empty for graphs that are only computed with.
    pub names: Vec<String>,
    offsets: Vec<usize>,
    targets: Vec<u32>,
}

/// The outcome of a node, and how many plies best play takes to the end if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who wins, or a draw.
    pub outcome: Outcome,
    /// Plies to the end: the winner hurries, the loser delays. 0 for a draw.
    pub remoteness: u64,
}

/// A graph with the positions behind its nodes.
pub(crate) struct Explored {
    /// The graph.
    pub graph: Graph,
    /// The positions of its nodes.
    pub positions: Box<dyn Numbering>,
}

impl Graph {
    /// A graph from the list of options of each node. Equal arcs are kept once.
    pub fn new(options: impl IntoIterator<Item = Vec<u32>>) -> Graph {
        let mut graph = Graph { offsets: vec![0], ..Graph::default() };
        options.into_iter().for_each(|mut options| graph.push(&mut options));
        graph
    }

    /// A graph from its arcs, in any order. Equal arcs are kept once.
    pub fn from_arcs(nodes: usize, arcs: Vec<(u32, u32)>) -> Graph {
        let mut offsets = vec![0usize; nodes + 1];
        arcs.iter().for_each(|(from, _)| offsets[*from as usize + 1] += 1);
        for node in 0..nodes {
            offsets[node + 1] += offsets[node];
        }
        let mut fill = offsets.clone();
        let mut targets = vec![0u32; arcs.len()];
        for (from, to) in arcs {
            targets[fill[from as usize]] = to;
            fill[from as usize] += 1;
        }
        // Each node's options are sorted, and what is left after dropping equal ones moves up.
        let mut kept = 0;
        for node in 0..nodes {
            let (start, end) = (offsets[node], offsets[node + 1]);
            targets[start..end].sort_unstable();
            offsets[node] = kept;
            for index in start..end {
                if index == start || targets[index] != targets[index - 1] {
                    targets[kept] = targets[index];
                    kept += 1;
                }
            }
        }
        offsets[nodes] = kept;
        targets.truncate(kept);
        Graph { names: Vec::new(), offsets, targets }
    }

    /// Adds a node with these options, and empties the list of them.
    fn push(&mut self, options: &mut Vec<u32>) {
        options.sort_unstable();
        options.dedup();
        self.targets.append(options);
        self.offsets.push(self.targets.len());
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of arcs.
    pub fn arcs(&self) -> usize {
        self.targets.len()
    }

    /// The options of a node.
    pub fn options(&self, node: u32) -> &[u32] {
        &self.targets[self.offsets[node as usize]..self.offsets[node as usize + 1]]
    }

    /// Explores everything reachable from some positions; the first becomes node 0.
    pub(crate) fn explore(
        mut positions: Box<dyn Numbering>,
        starts: &[AnyPosition],
        ask: &Ask<'_>,
    ) -> Result<Explored, Error> {
        let mut meter = Meter::new(ask);
        let mut graph = Graph::new([]);
        for start in starts {
            positions.number(start, &mut meter)?;
        }
        let mut options = Vec::new();
        while graph.len() < positions.len() {
            if positions.bytes() + graph.targets.capacity() as u64 * 4 > ask.bytes {
                return Err(meter.out_of_memory());
            }
            positions.expand(graph.len() as u32, &mut meter, &mut options)?;
            graph.push(&mut options);
        }
        Ok(Explored { graph, positions })
    }

    /// Explores a sum of graphs from some of its positions, each a node of every part.
    pub(crate) fn explore_sum(
        sum: Arc<GraphSum>,
        starts: &[Heaps],
        ask: &Ask<'_>,
    ) -> Result<Explored, Error> {
        let starts: Vec<AnyPosition> = starts.iter().cloned().map(AnyPosition::of).collect();
        Graph::explore(Box::new(Numbered::new(sum, Ways::Options)), &starts, ask)
    }

    /// The arcs turned round: for each node, the nodes that have it as an option.
    fn predecessors(&self) -> Graph {
        let mut offsets = vec![0usize; self.len() + 1];
        for target in &self.targets {
            offsets[*target as usize + 1] += 1;
        }
        for index in 0..self.len() {
            offsets[index + 1] += offsets[index];
        }
        let mut fill = offsets.clone();
        let mut targets = vec![0u32; self.targets.len()];
        for node in 0..self.len() as u32 {
            for option in self.options(node) {
                targets[fill[*option as usize]] = node;
                fill[*option as usize] += 1;
            }
        }
        Graph { names: Vec::new(), offsets, targets }
    }

    /// Retrograde analysis from the ends: O(arcs), loops allowed.
    ///
    /// A node wins as soon as one option loses, and loses once all its options win; what neither
    /// rule reaches is a draw. Nodes leave the queue in order of remoteness, so the first losing
    /// option of a node is the quickest win and the last winning option the longest resistance.
    pub fn verdicts(&self, play: Play) -> Vec<Verdict> {
        let draw = Verdict { outcome: Outcome::Draw, remoteness: 0 };
        let mut verdicts = vec![draw; self.len()];
        let mut winning_options = vec![0usize; self.len()];
        let predecessors = self.predecessors();
        let mut queue: Vec<u32> = Vec::new();
        for node in 0..self.len() as u32 {
            if self.options(node).is_empty() {
                verdicts[node as usize].outcome = play.outcome_of_end();
                queue.push(node);
            }
        }
        let mut next = 0;
        while next < queue.len() {
            let node = queue[next];
            let verdict = verdicts[node as usize];
            next += 1;
            for before in predecessors.options(node) {
                let index = *before as usize;
                if verdicts[index].outcome != Outcome::Draw {
                    continue;
                }
                let outcome = if verdict.outcome == Outcome::Previous {
                    Outcome::Next
                } else {
                    winning_options[index] += 1;
                    if winning_options[index] < self.options(*before).len() {
                        continue;
                    }
                    Outcome::Previous
                };
                verdicts[index] = Verdict { outcome, remoteness: verdict.remoteness + 1 };
                queue.push(*before);
            }
        }
        verdicts
    }

    /// The Grundy value of every node, or nothing if play can run in circles.
    pub fn values(&self) -> Option<Vec<u32>> {
        let predecessors = self.predecessors();
        let mut values = vec![0; self.len()];
        let mut open: Vec<usize> =
            (0..self.len() as u32).map(|node| self.options(node).len()).collect();
        let mut ready: Vec<u32> =
            (0..self.len() as u32).filter(|node| open[*node as usize] == 0).collect();
        let mut done = 0;
        while let Some(node) = ready.pop() {
            values[node as usize] =
                mex(self.options(node).iter().map(|option| values[*option as usize]));
            done += 1;
            for before in predecessors.options(node) {
                open[*before as usize] -= 1;
                if open[*before as usize] == 0 {
                    ready.push(*before);
                }
            }
        }
        (done == self.len()).then_some(values)
    }
}

impl Graph {
    /// The graph of the sum of a node of this graph and a node of another: its node 0.
    pub fn plus(
        &self,
        node: u32,
        other: &Graph,
        other_node: u32,
        ask: &Ask<'_>,
    ) -> Result<Graph, Error> {
        let start = Heaps::from(&[u64::from(node), u64::from(other_node)][..]);
        let sum = Arc::new(GraphSum(vec![self.clone(), other.clone()]));
        Ok(Graph::explore_sum(sum, &[start], ask)?.graph)
    }
}

/// The disjunctive sum of some graphs, as rules: pile i stands for a node of graph i.
pub(crate) struct GraphSum(pub Vec<Graph>);

impl Rules for GraphSum {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, nodes: &Heaps, out: &mut Moves<'_, HeapMove>) {
        for (part, graph) in self.0.iter().enumerate() {
            let Some(node) = nodes.word(part) else { continue };
            for option in graph.options(node as u32) {
                out.push(HeapMove::one(part, Heaps::one(u64::from(*option))));
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, nodes: &Heaps, mv: &HeapMove) -> Heaps {
        mv.play(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Outcomes by the definition: rounds of "wins if an option loses, loses if all options win".
    fn by_rounds(graph: &Graph, play: Play) -> Vec<Outcome> {
        let mut outcomes = vec![Outcome::Draw; graph.len()];
        loop {
            let before = outcomes.clone();
            for (node, outcome) in outcomes.iter_mut().enumerate() {
                let options = graph.options(node as u32);
                let is = |option: &u32, outcome| before[*option as usize] == outcome;
                *outcome = if options.is_empty() {
                    play.outcome_of_end()
                } else if options.iter().any(|option| is(option, Outcome::Previous)) {
                    Outcome::Next
                } else if options.iter().all(|option| is(option, Outcome::Next)) {
                    Outcome::Previous
                } else {
                    Outcome::Draw
                };
            }
            if before == outcomes {
                return outcomes;
            }
        }
    }

    #[test]
    fn retrograde_analysis_agrees_with_the_definition_on_random_graphs() {
        let mut random = ChaCha8Rng::seed_from_u64(1901);
        for _ in 0..2000 {
            let nodes = random.random_range(1..12u32);
            let graph = Graph::new((0..nodes).map(|_| {
                let degree = random.random_range(0..4);
                (0..degree).map(|_| random.random_range(0..nodes)).collect()
            }));
            for play in Play::BOTH {
                let verdicts = graph.verdicts(play);
                let outcomes: Vec<Outcome> =
                    verdicts.iter().map(|verdict| verdict.outcome).collect();
                assert_eq!(outcomes, by_rounds(&graph, play));
                for node in 0..nodes {
                    let remoteness = verdicts[node as usize].remoteness;
                    let options =
                        graph.options(node).iter().map(|option| verdicts[*option as usize]);
                    let expected = match verdicts[node as usize].outcome {
                        Outcome::Next => options
                            .filter(|option| option.outcome == Outcome::Previous)
                            .map(|option| option.remoteness + 1)
                            .min(),
                        Outcome::Previous => options.map(|option| option.remoteness + 1).max(),
                        Outcome::Draw => None,
                    };
                    assert_eq!(remoteness, expected.unwrap_or(0));
                }
            }
        }
    }

    #[test]
    fn a_circle_is_a_draw_and_has_no_values() {
        let graph = Graph::new([vec![1], vec![0, 2], vec![0]]);
        assert!(
            graph.verdicts(Play::Normal).iter().all(|verdict| verdict.outcome == Outcome::Draw)
        );
        assert_eq!(graph.values(), None);
    }

    #[test]
    fn duplicate_arcs_count_once() {
        let graph = Graph::new([vec![1, 1, 1], vec![]]);
        assert_eq!(graph.arcs(), 1);
        assert_eq!(graph.values(), Some(vec![1, 0]));
    }
}
