//! What lies below positions: explored as it is asked for, and kept for the next position that lies in it.

use rustc_hash::FxHashMap;

use super::Graph;
use crate::ask::{Ask, Meter};
use crate::erased::AnyPosition;
use crate::error::Error;
use crate::search::numbered::Numbering;

/// Positions with their options, as far as somebody asked for what lies below them.
pub(crate) struct Below {
    positions: Box<dyn Numbering>,
    /// For each position its options in the order of its moves, if they were looked at.
    options: Vec<Option<Box<[u32]>>>,
    arcs: u64,
}

/// The positions that can come from one, which is node 0, as [`Graph::explore`] would number them.
pub(crate) struct Walk {
    /// Their graph.
    pub graph: Graph,
    nodes: Vec<u32>,
}

impl Below {
    /// Nothing was asked for yet.
    pub fn new(positions: Box<dyn Numbering>) -> Below {
        Below { positions, options: Vec::new(), arcs: 0 }
    }

    /// Bytes of memory in use, about.
    pub fn bytes(&self) -> u64 {
        self.positions.bytes() + 4 * self.arcs
    }

    /// What can come from a position, within the budget of whoever asks. What was looked at before counts as if it were
    /// looked at now, so that an answer does not depend on the questions before it.
    pub fn walk(&mut self, position: &AnyPosition, ask: &Ask<'_>) -> Result<Walk, Error> {
        let mut meter = Meter::new(ask);
        let start = self.positions.number(position, &mut meter)?;
        let (mut nodes, mut lists) = (vec![start], Vec::new());
        let mut places = FxHashMap::from_iter([(start, 0)]);
        let mut arcs = 0;
        while let Some(node) = nodes.get(lists.len()).copied() {
            self.look_at(node, &mut meter)?;
            let options = self.options[node as usize].as_deref().unwrap_or_default();
            arcs += options.len() as u64;
            if arcs > ask.steps || nodes.len() as u64 > ask.positions {
                return Err(meter.out_of_positions());
            }
            let mut list = Vec::with_capacity(options.len());
            for option in options {
                let place = *places.entry(*option).or_insert_with(|| {
                    nodes.push(*option);
                    nodes.len() as u32 - 1
                });
                list.push(place);
            }
            lists.push(list);
        }
        Ok(Walk { graph: Graph::new(lists), nodes })
    }

    fn look_at(&mut self, node: u32, meter: &mut Meter<'_>) -> Result<(), Error> {
        if self.options.len() < self.positions.len() {
            self.options.resize(self.positions.len(), None);
        }
        if self.options[node as usize].is_none() {
            let mut options = Vec::new();
            self.positions.expand(node, meter, &mut options)?;
            self.arcs += options.len() as u64;
            self.options[node as usize] = Some(options.into());
        }
        Ok(())
    }

    /// The position of a node of a walk.
    pub fn position(&self, walk: &Walk, node: u32) -> AnyPosition {
        self.positions.position(walk.nodes[node as usize])
    }

    /// Its text.
    pub fn write(&self, walk: &Walk, node: u32) -> String {
        self.positions.write(walk.nodes[node as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::numbered::Ways;

    #[test]
    fn walks_are_what_would_be_explored_in_any_order_of_questions() {
        for (game, starts) in
            [("nim", ["1 2", "3 4", "2 1", "5 3 1"]), ("cram", ["2x2", "1x4", "2x3", "2x2"])]
        {
            let game = crate::open(&format!("{game}: {}", starts[0])).unwrap().game;
            for merge in [false, true] {
                let ways = if merge { Ways::Merged } else { Ways::Options };
                let mut below = Below::new(game.rules().numbering(ways));
                for start in starts {
                    let position = game.read(start).unwrap();
                    let ask = Ask::default();
                    let walk = below.walk(&position, &ask).unwrap();
                    let fresh = game.explore(&position, merge, &ask).unwrap();
                    assert_eq!(walk.graph, fresh.graph, "{start}");
                    for node in 0..walk.graph.len() as u32 {
                        assert_eq!(below.write(&walk, node), fresh.positions.write(node));
                    }
                    let few = Ask { positions: walk.graph.len() as u64 - 1, ..ask };
                    assert!(below.walk(&position, &few).is_err(), "{start}");
                    let enough = Ask { positions: walk.graph.len() as u64, ..ask };
                    assert!(below.walk(&position, &enough).is_ok(), "{start}");
                }
            }
        }
    }
}
