//! Loopy nim-values: what a position is worth in a sum when play can run in circles.
//!
//! Smith 1966 and Fraenkel and Perl 1975. A node may get the label m when m is the mex of the labels
//! that its options have, and every option without a label, or with a larger one, has itself an
//! option labelled m: whoever leaves for it is brought back to m at once. What gets no label is an
//! infinity.
//!
//! The labels are given in rounds m = 0, 1, 2, ... In round m only nodes are looked at that have
//! options of all labels below m, so a node takes part in at most as many rounds as it has options,
//! and starting all rounds costs O(arcs). Marking a node looks at all arcs into it, once in each round
//! in which an option of it gets a label, so the whole is bounded by the sum over all nodes of
//! options times arcs into it. Within a round the labels spread like the outcomes of
//! retrograde analysis: a node is marked when an option has got the label m, and gets it itself once
//! all its options without a smaller label are marked.

use bouton_core::order::InOrder;
use std::convert::Infallible;

use super::Graph;
use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::value::{Nimber, Value};

/// No label: an infinity.
const INFINITE: u32 = u32::MAX;
/// No label yet.
const OPEN: u32 = u32::MAX - 1;

/// The value of every node of a graph.
pub struct LoopyValues(Vec<u32>);

impl LoopyValues {
    /// The value of a node of the graph that these values were computed for.
    pub fn value(&self, graph: &Graph, node: u32) -> Value {
        match self.0[node as usize] {
            INFINITE => {
                let labels = graph.options(node).iter().map(|option| self.0[*option as usize]);
                let finite = labels.filter(|label| *label < OPEN);
                let mut finite: Vec<Nimber> = finite.map(|label| u64::from(label).into()).collect();
                finite.put_in_order();
                finite.dedup();
                Value::Infinity(finite)
            }
            label => Value::from(u64::from(label)),
        }
    }
}

impl Graph {
    /// The loopy value of every node; in a graph without circles these are the Grundy values.
    pub fn loopy_values(&self) -> LoopyValues {
        match self.label(|_| Ok::<(), Infallible>(())) {
            Ok(values) => values,
            Err(never) => match never {},
        }
    }

    /// The same within a budget of steps and time.
    pub fn loopy_values_within(&self, ask: &Ask<'_>) -> Result<LoopyValues, Error> {
        let mut meter = Meter::new(ask);
        self.label(|steps| meter.work(steps))
    }

    fn label<E>(&self, mut work: impl FnMut(u64) -> Result<(), E>) -> Result<LoopyValues, E> {
        let predecessors = self.predecessors();
        let count = self.len();
        let mut labels = vec![OPEN; count];
        // Options without a label, or with an infinity.
        let mut unlabelled: Vec<u32> =
            (0..count as u32).map(|node| self.options(node).len() as u32).collect();
        // The round in which a node was last marked, counted from 1.
        let mut marked = vec![0u32; count];
        let mut waiting = unlabelled.clone();
        let mut candidates: Vec<u32> = (0..count as u32).collect();
        let mut round = 0u32;
        while !candidates.is_empty() {
            for node in &candidates {
                waiting[*node as usize] = unlabelled[*node as usize];
            }
            let mut queue: Vec<u32> =
                candidates.iter().copied().filter(|node| waiting[*node as usize] == 0).collect();
            let mut next = 0;
            while next < queue.len() {
                let node = queue[next];
                next += 1;
                labels[node as usize] = round;
                for before in predecessors.options(node) {
                    unlabelled[*before as usize] -= 1;
                    let is_open = labels[*before as usize] >= OPEN;
                    if !is_open || marked[*before as usize] == round + 1 {
                        continue;
                    }
                    marked[*before as usize] = round + 1;
                    work(predecessors.options(*before).len() as u64)?;
                    for earlier in predecessors.options(*before) {
                        let index = *earlier as usize;
                        if labels[index] != OPEN {
                            continue;
                        }
                        waiting[index] -= 1;
                        if waiting[index] == 0 && marked[index] != round + 1 {
                            queue.push(*earlier);
                        }
                    }
                }
            }
            candidates.retain(|node| {
                let index = *node as usize;
                if labels[index] == OPEN && marked[index] != round + 1 {
                    labels[index] = INFINITE;
                }
                labels[index] == OPEN
            });
            round += 1;
        }
        Ok(LoopyValues(labels))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// The rounds by their definition, one node at a time.
    fn by_definition(graph: &Graph) -> Vec<u32> {
        let mut labels = vec![OPEN; graph.len()];
        let has = |labels: &[u32], node: u32, label| {
            graph.options(node).iter().any(|option| labels[*option as usize] == label)
        };
        let mut round = 0;
        while labels.contains(&OPEN) {
            loop {
                let reverts = |labels: &[u32], node: u32| {
                    let mut options = graph.options(node).iter();
                    !has(labels, node, round)
                        && options.all(|option| {
                            labels[*option as usize] < round || has(labels, *option, round)
                        })
                };
                let found = (0..graph.len() as u32)
                    .find(|node| labels[*node as usize] == OPEN && reverts(&labels, *node));
                match found {
                    Some(node) => labels[node as usize] = round,
                    None => break,
                }
            }
            for node in 0..graph.len() as u32 {
                if labels[node as usize] == OPEN && !has(&labels, node, round) {
                    labels[node as usize] = INFINITE;
                }
            }
            round += 1;
        }
        labels
    }

    #[test]
    fn fast_rounds_agree_with_the_definition_on_random_graphs() {
        let mut random = ChaCha8Rng::seed_from_u64(1966);
        for _ in 0..4000 {
            let nodes = random.random_range(1..14u32);
            let most = random.random_range(1..6);
            let graph = Graph::new((0..nodes).map(|_| {
                let degree = random.random_range(0..=most);
                (0..degree).map(|_| random.random_range(0..nodes)).collect()
            }));
            assert_eq!(graph.loopy_values().0, by_definition(&graph), "{graph:?}");
        }
    }

    #[test]
    fn subtraction_on_a_circle_can_be_finite_everywhere() {
        // Subtract 1, 2 or 5 modulo 7, with 0 an end: a published tool calls some of these infinite.
        let graph = Graph::new((0..7u32).map(|n| match n {
            0 => Vec::new(),
            n => [1, 2, 5].iter().map(|s| (n + 7 - s) % 7).collect(),
        }));
        assert_eq!(graph.loopy_values().0, [0, 1, 2, 0, 1, 2, 0]);
    }
}
