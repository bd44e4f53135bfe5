//! Pairing the nodes of a graph, as many as possible (Edmonds 1965, Paths, trees, and flowers).

/// The partner of each node in a largest pairing of neighbours.
pub(crate) fn largest(near: &[Vec<usize>]) -> Vec<Option<usize>> {
    let mut partner: Vec<Option<usize>> = vec![None; near.len()];
    for root in 0..near.len() {
        if partner[root].is_some() {
            continue;
        }
        let mut search = Search::from(near, &partner, root);
        let (mut end, parent) = (search.way(), search.parent);
        // Along the way that was found every other line becomes a pair, one more than before.
        while let Some(node) = end {
            let before = parent[node];
            let next = before.and_then(|before| partner[before]);
            partner[node] = before;
            if let Some(before) = before {
                partner[before] = Some(node);
            }
            end = next;
        }
    }
    partner
}

/// A search from a free node for another one, along lines that are by turns no pair and a pair.
struct Search<'a> {
    near: &'a [Vec<usize>],
    partner: &'a [Option<usize>],
    /// For nodes that are reached by a line that is no pair: from where.
    parent: Vec<Option<usize>>,
    /// The node that stands for each: odd circles are shrunk to one.
    base: Vec<usize>,
    /// Whether one can go on from a node by any line.
    outer: Vec<bool>,
    waiting: std::collections::VecDeque<usize>,
    root: usize,
}

impl<'a> Search<'a> {
    fn from(near: &'a [Vec<usize>], partner: &'a [Option<usize>], root: usize) -> Search<'a> {
        let mut outer = vec![false; near.len()];
        outer[root] = true;
        Search {
            near,
            partner,
            parent: vec![None; near.len()],
            base: (0..near.len()).collect(),
            outer,
            waiting: [root].into(),
            root,
        }
    }

    /// The free node at the end of a way, if there is one.
    fn way(&mut self) -> Option<usize> {
        while let Some(node) = self.waiting.pop_front() {
            for to in &self.near[node] {
                let to = *to;
                if self.base[node] == self.base[to] || self.partner[node] == Some(to) {
                    continue;
                }
                let seen = self.partner[to].is_some_and(|other| self.parent[other].is_some());
                if to == self.root || seen {
                    self.shrink(node, to);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(node);
                    let Some(next) = self.partner[to] else { return Some(to) };
                    self.outer[next] = true;
                    self.waiting.push_back(next);
                }
            }
        }
        None
    }

    /// The line between two nodes closes an odd circle: all its nodes stand for the one where it begins.
    fn shrink(&mut self, a: usize, b: usize) {
        let base = self.common(a, b);
        let mut inside = vec![false; self.near.len()];
        self.mark(a, base, b, &mut inside);
        self.mark(b, base, a, &mut inside);
        for node in 0..self.near.len() {
            if inside[self.base[node]] {
                self.base[node] = base;
                if !self.outer[node] {
                    self.outer[node] = true;
                    self.waiting.push_back(node);
                }
            }
        }
    }

    /// Where the ways of two nodes to the root meet.
    fn common(&self, a: usize, b: usize) -> usize {
        let mut seen = vec![false; self.near.len()];
        let mut node = a;
        loop {
            node = self.base[node];
            seen[node] = true;
            match self.partner[node].and_then(|other| self.parent[other]) {
                Some(next) => node = next,
                None => break,
            }
        }
        let mut node = self.base[b];
        while !seen[node] {
            match self.partner[node].and_then(|other| self.parent[other]) {
                Some(next) => node = self.base[next],
                None => break,
            }
        }
        node
    }

    /// Marks the circle from a node down to its base, and notes the way back through it.
    fn mark(&mut self, mut node: usize, base: usize, mut child: usize, inside: &mut [bool]) {
        while self.base[node] != base {
            let Some(other) = self.partner[node] else { return };
            inside[self.base[node]] = true;
            inside[self.base[other]] = true;
            self.parent[node] = Some(child);
            child = other;
            match self.parent[other] {
                Some(next) => node = next,
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most pairs, by trying all.
    fn most(near: &[Vec<usize>], used: u32) -> usize {
        let Some(node) = (0..near.len()).find(|node| used >> node & 1 == 0) else { return 0 };
        let used = used | 1 << node;
        let free = near[node].iter().filter(|other| used >> **other & 1 == 0);
        free.map(|other| 1 + most(near, used | 1 << other)).max().unwrap_or(0).max(most(near, used))
    }

    #[test]
    fn pairings_are_as_large_as_any() {
        let mut random = crate::rules::Random::from_seed(1);
        for round in 0..3_000u64 {
            let count = 2 + (round % 8) as usize;
            let mut near = vec![Vec::new(); count];
            for a in 0..count {
                for b in 0..a {
                    if random.chance(0.4) {
                        near[a].push(b);
                        near[b].push(a);
                    }
                }
            }
            let partner = largest(&near);
            for (node, other) in partner.iter().enumerate() {
                let Some(other) = other else { continue };
                assert!(near[node].contains(other) && partner[*other] == Some(node));
            }
            assert_eq!(partner.iter().flatten().count(), 2 * most(&near, 0), "{near:?}");
        }
    }
}
