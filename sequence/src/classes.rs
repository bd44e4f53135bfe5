//! Subtraction sets, 64 heaps at a time and value by value.
//!
//! The heaps of value v are chosen greedily among those that no smaller value has claimed: going
//! upwards, a heap gets the value v unless a number of the set leads from it to a heap that already
//! has v. This is the mex rule read value by value instead of heap by heap (`engine::Plain` reads it
//! the other way), and it works on words: for 64 neighbouring heaps, those excluded from v are the
//! union of 64-bit windows, one for each number of the set, or one for each heap of value v within
//! reach, whichever are fewer; and often a few windows cover all 64.

use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Named, Shape, TakeSet};

use crate::engine::{Engine, Name, drive};
use crate::values::Values;

/// The engine for finite and named sets.
pub struct Classes<'a> {
    set: &'a TakeSet,
    values: Values,
    /// The numbers of the set as bits, as far as they are needed.
    numbers: Vec<u64>,
    /// The numbers one by one, where windows are taken for each of them.
    elements: Option<Elements>,
    /// For each value the heaps that have it.
    classes: Vec<Class>,
    /// The largest number of a finite set: heaps further back than this are forgotten.
    reach: Option<usize>,
    /// Windows looked at.
    steps: u64,
}

struct Elements {
    known: Vec<usize>,
    rest: std::iter::Peekable<Box<dyn Iterator<Item = u64> + Send>>,
}

/// The heaps of one value: as bits from heap `64 * first` on, or as a list.
#[derive(Default)]
struct Class {
    bits: Vec<u64>,
    first: usize,
    list: Vec<usize>,
}

/// More numbers than this are never walked through one by one for each value.
const MOST_ELEMENTS: u64 = 4096;

impl<'a> Classes<'a> {
    /// Goes on from known values, which must be complete; `None` where the engine does not apply.
    pub fn new(rules: &'a dyn HeapRules, known: Values) -> Option<Classes<'a>> {
        let Shape::Take(set) = rules.shape() else { return None };
        let (elements, reach) = match set {
            TakeSet::AllBut(_) => return None,
            TakeSet::Named(Named::Primes) => (None, None),
            TakeSet::Named(named) => {
                (Some(Elements { known: Vec::new(), rest: named.elements().peekable() }), None)
            }
            TakeSet::Finite(ranges) => {
                let count = ranges.iter().fold(0u64, |sum, (low, high)| {
                    sum.saturating_add(high - low).saturating_add(1)
                });
                let largest = ranges.last()?.1;
                let few = count <= MOST_ELEMENTS && count * count <= largest;
                let list = ranges.clone();
                let all: Box<dyn Iterator<Item = u64> + Send> =
                    Box::new(list.into_iter().flat_map(|(low, high)| low..=high));
                let elements = few.then(|| Elements { known: Vec::new(), rest: all.peekable() });
                (elements, usize::try_from(largest).ok())
            }
        };
        if known.start() > 0 {
            return None;
        }
        let mut engine = Classes {
            set,
            values: known,
            numbers: Vec::new(),
            elements,
            classes: Vec::new(),
            reach,
            steps: 0,
        };
        let far = engine.reach.map_or(0, |reach| engine.values.len().saturating_sub(reach));
        let recent: Vec<(usize, u32)> = (far..).zip(engine.values.iter_from(far)).collect();
        for (heap, value) in recent {
            engine.claim(value as usize, heap, 1);
        }
        Some(engine)
    }

    /// The numbers of the set below `length`, as bits; lengths double.
    fn grow_numbers(&mut self, length: usize) {
        if self.numbers.len() * 64 > length {
            return;
        }
        let words = (2 * self.numbers.len()).max(length / 64 + 1).max(16);
        let most = (words * 64 - 1) as u64;
        match self.set {
            TakeSet::Named(Named::Primes) => self.numbers = primes(words),
            set => {
                let mut numbers = vec![0; words];
                set.for_each_up_to(most, |number| {
                    numbers[number as usize / 64] |= 1 << (number % 64);
                    true
                });
                self.numbers = numbers;
            }
        }
    }

    /// The heaps `heap + i` with bit i of `claimed` have this value.
    fn claim(&mut self, value: usize, heap: usize, claimed: u64) {
        if value >= self.classes.len() {
            self.classes.resize_with(value + 1, Class::default);
        }
        let class = &mut self.classes[value];
        if self.elements.is_some() {
            if class.bits.is_empty() {
                class.first = heap / 64;
            }
            let word = heap / 64 - class.first;
            if class.bits.len() < word + 2 {
                class.bits.resize(word + 2, 0);
            }
            class.bits[word] |= claimed << (heap % 64);
            if heap % 64 > 0 {
                class.bits[word + 1] |= claimed >> (64 - heap % 64);
            }
        } else {
            let mut left = claimed;
            while left != 0 {
                class.list.push(heap + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    /// Of 64 heaps from `heap` on, those from which a number leads to a lower heap of this value;
    /// it is enough to find all that are `wanted`.
    fn excluded(&mut self, value: usize, heap: usize, wanted: u64) -> u64 {
        let Some(class) = self.classes.get_mut(value) else { return 0 };
        let mut excluded = 0;
        if let Some(elements) = &self.elements {
            for number in &elements.known {
                self.steps += 1;
                excluded |= window(&class.bits, class.first, heap, *number);
                if wanted & !excluded == 0 {
                    break;
                }
            }
        } else {
            for member in class.list.iter().rev() {
                let distance = heap - member;
                if self.reach.is_some_and(|reach| distance > reach) {
                    break;
                }
                self.steps += 1;
                excluded |= bits_at(&self.numbers, distance);
                if wanted & !excluded == 0 {
                    break;
                }
            }
        }
        excluded
    }

    /// The values of the next `count` heaps, at most 64.
    fn block(&mut self, count: usize) {
        let heap = self.values.len();
        // A list of heaps needs windows up to the heaps' own size, or to the largest number.
        let needed = match (&self.elements, self.reach) {
            (Some(_), _) => 64,
            (None, Some(reach)) => heap.min(reach) + 128,
            (None, None) => heap + 128,
        };
        self.grow_numbers(needed);
        if let Some(elements) = &mut self.elements {
            while let Some(number) =
                elements.rest.next_if(|number| *number <= (heap + count) as u64)
            {
                elements.known.push(number as usize);
            }
        }
        let near = bits_at(&self.numbers, 0);
        let mut values = [0; 64];
        let mut open = u64::MAX >> (64 - count);
        for value in 0.. {
            if open == 0 {
                break;
            }
            let mut candidates = open & !self.excluded(value, heap, open);
            let mut claimed = if near == 0 { candidates } else { 0 };
            while near != 0 && candidates != 0 {
                let lowest = candidates.trailing_zeros();
                claimed |= 1 << lowest;
                candidates &= !(1 << lowest) & !(near << lowest);
            }
            if claimed != 0 {
                self.claim(value, heap, claimed);
                open &= !claimed;
                let mut left = claimed;
                while left != 0 {
                    values[left.trailing_zeros() as usize] = value as u32;
                    left &= left - 1;
                }
            }
            self.steps += 1;
        }
        values[..count].iter().for_each(|value| self.values.push(*value));
    }

    /// Forgets heaps that no number of a finite set leads to any more.
    fn forget(&mut self) {
        let Some(reach) = self.reach else { return };
        let oldest = self.values.len().saturating_sub(reach);
        for class in &mut self.classes {
            let words = (oldest / 64).saturating_sub(class.first).min(class.bits.len());
            if words > class.bits.len() / 2 + 64 {
                class.bits.drain(..words);
                class.first += words;
            }
            let members = class.list.len();
            if members > 64 && class.list[members / 2] < oldest {
                class.list.drain(..members / 2);
            }
        }
    }
}

/// 64 bits from bit `at` on; 0 beyond the end.
#[inline]
fn bits_at(bits: &[u64], at: usize) -> u64 {
    let word = |index: usize| bits.get(index).copied().unwrap_or(0);
    let (index, shift) = (at / 64, at % 64);
    let low = word(index) >> shift;
    if shift == 0 { low } else { low | word(index + 1) << (64 - shift) }
}

/// The bits of the heaps from `heap - number` on, where the bits begin at heap `64 * first`.
#[inline]
fn window(bits: &[u64], first: usize, heap: usize, number: usize) -> u64 {
    let start = 64 * first + number;
    if heap >= start {
        bits_at(bits, heap - start)
    } else if start - heap < 64 {
        bits_at(bits, 0) << (start - heap)
    } else {
        0
    }
}

/// The primes as bits, by the sieve of Eratosthenes.
fn primes(words: usize) -> Vec<u64> {
    let length = 64 * words;
    let mut bits = vec![u64::MAX; words];
    bits[0] &= !3;
    let mut number = 2;
    while number * number < length {
        if bits[number / 64] >> (number % 64) & 1 == 1 {
            for multiple in (number * number..length).step_by(number) {
                bits[multiple / 64] &= !(1 << (multiple % 64));
            }
        }
        number += 1;
    }
    bits
}

impl Engine for Classes<'_> {
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
        let mut blocks = 0;
        drive(self, length, go_on, |engine| {
            let before = engine.steps;
            engine.block((length - engine.values.len()).min(64));
            blocks += 1;
            if blocks % 1024 == 0 {
                engine.forget();
            }
            Ok(engine.steps - before)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Choice, Plain, engine};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// In two pieces, with what is known handed on between them.
    fn agrees(rules: TakeSet, to: usize, cut: usize) {
        let mut plain = Plain::new(&rules, Values::default());
        plain.extend(to, &mut |_| true).unwrap();
        let mut first = engine(&rules, Values::default(), Choice::default()).unwrap();
        assert_eq!(first.name(), Name::Window);
        assert!(first.extend(cut, &mut |_| true).unwrap());
        let choice = Choice { engine: Some(Name::Window), ..Choice::default() };
        let mut second = engine(&rules, first.values().clone(), choice).unwrap();
        assert!(second.extend(to, &mut |_| true).unwrap());
        assert_eq!(second.values(), plain.values(), "{:?}", rules);
    }

    #[test]
    fn all_subsets_of_one_to_eight_agree_with_the_definition() {
        for bits in 1u64..256 {
            let ranges = (1..=8).filter(|n| bits >> (n - 1) & 1 == 1).map(|n| (n, n)).collect();
            agrees(TakeSet::Finite(ranges), 500, 77);
        }
    }

    #[test]
    fn random_and_wide_sets_agree_with_the_definition() {
        let mut random = ChaCha8Rng::seed_from_u64(4);
        for round in 0..60 {
            let (count, largest) = (random.random_range(1..12), 10u64.pow(1 + round % 3));
            let words: Vec<String> = (0..count)
                .map(|_| {
                    let low = random.random_range(1..=largest);
                    let high = low + random.random_range(0..=largest / 10) * u64::from(round % 2);
                    format!("{low}-{high}")
                })
                .collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            agrees(TakeSet::read(&words).unwrap(), 3000, 1001);
        }
        // Past the point where old heaps are forgotten.
        agrees(TakeSet::read(&["2", "5-7"]).unwrap(), 200_000, 150_001);
        agrees(TakeSet::read(&["1", "70", "5000"]).unwrap(), 200_000, 150_001);
        agrees(TakeSet::read(&["3-9223372036854775807"]).unwrap(), 500, 100);
    }

    #[test]
    fn named_sets_agree_with_the_definition() {
        for word in ["squares", "primes", "fibonacci", "factorials", "powers-of-2", "powers-of-7"] {
            agrees(TakeSet::read(&[word]).unwrap(), 6000, 777);
        }
    }

    #[test]
    fn take_a_factorial_looks_periodic_and_breaks_at_5050() {
        let rules = TakeSet::Named(Named::Factorials);
        let mut engine = engine(&rules, Values::default(), Choice::default()).unwrap();
        engine.extend(6000, &mut |_| true).unwrap();
        let values = engine.values();
        let breaks = (25..6000).find(|heap| values.get(*heap) != values.get(heap - 25));
        assert_eq!(breaks, Some(5050));
    }
}
