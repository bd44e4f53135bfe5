//! Which search: the one that looks at everything, or the one for big positions.
//!
//! `search::memo` looks at every position once and keeps them all. It finds every loop, and a small game is through
//! before the other has packed its first key. `search::big` asks "is this part worth n?", looks at as little as
//! answers that, and keeps what fits into its table; it needs keys, and it is the faster the larger the position is.
//! So memo has a first try, unless positions are boards of bits, which cost the same at any size; then comes big.

use crate::ask::Meter;
use crate::erased::{AnyPosition, AnyRules};
use crate::search::Halt;
use crate::search::big::Big;
use crate::search::memo::{Goal, Table};

/// What the first try may cost.
const FIRST_POSITIONS: u64 = 50_000;
const FIRST_STEPS: u64 = 5_000_000;

/// Both searches for one goal, with their tables.
pub(crate) struct Searches {
    goal: Goal,
    memo: Box<dyn Table>,
    big: Option<Big>,
    /// The first try was not enough.
    tried: bool,
}

impl Searches {
    /// Nothing is known yet.
    pub fn new(rules: &dyn AnyRules, goal: Goal) -> Searches {
        Searches { goal, memo: rules.search(goal), big: None, tried: false }
    }

    /// How many positions were looked at.
    pub fn len(&self) -> usize {
        self.memo.len() + self.big.as_ref().map_or(0, |big| big.positions() as usize)
    }

    /// Bytes of memory in use, without the table for big positions, which keeps its size.
    pub fn small_bytes(&self) -> u64 {
        self.memo.bytes()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.memo.bytes() + self.big.as_ref().map_or(0, Big::bytes)
    }

    /// The search for big positions, begun if need be; nothing if this position cannot be searched so.
    pub fn big(&mut self, rules: &dyn AnyRules, position: &AnyPosition) -> Option<&mut Big> {
        if self.big.as_ref().is_none_or(|big| !big.takes(position)) {
            self.big = Some(Big::new(rules, self.goal, position)?);
        }
        self.big.as_mut()
    }

    /// The label of a position: its value, or 1 if the mover wins and 0 if not.
    pub fn label(
        &mut self,
        rules: &dyn AnyRules,
        position: &AnyPosition,
        meter: &mut Meter<'_>,
    ) -> Result<u32, Halt> {
        if let Some(label) = self.first_try(rules, position, meter)? {
            return Ok(label);
        }
        match self.big(rules, position) {
            Some(big) => big.label(position, meter),
            None => self.memo.label(position, meter),
        }
    }

    /// Whether a position has this label.
    pub fn is(
        &mut self,
        rules: &dyn AnyRules,
        position: &AnyPosition,
        label: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Halt> {
        if let Some(known) = self.first_try(rules, position, meter)? {
            return Ok(known == label);
        }
        match self.big(rules, position) {
            Some(big) => big.is(position, label, meter),
            None => Ok(self.memo.label(position, meter)? == label),
        }
    }

    fn first_try(
        &mut self,
        rules: &dyn AnyRules,
        position: &AnyPosition,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Halt> {
        // What did not help before does not help its followers either.
        if self.tried || meter.ask().search {
            return Ok(None);
        }
        let quick = match &self.big {
            Some(big) if !big.is_quick() => false,
            _ => self.big(rules, position).is_none_or(|big| big.is_quick()),
        };
        if quick {
            return Ok(None);
        }
        let mut first = meter.first_try(FIRST_POSITIONS, FIRST_STEPS);
        let label = self.memo.label(position, &mut first);
        match label {
            Err(Halt::Stopped(error)) if !meter.is_own(&error) => {
                self.tried = true;
                meter.spend(&first)?;
                Ok(None)
            }
            label => {
                meter.spend(&first)?;
                label.map(Some)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::Ask;
    use crate::games::GAMES;
    use crate::value::Play;

    #[test]
    fn both_searches_agree_on_the_examples_of_all_games() {
        let (mut compared, mut packed) = (0, 0);
        let ask = Ask { positions: 1_500, steps: 30_000, bytes: 1 << 26, ..Ask::default() };
        for address in GAMES.iter().flat_map(|entry| entry.examples) {
            let Ok(question) = crate::open(address) else { continue };
            let rules = question.game.rules();
            if question.game.parts().is_some() || question.game.has_many_players() {
                continue;
            }
            for goal in [Goal::Value, Goal::Wins(Play::Normal), Goal::Wins(Play::Misere)] {
                let position = &question.position;
                let Ok(memo) = rules.search(goal).label(position, &mut Meter::new(&ask)) else {
                    continue;
                };
                let Some(mut big) = Big::new(rules, goal, position) else { continue };
                packed += 1;
                let label = big.label(position, &mut Meter::new(&Ask::default()));
                // Where play can run in circles, one of the two may see an end before it comes to a circle.
                if label == Err(Halt::Loop) {
                    continue;
                }
                assert_eq!(label, Ok(memo), "{address} {goal:?}");
                for threads in [1, 2] {
                    // Without theorems, as far as that is quick, and asked for each value in turn.
                    let ask = Ask { search: true, threads, steps: 100_000, ..ask };
                    let mut big = Big::new(rules, goal, position).expect("it was packed before");
                    for value in (0..=memo.min(40)).rev() {
                        match big.is(position, value, &mut Meter::new(&ask)) {
                            Ok(is) => assert_eq!(is, value == memo, "{address} {goal:?} {value}"),
                            Err(_) => break,
                        }
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 300 && packed > 100, "{compared} {packed}");
    }
}
