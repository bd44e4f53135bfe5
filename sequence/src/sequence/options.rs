//! The options of a heap that have a given value, found without listing all options of a huge heap.

use bouton_core::Found;
use bouton_core::ask::Meter;
use bouton_core::error::Error;
use bouton_core::heap::Heaps;
use bouton_core::heap::{HeapRules, Options, Shape, left};
use bouton_core::natural::Natural;
use bouton_core::value::Nimber;

use crate::{Code, Period, Sequence, TakeSet};

/// Heaps and classes of heaps looked at for the moves of a huge heap: about a second.
const MOST_CLASSES: u64 = 1 << 20;

impl Sequence {
    /// The options of a heap whose own value is known that have the value `target`.
    #[doc(hidden)]
    pub fn options_to(
        &self,
        rules: &dyn HeapRules,
        size: &Natural,
        target: &Nimber,
        limit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Found<Heaps>, Error> {
        let shape = rules.shape();
        let listed = size.to_u64().filter(|size| *size < self.values.len() as u64);
        match (shape, listed, &self.period) {
            (Shape::Take(TakeSet::Finite(ranges)), None, _) => {
                self.taken_from_ranges(ranges, size, target, limit, meter)
            }
            (Shape::Take(TakeSet::AllBut(missing)), _, Some(period)) => {
                Ok(self.all_but(missing, period, size, target, limit))
            }
            (Shape::Code(code), None, Some(period)) if period.saltus > 0 => {
                Ok(self.left_alone(code, period, size, target, limit))
            }
            (Shape::Code(code), None, Some(period)) => {
                Ok(self.broken(code, period, size, target, limit).unwrap_or_else(Found::unknown))
            }
            (_, Some(size), _) => self.listed(rules, size, target, limit, meter),
            _ => Ok(Found::unknown()),
        }
    }

    fn has(&self, size: &Natural, target: &Nimber) -> bool {
        self.known(size).as_ref() == Some(target)
    }

    /// By listing all options of a heap within the computed values.
    fn listed(
        &self,
        rules: &dyn HeapRules,
        size: u64,
        target: &Nimber,
        limit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Found<Heaps>, Error> {
        let target = target.0.to_u64();
        let (mut moves, mut count, mut stopped) = (Vec::new(), 0u64, Ok(()));
        rules.options(
            size,
            &mut Options::new(&mut |option| {
                let value = option.iter().fold(0, |sum, part| sum ^ self.values.at(*part as usize));
                if Some(u64::from(value)) == target {
                    count += 1;
                    if moves.len() < limit {
                        moves.push(left(option));
                    }
                }
                stopped = meter.work(1);
                stopped.is_ok()
            }),
        );
        stopped?;
        let complete = moves.len() as u64 == count;
        Ok(Found { moves, count: Some(Natural::from(count)), complete })
    }

    fn taken_from_ranges(
        &self,
        ranges: &[(u64, u64)],
        size: &Natural,
        target: &Nimber,
        limit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Found<Heaps>, Error> {
        let mut moves = Vec::new();
        for take in ranges.iter().flat_map(|(low, high)| *low..=*high) {
            meter.work(1)?;
            let Some(rest) = size.minus(&Natural::from(take)) else { break };
            if self.has(&rest, target) {
                moves.push([rest].into_iter().collect());
            }
        }
        Ok(Found::first(moves, limit))
    }

    /// The heaps of a value, where values rise: those below the preperiod are looked up, and in each
    /// class of the period at most one has it. Ascending.
    fn heaps_of(&self, period: &Period, target: &Nimber) -> Vec<Natural> {
        let below = (0..period.preperiod).map(Natural::from).filter(|heap| self.has(heap, target));
        let above = (period.preperiod..period.preperiod + period.period).filter_map(|class| {
            let growth =
                target.0.minus(&Natural::from(u64::from(self.values.at(class as usize))))?;
            let exact = growth.modulo(period.saltus) == 0;
            let rounds = growth.divided_by(period.saltus).times(&Natural::from(period.period));
            exact.then(|| &rounds + &Natural::from(class))
        });
        let mut heaps: Vec<Natural> = below.chain(above).collect();
        heaps.sort_unstable();
        heaps
    }

    fn all_but(
        &self,
        missing: &[u64],
        period: &Period,
        size: &Natural,
        target: &Nimber,
        limit: usize,
    ) -> Found<Heaps> {
        let mut rests = self.heaps_of(period, target);
        rests.retain(|rest| {
            let taken = size.minus(rest).filter(|taken| !taken.is_zero());
            taken.is_some_and(|taken| taken.to_u64().is_none_or(|taken| !missing.contains(&taken)))
        });
        Found::first(rests.into_iter().map(|rest| [rest].into_iter().collect()).collect(), limit)
    }

    /// The options of an endless code that leave one heap or nothing; there may be pairs besides.
    fn left_alone(
        &self,
        code: &Code,
        period: &Period,
        size: &Natural,
        target: &Nimber,
        limit: usize,
    ) -> Found<Heaps> {
        let rests =
            self.heaps_of(period, target).into_iter().map(|rest| [rest].into_iter().collect());
        let moves = rests.filter(|left| code.allows(size, left) == Some(true)).collect();
        let found = Found::first(moves, limit);
        if code.most_heaps().is_some_and(|most| most < 2) {
            return found;
        }
        Found { count: None, complete: false, ..found }
    }

    /// For a code that leaves at most two heaps and a heap far beyond the preperiod: the pairs (a, b)
    /// with a + b fixed fall into classes of a modulo the period.
    fn broken(
        &self,
        code: &Code,
        period: &Period,
        size: &Natural,
        target: &Nimber,
        limit: usize,
    ) -> Option<Found<Heaps>> {
        let last = code.last_digit()?;
        if code.most_heaps()? > 2 || !code.is_unconditional() {
            return None;
        }
        // Each class is looked at once for each number taken.
        if period.preperiod + period.period > MOST_CLASSES {
            return None;
        }
        let far = Natural::from(2 * period.preperiod);
        let mut found = Found { moves: Vec::new(), count: Some(Natural::ZERO), complete: true };
        let add = |found: &mut Found<Heaps>, heaps: Heaps| {
            if found.moves.len() < limit { found.moves.push(heaps) } else { found.complete = false }
        };
        let one = Natural::from(1u64);
        for taken in 0..=last {
            let rest = size.minus(&Natural::from(taken)).filter(|rest| *rest >= far)?;
            let mut count = Natural::ZERO;
            if code.may_leave(taken, 1) && self.has(&rest, target) {
                count = one.clone();
                add(&mut found, [rest.clone()].into_iter().collect());
            }
            if code.may_leave(taken, 2) {
                let half = rest.divided_by(2);
                let pair = |small: &Natural| -> Option<Heaps> {
                    let large = rest.minus(small)?;
                    let value = &self.known(small)? + &self.known(&large)?;
                    (value == *target).then(|| [small.clone(), large].into_iter().collect())
                };
                for small in (1..period.preperiod).map(Natural::from) {
                    if let Some(heaps) = pair(&small) {
                        count = &count + &one;
                        add(&mut found, heaps);
                    }
                }
                let first = period.preperiod.max(1);
                let classes: Vec<u64> = (first..first + period.period)
                    .filter(|small| pair(&Natural::from(*small)).is_some())
                    .collect();
                for class in &classes {
                    if let Some(beyond) = half.minus(&Natural::from(*class)) {
                        count = &count + &(&beyond.divided_by(period.period) + &one);
                    }
                }
                let mut round = Natural::ZERO;
                'rounds: while !classes.is_empty() {
                    for class in &classes {
                        let small = &round + &Natural::from(*class);
                        if small > half {
                            break 'rounds;
                        }
                        if found.moves.len() >= limit {
                            found.complete = false;
                            break 'rounds;
                        }
                        found.moves.extend(pair(&small));
                    }
                    round = &round + &Natural::from(period.period);
                }
            }
            found.count = found.count.map(|so_far| &so_far + &count);
        }
        Some(found)
    }
}
