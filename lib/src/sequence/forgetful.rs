//! A search that keeps no history: states to go back to, from which any stretch of values can be
//! computed again, and with them the least preperiod.

use crate::error::Error;
use crate::heap::HeapRules;
use crate::sequence::engine::{Choice, SparseSpace, engine};
use crate::sequence::pairs::PairRules;
use crate::sequence::recurrence::Memory;
use crate::sequence::values::{Cells, Values};

/// States kept; when there are more, every second one goes.
const MOST_STATES: usize = 128;

/// The last values before some heaps, ascending.
#[derive(Default)]
pub(super) struct Archive {
    states: Vec<(usize, Cells)>,
    spacing: usize,
}

impl Archive {
    /// Keeps the last `length` values before a heap, unless the last state kept is near.
    pub fn keep(&mut self, values: &Values, end: usize, length: usize) {
        // Shorter states are from before some rare heap or distant witness: they cannot be gone on from.
        if self.states.last().is_some_and(|(_, state)| state.len() < length) {
            self.states.clear();
        }
        if self.states.last().is_some_and(|(last, _)| end < last + self.spacing) {
            return;
        }
        let mut state = Cells::default();
        for heap in end - length..end {
            let Some(value) = values.get(heap) else { return };
            state.push(value);
        }
        self.states.push((end, state));
        if self.states.len() > MOST_STATES {
            let mut index = 0;
            self.states.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing = match self.states[..] {
                [(first, _), .., (last, _)] => (last - first) / self.states.len(),
                _ => 0,
            };
        }
    }

    /// The values from heap `from` to before `to`, computed from the last state before.
    fn stretch(
        &self,
        pairs: &PairRules,
        space: &SparseSpace<'_>,
        from: usize,
        to: usize,
    ) -> Option<Vec<u32>> {
        let (end, state) = self
            .states
            .iter()
            .rev()
            .find(|(end, state)| *end <= to && end - state.len() <= from)?;
        let values: Vec<u32> = (0..state.len()).filter_map(|index| state.get(index)).collect();
        let mut stretch: Vec<u32> = (end - state.len()..)
            .zip(&values)
            .filter(|(heap, _)| (from..to).contains(heap))
            .map(|(_, value)| *value)
            .collect();
        let mut replay = Replay::new(pairs, space, *end, values);
        for heap in *end..to {
            let value = replay.next();
            if heap >= from {
                stretch.push(value);
            }
        }
        Some(stretch)
    }

    /// The first heap from which on G(n) = G(n + period), known to hold from the start of `memory` on.
    ///
    /// Bisection over the states finds two neighbours between which the repetition begins. What
    /// counts in the end is the last heap between them where the values differ.
    pub fn preperiod(
        &self,
        rules: &dyn HeapRules,
        pairs: &PairRules,
        space: &SparseSpace<'_>,
        memory: &Memory,
        period: usize,
    ) -> Result<usize, Error> {
        let equal = |index: usize| -> Option<bool> {
            let (end, state) = &self.states[index];
            let later = self.stretch(pairs, space, end + period - state.len(), end + period)?;
            Some((0..state.len()).all(|index| state.get(index) == later.get(index).copied()))
        };
        let (mut low, mut high) = (0, self.states.partition_point(|(end, _)| *end < memory.end()));
        while low < high {
            let middle = (low + high) / 2;
            if equal(middle).unwrap_or(false) { high = middle } else { low = middle + 1 }
        }
        let to = self.states.get(low).map_or(memory.end(), |(end, _)| *end);
        if let Some((end, state)) = low.checked_sub(1).and_then(|index| self.states.get(index)) {
            let from = end - state.len();
            let early = self.stretch(pairs, space, from, to);
            let late = self.stretch(pairs, space, from + period, to + period);
            if let (Some(early), Some(late)) = (early, late)
                && let Some(last) =
                    (0..early.len()).rev().find(|index| early[*index] != late[*index])
            {
                return Ok(from + last + 1);
            }
        }
        // It begins before the first state: that part is computed again, and kept this time.
        let mut again = engine(rules, Values::default(), Choice::default())?;
        again.extend(to + period, &mut |_| true)?;
        let start = memory.start().min(to);
        Ok(super::search::walk_back(again.values(), start, period))
    }
}

/// Computes values again from a state, where all rare positions are known and lie before it: each
/// value is then the least common one that is not excluded.
struct Replay<'a> {
    pairs: &'a PairRules,
    space: &'a SparseSpace<'a>,
    /// The last values; the next is that of `heap`.
    values: Vec<u32>,
    heap: usize,
    excluded: Vec<usize>,
    /// How many of the values are needed.
    depth: usize,
}

impl<'a> Replay<'a> {
    fn new(
        pairs: &'a PairRules,
        space: &'a SparseSpace<'a>,
        heap: usize,
        values: Vec<u32>,
    ) -> Replay<'a> {
        let depth = space.rares.last().map_or(0, |(heap, _)| *heap) + pairs.last() + 1;
        Replay { pairs, space, values, heap, excluded: Vec::new(), depth }
    }

    fn next(&mut self) -> u32 {
        let (heap, length) = (self.heap, self.values.len());
        let excluded = &mut self.excluded;
        let mut exclude = |value: u32| {
            if value as usize >= excluded.len() {
                excluded.resize(2 * value as usize + 2, 0);
            }
            excluded[value as usize] = heap;
        };
        for taken in &self.pairs.single {
            exclude(self.values[length - taken]);
        }
        for (taken, _) in &self.pairs.double {
            for (place, rare) in self.space.rares {
                exclude(self.values[length - taken - place] ^ rare);
            }
        }
        let value = (0..)
            .find(|value| {
                !self.space.is_rare(heap, *value)
                    && self.excluded.get(*value as usize) != Some(&heap)
            })
            .unwrap_or(0);
        if length > 4 * self.depth + (1 << 16) {
            self.values.drain(..length - self.depth);
        }
        self.values.push(value);
        self.heap += 1;
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::Code;
    use crate::sequence::engine::{Engine, Name};
    use crate::sequence::search::{Search, Verdict};

    /// The list method, made to forget.
    struct Forgetful<'a> {
        engine: Box<dyn Engine + 'a>,
        values: Values,
    }

    impl Engine for Forgetful<'_> {
        fn name(&self) -> Name {
            self.engine.name()
        }
        fn values(&self) -> &Values {
            &self.values
        }
        fn extend(
            &mut self,
            length: usize,
            go_on: &mut dyn FnMut(usize) -> bool,
        ) -> Result<bool, Error> {
            let reached = self.engine.extend(length, go_on)?;
            for value in self.engine.values().iter_from(self.values.len()) {
                self.values.push(value);
            }
            Ok(reached)
        }
        fn sparse_space(&self) -> Option<SparseSpace<'_>> {
            self.engine.sparse_space()
        }
    }

    #[test]
    fn without_a_history_the_same_is_found() {
        for (code, period, preperiod) in
            [("0.16", 149_459, 105_351), ("0.644", 442, 3256), ("0.77", 12, 71)]
        {
            let code: Code = code.parse().unwrap();
            let engine = engine(&code, Values::default(), Choice::default()).unwrap();
            let values = Values::forgetful(1 << 17);
            let mut search = Search::with_engine(&code, Box::new(Forgetful { engine, values }));
            search.run(1_000_000, &mut |_| true).unwrap();
            let Verdict::Proved(found) = search.verdict() else { panic!("{code}") };
            assert_eq!((found.period, found.preperiod), (period, preperiod), "{code}");
        }
    }
}
