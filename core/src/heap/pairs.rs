//! The pairs of heaps that a huge heap may become, where heaps repeat with a period: pairs with a given sum fall into as many
//! kinds as the period is long, so they are counted without being listed.

use crate::found::Found;
use crate::heap::Heaps;
use crate::natural::Natural;

/// Pairs of heaps with one sum.
#[doc(hidden)]
pub struct PairsOf<'a> {
    /// The sum. Both heaps lie beyond the preperiod where the smaller one does.
    pub sum: &'a Natural,
    /// Whether the two must differ.
    pub unequal: bool,
    /// From this heap on, heaps behave like those a period before.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
}

impl PairsOf<'_> {
    /// Adds those that pass a test, which must repeat as the heaps do.
    pub fn add(
        &self,
        fits: &dyn Fn(&Natural, &Natural) -> bool,
        limit: usize,
        found: &mut Found<Heaps>,
    ) {
        let one = Natural::from(1u64);
        let half = self.sum.divided_by(2);
        // The larger of two unequal heaps is larger by one at least.
        let half = match self.unequal && self.sum.modulo(2) == 0 {
            true => half.minus(&one).unwrap_or_default(),
            false => half,
        };
        let pair = |small: &Natural| -> Option<Heaps> {
            let large = self.sum.minus(small)?;
            fits(small, &large).then(|| [small.clone(), large].into_iter().collect())
        };
        let small = (1..self.preperiod).map(Natural::from).take_while(|small| *small <= half);
        small.filter_map(|small| pair(&small)).for_each(|heaps| found.add(heaps, limit));
        let first = self.preperiod.max(1);
        let kinds: Vec<u64> = (first..first + self.period)
            .filter(|small| pair(&Natural::from(*small)).is_some())
            .collect();
        let beyond = kinds.iter().filter_map(|kind| half.minus(&Natural::from(*kind)));
        let count = beyond
            .map(|beyond| &beyond.divided_by(self.period) + &one)
            .fold(Natural::ZERO, |sum, more| &sum + &more);
        found.count = found.count.as_ref().map(|so_far| so_far + &count);
        let mut round = Natural::ZERO;
        while !kinds.is_empty() {
            for kind in &kinds {
                let small = &round + &Natural::from(*kind);
                if small > half {
                    return;
                }
                if found.moves.len() >= limit {
                    found.complete = false;
                    return;
                }
                found.moves.extend(pair(&small));
            }
            round = &round + &Natural::from(self.period);
        }
    }
}
