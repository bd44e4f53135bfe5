//! When the classes of single heaps repeat for ever.
//!
//! **Theorem.** Let a code without conditions leave at most h heaps, let n0 >= 1, and let P be a multiple of the
//! length of the tail, if there is one. Let all heaps below N + P have classes in one monoid, with
//! Phi(n + P) = Phi(n) for n0 <= n < N, where N = h*n0 + (h-1)*P + k if the code is finite with last digit k,
//! and N = h*(n0 + P) + J if digits repeat from digit J on. Then the monoid is that of all heaps, and
//! Phi(n + P) = Phi(n) for all n >= n0.
//!
//! **Proof.** By induction let n >= N. An option of n + P that takes j stones leaves heaps of which the largest
//! has at least n0 + P, unless there is a tail and j >= J + P; then j - P leaves the same heaps from n. Otherwise
//! the largest, shortened by P, has the same class. So every class of an option of n + P is that of an
//! option of n, and back in the same way. A heap whose options have the same classes as those of a heap that is there
//! already can take its place in every sum, so n + P has the class of n. (Plambeck 2005 for octal games.)
//!
//! For a finite subtraction set h = 1 and k is its largest number.

use bouton_core::heap::{Shape, TakeSet};
use serde::Serialize;

use crate::monoid::Class;

/// From some heap on, classes repeat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Period {
    /// After how many heaps.
    pub period: u64,
    /// From which heap on.
    pub preperiod: u64,
}

/// What the theorem asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    heaps: u64,
    last: u64,
    /// The length of the tail.
    tail: Option<u64>,
}

impl Window {
    /// The window of rules that the theorem covers.
    pub fn of(shape: &Shape<'_>) -> Option<Window> {
        match shape {
            Shape::Take(TakeSet::Finite(ranges)) => {
                Some(Window { heaps: 1, last: ranges.last()?.1, tail: None })
            }
            Shape::Code(code) if code.is_unconditional() => {
                let heaps = code.most_heaps()?.max(1);
                Some(match code.tail() {
                    None => Window { heaps, last: code.last_digit()?, tail: None },
                    Some(tail) => Window { heaps, last: tail.start, tail: Some(tail.length) },
                })
            }
            _ => None,
        }
    }

    /// The number of heaps, from 0 on, whose classes must be known.
    pub fn needed(&self, start: u64, period: u64) -> Option<u64> {
        let rest = if self.tail.is_some() { self.heaps } else { self.heaps - 1 };
        let window = self.heaps.checked_mul(start)?.checked_add(rest.checked_mul(period)?)?;
        window.checked_add(self.last)?.checked_add(period)
    }

    /// The least period that the classes of the heaps from 0 on prove.
    pub fn find(&self, classes: &[Class]) -> Option<Period> {
        let length = classes.len();
        let matches = trailing(classes);
        (1..length).find_map(|period| {
            if period as u64 % self.tail.unwrap_or(1) != 0 {
                return None;
            }
            let start = (length - period - matches[period]) as u64;
            let needed = self.needed(start.max(1), period as u64)?;
            (needed <= length as u64).then_some(Period { period: period as u64, preperiod: start })
        })
    }
}

/// For each distance, over how many heaps at the end the classes are those of as many heaps before.
fn trailing(classes: &[Class]) -> Vec<usize> {
    let length = classes.len();
    let at = |index: usize| classes[length - 1 - index];
    let mut matches = vec![length; length];
    // The longest match so far ends at `right` and began at `left` (the Z algorithm, from the end).
    let (mut left, mut right) = (0, 0);
    for start in 1..length {
        let mut known = if start < right { matches[start - left].min(right - start) } else { 0 };
        while start + known < length && at(known) == at(start + known) {
            known += 1;
        }
        if start + known > right {
            (left, right) = (start, start + known);
        }
        matches[start] = known;
    }
    matches
}
