//! Any finite set of positions as the heaps of a quotient.

use bouton_core::order::InOrder;
use bouton_misere::Positions;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::game::{AnyPosition, Game};
use crate::graph::{Graph, runs_in_circles};
use crate::heap::{HeapRules, Heaps, Options};
use crate::solve::sums;
use crate::value::Play;

/// A position and everything that can follow it, with what the position of each number is called; for a sum the same of
/// each part, and for piles of each pile alone, since sums of these are what the quotient is about. So any finite set of
/// positions can be asked for. Positions with the same options are one. Play must not run in circles.
pub fn followers(
    game: &Game,
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<(Positions, Vec<String>), Error> {
    let mut all = All::default();
    match game.parts() {
        None => all.add(game, position, &str::to_string, ask)?,
        Some(parts) => {
            for (part, own) in parts.iter().zip(sums::positions(position)) {
                all.add(part, own, &|text| part.address_of(text, Play::Normal), ask)?;
            }
        }
    }
    // Every position has a larger number than its options, so play ends.
    let positions = Positions::of_sums(all.options).ok_or_else(runs_in_circles)?;
    Ok((positions, all.names))
}

/// What a position of one game is called.
type Naming<'a> = &'a dyn Fn(&str) -> String;

/// The options of a position, each a sum of positions by number in order; the end, number 0, is left out.
type Sums = Vec<Box<[u64]>>;

/// Positions, each once, and what they are called.
#[derive(Default)]
struct All {
    numbers: FxHashMap<Sums, u64>,
    options: Vec<Sums>,
    names: Vec<String>,
    bytes: u64,
}

impl All {
    /// A position of one game and what can follow it.
    fn add(
        &mut self,
        game: &Game,
        position: &AnyPosition,
        name: Naming<'_>,
        ask: &Ask<'_>,
    ) -> Result<(), Error> {
        match (game.heap(), game.piles(position)) {
            (Some(rules), Some(piles)) => self.add_heaps(rules, piles, name, ask),
            _ => self.add_graph(&game.graph(position, true, ask)?, name, ask),
        }
    }

    /// The first node of a graph and what can follow it.
    fn add_graph(&mut self, graph: &Graph, name: Naming<'_>, ask: &Ask<'_>) -> Result<(), Error> {
        let mut meter = Meter::new(ask);
        let mut numbers = vec![0; graph.len()];
        for node in graph.ends_first(0).ok_or_else(runs_in_circles)? {
            meter.position(self.bytes)?;
            let options = graph.options(node).iter().map(|option| vec![numbers[*option as usize]]);
            let own = graph.names.get(node as usize).map_or(String::new(), |own| name(own));
            numbers[node as usize] = self.number(options.collect(), own);
        }
        Ok(())
    }

    /// Each pile and the single heaps that can follow it.
    fn add_heaps(
        &mut self,
        rules: &dyn HeapRules,
        piles: &Heaps,
        name: Naming<'_>,
        ask: &Ask<'_>,
    ) -> Result<(), Error> {
        let (mut meter, mut options) =
            (Meter::new(ask), FxHashMap::<u64, Vec<Vec<u64>>>::default());
        // Number 0 must be an end: some rules leave no heap of 0, but none at all.
        let (mut seen, mut open) = (FxHashSet::from_iter([0]), vec![0]);
        for size in piles.iter() {
            let size = size.to_u64().ok_or(Error::TooManyMoves)?;
            open.extend(seen.insert(size).then_some(size));
        }
        let mut bytes = self.bytes;
        while let Some(size) = open.pop() {
            meter.position(bytes)?;
            let (mut own, mut spent) = (Vec::new(), Ok(()));
            rules.options(
                size,
                &mut Options::new(&mut |option| {
                    open.extend(option.iter().filter(|part| seen.insert(**part)));
                    own.push(option.to_vec());
                    bytes += 32 + 16 * option.len() as u64;
                    spent = match own.len() % ROUND {
                        0 => meter.position(bytes),
                        _ => meter.work(1),
                    };
                    spent.is_ok()
                }),
            );
            spent?;
            if let Some(fault) = rules.fault() {
                return Err(fault);
            }
            options.insert(size, own);
        }
        let mut sizes: Vec<u64> = options.keys().copied().collect();
        sizes.put_in_order();
        let mut numbers = FxHashMap::<u64, u64>::default();
        for size in sizes {
            meter.position(self.bytes)?;
            let own = options.remove(&size).unwrap_or_default().into_iter();
            // Every heap that is left is smaller, so that it has its number.
            let own = own.map(|option| option.iter().map(|part| numbers[part]).collect());
            let number = self.number(own.collect(), name(&size.to_string()));
            numbers.insert(size, number);
        }
        Ok(())
    }

    /// The number of the position with these options.
    fn number(&mut self, options: Vec<Vec<u64>>, name: String) -> u64 {
        let mut sums: Sums = options
            .into_iter()
            .map(|mut sum| {
                // The first position that gets a number is an end, and adds nothing.
                sum.retain(|part| *part != 0);
                sum.put_in_order();
                sum.into_boxed_slice()
            })
            .collect();
        sums.put_in_order();
        sums.dedup();
        if let Some(known) = self.numbers.get(&sums) {
            return *known;
        }
        let number = self.options.len() as u64;
        self.bytes += 2 * sums.iter().map(|sum| 16 + 8 * sum.len() as u64).sum::<u64>() + 100;
        self.numbers.insert(sums.clone(), number);
        self.options.push(sums);
        self.names.push(name);
        number
    }
}

/// After so many options of one heap the memory is asked for again.
const ROUND: usize = 1024;
