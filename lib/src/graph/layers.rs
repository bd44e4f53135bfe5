//! How far a node is from the ends of play: the layers in which a graph is drawn.
//!
//! Without circles the layer of a node is the length of the longest play from it, so every move goes
//! to a lower layer. Positions that can return to each other (a strongly connected component) have no
//! longest play. They stand above everything their component leads to, those with a winner in the
//! order of remoteness, so that the moves of best play go down, and the draws above them in the order
//! in which they are met.

use super::{Graph, Verdict};
use crate::value::Outcome;
use bouton_core::order::InOrder;

/// The layer of every node, and what can be counted on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The layer of each node; ends are in layer 0.
    pub layers: Vec<u64>,
    /// The longest play from each node in plies; nothing where play can run in circles.
    pub longest: Vec<Option<u64>>,
    /// How many nodes the game tree below each node has, itself included; nothing where play can
    /// run in circles, or beyond 128 bits.
    pub tree: Vec<Option<u128>>,
}

impl Graph {
    /// The layers of the graph with these verdicts: O(arcs) besides sorting.
    pub fn layers(&self, verdicts: &[Verdict]) -> Layers {
        let count = self.len();
        let mut found =
            Layers { layers: vec![0; count], longest: vec![None; count], tree: vec![None; count] };
        // Components come ends first, so what a component leads to is known when it comes.
        for component in self.components() {
            if let [node] = component[..]
                && !self.options(node).contains(&node)
            {
                found.place_single(self, node);
            } else {
                found.place_circle(self, &component, verdicts);
            }
        }
        found
    }

    /// The strongly connected components, each after all that it leads to (Tarjan 1972), with an
    /// explicit stack because plays can be long.
    pub fn components(&self) -> Vec<Vec<u32>> {
        const NEW: u32 = u32::MAX;
        let count = self.len();
        let (mut number, mut low) = (vec![NEW; count], vec![0u32; count]);
        let (mut open, mut is_open) = (Vec::new(), vec![false; count]);
        let mut components = Vec::new();
        let mut next_number = 0;
        let mut walk: Vec<(u32, usize)> = Vec::new();
        for root in 0..count as u32 {
            if number[root as usize] != NEW {
                continue;
            }
            walk.push((root, 0));
            while let Some((node, tried)) = walk.last_mut() {
                let (node, index) = (*node, *node as usize);
                if *tried == 0 {
                    (number[index], low[index]) = (next_number, next_number);
                    next_number += 1;
                    open.push(node);
                    is_open[index] = true;
                }
                if let Some(option) = self.options(node).get(*tried) {
                    *tried += 1;
                    let target = *option as usize;
                    if number[target] == NEW {
                        walk.push((*option, 0));
                    } else if is_open[target] {
                        low[index] = low[index].min(number[target]);
                    }
                    continue;
                }
                walk.pop();
                if let Some((before, _)) = walk.last() {
                    let before = *before as usize;
                    low[before] = low[before].min(low[index]);
                }
                if low[index] == number[index] {
                    let start = open.iter().rposition(|other| *other == node).unwrap_or(0);
                    let mut component = open.split_off(start);
                    component.iter().for_each(|node| is_open[*node as usize] = false);
                    component.sort_unstable();
                    components.push(component);
                }
            }
        }
        components
    }
}

impl Layers {
    fn place_single(&mut self, graph: &Graph, node: u32) {
        let (mut layer, mut longest, mut tree) = (0, Some(0), Some(1u128));
        for option in graph.options(node) {
            let option = *option as usize;
            layer = layer.max(self.layers[option] + 1);
            longest = longest.zip(self.longest[option]).map(|(a, b)| a.max(b + 1));
            tree = tree.zip(self.tree[option]).and_then(|(a, b)| a.checked_add(b));
        }
        let node = node as usize;
        (self.layers[node], self.longest[node], self.tree[node]) = (layer, longest, tree);
    }

    fn place_circle(&mut self, graph: &Graph, component: &[u32], verdicts: &[Verdict]) {
        let inside = |node: &u32| component.binary_search(node).ok();
        let leads_to = component.iter().flat_map(|node| graph.options(*node));
        let outside = leads_to.filter(|option| inside(option).is_none());
        let base = outside.map(|option| self.layers[*option as usize] + 1).max().unwrap_or(0);
        // How many moves away from the node that is met first.
        let mut distance = vec![u64::MAX; component.len()];
        let mut queue = vec![0];
        distance[0] = 0;
        let mut next = 0;
        while next < queue.len() {
            let index = queue[next];
            next += 1;
            for option in graph.options(component[index]).iter().filter_map(inside) {
                if distance[option] == u64::MAX {
                    distance[option] = distance[index] + 1;
                    queue.push(option);
                }
            }
        }
        let furthest = distance.iter().copied().max().unwrap_or(0);
        let key = |index: usize| {
            let verdict = verdicts[component[index] as usize];
            match verdict.outcome {
                Outcome::Draw => (true, furthest - distance[index]),
                _ => (false, verdict.remoteness),
            }
        };
        let mut keys: Vec<_> = (0..component.len()).map(key).collect();
        keys.put_in_order();
        keys.dedup();
        for (index, node) in component.iter().enumerate() {
            let rank = keys.partition_point(|other| *other < key(index));
            self.layers[*node as usize] = base + rank as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Play;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn random_graph(random: &mut ChaCha8Rng) -> Graph {
        let nodes = random.random_range(1..12u32);
        Graph::new((0..nodes).map(|_| {
            let degree = random.random_range(0..4);
            (0..degree).map(|_| random.random_range(0..nodes)).collect()
        }))
    }

    /// Which nodes can be reached from each node, by the definition.
    fn reachable(graph: &Graph) -> Vec<Vec<bool>> {
        let walk = |start: u32| {
            let mut seen = vec![false; graph.len()];
            let mut stack = graph.options(start).to_vec();
            while let Some(node) = stack.pop() {
                if !std::mem::replace(&mut seen[node as usize], true) {
                    stack.extend(graph.options(node));
                }
            }
            seen
        };
        (0..graph.len() as u32).map(walk).collect()
    }

    #[test]
    fn components_are_what_can_return_and_come_after_what_they_lead_to() {
        let mut random = ChaCha8Rng::seed_from_u64(1972);
        for _ in 0..2000 {
            let graph = random_graph(&mut random);
            let reach = reachable(&graph);
            let mut place = vec![usize::MAX; graph.len()];
            for (index, component) in graph.components().iter().enumerate() {
                for node in component {
                    assert_eq!(place[*node as usize], usize::MAX);
                    place[*node as usize] = index;
                }
            }
            for a in 0..graph.len() {
                for b in 0..graph.len() {
                    let together = a == b || reach[a][b] && reach[b][a];
                    assert_eq!(place[a] == place[b], together);
                    assert!(!reach[a][b] || place[b] <= place[a]);
                }
            }
        }
    }

    #[test]
    fn moves_between_components_and_winning_moves_of_best_play_go_down() {
        let mut random = ChaCha8Rng::seed_from_u64(1966);
        for _ in 0..2000 {
            let graph = random_graph(&mut random);
            let (verdicts, reach) = (graph.verdicts(Play::Normal), reachable(&graph));
            let Layers { layers, longest, .. } = graph.layers(&verdicts);
            for node in 0..graph.len() as u32 {
                let a = node as usize;
                let circles = (0..graph.len()).any(|b| (reach[a][b] || a == b) && reach[b][b]);
                assert_eq!(longest[a].is_none(), circles);
                if let Some(longest) = longest[a] {
                    assert_eq!(longest, layers[a]);
                }
                for b in graph.options(node).iter().map(|option| *option as usize) {
                    let best = verdicts[a].outcome == Outcome::Next
                        && verdicts[b].outcome == Outcome::Previous
                        && verdicts[b].remoteness + 1 == verdicts[a].remoteness;
                    if !reach[b][a] || best {
                        assert!(layers[b] < layers[a]);
                    }
                }
            }
        }
    }

    #[test]
    fn the_size_of_the_tree_is_counted() {
        // A heap of n has a tree of 2^n nodes.
        let graph = Graph::new((0..6u32).map(|size| (0..size).collect()));
        let layers = graph.layers(&graph.verdicts(Play::Normal));
        assert_eq!(layers.tree[5], Some(32));
        assert_eq!(layers.longest[5], Some(5));
        let circle = Graph::new([vec![0]]);
        assert_eq!(circle.layers(&circle.verdicts(Play::Normal)).tree, [None]);
    }
}
