//! What the probes leave open, answered from the values themselves.

use super::{Forgotten, Sparse};
use crate::breaking::look::{Answer, Backward, Question, SOME};
use crate::pairs::PairRules;
use crate::values::Values;

impl Sparse {
    /// Looks for the rare values that the probes left open; the first heap where one is missing, with
    /// the least such value.
    pub(super) fn answer(
        &mut self,
        pairs: &PairRules,
        values: &Values,
        open: Vec<(usize, usize)>,
    ) -> Result<Option<(usize, u32)>, Forgotten> {
        let Some(first) = open.iter().map(|(heap, _)| *heap).min() else { return Ok(None) };
        let last = open.iter().map(|(heap, _)| *heap).max().unwrap_or(first);
        // Heap by heap: the questions of a heap are a list, linked backwards.
        let mut newest = vec![usize::MAX; last - first + 1];
        let mut before = Vec::with_capacity(open.len());
        for (index, (heap, _)) in open.iter().enumerate() {
            before.push(std::mem::replace(&mut newest[heap - first], index));
        }
        if !self.backward.fits(values) {
            self.backward = Backward::new(values);
        }
        let (level, reach) = (self.level, self.reach);
        let mut wanted = Vec::with_capacity(SOME);
        for (heap, newest) in (first..).zip(newest) {
            let mut unseen = None;
            let mut exceptions = Vec::new();
            let mut next = newest;
            while next < open.len() {
                while next < open.len() && wanted.len() < SOME {
                    let rare_parity = self.space.rare_parity(heap);
                    wanted.push(self.space.value(open[next].1 as u32, true, rare_parity));
                    next = before[next];
                }
                let question = Question { level, pairs, values, heap, value: 0 };
                self.backward.settle(question, reach, &mut wanted);
                for value in wanted.drain(..) {
                    match self.backward.look(Question { value, ..question }, reach) {
                        Answer::Seen(part) if part > reach => exceptions.push((value, part)),
                        Answer::Seen(_) => {}
                        Answer::Unseen => unseen = Some(value.min(unseen.unwrap_or(value))),
                        Answer::Forgotten => return Err(Forgotten),
                    }
                }
            }
            // Only what is below the heap's value counts.
            exceptions.retain(|(value, _)| unseen.is_none_or(|unseen| *value < unseen));
            self.exceptions.extend(exceptions.iter().map(|(_, part)| (heap, *part)));
            if let Some(value) = unseen {
                return Ok(Some((heap, value)));
            }
        }
        Ok(None)
    }
}

/// The value of the next heap by the definition; `None` if values that it needs are forgotten.
pub(super) fn by_definition(pairs: &PairRules, values: &Values) -> Option<u32> {
    (values.start() == 0).then(|| {
        let heap = values.len();
        let mut seen = bouton_core::value::Seen::default();
        if pairs.empty.contains(&heap) {
            seen.insert(0);
        }
        for taken in pairs.single.iter().filter(|taken| **taken < heap) {
            seen.insert(values.get(heap - taken).unwrap_or(0));
        }
        for (taken, unequal) in &pairs.double {
            let total = heap.saturating_sub(*taken);
            for part in (1..=total / 2).filter(|part| !unequal || 2 * part != total) {
                let (left, right) = (values.get(part), values.get(total - part));
                seen.insert(left.unwrap_or(0) ^ right.unwrap_or(0));
            }
        }
        seen.mex()
    })
}
