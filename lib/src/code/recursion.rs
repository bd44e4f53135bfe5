//! The definition of values for heaps whose moves can be written out in a few lines.

use crate::heap::Shape;
use crate::sequence::{Condition, Named, TakeSet};

/// The moves of one heap, as a program lists them.
pub enum Recursion {
    /// These numbers may be taken.
    Take(Vec<u64>),
    /// Numbers that one after the other is made from: what is set before, and what is done to come to the next one,
    /// in words of every language.
    Steps { before: &'static [(&'static str, u64)], next: Vec<String> },
    /// What may be left when k stones are taken: 1 for nothing, 2 for a heap, 4 for two heaps.
    Code { digits: Vec<u64>, unequal: bool },
}

/// Numbers at most that stand in a program one by one.
const LONGEST: u64 = 200;

impl Recursion {
    /// The moves of a shape, if they can be written out.
    pub fn of(shape: &Shape<'_>) -> Option<Recursion> {
        match shape {
            Shape::Take(TakeSet::Finite(ranges)) => {
                let count = ranges
                    .iter()
                    .map(|(least, most)| most - least + 1)
                    .try_fold(0u64, u64::checked_add)?;
                let all = ranges.iter().flat_map(|(least, most)| *least..=*most);
                (count <= LONGEST).then(|| Recursion::Take(all.collect()))
            }
            Shape::Take(TakeSet::Named(named)) => named_steps(*named),
            Shape::Code(code) => {
                let last = code.last_digit().filter(|last| *last <= LONGEST)?;
                let (mut digits, mut unequal) = (Vec::new(), None);
                for taken in 0..=last {
                    let digit = code.digit(taken);
                    if digit.most()? > 2 {
                        return None;
                    }
                    if digit.leaves(2) {
                        let own = match digit.condition(2) {
                            Condition::Any => false,
                            Condition::Unequal | Condition::NotAllEqual => true,
                            Condition::AllEqual => return None,
                        };
                        if *unequal.get_or_insert(own) != own {
                            return None;
                        }
                    }
                    digits.push(
                        (0..=2).filter(|left| digit.leaves(*left)).map(|left| 1 << left).sum(),
                    );
                }
                Some(Recursion::Code { digits, unequal: unequal.unwrap_or(false) })
            }
            _ => None,
        }
    }
}

fn named_steps(named: Named) -> Option<Recursion> {
    let (before, next): (&[(&str, u64)], Vec<String>) = match named {
        Named::Squares => (&[("k", 1), ("s", 1)], vec!["k += 1".into(), "s = k * k".into()]),
        Named::Factorials => (&[("k", 1), ("s", 1)], vec!["k += 1".into(), "s *= k".into()]),
        Named::Fibonacci => (&[("s", 1), ("t", 2)], vec!["t += s".into(), "s = t - s".into()]),
        Named::Powers(base) => (&[("s", 1)], vec![format!("s *= {base}")]),
        Named::Primes => return None,
    };
    Some(Recursion::Steps { before, next })
}
