//! The arithmetic of sums: which value each pile has to be given, in normal and in misère play.

use std::ops::Range;

use bouton_core::heap::tally;

use crate::error::Error;
use crate::heap::{Heaps, Row};
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

/// Piles counted together before it is decided whether to look at each.
const STRIDE: usize = 4096;

/// The sizes that occur, and how often.
fn occurring(sizes: &[u8]) -> impl Iterator<Item = (u64, u64)> {
    let counts = tally(sizes).into_iter().enumerate();
    counts.filter(|(_, count)| *count > 0).map(|(size, count)| (size as u64, u64::from(count)))
}

fn is_large(value: &Nimber) -> bool {
    value.0.bits() > 1
}

impl Balance {
    /// The balance of these values; nothing if one of them is not known.
    pub fn of(values: impl Iterator<Item = Option<Nimber>>, play: Play) -> Option<Balance> {
        let mut balance = Balance { play, sum: Nimber::ZERO, large: 0 };
        for value in values {
            balance.add(&value?);
        }
        Some(balance)
    }

    /// One more pile, of this value.
    #[inline]
    pub fn add(&mut self, value: &Nimber) {
        self.sum = &self.sum + value;
        self.large += usize::from(is_large(value));
    }

    /// The same for heaps and values that are words: a loop that runs at the speed of memory.
    #[inline]
    pub fn of_row(
        row: Row<'_>,
        value_of: impl Fn(u64) -> Option<u64>,
        play: Play,
    ) -> Option<Balance> {
        match row {
            Row::Bytes(sizes) => Balance::of_bytes(sizes, value_of, play),
            Row::Shorts(sizes) => Balance::of_slice(sizes, value_of, play),
            Row::Words(sizes) => Balance::of_slice(sizes, value_of, play),
        }
    }

    /// Each size is asked about once.
    fn of_bytes(
        sizes: &[u8],
        value_of: impl Fn(u64) -> Option<u64>,
        play: Play,
    ) -> Option<Balance> {
        let (mut sum, mut large) = (0, 0);
        // A count has 32 bits.
        for sizes in sizes.chunks(1 << 30) {
            for (size, count) in occurring(sizes) {
                let value = value_of(size)?;
                sum ^= value * (count & 1);
                large += count * u64::from(value > 1);
            }
        }
        Some(Balance { play, sum: Nimber::from(sum), large: large as usize })
    }

    #[inline]
    fn of_slice<T: Copy + Into<u64>>(
        sizes: &[T],
        value_of: impl Fn(u64) -> Option<u64>,
        play: Play,
    ) -> Option<Balance> {
        let (mut sum, mut large) = (0, 0);
        for size in sizes {
            let value = value_of((*size).into())?;
            sum ^= value;
            large += u64::from(value > 1);
        }
        Some(Balance { play, sum: Nimber::from(sum), large: large as usize })
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
    pub fn count<T: Copy + Into<u64>>(
        &self,
        sizes: &[T],
        goal: &Nimber,
        value_of: impl Fn(u64) -> Option<u64>,
        count_to: impl Fn(u64, u64) -> Option<u64>,
    ) -> Option<u64> {
        let (sum, goal) = (self.sum.0.to_u64()?, goal.0.to_u64()?);
        let mut total = 0;
        // Misère play differs where at most one pile is large; elsewhere the loop has nothing to ask and runs
        // over several heaps at once.
        if self.play == Play::Normal || self.large > 1 {
            for size in sizes {
                let value = value_of((*size).into())?;
                total += count_to((*size).into(), sum ^ goal ^ value)?;
            }
            return Some(total);
        }
        for size in sizes {
            let value = value_of((*size).into())?;
            let ends = self.large == usize::from(value > 1);
            let target = sum ^ value ^ if ends { 1 } else { goal };
            total += count_to((*size).into(), target)?;
        }
        Some(total)
    }

    /// The same for few heaps, each a byte: each size is asked about once.
    pub fn count_bytes(
        &self,
        sizes: &[u8],
        goal: &Nimber,
        value_of: impl Fn(u64) -> Option<u64>,
        count_to: impl Fn(u64, u64) -> Option<u64>,
    ) -> Option<u64> {
        occurring(sizes).try_fold(0, |total, (size, count)| {
            Some(total + count * self.count(&[size], goal, &value_of, &count_to)?)
        })
    }

    /// The moves (pile, what it becomes) that give one pile its target; nothing where values or
    /// options are not known. `count` may count the options for a range of piles at once.
    #[inline]
    pub fn moves(
        &self,
        heaps: &Heaps,
        goal: &Nimber,
        limit: usize,
        value_of: impl Fn(&Natural) -> Option<Nimber>,
        mut options_to: impl FnMut(&Natural, &Nimber, usize) -> Result<Option<Found<Heaps>>, Error>,
        count: impl Fn(Range<usize>) -> Option<u64>,
    ) -> Result<Option<Found<(usize, Heaps)>>, Error> {
        let mut moves = Vec::new();
        let (mut complete, mut few, mut many) = (true, 0u64, Some(Natural::ZERO));
        let mut next = 0;
        while next < heaps.len() {
            let pile = next;
            next += 1;
            // Where nothing is to be listed, millions of piles are counted at the speed of memory.
            if pile % STRIDE == 0 {
                let end = heaps.len().min(pile + STRIDE);
                if let Some(found) =
                    count(pile..end).filter(|found| *found == 0 || moves.len() == limit)
                {
                    (few, complete, next) = (few + found, complete && found == 0, end);
                    continue;
                }
            }
            let size = heaps.get(pile);
            let Some(value) = value_of(&size) else { return Ok(None) };
            let target = self.target(&value, goal);
            // No option of a game has the value of the game itself.
            if target == value {
                continue;
            }
            let Some(options) = options_to(&size, &target, limit - moves.len())? else {
                return Ok(None);
            };
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
