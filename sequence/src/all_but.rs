//! Subtraction sets that leave out some numbers: as many steps for a heap as numbers are left out.

use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Shape, TakeSet};

use crate::engine::{Engine, Name, drive};
use crate::values::Values;

/// The engine for sets of all numbers but some.
///
/// Every lower heap can be reached except those at a missing distance. The values so far are
/// 0, ..., c - 1 without a gap, since each of them is a mex. So the next value is the least of those whose
/// heaps all lie at missing distances, or else c. `engine::Plain` is the definition.
pub struct AllBut<'a> {
    missing: &'a [u64],
    values: Values,
    /// How many heaps have each value.
    counts: Vec<u64>,
}

impl<'a> AllBut<'a> {
    /// Goes on from known values, which must be complete; `None` where the engine does not apply.
    pub fn new(rules: &'a dyn HeapRules, known: Values) -> Option<AllBut<'a>> {
        let Shape::Take(TakeSet::AllBut(missing)) = rules.shape() else { return None };
        if known.start() > 0 {
            return None;
        }
        let mut counts = Vec::new();
        known.iter_from(0).for_each(|value| add(&mut counts, value));
        Some(AllBut { missing, values: known, counts })
    }

    fn next(&mut self) -> u32 {
        let heap = self.values.len();
        let hidden = |missing: &&u64| **missing <= heap as u64;
        let hidden = self.missing.iter().take_while(hidden);
        let hidden = hidden.filter_map(|missing| self.values.get(heap - *missing as usize));
        let (mut least, counts) = (self.counts.len() as u32, &mut self.counts);
        for value in hidden.clone() {
            counts[value as usize] -= 1;
            if counts[value as usize] == 0 {
                least = least.min(value);
            }
        }
        hidden.for_each(|value| counts[value as usize] += 1);
        least
    }
}

fn add(counts: &mut Vec<u64>, value: u32) {
    let index = value as usize;
    if index >= counts.len() {
        counts.resize(index + 1, 0);
    }
    counts[index] += 1;
}

impl Engine for AllBut<'_> {
    fn name(&self) -> Name {
        Name::Window
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn extend(
        &mut self,
        length: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<bool, Error> {
        drive(self, length, go_on, |engine| {
            let value = engine.next();
            engine.values.push(value);
            add(&mut engine.counts, value);
            Ok(engine.missing.len() as u64 + 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Plain;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn random_all_but_sets_agree_with_the_definition() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        for round in 0..60u64 {
            let largest = 5 + 3 * round;
            let mut missing: Vec<u64> =
                (0..random.random_range(1..9)).map(|_| random.random_range(1..=largest)).collect();
            missing.sort_unstable();
            missing.dedup();
            let rules = TakeSet::AllBut(missing);
            let mut plain = Plain::new(&rules, Values::default());
            plain.extend(800, &mut |_| true).unwrap();
            let mut first = AllBut::new(&rules, Values::default()).unwrap();
            first.extend(333, &mut |_| true).unwrap();
            let mut engine = AllBut::new(&rules, first.values().clone()).unwrap();
            engine.extend(800, &mut |_| true).unwrap();
            assert_eq!(engine.values(), plain.values(), "{:?}", rules);
        }
    }
}
