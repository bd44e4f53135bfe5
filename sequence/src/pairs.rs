//! Rules whose options are nothing, one heap, or a pair of heaps: what the engines for octal games
//! and for Grundy's game need to know of them.

use crate::Code;

/// The numbers of stones taken, by what may be left.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PairRules {
    /// Nothing is left.
    pub empty: Vec<usize>,
    /// One heap is left.
    pub single: Vec<usize>,
    /// Two heaps are left; the flag says that they must be unequal.
    pub double: Vec<(usize, bool)>,
}

impl PairRules {
    /// The rules of a finite code, if it leaves at most two heaps and never asks for equal ones.
    pub fn of(code: &Code) -> Option<PairRules> {
        let mut pairs = PairRules::default();
        if code.most_heaps()? > 2 {
            return None;
        }
        for taken in 0..=code.last_digit()? {
            let index = usize::try_from(taken).ok()?;
            if code.may_leave(taken, 0) {
                pairs.empty.push(index);
            }
            if code.may_leave(taken, 1) {
                pairs.single.push(index);
            }
            if code.may_leave(taken, 2) {
                pairs.double.push((index, code.pairs_unequal(taken)?));
            }
        }
        Some(pairs)
    }

    /// The largest number of stones that a move takes.
    pub fn last(&self) -> usize {
        let double = self.double.iter().map(|(taken, _)| taken);
        self.empty.iter().chain(&self.single).chain(double).copied().max().unwrap_or(0)
    }
}
