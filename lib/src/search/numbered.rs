//! Positions as numbers: the last step in which the types of a game are known.
//!
//! Everything that looks at all positions of a game (graphs, the oracle) works with numbers. A
//! [`Numbered`] gives each position the next free number and lists options as numbers; its loop over
//! the options of a position is compiled for each kind of rules, and called once per position.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ask::Meter;
use crate::erased::AnyPosition;
use crate::error::Error;
use crate::rules::{Position, Rules, list_moves};
use crate::search::memo::too_many_moves;

/// How the options of a position are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ways {
    /// By `moves` and `play` alone: the definition.
    Definition,
    /// By the shortcut `options`.
    Options,
    /// The same, and positions that simplify to the same one are one.
    Merged,
}

/// A numbering of the positions of some game.
pub(crate) trait Numbering: Send + Sync {
    /// The number of a position, a new one if it has none.
    fn number(&mut self, position: &AnyPosition, meter: &mut Meter<'_>) -> Result<u32, Error>;

    /// The number of a position, if it has one.
    fn find(&self, position: &AnyPosition) -> Option<u32>;

    /// Adds the numbers of the options of a position to a list, with repetitions.
    fn expand(
        &mut self,
        node: u32,
        meter: &mut Meter<'_>,
        options: &mut Vec<u32>,
    ) -> Result<(), Error>;

    /// How many positions have a number.
    fn len(&self) -> usize;

    /// Bytes of memory in use, about.
    fn bytes(&self) -> u64;

    /// The position of a number.
    fn position(&self, node: u32) -> AnyPosition;

    /// Its text.
    fn write(&self, node: u32) -> String;
}

/// The numbering of one kind of rules.
pub(crate) struct Numbered<R: Rules> {
    rules: Arc<R>,
    ways: Ways,
    positions: Vec<R::Position>,
    numbers: FxHashMap<R::Position, u32>,
    bytes: u64,
}

impl<R: Rules> Numbered<R> {
    pub fn new(rules: Arc<R>, ways: Ways) -> Numbered<R> {
        Numbered { rules, ways, positions: Vec::new(), numbers: FxHashMap::default(), bytes: 0 }
    }

    fn own<'p>(&self, position: &'p AnyPosition) -> Result<&'p R::Position, Error> {
        position.get().ok_or_else(|| Error::input("this is a position of another game"))
    }

    fn add(&mut self, position: R::Position, meter: &mut Meter<'_>) -> Result<u32, Error> {
        let position =
            if self.ways == Ways::Merged { self.rules.simplify(position) } else { position };
        if let Some(number) = self.numbers.get(&position) {
            return Ok(*number);
        }
        let number = self.positions.len() as u32;
        // Twice the position, and what its arcs and labels take.
        self.bytes += 2 * position.weight() as u64 + 96;
        meter.position(self.bytes)?;
        self.positions.push(position.clone());
        self.numbers.insert(position, number);
        Ok(number)
    }
}

impl<R: Rules> Numbering for Numbered<R> {
    fn number(&mut self, position: &AnyPosition, meter: &mut Meter<'_>) -> Result<u32, Error> {
        let position = self.own(position)?.clone();
        self.add(position, meter)
    }

    fn find(&self, position: &AnyPosition) -> Option<u32> {
        let position = self.own(position).ok()?;
        match self.ways {
            Ways::Merged => self.numbers.get(&self.rules.simplify(position.clone())).copied(),
            _ => self.numbers.get(position).copied(),
        }
    }

    fn expand(
        &mut self,
        node: u32,
        meter: &mut Meter<'_>,
        options: &mut Vec<u32>,
    ) -> Result<(), Error> {
        let position = self.positions[node as usize].clone();
        let rules = self.rules.clone();
        if self.ways == Ways::Definition {
            let (moves, complete) = list_moves(&*rules, &position, meter.moves_left());
            if let Some(fault) = rules.fault() {
                return Err(fault);
            }
            if !complete {
                return Err(too_many_moves());
            }
            meter.work(moves.len() as u64)?;
            for mv in &moves {
                options.push(self.add(rules.play(&position, mv), meter)?);
            }
            return Ok(());
        }
        let mut stopped = Ok(());
        let complete = rules.options(&position, |option| {
            let work = 1 + option.weight() as u64 / 256;
            match meter.work(work).and_then(|()| self.add(option, meter)) {
                Ok(number) => options.push(number),
                Err(error) => stopped = Err(error),
            }
            stopped.is_ok()
        });
        stopped?;
        if let Some(fault) = rules.fault() {
            return Err(fault);
        }
        if complete { Ok(()) } else { Err(too_many_moves()) }
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn position(&self, node: u32) -> AnyPosition {
        AnyPosition::of(self.positions[node as usize].clone())
    }

    fn write(&self, node: u32) -> String {
        self.rules.write(&self.positions[node as usize])
    }
}
