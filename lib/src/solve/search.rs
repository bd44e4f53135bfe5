//! Which search: the one that looks at everything, or the one for big positions.
//!
//! `search::memo` looks at every position once and keeps them all. It finds every loop, and a small game is through
//! before the other has packed its first key. `search::big` asks "is this part worth n?", looks at as little as
//! answers that, and keeps what fits into its table; it needs keys, and it is the faster the larger the position is.
//! Which is faster cannot be told beforehand: of two games with as many positions, one has large values, of which big asks
//! for one after the other, and the other falls apart. So they have turns, each going on from the table that it has, unless
//! positions are boards of bits, which cost big the same at any size.

use crate::ask::Meter;
use crate::erased::{AnyPosition, AnyRules};
use crate::error::{Budget, Error};
use crate::search::Halt;
use crate::search::big::Big;
use crate::search::memo::{Goal, Table};

/// Whose turn it is.
#[derive(Clone, Copy)]
enum Turn {
    Memo,
    Big,
}

/// The turns, with the positions and the moves that each may cost; after them, big has all that is left. Measured: the first
/// is enough for `wythoff-some: 60 61 62` and `wythoff-all: 90 91 92`, which take big ten times and six times as long, and is
/// over within a second; what is lost by the others is a part of what came before them.
const TURNS: [(Turn, u64, u64); 3] = [
    (Turn::Memo, 150_000, 50_000_000),
    (Turn::Big, 300_000, 30_000_000),
    (Turn::Memo, 3_000_000, 500_000_000),
];

/// Both searches for one goal, with their tables.
pub(crate) struct Searches {
    goal: Goal,
    memo: Box<dyn Table>,
    big: Option<Big>,
    /// How many turns were not enough. What did not help before does not help the followers of a position either.
    turn: usize,
    /// Positions that memo knew before its table was given up.
    forgotten: usize,
}

impl Searches {
    /// Nothing is known yet.
    pub fn new(rules: &dyn AnyRules, goal: Goal) -> Searches {
        Searches { goal, memo: rules.search(goal), big: None, turn: 0, forgotten: 0 }
    }

    /// How many positions were looked at.
    pub fn len(&self) -> usize {
        self.forgotten
            + self.memo.len()
            + self.big.as_ref().map_or(0, |big| big.positions() as usize)
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
        self.by_turns(rules, position, meter, |label| label, Big::label)
    }

    /// Whether a position has this label.
    pub fn is(
        &mut self,
        rules: &dyn AnyRules,
        position: &AnyPosition,
        label: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Halt> {
        let ask = |big: &mut Big, position: &AnyPosition, meter: &mut Meter<'_>| {
            big.is(position, label, meter)
        };
        self.by_turns(rules, position, meter, |known| known == label, ask)
    }

    /// What follows from the label that memo finds, or what big answers, whichever is first.
    fn by_turns<T>(
        &mut self,
        rules: &dyn AnyRules,
        position: &AnyPosition,
        meter: &mut Meter<'_>,
        known: impl Fn(u32) -> T,
        ask: impl Fn(&mut Big, &AnyPosition, &mut Meter<'_>) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let searched = meter.ask().search;
        match self.big(rules, position) {
            None => return self.memo.label(position, meter).map(known),
            Some(big) if searched || big.is_quick() => return ask(big, position, meter),
            Some(_) => {}
        }
        while let Some(&(turn, positions, steps)) = TURNS.get(self.turn) {
            let mut tried = meter.first_try(positions, steps);
            let answer = match (turn, &mut self.big) {
                (Turn::Big, Some(big)) => ask(big, position, &mut tried),
                _ => self.memo.label(position, &mut tried).map(&known),
            };
            meter.spend(&tried)?;
            match answer {
                // Big makes do with the memory that there is.
                Err(Halt::Stopped(Error::Spent { budget: Budget::Bytes, .. }))
                    if matches!(turn, Turn::Memo) =>
                {
                    self.turn = TURNS.len();
                }
                Err(Halt::Stopped(error)) if !meter.is_own(&error) => self.turn += 1,
                answer => return answer,
            }
            if self.turn == TURNS.len() {
                self.forgotten = self.memo.len();
                self.memo = rules.search(self.goal);
            }
        }
        match self.big(rules, position) {
            Some(big) => ask(big, position, meter),
            None => self.memo.label(position, meter).map(known),
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
        let steps = if option_env!("BOUTON_DEEP").is_some() { 100_000 } else { 20_000 };
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
                    let ask = Ask { search: true, threads, steps, ..ask };
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
