//! Any finite set of positions as the heaps of a quotient.

use bouton_misere::Positions;

use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::game::{AnyPosition, Game};
use crate::graph::{Forms, Graph, runs_in_circles};
use crate::solve::sums;
use crate::value::Play;

/// A position and everything that can follow it, with what the position of each number is called; for a sum, the same of
/// each part, so that any finite set of positions can be asked for. Positions with the same options are one. Play must
/// not run in circles.
pub fn followers(
    game: &Game,
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<(Positions, Vec<String>), Error> {
    let mut all = All::default();
    match game.parts() {
        None => all.add(&game.graph(position, true, ask)?, ask)?,
        Some(parts) => {
            for (part, own) in parts.iter().zip(sums::positions(position)) {
                let mut graph = part.graph(own, true, ask)?;
                for name in &mut graph.names {
                    *name = part.address_of(name, Play::Normal);
                }
                all.add(&graph, ask)?;
            }
        }
    }
    let options = (0..all.forms.len() as u32)
        .map(|form| all.forms.options(form).iter().map(|option| u64::from(*option)).collect());
    // Every set has a larger number than its elements, so play ends.
    let positions = Positions::new(options.collect()).ok_or_else(runs_in_circles)?;
    Ok((positions, all.names))
}

/// Positions as sets of positions, each once, and what they are called.
#[derive(Default)]
struct All {
    forms: Forms,
    names: Vec<String>,
}

impl All {
    /// The first node of a graph and what can follow it.
    fn add(&mut self, graph: &Graph, ask: &Ask<'_>) -> Result<(), Error> {
        let mut meter = Meter::new(ask);
        let mut numbers = vec![0; graph.len()];
        for node in graph.ends_first(0).ok_or_else(runs_in_circles)? {
            meter.position(self.forms.bytes())?;
            let options = graph.options(node).iter().map(|option| numbers[*option as usize]);
            numbers[node as usize] = self.forms.number(options.collect());
            if self.forms.len() > self.names.len() {
                self.names.push(graph.names.get(node as usize).cloned().unwrap_or_default());
            }
        }
        Ok(())
    }
}
