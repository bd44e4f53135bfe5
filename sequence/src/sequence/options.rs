//! The options of a heap that have a given value, found without listing all options of a huge heap.

use bouton_core::Found;
use bouton_core::ask::Meter;
use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Heaps, Options, PairsOf, Shape, left};
use bouton_core::natural::Natural;
use bouton_core::order::InOrder;
use bouton_core::value::Nimber;

use crate::{Code, Period, Sequence, TakeSet};

/// Heaps and classes of heaps looked at for the moves of a huge heap: about a second.
const MOST_CLASSES: u64 = 1 << 20;

/// Options listed one by one where the values of all heaps are known by a period: a tenth of a second.
const MOST_LISTED: u64 = 1 << 22;

/// The same where only some of too many options can be looked at.
const MOST_TRIED: u64 = 1 << 16;

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
            (_, Some(size), _) => {
                let listed = self.listed(rules, size, target, limit, u64::MAX, meter)?;
                Ok(listed.unwrap_or_else(Found::unknown))
            }
            (Shape::Code(code), None, Some(period)) => {
                self.beyond(code, period, size, target, limit, meter)
            }
            _ => Ok(Found::unknown()),
        }
    }

    /// The options of a heap of a code, beyond the heaps whose values were computed one by one: all of them by
    /// classes of the period, or by listing them, or else those that are found.
    fn beyond(
        &self,
        code: &Code,
        period: &Period,
        size: &Natural,
        target: &Nimber,
        limit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Found<Heaps>, Error> {
        if let Some(found) = self.broken(code, period, size, target, limit) {
            return Ok(found);
        }
        let few = size.to_u64().filter(|size| *size <= MOST_LISTED);
        if let Some(size) = few
            && let Some(found) = self.listed(code, size, target, limit, MOST_LISTED, meter)?
        {
            return Ok(found);
        }
        match period.saltus {
            0 => self.tried(code, size, target, limit, meter),
            _ => Ok(self.left_alone(code, period, size, target, limit)),
        }
    }

    /// The value of a heap that is a word, computed or by the period.
    fn word(&self, heap: u64) -> Option<u64> {
        match self.values.get(usize::try_from(heap).ok()?) {
            Some(value) => Some(u64::from(value)),
            None => self.known(&Natural::from(heap))?.0.to_u64(),
        }
    }

    fn has(&self, size: &Natural, target: &Nimber) -> bool {
        self.known(size).as_ref() == Some(target)
    }

    /// By listing all options of a heap, if there are at most so many and the values of all are known.
    fn listed(
        &self,
        rules: &dyn HeapRules,
        size: u64,
        target: &Nimber,
        limit: usize,
        most: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found<Heaps>>, Error> {
        let target = target.0.to_u64();
        let (mut moves, mut count, mut left_over, mut stopped) = (Vec::new(), 0u64, most, Ok(()));
        let mut all = true;
        rules.options(
            size,
            &mut Options::new(&mut |option| {
                let value = option.iter().try_fold(0, |sum, part| Some(sum ^ self.word(*part)?));
                all &= value.is_some() && left_over > 0;
                left_over = left_over.saturating_sub(1);
                if value.is_some() && value == target {
                    count += 1;
                    if moves.len() < limit {
                        moves.push(left(option));
                    }
                }
                stopped = meter.work(1);
                all && stopped.is_ok()
            }),
        );
        stopped?;
        let complete = moves.len() as u64 == count;
        Ok(all.then(|| Found { moves, count: Some(Natural::from(count)), complete }))
    }

    /// Some of too many options: those that take few stones and leave at most one large heap.
    fn tried(
        &self,
        code: &Code,
        size: &Natural,
        target: &Nimber,
        limit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Found<Heaps>, Error> {
        let (mut found, mut tries) = (Vec::new(), MOST_TRIED);
        let digits = code.digits().count() as u64;
        let mut small: Vec<u64> = Vec::new();
        let most = code.most_heaps().map_or(usize::MAX, |most| most.saturating_sub(1) as usize);
        // Small parts grow together: 1; 1 1; 2; 1 1 1; 1 2; 3; ...
        let mut sum = 0;
        while tries > 0 && found.len() < limit.max(1) && (most > 0 || sum == 0) {
            partitions(sum, most, &mut small, &mut |parts| {
                for taken in 0..digits {
                    let rest = size.minus(&Natural::from(taken + sum));
                    let Some(large) = rest.filter(|rest| !rest.is_zero()) else { continue };
                    let all = parts.iter().map(|part| Natural::from(*part)).chain([large]);
                    let heaps: Heaps = all.collect();
                    let values = heaps.iter().map(|heap| self.known(&heap)).sum::<Option<Nimber>>();
                    if values.as_ref() == Some(target) && code.allows(size, &heaps) == Some(true) {
                        found.push(heaps);
                    }
                    tries = tries.saturating_sub(1);
                }
                tries > 0 && found.len() < limit.max(1)
            });
            meter.work(digits * 64)?;
            sum += 1;
        }
        found.truncate(limit);
        Ok(Found { moves: found, count: None, complete: false })
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
        heaps.put_in_order();
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
        // Each class is looked at once for each number taken.
        if code.most_heaps()? > 2
            || period.saltus > 0
            || period.preperiod + period.period > MOST_CLASSES
        {
            return None;
        }
        let far = Natural::from(2 * period.preperiod);
        let mut found = Found { moves: Vec::new(), count: Some(Natural::ZERO), complete: true };
        for taken in 0..=last {
            let rest = size.minus(&Natural::from(taken)).filter(|rest| *rest >= far)?;
            if code.may_leave(taken, 1) && self.has(&rest, target) {
                found.add([rest.clone()].into_iter().collect(), limit);
            }
            if !code.may_leave(taken, 2) {
                continue;
            }
            match code.pairs_unequal(taken) {
                Some(unequal) => {
                    let Period { period, preperiod, .. } = *period;
                    let pairs = PairsOf { sum: &rest, unequal, preperiod, period };
                    let fits = |small: &Natural, large: &Natural| {
                        let values = self.known(small).zip(self.known(large));
                        values.is_some_and(|(small, large)| &small + &large == *target)
                    };
                    pairs.add(&fits, limit, &mut found);
                }
                // Equal halves are worth 0 together.
                None if target.is_zero() && rest.modulo(2) == 0 && !rest.is_zero() => {
                    let half = rest.divided_by(2);
                    found.add([half.clone(), half].into_iter().collect(), limit);
                }
                None => {}
            }
        }
        Some(found)
    }
}

/// The ways to write a number as a sum of at most so many ascending numbers from 1 up, while `take` answers
/// true.
fn partitions(
    sum: u64,
    most: usize,
    parts: &mut Vec<u64>,
    take: &mut dyn FnMut(&[u64]) -> bool,
) -> bool {
    if sum == 0 {
        return take(parts);
    }
    if parts.len() == most {
        return true;
    }
    let least = parts.last().copied().unwrap_or(1);
    for part in least..=sum {
        // What is left must be 0 or at least as large.
        if part != sum && sum - part < part {
            continue;
        }
        parts.push(part);
        let more = partitions(sum - part, most, parts, take);
        parts.pop();
        if !more {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Values;
    use crate::engine::{Engine, Plain};
    use bouton_core::ask::{Ask, Flow};

    /// Values of huge heaps by a proved period, for codes that have one soon.
    fn periodic(code: &str) -> Option<(Code, Sequence)> {
        let (rules, mut sequence) = (code.parse::<Code>().unwrap(), Sequence::default());
        let ticks = std::cell::Cell::new(0);
        let tick = |_| {
            ticks.set(ticks.get() + 1);
            if ticks.get() < 100 { Flow::Continue } else { Flow::Stop("enough".to_string()) }
        };
        let ask = Ask { tick: &tick, ..Ask::default().small() };
        let far = Natural::from(10u64.pow(15));
        let found = sequence.value(&rules, &far, &mut Meter::new(&ask));
        found.is_ok().then_some((rules, sequence))
    }

    /// Codes of every kind: plain, with conditions, hexadecimal, endless, rising.
    const CODES: &[&str] = &[
        "0.77",
        "0.07",
        "0.17=4",
        "0.7!",
        "4!.13",
        "0.37?",
        "0.6=",
        "0.8",
        "0.07C",
        "0.[3]",
        "4.[3]",
        "0.7[05]",
        "0.[37]",
        "0.15[04=]",
        "0.F",
    ];

    #[test]
    fn options_beyond_the_computed_values_are_those_of_the_definition() {
        let ask = Ask::default();
        let mut compared = 0;
        for code in CODES {
            let Some((rules, sequence)) = periodic(code) else { continue };
            let computed = sequence.values.len() as u64;
            let sizes = computed..computed + if computed > 100 { 10 } else { 40 };
            let mut plain = Plain::new(&rules, Values::default());
            Engine::extend(&mut plain, sizes.end as usize, &mut |_| true).unwrap();
            for (size, target) in sizes.flat_map(|size| (0..6).map(move |target| (size, target))) {
                let mut expected = Vec::new();
                rules.options(
                    size,
                    &mut Options::new(&mut |option| {
                        let values = option.iter().map(|part| plain.values().at(*part as usize));
                        if values.fold(0, |sum, value| sum ^ value) == target {
                            expected.push(left(option).to_string());
                        }
                        true
                    }),
                );
                let target = Nimber::from(u64::from(target));
                let mut meter = Meter::new(&ask);
                let found = sequence
                    .options_to(&rules, &Natural::from(size), &target, usize::MAX, &mut meter)
                    .unwrap();
                let mut moves: Vec<String> = found.moves.iter().map(Heaps::to_string).collect();
                moves.sort_unstable();
                expected.sort_unstable();
                assert_eq!(moves, expected, "{code}: {size} to {target}");
                assert_eq!(found.count, Some(Natural::from(expected.len())), "{code}: {size}");
                compared += 1;
            }
        }
        assert!(compared > 1000, "{compared}");
    }

    #[test]
    fn options_of_huge_heaps_are_found_though_not_counted() {
        let (ask, size) = (Ask::default(), Natural::from(10u64.pow(15) + 7));
        for code in ["0.7[05]", "0.17=4", "0.15[04=]", "4!.13"] {
            let Some((rules, sequence)) = periodic(code) else { continue };
            let mut meter = Meter::new(&ask);
            let own = sequence.known(&size).unwrap();
            for target in (0..8u64).map(Nimber::from).filter(|target| *target < own) {
                let found = sequence.options_to(&rules, &size, &target, 5, &mut meter).unwrap();
                assert!(!found.moves.is_empty(), "{code} has a move to {target}");
                for heaps in &found.moves {
                    let value = heaps.iter().map(|heap| sequence.known(&heap).unwrap()).sum();
                    assert_eq!(target, value, "{code}: {heaps}");
                    assert_eq!(rules.allows(&size, heaps), Some(true), "{code}: {heaps}");
                }
            }
        }
    }
}
