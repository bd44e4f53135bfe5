//! A nim-sequence as a table that grows when it is asked for more.
//!
//! The first values are computed one by one, more of them by the engine that is fastest for the game, and
//! a period, once its theorem is satisfied, answers for every larger heap.

use bouton_core::ask::Meter;
use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Named, Options, Shape, TakeSet};
use bouton_core::natural::Natural;
use bouton_core::value::Nimber;

mod options;

use crate::engine::Choice;
use crate::pairs::PairRules;
use crate::period::{self, Period};
use crate::search::Search;
use crate::values::Values;

/// The values of a heap game as far as they are known. It grows when it is asked for more.
#[derive(Default)]
pub struct Sequence {
    values: Values,
    period: Option<Period>,
    /// The length at which a period is next looked for; lengths double.
    next_look: usize,
    engine: OneByOne,
    /// For an all-but set, whose states are looked at as a slice: the values once more.
    slice: Vec<u32>,
}

/// What is kept between two values that are computed one by one.
#[derive(Default)]
struct OneByOne {
    /// `seen[v] == n + 1`: heap `n` has an option of value `v`.
    seen: Vec<u64>,
    /// For a named set: its elements up to the current heap, and the one that comes next.
    elements: Vec<u64>,
    rest: Option<std::iter::Peekable<Box<dyn Iterator<Item = u64> + Send>>>,
    /// For an all-but set: see [`period::StateRepetition`].
    states: period::StateRepetition,
}

impl OneByOne {
    fn see(&mut self, value: u32, heap: usize) {
        let index = value as usize;
        if index >= self.seen.len() {
            self.seen.resize(index + 1, 0);
        }
        self.seen[index] = heap as u64 + 1;
    }

    fn mex_from(&self, least: u32, heap: usize) -> u32 {
        let stamp = heap as u64 + 1;
        (least..).find(|value| self.seen.get(*value as usize) != Some(&stamp)).unwrap_or(least)
    }
}

/// The first length at which a period is looked for.
const FIRST_LOOK: usize = 64;

/// From this length on the values come from the engines for long sequences.
const ONE_BY_ONE: usize = 4096;

/// So many values at least are computed in bulk: an engine begins anew each time.
const BULK: usize = 1024;

/// The same for codes with many heaps or many digits, where one by one is slow from the beginning.
const SMALL_BULK: usize = 32;

/// The largest heap of rules of which nothing is known but their options. A call for each option of each heap is a
/// matter of minutes long before.
const MOST_UNKNOWN: u64 = 1 << 22;

/// The work between two questions of an engine, as the meter counts it.
const STEPS: u64 = 1 << 20;

/// An error for a heap that no budget reaches, since all smaller ones would have to be worked out one by one: said at
/// once, and not when the budget has been spent on heaps that lead nowhere.
#[doc(hidden)]
pub fn within_reach(rules: &dyn HeapRules, size: &Natural) -> Result<(), Error> {
    if !matches!(rules.shape(), Shape::Other) || *size <= Natural::from(MOST_UNKNOWN) {
        return Ok(());
    }
    Err(Error::Stopped(format!(
        "stopped: a heap of {size} is too large for these rules: no theorem says how they go on, so that no period can be \
         proved and all smaller heaps would have to be worked out one by one, of which {MOST_UNKNOWN} are the most"
    )))
}

impl Sequence {
    /// The values computed one by one so far, from heap 0.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The period, once it is proved.
    pub fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.values.bytes() + self.slice.capacity() as u64 * 4 + self.engine.states.bytes()
    }

    /// The value of a heap if it is already known.
    pub fn known(&self, size: &Natural) -> Option<Nimber> {
        if let Some(value) =
            size.to_u64().and_then(|size| self.values.get(usize::try_from(size).ok()?))
        {
            return Some(Nimber::from(u64::from(value)));
        }
        self.period.as_ref().map(|period| period.value(size, &self.values))
    }

    /// The value of a heap, computed if need be.
    #[doc(hidden)]
    pub fn value(
        &mut self,
        rules: &dyn HeapRules,
        size: &Natural,
        meter: &mut Meter<'_>,
    ) -> Result<Nimber, Error> {
        if self.known(size).is_none() {
            within_reach(rules, size)?;
        }
        loop {
            if let Some(value) = self.known(size) {
                return Ok(value);
            }
            let wanted = size.to_u64().and_then(|size| usize::try_from(size).ok()?.checked_add(1));
            let wanted = wanted.unwrap_or(usize::MAX);
            if self.is_worth_an_engine(rules, wanted) {
                self.extend_in_bulk(rules, size, wanted, meter)?;
            } else {
                self.extend(rules, meter)?;
            }
        }
    }

    /// Whether an engine that begins anew each time is worth its start. Values one by one are as good for
    /// short sequences, and those of all-but sets are looked through for a period at each step.
    fn is_worth_an_engine(&self, rules: &dyn HeapRules, wanted: usize) -> bool {
        let known = self.values.len();
        match rules.shape() {
            Shape::Other if rules.shifted().is_some() => known >= ONE_BY_ONE,
            Shape::Other | Shape::Take(TakeSet::AllBut(_)) => false,
            Shape::Code(code) if PairRules::of(code).is_none() => {
                known >= ONE_BY_ONE || wanted.saturating_sub(known) >= SMALL_BULK
            }
            _ => known >= ONE_BY_ONE,
        }
    }

    /// Many values by a fast engine, until the heap's own value is there or a period is proved.
    fn extend_in_bulk(
        &mut self,
        rules: &dyn HeapRules,
        size: &Natural,
        wanted: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        let known = self.values.len();
        let positions = usize::try_from(meter.positions_left()).unwrap_or(usize::MAX);
        let bytes = usize::try_from(meter.bytes_left(0)).unwrap_or(usize::MAX);
        // Heaps are often asked for one after the other.
        let more = if known < ONE_BY_ONE { 0 } else { BULK };
        let limit = wanted.max(known.saturating_add(more)).min(known.saturating_add(positions));
        let mut search = Search::new(rules, self.values.clone(), Choice::default())?;
        let (mut counted, mut stopped) = (known, Ok(()));
        let memory_is_full = loop {
            let length = search.length();
            // Values may grow wider on the way, so the room for them is looked at when their number doubled.
            let room = bytes / search.values().cells().width();
            let next = limit.min(room).min(2 * length.max(ONE_BY_ONE));
            let found = search.run(next, &mut |length| {
                meter.positions += (length - counted) as u64;
                counted = length;
                stopped = meter.work(STEPS);
                stopped.is_ok()
            })?;
            if found.is_some() || stopped.is_err() || search.length() >= limit {
                break false;
            }
            if search.length() >= room {
                break true;
            }
        };
        self.period = search.proved().cloned();
        self.values = search.values().clone();
        meter.positions += self.values.len().saturating_sub(counted) as u64;
        stopped?;
        match self.known(size) {
            Some(_) => Ok(()),
            None if memory_is_full => Err(meter.out_of_memory()),
            None => Err(meter.out_of_positions()),
        }
    }

    /// One more value, and now and then a look for a period.
    fn extend(&mut self, rules: &dyn HeapRules, meter: &mut Meter<'_>) -> Result<(), Error> {
        let heap = self.values.len();
        meter.position(self.bytes())?;
        let value = match rules.shape() {
            Shape::Take(TakeSet::AllBut(missing)) => self.all_but_value(missing),
            Shape::Take(TakeSet::Named(named)) => self.named_value(*named),
            _ => self.plain_value(rules, meter)?,
        };
        self.values.push(value);
        match rules.shape() {
            Shape::Take(TakeSet::AllBut(missing)) => {
                self.slice.push(value);
                meter.work(missing.last().map_or(0, |largest| (*largest).min(heap as u64)))?;
                self.period = self.engine.states.look(&self.slice, missing);
            }
            shape => {
                meter.work(self.engine.elements.len() as u64)?;
                if heap + 1 >= self.next_look.max(FIRST_LOOK) {
                    self.next_look = 2 * (heap + 1);
                    let values: Vec<u32> = self.values.iter_from(0).collect();
                    self.period = period::prove(&shape, &values);
                }
            }
        }
        Ok(())
    }

    /// The definition: the least value that no option has.
    fn plain_value(&mut self, rules: &dyn HeapRules, meter: &mut Meter<'_>) -> Result<u32, Error> {
        let heap = self.values.len();
        let (values, engine) = (&self.values, &mut self.engine);
        let (mut stopped, mut steps) = (Ok(()), 0);
        rules.options(
            heap as u64,
            &mut Options::new(&mut |option| {
                let value = option.iter().fold(0, |sum, part| sum ^ values.at(*part as usize));
                engine.see(value, heap);
                steps += 1;
                if steps == 1024 {
                    stopped = meter.work(steps);
                    steps = 0;
                }
                stopped.is_ok()
            }),
        );
        if let Some(fault) = rules.fault() {
            return Err(fault);
        }
        stopped?;
        meter.work(steps)?;
        Ok(self.engine.mex_from(0, heap))
    }

    fn named_value(&mut self, named: Named) -> u32 {
        let (heap, engine) = (self.values.len(), &mut self.engine);
        let rest = engine.rest.get_or_insert_with(|| named.elements().peekable());
        while let Some(element) = rest.next_if(|element| *element <= heap as u64) {
            engine.elements.push(element);
        }
        for index in 0..engine.elements.len() {
            let value = self.values.at(heap - engine.elements[index] as usize);
            engine.see(value, heap);
        }
        engine.mex_from(0, heap)
    }

    /// Everything may be taken but some numbers, the largest of them m. Whatever value stands at or
    /// below `heap - m - 1` is then excluded, and since each value is a mex, those values are exactly
    /// 0, ..., c - 1. So only the last m values need to be looked at.
    fn all_but_value(&mut self, missing: &[u64]) -> u32 {
        let heap = self.values.len();
        let largest =
            missing.last().map_or(0, |largest| usize::try_from(*largest).unwrap_or(usize::MAX));
        let least = self.engine.states.base(&self.slice, largest);
        for taken in
            (1..=largest.min(heap)).filter(|taken| missing.binary_search(&(*taken as u64)).is_err())
        {
            let value = self.slice[heap - taken];
            if value >= least {
                self.engine.see(value, heap);
            }
        }
        self.engine.mex_from(least, heap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::engine;
    use bouton_core::ask::Ask;

    /// The values by the definition.
    fn plain(rules: &dyn HeapRules, to: usize) -> Vec<u32> {
        let mut plain = engine::Plain::new(rules, Values::default());
        engine::Engine::extend(&mut plain, to, &mut |_| true).unwrap();
        engine::Engine::values(&plain).iter_from(0).collect()
    }

    fn agrees(rules: &dyn HeapRules, to: usize) -> Sequence {
        let plain = plain(rules, to);
        let mut sequence = Sequence::default();
        let ask = Ask::default();
        for (heap, value) in plain.iter().enumerate() {
            let found = sequence.value(rules, &Natural::from(heap), &mut Meter::new(&ask)).unwrap();
            assert_eq!(found, Nimber::from(u64::from(*value)), "heap {heap}");
        }
        sequence
    }

    #[test]
    fn finite_sets_agree_with_the_definition_and_their_periods_are_least() {
        for bits in 1u64..256 {
            let ranges = (1..=8).filter(|n| bits >> (n - 1) & 1 == 1).map(|n| (n, n)).collect();
            let sequence = agrees(&TakeSet::Finite(ranges), 400);
            let period = sequence.period().expect("every finite set is periodic");
            let set = TakeSet::Finite(
                (1..=8).filter(|n| bits >> (n - 1) & 1 == 1).map(|n| (n, n)).collect(),
            );
            let plain = plain(&set, 400);
            let (p, n0) = (period.period as usize, period.preperiod as usize);
            assert!(n0 == 0 || plain[n0 - 1] != plain[n0 - 1 + p], "preperiod of {bits:b}");
            for shorter in 1..p {
                assert!((200..300).any(|n| plain[n] != plain[n + shorter]), "period of {bits:b}");
            }
        }
    }

    #[test]
    fn all_but_sets_agree_with_the_definition() {
        for words in
            [&["all-but 1"][..], &["all-but 2", "5"], &["all-but 1-6"], &["all-but 3", "7", "12"]]
        {
            let sequence = agrees(&TakeSet::read(words).unwrap(), 2000);
            let period = sequence.period().expect("every all-but set is arithmetic periodic");
            assert!(period.saltus > 0, "{words:?}");
            assert!(sequence.values().len() < 1500, "the period was used: {words:?}");
        }
    }

    #[test]
    fn named_sets_agree_with_the_definition_and_claim_no_period() {
        for word in ["squares", "primes", "fibonacci", "factorials", "powers-of-2"] {
            assert!(agrees(&TakeSet::read(&[word]).unwrap(), 600).period().is_none());
        }
    }

    #[test]
    fn codes_agree_with_the_definition_and_kayles_is_proved() {
        for code in ["0.77", "0.07", "0.137", "4!.0", "0.226!", "0.333", "0.15", "0.8", "4.3"] {
            agrees(&code.parse::<Code>().unwrap(), 300);
        }
        let kayles = agrees(&"0.77".parse::<Code>().unwrap(), 1000);
        let period = kayles.period().unwrap();
        assert_eq!((period.period, period.preperiod, period.saltus), (12, 71, 0));
        assert!(kayles.values().len() <= 256);
        let dawson = agrees(&"0.137".parse::<Code>().unwrap(), 1000);
        assert_eq!(dawson.period().map(|p| (p.period, p.preperiod)), Some((34, 52)));
    }

    #[test]
    fn what_looks_periodic_is_not_called_periodic() {
        let mut sequence = Sequence::default();
        let rules = "0.226!".parse::<Code>().unwrap();
        let ask = Ask::default();
        sequence.value(&rules, &Natural::from(1000u64), &mut Meter::new(&ask)).unwrap();
        assert_eq!((sequence.values().at(15), sequence.values().at(20)), (0, 5));
        assert!(sequence.period().is_none());
    }
}
