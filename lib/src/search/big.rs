//! Big positions: questions to the engine of `bouton-search`, within the budget of whoever asks.

use std::sync::Arc;

use bouton_search::{Control, Engine, Found, Goal as Looking, Status};

use crate::ask::Searched;
use crate::ask::{Ask, Meter};
use crate::erased::{AnyPosition, AnyRules};
use crate::error::Error;
use crate::search::Halt;
use crate::search::memo::Goal;
use crate::search::packed::Keyed;
use crate::value::Play;

/// What of some bytes the table may take. The rest is for what is being looked at, and for the program itself, which is
/// much beside a small table.
pub(crate) fn for_table(bytes: u64) -> u64 {
    bytes - (bytes / 16).max((bytes / 4).min(12 << 20))
}

/// The search of one game, with its table.
pub(crate) struct Big {
    goal: Goal,
    keyed: Arc<dyn Keyed>,
    engine: Engine,
}

impl Big {
    /// A search that knows nothing yet, if the position can be searched so.
    pub fn new(rules: &dyn AnyRules, goal: Goal, position: &AnyPosition) -> Option<Big> {
        let keyed = rules.keyed(goal, position);
        keyed.keys(position)?;
        let looking = match goal {
            Goal::Value => Looking::Value,
            Goal::Wins(play) => Looking::Outcome { misere: play == Play::Misere },
        };
        let engine = Engine::new(keyed.clone(), looking, 0);
        Some(Big { goal, keyed, engine })
    }

    /// Whether this position has keys here.
    pub fn takes(&self, position: &AnyPosition) -> bool {
        self.keyed.keys(position).is_some()
    }

    /// Whether it needs no first try by other means.
    pub fn is_quick(&self) -> bool {
        self.keyed.quick()
    }

    /// Positions looked at for all questions so far.
    pub fn positions(&self) -> u64 {
        self.engine.positions()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.engine.bytes()
    }

    /// The table and the engine around it, to keep it or to go on from one that was kept.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }

    /// The label of a position: its value, or 1 if the mover wins and 0 if not.
    pub fn label(&mut self, position: &AnyPosition, meter: &mut Meter<'_>) -> Result<u32, Halt> {
        let mut sum = 0;
        for key in self.keys(position)? {
            sum ^= self.within(meter, |engine, control| engine.value(&key, control))?.unwrap_or(0);
        }
        Ok(sum)
    }

    /// Whether a position has this label.
    pub fn is(
        &mut self,
        position: &AnyPosition,
        label: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Halt> {
        let mut keys = self.keys(position)?;
        let Some(hardest) = keys.pop() else { return Ok(label == 0) };
        let mut rest = label;
        for key in keys {
            rest ^= self.within(meter, |engine, control| engine.value(&key, control))?.unwrap_or(0);
        }
        let found = self.within(meter, |engine, control| engine.is(&hardest, rest, control))?;
        Ok(found.is_some())
    }

    /// The keys of the parts of a position, the hardest last; two that are equal are worth nothing.
    fn keys(&self, position: &AnyPosition) -> Result<Vec<Vec<u64>>, Halt> {
        let other =
            || Error::input("this is a position of another game, or too large for its table");
        let mut keys = self.keyed.keys(position).ok_or_else(other)?;
        keys.sort_by_cached_key(|key| (self.keyed.size(key), key.clone()));
        let mut kept: Vec<Vec<u64>> = Vec::new();
        for key in keys {
            match kept.last() == Some(&key) {
                true => drop(kept.pop()),
                false => kept.push(key),
            }
        }
        Ok(kept)
    }

    /// Asks the engine; nothing if the position is not what was asked for.
    fn within(
        &mut self,
        meter: &mut Meter<'_>,
        ask: impl FnOnce(&mut Engine, &mut dyn FnMut(&Status) -> Control) -> Found,
    ) -> Result<Option<u32>, Halt> {
        let goal = self.goal;
        let Ask { bytes, threads, search, .. } = *meter.ask();
        self.engine.limit(for_table(bytes));
        self.engine.threads = threads;
        self.engine.switches.hints = !search;
        let mut before = (self.engine.positions(), self.engine.steps());
        let mut control = |status: &Status| {
            let (positions, steps) = (status.positions - before.0, status.steps - before.1);
            before = (status.positions, status.steps);
            let searched = Searched {
                held: status.used,
                room: status.room,
                at_least: (goal == Goal::Value).then_some(status.at_least),
                thousandths: (status.share * 1000.0) as u32,
                moves: status.moves,
            };
            match meter.searched(positions, steps, status.bytes, searched) {
                Ok(()) => Control::Continue,
                Err(error) => Control::Stop(error),
            }
        };
        match ask(&mut self.engine, &mut control) {
            Found::Is(value) => Ok(Some(value)),
            Found::IsNot => Ok(None),
            Found::Loop => Err(Halt::Loop),
            Found::Stopped(error) => Err(Halt::Stopped(error)),
        }
    }
}
