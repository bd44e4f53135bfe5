//! The options of a heap as classes, by the plain rules or, where these are pairs, by a short loop.

use bouton_core::ask::Meter;
use bouton_core::heap::{Code, HeapRules, Options, Shape};

use crate::Halt;
use crate::bits::Bits;
use crate::monoid::{Class, Monoid, ONE};

/// The rules as the engine asks them.
pub struct Moves<'a> {
    rules: &'a dyn HeapRules,
    /// For codes that leave at most two heaps and ask nothing of them: for each number of stones taken,
    /// the digit.
    octal: Option<Vec<u8>>,
}

impl<'a> Moves<'a> {
    /// The rules, looked at once.
    pub fn new(rules: &'a dyn HeapRules) -> Moves<'a> {
        let octal = match rules.shape() {
            Shape::Code(code) => octal(code),
            _ => None,
        };
        Moves { rules, octal }
    }

    /// Each option of a heap, as heaps.
    pub fn each(
        &self,
        heap: usize,
        meter: &mut Meter<'_>,
        mut take: impl FnMut(&[u64]),
    ) -> Result<(), Halt> {
        let mut spent = Ok(());
        self.rules.options(
            heap as u64,
            &mut Options::new(&mut |option| {
                take(option);
                spent = meter.work(1 + option.len() as u64);
                spent.is_ok()
            }),
        );
        if let Some(fault) = self.rules.fault() {
            return Err(fault.into());
        }
        Ok(spent?)
    }

    /// The classes of the options of a heap; `classes` has those of smaller heaps. Answers whether there
    /// is a move at all.
    pub fn classes(
        &self,
        heap: usize,
        classes: &[Class],
        monoid: &Monoid,
        found: &mut Bits,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Halt> {
        found.clear();
        let mut any = false;
        let Some(digits) = &self.octal else {
            self.each(heap, meter, |option| {
                any = true;
                let class = |heap: &u64| classes[*heap as usize];
                let sum = option.iter().map(class).fold(ONE, |sum, part| monoid.sum(sum, part));
                found.insert(usize::from(sum));
            })?;
            return Ok(any);
        };
        for (taken, digit) in digits.iter().enumerate().take(heap + 1) {
            let rest = heap - taken;
            if digit & 1 != 0 && rest == 0 {
                any = true;
                found.insert(usize::from(ONE));
            }
            if digit & 2 != 0 && rest > 0 {
                any = true;
                found.insert(usize::from(classes[rest]));
            }
            if digit & 4 != 0 && rest > 1 {
                any = true;
                meter.work(rest as u64 / 4)?;
                let half = rest / 2;
                let small = classes[1..=half].iter();
                let large = classes[rest - half..rest].iter().rev();
                for (a, b) in small.zip(large) {
                    found.insert(usize::from(monoid.sum(*a, *b)));
                }
            }
        }
        Ok(any)
    }
}

fn octal(code: &Code) -> Option<Vec<u8>> {
    if !code.is_unconditional() || code.most_heaps()? > 2 {
        return None;
    }
    let digit = |taken| {
        let leaves = |left| u8::from(code.may_leave(taken, left)) << left;
        leaves(0) | leaves(1) | leaves(2)
    };
    Some((0..=code.last_digit()?).map(digit).collect())
}
