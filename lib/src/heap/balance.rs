//! The arithmetic of sums: which value each pile has to be given, in normal and in misère play.

use crate::error::Error;
use crate::heaps::Heaps;
use crate::natural::Natural;
use crate::rules::Found;
use crate::value::{Nimber, Outcome, Play};

/// The nim-sum of the piles' values, and how many of them are at least 2.
///
/// That is all that normal play and misère play of tame games need: Nim's two rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Normal or misère.
    pub play: Play,
    /// The xor of all values.
    pub sum: Nimber,
    /// How many values are at least 2; in misère play Nim's end differs when there is none.
    pub large: usize,
}

/// Asks for the value of a heap; nothing means that it is not known.
pub type ValueOf<'a> = dyn FnMut(&Natural) -> Result<Option<Nimber>, Error> + 'a;

/// Asks for the options of a heap that have a given value.
pub type OptionsTo<'a> =
    dyn FnMut(&Natural, &Nimber, usize) -> Result<Option<Found<Heaps>>, Error> + 'a;

fn is_large(value: &Nimber) -> bool {
    value.0.bits() > 1
}

impl Balance {
    /// The balance of these values; nothing if one of them is not known.
    pub fn of(values: impl Iterator<Item = Option<Nimber>>, play: Play) -> Option<Balance> {
        let mut balance = Balance { play, sum: Nimber::ZERO, large: 0 };
        for value in values {
            let value = value?;
            balance.sum = &balance.sum + &value;
            balance.large += usize::from(is_large(&value));
        }
        Some(balance)
    }

    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        // Misère play is won like normal play until the last large pile goes (Bouton 1901).
        let ends_reversed = self.play == Play::Misere && self.large == 0;
        Outcome::from_mover_wins(self.sum.is_zero() == ends_reversed)
    }

    /// The value that a pile of this value has to be given so that the whole has the value `goal`
    /// (normal play), or so that the mover wins (misère play, where `goal` is 0).
    pub fn target(&self, value: &Nimber, goal: &Nimber) -> Nimber {
        let others = &self.sum + value;
        let large_others = self.large - usize::from(is_large(value));
        if self.play == Play::Misere && large_others == 0 {
            return &others + &Nimber::from(1);
        }
        &others + goal
    }

    /// The moves (pile, what it becomes) that give one pile its target; nothing where values or options are not known.
    pub fn moves(
        &self,
        heaps: &Heaps,
        goal: &Nimber,
        limit: usize,
        value_of: &mut ValueOf<'_>,
        options_to: &mut OptionsTo<'_>,
    ) -> Result<Option<Found<(usize, Heaps)>>, Error> {
        let mut found = Found { moves: Vec::new(), count: Some(Natural::ZERO), complete: true };
        for pile in 0..heaps.len() {
            let size = heaps.get(pile);
            let Some(value) = value_of(&size)? else { return Ok(None) };
            let target = self.target(&value, goal);
            // No option of a game has the value of the game itself.
            if target == value {
                continue;
            }
            let room = limit - found.moves.len();
            let Some(options) = options_to(&size, &target, room)? else { return Ok(None) };
            found.count = match (&found.count, &options.count) {
                (Some(so_far), Some(more)) => Some(so_far + more),
                _ => None,
            };
            found.complete &= options.complete;
            found.moves.extend(options.moves.into_iter().map(|to| (pile, to)));
        }
        Ok(Some(found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn balance(values: &[u64], play: Play) -> Balance {
        Balance::of(values.iter().map(|value| Some(Nimber::from(*value))), play).unwrap()
    }

    #[test]
    fn misere_nim_differs_only_at_the_end() {
        use Outcome::{Next, Previous};
        for (values, normal, misere) in [
            (&[][..], Previous, Next),
            (&[1], Next, Previous),
            (&[1, 1], Previous, Next),
            (&[2], Next, Next),
            (&[2, 2], Previous, Previous),
            (&[1, 2, 3], Previous, Previous),
            (&[1, 1, 1], Next, Previous),
        ] {
            assert_eq!(balance(values, Play::Normal).outcome(), normal, "{values:?}");
            assert_eq!(balance(values, Play::Misere).outcome(), misere, "{values:?}");
        }
    }

    #[test]
    fn the_last_large_pile_goes_to_the_other_parity() {
        let end = balance(&[1, 1, 7], Play::Misere);
        assert_eq!(end.target(&Nimber::from(7), &Nimber::ZERO), Nimber::from(1));
        let end = balance(&[1, 7], Play::Misere);
        assert_eq!(end.target(&Nimber::from(7), &Nimber::ZERO), Nimber::ZERO);
    }
}
