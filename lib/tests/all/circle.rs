//! The smallest game in which play need not end.

use bouton::natural::Natural;
use bouton::rules::{Moves, Rules};

/// Nodes 0 and 1, between which play may go on for ever; from 1 also to 2 and on to the end 3.
pub struct Circle;

impl Rules for Circle {
    type Position = Natural;
    type Move = u64;
    fn moves(&self, node: &Natural, out: &mut Moves<'_, u64>) {
        let options: &[u64] = match node.to_u64() {
            Some(0) => &[1],
            Some(1) => &[0, 2],
            Some(2) => &[3],
            _ => &[],
        };
        options.iter().for_each(|option| out.push(*option));
    }
    fn play(&self, _: &Natural, to: &u64) -> Natural {
        (*to).into()
    }
}
