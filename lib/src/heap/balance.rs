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

fn is_large(value: &Nimber) -> bool {
    value.0.bits() > 1
}

impl Balance {
    /// The balance of these values; nothing if one of them is not known.
    pub fn of(values: impl Iterator<Item = Option<Nimber>>, play: Play) -> Option<Balance> {
        // Values that fit into a word are added as words: there may be ten million of them.
        let (mut word, mut rest, mut large) = (0, Nimber::ZERO, 0);
        for value in values {
            let value = value?;
            match value.0.to_u64() {
                Some(small) => {
                    word ^= small;
                    large += usize::from(small > 1);
                }
                None => {
                    rest = &rest + &value;
                    large += 1;
                }
            }
        }
        Some(Balance { play, sum: &rest + &Nimber::from(word), large })
    }

    /// Who wins.
    pub fn outcome(&self) -> Outcome {
        // Misère play is won like normal play until the last large pile goes (Bouton 1901).
        let ends_reversed = self.play == Play::Misere && self.large == 0;
        Outcome::from_mover_wins(self.sum.is_zero() == ends_reversed)
    }

    /// The value that a pile of this value has to be given so that the whole has the value `goal`
    /// (normal play), or so that the mover wins (misère play, where `goal` is 0).
    #[inline]
    pub fn target(&self, value: &Nimber, goal: &Nimber) -> Nimber {
        let others = &self.sum + value;
        let large_others = self.large - usize::from(is_large(value));
        if self.play == Play::Misere && large_others == 0 {
            return &others + &Nimber::from(1);
        }
        &others + goal
    }

    /// How many options give one of these heaps its target, if everything fits into words.
    #[inline]
    pub fn count(
        &self,
        words: &[u64],
        goal: &Nimber,
        value_of: impl Fn(u64) -> Option<u64>,
        count_to: impl Fn(u64, u64) -> Option<u64>,
    ) -> Option<u64> {
        let (sum, goal) = (self.sum.0.to_u64()?, goal.0.to_u64()?);
        let mut total = 0;
        for size in words {
            let value = value_of(*size)?;
            let ends = self.play == Play::Misere && self.large == usize::from(value > 1);
            let target = sum ^ value ^ if ends { 1 } else { goal };
            total += count_to(*size, target)?;
        }
        Some(total)
    }

    /// The moves (pile, what it becomes) that give one pile its target; nothing where values or
    /// options are not known. `count_from` may count the options for a row of words at once.
    #[inline]
    pub fn moves(
        &self,
        heaps: &Heaps,
        goal: &Nimber,
        limit: usize,
        value_of: impl Fn(&Natural) -> Option<Nimber>,
        mut options_to: impl FnMut(&Natural, &Nimber, usize) -> Result<Option<Found<Heaps>>, Error>,
        count_from: impl Fn(&[u64]) -> Option<u64>,
    ) -> Result<Option<Found<(usize, Heaps)>>, Error> {
        let mut moves = Vec::new();
        let (mut complete, mut few, mut many) = (true, 0u64, Some(Natural::ZERO));
        for pile in 0..heaps.len() {
            if moves.len() == limit {
                // Nothing more is to be listed, and millions of words are counted at memory speed.
                if let Some(count) = heaps.words().and_then(|words| count_from(&words[pile..])) {
                    (few, complete) = (few + count, complete && count == 0);
                    break;
                }
            }
            let size = heaps.get(pile);
            let Some(value) = value_of(&size) else { return Ok(None) };
            let target = self.target(&value, goal);
            // No option of a game has the value of the game itself.
            if target == value {
                continue;
            }
            let Some(options) = options_to(&size, &target, limit - moves.len())? else { return Ok(None) };
            complete &= options.complete;
            match options.count.as_ref().map(Natural::to_u64) {
                Some(Some(count @ 0..=0xffff_ffff)) => few += count,
                _ => many = many.zip(options.count).map(|(so_far, count)| &so_far + &count),
            }
            moves.extend(options.moves.into_iter().map(|to| (pile, to)));
        }
        Ok(Some(Found { moves, count: many.map(|many| &many + &Natural::from(few)), complete }))
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
