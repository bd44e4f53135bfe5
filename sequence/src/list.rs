//! The classic list method for octal games with a sparse space, one heap at a time, written
//! plainly: the engines `tiny` and `sliced` are measured against it.
//!
//! Choose a mask and call a value *rare* if it has an even number of ones below the mask, otherwise
//! *common*. The xor of two common or of two rare values is rare, so a common value can only be
//! excluded through an option with one rare part, or one that leaves a single heap. Few positions
//! are rare, so the least common value not excluded is found quickly; then each rare value below it must
//! be seen among the options, and if one is not, that is the value and the position is rare. The
//! mask chooses how fast this goes, never what comes out (Berlekamp, Conway and Guy, Winning Ways,
//! chapter 4).

use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Shape};

use crate::engine::{Engine, Name, Plain, SparseSpace, drive};
use crate::pairs::PairRules;
use crate::values::Values;

/// Heaps computed by the definition, from which the mask is chosen.
const START: usize = 2000;

/// The list method.
pub struct List {
    pairs: PairRules,
    values: Values,
    mask: u32,
    rares: Vec<(usize, u32)>,
    since: usize,
    reach: usize,
    /// Stamps instead of sets: `excluded[v] == heap` and `witnessed[v] == heap`.
    excluded: Vec<usize>,
    witnessed: Vec<usize>,
    steps: u64,
}

/// More values than this do not fit the stamps.
const MOST_VALUES: usize = 1 << 16;

impl List {
    /// Goes on from known values, which must be complete; `None` where the method does not apply.
    pub fn new(rules: &dyn HeapRules, known: Values) -> Option<List> {
        let Shape::Code(code) = rules.shape() else { return None };
        let pairs = PairRules::of(code).filter(|pairs| pairs.last() < START)?;
        let mut plain = Plain::new(rules, known);
        plain.extend(START + 1, &mut |_| true).ok()?;
        let values = plain.values().clone();
        let mask = best_mask(values.iter_from(values.len() / 2));
        let mut list = List {
            pairs,
            since: values.len(),
            values,
            mask,
            rares: Vec::new(),
            reach: 0,
            excluded: vec![0; MOST_VALUES],
            witnessed: vec![0; MOST_VALUES],
            steps: 0,
        };
        list.rares = list
            .values
            .iter_from(0)
            .enumerate()
            .skip(1)
            .filter(|(_, value)| list.is_rare(*value))
            .collect();
        Some(list)
    }

    fn is_rare(&self, value: u32) -> bool {
        (value & self.mask).count_ones() % 2 == 0
    }

    fn value_at(&self, heap: usize) -> u32 {
        self.values.get(heap).unwrap_or(0)
    }

    fn next(&mut self) -> u32 {
        let heap = self.values.len();
        if self.pairs.empty.contains(&heap) {
            self.excluded[0] = heap;
            self.witnessed[0] = heap;
        }
        for index in 0..self.pairs.single.len() {
            let value = self.value_at(heap - self.pairs.single[index]) as usize;
            self.excluded[value] = heap;
            self.witnessed[value] = heap;
        }
        for (taken, _) in &self.pairs.double {
            let rest = heap - taken;
            for (place, value) in &self.rares {
                if *place >= rest {
                    break;
                }
                let excluded = self.values.get(rest - place).unwrap_or(0) ^ value;
                self.excluded[excluded as usize] = heap;
            }
            self.steps += self.rares.len() as u64;
        }
        let common = (0..)
            .find(|value| !self.is_rare(*value) && self.excluded[*value as usize] != heap)
            .unwrap_or(0);
        self.unseen_rare(heap, common).unwrap_or(common)
    }

    /// The least rare value below `common` that no option has.
    fn unseen_rare(&mut self, heap: usize, common: u32) -> Option<u32> {
        let unseen = |list: &List| {
            (0..common)
                .filter(|value| list.is_rare(*value) && list.witnessed[*value as usize] != heap)
                .count()
        };
        let mut missing = unseen(self);
        'search: for index in 0..self.pairs.double.len() {
            let (taken, unequal) = self.pairs.double[index];
            let rest = heap - taken;
            for part in 1..=rest / 2 {
                if missing == 0 {
                    break 'search;
                }
                self.steps += 1;
                if unequal && 2 * part == rest {
                    continue;
                }
                let value = self.value_at(part) ^ self.value_at(rest - part);
                if value < common && self.is_rare(value) && self.witnessed[value as usize] != heap {
                    self.witnessed[value as usize] = heap;
                    self.reach = self.reach.max(part);
                    missing -= 1;
                }
            }
        }
        (0..common).find(|value| self.is_rare(*value) && self.witnessed[*value as usize] != heap)
    }
}

impl Engine for List {
    fn name(&self) -> Name {
        Name::List
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
            let (heap, before) = (engine.values.len(), engine.steps);
            let value = engine.next();
            if 2 * value as usize >= MOST_VALUES {
                return Err(Error::Unsupported(
                    "the list method holds no values from 2^15 on".to_string(),
                ));
            }
            if engine.is_rare(value) {
                engine.rares.push((heap, value));
            }
            engine.values.push(value);
            Ok(engine.steps - before)
        })
    }

    fn sparse_space(&self) -> Option<SparseSpace<'_>> {
        Some(SparseSpace {
            mask: self.mask,
            alternating: false,
            parity: 0,
            rares: &self.rares,
            since: self.since,
            reach: self.reach,
            exceptions: &[],
        })
    }
}

/// The mask below which the fewest of these values are rare.
fn best_mask(values: impl Iterator<Item = u32>) -> u32 {
    let values: Vec<u32> = values.collect();
    let bits = values.iter().fold(1, |all, value| all | value);
    let most = 1 << (32 - bits.leading_zeros());
    let rares =
        |mask: &u32| values.iter().filter(|value| (**value & mask).count_ones() % 2 == 0).count();
    (1..most).min_by_key(rares).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    #[test]
    fn the_list_method_agrees_with_the_definition() {
        for code in ["0.56", "0.16", "0.77", "0.6", "0.007", "4.3", "4!.0"] {
            let code: Code = code.parse().unwrap();
            let mut plain = Plain::new(&code, Values::default());
            plain.extend(3001, &mut |_| true).unwrap();
            let mut list = List::new(&code, Values::default()).unwrap();
            list.extend(3001, &mut |_| true).unwrap();
            assert_eq!(list.values(), plain.values(), "{code}");
        }
    }
}
