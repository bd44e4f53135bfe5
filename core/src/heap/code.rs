//! Take-and-break codes: what may be left of a heap after so many stones are taken.
//!
//! Digit `d_j` says what may be left after `j` stones are taken from a heap: exactly `i` heaps,
//! none of them empty, if bit `i` of the digit is set. `!` asks that the heaps left are pairwise
//! unequal, `?` that they are not all equal, `=` that they are all equal, for all numbers of heaps
//! or for each its own. Digits may go on for ever if they repeat. A digit further left than `d_0`
//! adds stones before the heap is broken; it must leave so many heaps that each is smaller than
//! the heap was. How codes are written: `notation`.

use std::fmt;

use crate::heap::Heaps;
use crate::heap::{HeapRules, Options, Shape};
use crate::natural::Natural;

/// A take-and-break code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    text: String,
    /// The digits for 1, 2, ... stones that are added.
    added: Vec<Digit>,
    /// The digits for 0, 1, 2, ... stones that are taken.
    digits: Vec<Digit>,
    /// The digits that follow these, for ever in turn; empty if no more follow.
    tail: Vec<Digit>,
    /// So many neighbouring digits of the tail without an option mean that none follows before the
    /// heap ends.
    patience: u64,
}

/// The largest number of heaps that can be listed by itself.
#[doc(hidden)]
pub const MOST_COUNTED: u64 = 63;

/// An option with more heaps than this is not listed. Heaps that have such options are far beyond
/// those whose values can be computed one by one; `allows` knows these moves all the same.
const MOST_LEFT: u64 = 1 << 24;

/// What may be left after a certain number of stones is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    /// Bit i: i heaps may be left.
    heaps: u64,
    /// Any number of heaps beyond those that the bits can say may be left, under the condition of the last bit.
    many: bool,
    /// Bit i: i heaps must be pairwise unequal, not all equal, or all equal.
    conditions: [u64; 3],
}

/// What a digit asks of the sizes of the heaps left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Nothing.
    Any,
    /// `!`: they are pairwise unequal.
    Unequal,
    /// `?`: they are not all equal.
    NotAllEqual,
    /// `=`: they are all equal.
    AllEqual,
}

impl Condition {
    /// Those that ask something, in the order in which a digit keeps them.
    const ASKING: [Condition; 3] =
        [Condition::Unequal, Condition::NotAllEqual, Condition::AllEqual];

    fn holds<T: PartialEq>(self, ascending: &[T]) -> bool {
        let mut neighbours = ascending.windows(2);
        match self {
            Condition::Any => true,
            Condition::Unequal => neighbours.all(|pair| pair[0] != pair[1]),
            Condition::NotAllEqual => neighbours.any(|pair| pair[0] != pair[1]),
            Condition::AllEqual => neighbours.all(|pair| pair[0] == pair[1]),
        }
    }
}

impl Digit {
    pub(super) const ZERO: Digit = Digit { heaps: 0, many: false, conditions: [0; 3] };

    /// The digit with these bits.
    pub(super) fn of(heaps: u64) -> Digit {
        Digit { heaps, ..Digit::ZERO }
    }

    /// The digit that also allows `count` heaps, or so many and more, under a condition.
    pub(super) fn or(self, count: u64, more: bool, condition: Condition) -> Digit {
        let heaps = if more { u64::MAX << count } else { 1 << count };
        let new = Digit { heaps, many: more, ..Digit::ZERO }.under(condition);
        let both = |at: usize| self.conditions[at] | new.conditions[at];
        Digit {
            heaps: self.heaps | heaps,
            many: self.many || more,
            conditions: [both(0), both(1), both(2)],
        }
    }

    /// A number of heaps that both digits allow under different conditions.
    pub(super) fn clash(self, other: Digit) -> Option<u64> {
        let clashes = |count: &u64| {
            let both = self.leaves(*count) && other.leaves(*count);
            both && self.condition(*count) != other.condition(*count)
        };
        (0..=MOST_COUNTED).find(clashes)
    }

    /// The digit under a condition, which says nothing of a single heap.
    pub(super) fn under(self, condition: Condition) -> Digit {
        let breaks = self.heaps & !0b11;
        let asked = Condition::ASKING.map(|asking| if asking == condition { breaks } else { 0 });
        Digit { conditions: asked, ..self }
    }

    /// Whether the digit allows nothing.
    pub fn is_zero(&self) -> bool {
        self.heaps == 0
    }

    /// Whether `count` heaps may be left, the condition aside.
    pub fn leaves(&self, count: u64) -> bool {
        if count <= MOST_COUNTED { self.heaps >> count & 1 == 1 } else { self.many }
    }

    /// The largest number of heaps that may be left; `None` if there is no largest.
    pub fn most(&self) -> Option<u64> {
        (!self.many).then(|| u64::from(self.heaps.checked_ilog2().unwrap_or(0)))
    }

    /// The least number of heaps that may be left; `None` if none may.
    pub fn least(&self) -> Option<u64> {
        (!self.is_zero()).then(|| u64::from(self.heaps.trailing_zeros()))
    }

    /// What is asked of the heaps left, if they are so many.
    pub fn condition(&self, count: u64) -> Condition {
        let bit = count.min(MOST_COUNTED);
        let asked = Condition::ASKING.into_iter().zip(self.conditions);
        asked
            .into_iter()
            .find(|(_, counts)| counts >> bit & 1 == 1)
            .map_or(Condition::Any, |asked| asked.0)
    }

    /// Whether nothing is asked of more than two heaps.
    pub fn binds_pairs_alone(&self) -> bool {
        self.conditions.iter().all(|counts| counts >> 3 == 0)
    }

    /// Whether nothing is asked of the heaps left.
    pub fn is_unconditional(&self) -> bool {
        self.conditions == [0; 3]
    }

    /// The options that leave `rest` stones.
    fn options(&self, rest: u64, out: &mut Options<'_>) {
        let listed = (0..=MOST_COUNTED.min(rest)).filter(|count| self.heaps >> count & 1 == 1);
        let most = if self.many { rest.min(MOST_LEFT) } else { 0 };
        let more = MOST_COUNTED + 1..=most;
        for count in listed.chain(more) {
            match count {
                0 if rest == 0 => out.push(&[]),
                0 => {}
                1 => out.push(&[rest]),
                _ => partitions(rest, count, self.condition(count), out),
            }
            if out.full() {
                return;
            }
        }
    }
}

/// Digits that repeat for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The first of them.
    pub start: u64,
    /// After how many they repeat.
    pub length: u64,
}

impl Code {
    /// A code with the text that writes it. `digits` begins with the digit before the point, and `added` with the one
    /// before that.
    pub(super) fn new(
        text: String,
        added: Vec<Digit>,
        mut digits: Vec<Digit>,
        mut tail: Vec<Digit>,
    ) -> Code {
        if tail.iter().all(Digit::is_zero) {
            tail.clear();
            while digits.len() > 1 && digits.last().is_some_and(Digit::is_zero) {
                digits.pop();
            }
        }
        // Beyond the digits written, whether a digit gives an option depends on its place in the
        // tail and on whether the rest can be cut into so many equal parts.
        let mut patience = tail.len() as u64;
        for digit in &tail {
            let equal = |count: &u64| {
                digit.leaves(*count) && digit.condition(*count) == Condition::AllEqual
            };
            for count in (2..=MOST_COUNTED).filter(equal) {
                let (mut a, mut b) = (patience, count);
                while b > 0 {
                    (a, b) = (b, a % b);
                }
                patience = patience.saturating_mul(count / a);
            }
        }
        Code { text, added, digits, tail, patience }
    }

    /// What may be left after `taken` stones are taken.
    pub fn digit(&self, taken: u64) -> Digit {
        let written = self.digits.len() as u64;
        match taken.checked_sub(written) {
            None => self.digits[taken as usize],
            Some(_) if self.tail.is_empty() => Digit::ZERO,
            Some(beyond) => self.tail[(beyond % self.tail.len() as u64) as usize],
        }
    }

    /// The digits that repeat for ever, if there are such.
    pub fn tail(&self) -> Option<Tail> {
        let (start, length) = (self.digits.len() as u64, self.tail.len() as u64);
        (length > 0).then_some(Tail { start, length })
    }

    /// All digits that take: those written before the tail, and each digit of the tail once.
    pub fn digits(&self) -> impl Iterator<Item = &Digit> {
        self.digits.iter().chain(&self.tail)
    }

    /// Whether some digit adds stones.
    pub fn adds(&self) -> bool {
        !self.added.is_empty()
    }

    /// The largest number of stones that a move takes; `None` if there is no largest.
    pub fn last_digit(&self) -> Option<u64> {
        self.tail.is_empty().then(|| self.digits.len() as u64 - 1)
    }

    /// The largest number of heaps that a move leaves; `None` if there is no largest.
    pub fn most_heaps(&self) -> Option<u64> {
        self.digits().try_fold(0, |most, digit| Some(digit.most()?.max(most)))
    }

    /// Whether no digit asks for equal or unequal heaps.
    pub fn is_unconditional(&self) -> bool {
        self.digits().all(Digit::is_unconditional)
    }

    /// Where a pair may be left: whether it must be unequal; `None` where it must be equal.
    pub fn pairs_unequal(&self, taken: u64) -> Option<bool> {
        match self.digit(taken).condition(2) {
            Condition::Any => Some(false),
            Condition::Unequal | Condition::NotAllEqual => Some(true),
            Condition::AllEqual => None,
        }
    }

    /// Whether `left` heaps may remain after `taken` stones are taken, conditions aside.
    pub fn may_leave(&self, taken: u64, left: u32) -> bool {
        self.digit(taken).leaves(u64::from(left))
    }

    fn digit_at(&self, taken: &Natural) -> Digit {
        match (taken.to_u64(), self.tail()) {
            (Some(taken), _) => self.digit(taken),
            (None, None) => Digit::ZERO,
            (None, Some(tail)) => {
                let beyond = taken.minus(&Natural::from(tail.start)).unwrap_or_default();
                self.digit(tail.start + beyond.modulo(tail.length))
            }
        }
    }
}

impl HeapRules for Code {
    /// Each option is in ascending order.
    fn options(&self, size: u64, out: &mut Options<'_>) {
        for (digit, added) in self.added.iter().zip(1..) {
            digit.options(size.saturating_add(added), out);
            if out.full() {
                return;
            }
        }
        for (digit, taken) in self.digits.iter().zip(0..) {
            let Some(rest) = size.checked_sub(taken) else { return };
            digit.options(rest, out);
            if out.full() {
                return;
            }
        }
        let (mut taken, mut silent) = (self.digits.len() as u64, 0u64);
        while taken <= size && !self.tail.is_empty() {
            let mut given = false;
            self.digit(taken).options(
                size - taken,
                &mut Options::new(&mut |option| {
                    given = true;
                    out.push(option);
                    !out.full()
                }),
            );
            if out.full() || taken == size {
                return;
            }
            silent = if given { 0 } else { silent + 1 };
            // Nothing is left where the heap ends, whatever came before.
            taken = if silent > self.patience { size } else { taken + 1 };
        }
    }

    fn shape(&self) -> Shape<'_> {
        // What is known of codes is known of those that add nothing.
        if self.added.is_empty() { Shape::Code(self) } else { Shape::Other }
    }

    fn allows(&self, size: &Natural, left: &Heaps) -> Option<bool> {
        let nothing = left.len() == 1 && left.get(0).is_zero();
        let parts: Vec<Natural> =
            if nothing { Vec::new() } else { left.sorted(|_| true).iter().collect() };
        let total = parts.iter().fold(Natural::ZERO, |sum, part| &sum + part);
        let digit = match size.minus(&total) {
            Some(taken) => self.digit_at(&taken),
            None => {
                let added = total.minus(size).and_then(|added| added.to_u64());
                let place = added.and_then(|added| usize::try_from(added - 1).ok());
                place.and_then(|place| self.added.get(place)).copied().unwrap_or(Digit::ZERO)
            }
        };
        Some(
            digit.leaves(parts.len() as u64)
                && parts.iter().all(|part| !part.is_zero())
                && (parts.len() < 2 || digit.condition(parts.len() as u64).holds(&parts)),
        )
    }
}

/// The ways to write `total` as `count` ascending positive numbers that meet the condition.
fn partitions(total: u64, count: u64, condition: Condition, out: &mut Options<'_>) {
    match condition {
        Condition::AllEqual if total % count == 0 => {
            out.push(&vec![total / count; count as usize]);
        }
        Condition::AllEqual => {}
        // Unequal numbers are any ascending ones with 0, 1, 2, ... added.
        Condition::Unequal => {
            let Some(steps) = (count - 1).checked_mul(count).map(|twice| twice / 2) else { return };
            let Some(total) = total.checked_sub(steps) else { return };
            let mut spread = Vec::new();
            let mut take = |parts: &[u64]| {
                spread.clear();
                spread.extend(parts.iter().zip(0..).map(|(part, step)| part + step));
                out.push(&spread);
                !out.full()
            };
            ascending(total, count, &mut take);
        }
        Condition::Any | Condition::NotAllEqual => {
            let mut take = |parts: &[u64]| {
                if condition.holds(parts) {
                    out.push(parts);
                }
                !out.full()
            };
            ascending(total, count, &mut take);
        }
    }
}

/// The ways to write `total` as `count` ascending positive numbers, while `take` answers true.
fn ascending(total: u64, count: u64, take: &mut dyn FnMut(&[u64]) -> bool) {
    if total < count {
        return;
    }
    let count = count as usize;
    // The last part is what remains; the others are counted up like the wheels of an odometer.
    let mut parts = vec![1; count];
    loop {
        let used: u64 = parts[..count - 1].iter().sum();
        parts[count - 1] = total - used;
        if !take(&parts) {
            return;
        }
        // Advance the rightmost part that leaves the rest ascending.
        let mut before = used;
        let mut wheel = count - 1;
        loop {
            let Some(next) = wheel.checked_sub(1) else { return };
            wheel = next;
            before -= parts[wheel];
            if (parts[wheel] + 1) * (count - wheel) as u64 <= total - before {
                break;
            }
        }
        let next = parts[wheel] + 1;
        parts[wheel..count - 1].fill(next);
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(code: &str, size: u64) -> Vec<Vec<u64>> {
        let code: Code = code.parse().unwrap();
        let mut list = Vec::new();
        code.options(
            size,
            &mut Options::new(&mut |option| {
                list.push(option.to_vec());
                true
            }),
        );
        list
    }

    #[test]
    fn digits_say_what_may_be_left() {
        assert_eq!(options("0.77", 1), [Vec::<u64>::new()]);
        assert_eq!(options("0.77", 4), [vec![3], vec![1, 2], vec![2], vec![1, 1]]);
        assert_eq!(options("4!.0", 6), [vec![1, 5], vec![2, 4]]);
        assert_eq!(options("4=.0", 6), [vec![3, 3]]);
        assert_eq!(options("0.8", 8), [vec![1, 1, 5], vec![1, 2, 4], vec![1, 3, 3], vec![2, 2, 3]]);
        assert_eq!(options("0.8?", 4), Vec::<Vec<u64>>::new());
        assert_eq!(options("0.8!", 8), [vec![1, 2, 4]]);
        assert_eq!(options("0.8=", 7), [vec![2, 2, 2]]);
        assert_eq!(options("0.G", 6).len(), 1);
        assert_eq!(options("0.{2+}", 5), [vec![1, 3], vec![2, 2], vec![1, 1, 2], vec![1, 1, 1, 1]]);
        // Any number of heaps, more than a digit can list by itself.
        assert_eq!(options("0.{60+}", 67).last().map(Vec::len), Some(66));
        assert_eq!(options("0.[1]", 9), [Vec::<u64>::new()]);
        // Each number of heaps has its own condition.
        assert_eq!(options("0.{2!,3=}", 7), [vec![1, 5], vec![2, 4], vec![2, 2, 2]]);
        assert_eq!(options("0.{2=,3!+}", 7), [vec![3, 3], vec![1, 2, 3]]);
        // A stone is added, and then there are three heaps.
        assert_eq!(options("80.3", 3), [vec![1, 1, 2], vec![2]]);
    }

    #[test]
    fn partitions_are_complete() {
        // The number of partitions of 30 into exactly 4 parts is 206.
        let mut all = options("0.G", 31);
        assert_eq!(all.len(), 206);
        all.retain(|option| Condition::Unequal.holds(option));
        assert_eq!(options("0.G!", 31), all);
    }

    #[test]
    fn huge_heaps_of_endless_codes_are_not_walked_through() {
        for (code, size, moves) in [
            ("0.[1]", 10u64.pow(18), 1),
            ("0.[0{2}=]", 10u64.pow(18) + 1, 0),
            ("0.[01]", 10u64.pow(18) + 1, 0),
        ] {
            assert_eq!(options(code, size).len(), moves, "{code}");
        }
    }

    #[test]
    fn options_are_what_is_allowed() {
        for code in [
            "0.77",
            "4.[3]",
            "0.{0,2+}!7",
            "0.[37]",
            "0.3{3}=[07?]",
            "0.8?F",
            "0.{2!,3=,4+?}",
            "{4+!}8?4!.3",
        ] {
            let rules: Code = code.parse().unwrap();
            for size in 0..9 {
                let listed = options(code, size);
                for total in 0..=size + 3 {
                    for count in 1..=total.max(1) {
                        let mut found = 0;
                        ascending(total, count, &mut |parts| {
                            let left = Heaps::from(parts);
                            let allowed = rules.allows(&Natural::from(size), &left);
                            assert_eq!(allowed, Some(listed.iter().any(|option| option == parts)));
                            found += 1;
                            true
                        });
                        assert!(found > 0 || total == 0, "{total} in {count}");
                    }
                }
                let emptied = rules.allows(&Natural::from(size), &Heaps::one(0));
                assert_eq!(emptied, Some(listed.contains(&vec![])), "{code} {size}");
            }
        }
        let nim: Code = "0.[3]".parse().unwrap();
        let size: Natural = "10^40".parse().unwrap();
        assert_eq!(nim.allows(&size, &Heaps::one(7)), Some(true));
        assert_eq!(nim.allows(&size, &Heaps::from(&[7, 7][..])), Some(false));
    }
}
