//! A search that keeps no history: states to go back to, from which any stretch of values can be
//! computed again, and with them the least preperiod.

use bouton_core::error::Error;
use bouton_core::heap::HeapRules;

use crate::engine::{Choice, SparseSpace, engine};
use crate::pairs::PairRules;
use crate::recurrence::Memory;
use crate::state::{Bytes, Rest};
use crate::values::{Cells, Values};

/// Bytes that all states together may take, and how many there are at most.
const MOST_BYTES: usize = 32 << 20;
const MOST_STATES: usize = 4096;

/// Heaps computed again between two questions to the caller.
const ASKED: usize = 1 << 20;

/// The last values before some heaps, ascending.
#[derive(Default)]
pub(super) struct Archive {
    states: Vec<(usize, Cells)>,
    spacing: usize,
}

/// A game with all its rare positions, whose values can be computed again.
pub(super) struct Again<'a> {
    pub rules: &'a dyn HeapRules,
    pub pairs: &'a PairRules,
    pub space: &'a SparseSpace<'a>,
    pub go_on: &'a mut dyn FnMut(usize) -> bool,
}

impl Again<'_> {
    /// Asks the caller now and then.
    fn tick(&mut self, heap: usize) -> Result<(), Error> {
        if heap % ASKED == 0 && !(self.go_on)(heap) {
            return Err(Error::Stopped(
                "stopped while the beginning of a proved period was looked for".to_string(),
            ));
        }
        Ok(())
    }
}

impl Archive {
    /// The heaps before which states are kept.
    pub fn ends(&self) -> impl Iterator<Item = usize> + '_ {
        self.states.iter().map(|(end, _)| *end)
    }

    pub fn write(&self, out: &mut Bytes) {
        out.number(self.spacing);
        out.number(self.states.len());
        for (end, state) in &self.states {
            out.number(*end);
            out.cells(state);
        }
    }

    pub fn read(rest: &mut Rest<'_>) -> Option<Archive> {
        let spacing = rest.number()?;
        let states = rest.list(|rest| {
            let (end, state) = (rest.number()?, rest.cells()?);
            (state.len() <= end).then_some((end, state))
        })?;
        let ascending = states.windows(2).all(|pair| pair[0].0 < pair[1].0);
        ascending.then_some(Archive { states, spacing })
    }

    /// Keeps the last `length` values before a heap, unless the last state kept is near.
    pub fn keep(&mut self, values: &Values, end: usize, length: usize) {
        // Shorter states are from before some rare heap: they cannot be gone on from.
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
        let bytes = length * state.width();
        self.states.push((end, state));
        if self.states.len() > (MOST_BYTES / bytes.max(1)).clamp(16, MOST_STATES) {
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

    /// So many values before a heap, and a way to go on from there.
    pub fn replay<'a>(
        &self,
        again: &mut Again<'a>,
        heap: usize,
        length: usize,
    ) -> Result<Option<Replay<'a>>, Error> {
        let enough =
            |(end, state): &&(usize, Cells)| *end <= heap && heap - end + state.len() >= length;
        let Some((end, state)) = self.states.iter().rev().find(enough) else {
            return Ok(None);
        };
        let values: Vec<u32> = (0..state.len()).filter_map(|index| state.get(index)).collect();
        let mut replay = Replay::new(again.pairs, again.space, *end, values);
        replay.depth = replay.depth.max(length);
        while replay.heap < heap {
            again.tick(replay.heap)?;
            replay.next();
        }
        Ok(Some(replay))
    }

    /// The first heap from which on G(n) = G(n + period), known to hold from the start of `memory` on.
    ///
    /// Bisection over the states finds two neighbours between which the repetition begins. What
    /// counts in the end is the last heap between them where the values differ.
    pub fn preperiod(
        &self,
        again: &mut Again<'_>,
        memory: &Memory,
        period: usize,
    ) -> Result<usize, Error> {
        let (mut low, mut high) = (0, self.states.partition_point(|(end, _)| *end < memory.end()));
        while low < high {
            let middle = (low + high) / 2;
            let (end, state) = &self.states[middle];
            let later = self.replay(again, end + period, state.len())?;
            let equal = later.is_some_and(|later| {
                let window = &later.values[later.values.len() - state.len()..];
                (0..state.len()).all(|index| state.get(index) == Some(window[index]))
            });
            if equal { high = middle } else { low = middle + 1 }
        }
        let to = self.states.get(low).map_or(memory.end(), |(end, _)| *end);
        if let Some((end, state)) = low.checked_sub(1).and_then(|index| self.states.get(index)) {
            let early = self.replay(again, *end, state.len())?;
            let late = self.replay(again, end + period, state.len())?;
            if let (Some(mut early), Some(mut late)) = (early, late) {
                let length = state.len();
                let windows = (early.window(length), late.window(length));
                let differ = |index: &usize| windows.0[*index] != windows.1[*index];
                let mut last = (0..length).rev().find(differ).map(|index| end - length + index);
                for heap in *end..to {
                    again.tick(heap)?;
                    if early.next() != late.next() {
                        last = Some(heap);
                    }
                }
                if let Some(last) = last {
                    return Ok(last + 1);
                }
            }
        }
        self.before_all_states(again, to, period)
    }

    /// The same where the repetition begins before the first state: that part is computed again and
    /// kept this time, and compared with what lies a period later.
    fn before_all_states(
        &self,
        again: &mut Again<'_>,
        to: usize,
        period: usize,
    ) -> Result<usize, Error> {
        let mut early = engine(again.rules, Values::default(), Choice::default())?;
        let late = self.replay(again, period, 1)?;
        let Some(mut late) = late else {
            early.extend(to + period, again.go_on)?;
            return Ok(super::search::walk_back(early.values(), to, period));
        };
        early.extend(to, again.go_on)?;
        let mut start = 0;
        for heap in 0..to {
            again.tick(heap)?;
            if early.values().get(heap) != Some(late.next()) {
                start = heap + 1;
            }
        }
        Ok(start)
    }
}

/// Computes values again from a state, where all rare positions are known and lie before it: each
/// value is then the least common one that is not excluded.
pub(super) struct Replay<'a> {
    pairs: &'a PairRules,
    space: &'a SparseSpace<'a>,
    /// The last values; the next is that of `heap`.
    values: Vec<u32>,
    heap: usize,
    excluded: Vec<usize>,
    /// How many of the values are kept at least.
    depth: usize,
}

impl<'a> Replay<'a> {
    fn new(
        pairs: &'a PairRules,
        space: &'a SparseSpace<'a>,
        heap: usize,
        values: Vec<u32>,
    ) -> Replay<'a> {
        let depth = values.len();
        Replay { pairs, space, values, heap, excluded: Vec::new(), depth }
    }

    /// The last values.
    pub fn window(&self, length: usize) -> &[u32] {
        &self.values[self.values.len().saturating_sub(length)..]
    }

    /// The next value.
    pub fn next(&mut self) -> u32 {
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
    use crate::Code;
    use crate::certificate;
    use crate::check::{How, check};
    use crate::engine::{Engine, Name};
    use crate::search::{Search, Verdict};
    use sha2::{Digest, Sha256};

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
            let text = certificate::write(&code, &mut search, &mut |_| true).unwrap();
            let checked = check(&text, &How::default(), &|_| true).unwrap();
            assert_eq!(checked.fault, None, "{code}");
            assert_eq!((checked.period, checked.preperiod), (period, preperiod), "{code}");
            // One state less, and one state that is moved.
            let Some(place) = text.rfind("snapshot") else {
                // It was proved before anything was forgotten.
                assert!(text.contains("theorem Guy and Smith") && period < 1000, "{code}");
                continue;
            };
            let before = text[..place].rfind("snapshot").unwrap();
            let fewer = sealed(&(text[..before].to_string() + &text[place..]));
            assert!(!check(&fewer, &How::default(), &|_| true).unwrap().passed);
            let end = text[before + 9..].split(' ').next().unwrap();
            let moved = (end.parse::<usize>().unwrap() + 1).to_string();
            let moved = sealed(&text.replacen(
                &format!("snapshot {end} "),
                &format!("snapshot {moved} "),
                1,
            ));
            assert!(!check(&moved, &How::default(), &|_| true).unwrap().passed);
        }
    }

    fn sealed(text: &str) -> String {
        let body = &text[..text.rfind("end ").unwrap()];
        let sum: String =
            Sha256::digest(body.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{body}end {sum}\n")
    }
}
