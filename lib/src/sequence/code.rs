//! Take-and-break codes: `0.77`, `0.137`, `4!.0`, in the notation of the field.
//!
//! Digit `d_j` says what may be left after `j` stones are taken from a heap: exactly `i` heaps,
//! none of them empty, if bit `i` of the digit is set. `!` asks that the heaps left are pairwise
//! unequal, `?` that they are not all equal, `=` that they are all equal.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, quoted};
use crate::heap::{HeapRules, Options, Shape};
use crate::heaps::Heaps;
use crate::natural::Natural;

/// A finite take-and-break code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    text: String,
    digits: Vec<Digit>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Digit {
    /// Bit i: i heaps may be left.
    heaps: u64,
    condition: Condition,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    Any,
    Unequal,
    NotAllEqual,
    AllEqual,
}

impl Condition {
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

impl Code {
    /// The largest number of stones that a move takes.
    pub fn last_digit(&self) -> u64 {
        self.digits.len() as u64 - 1
    }

    /// The largest number of heaps that a move leaves.
    pub fn most_heaps(&self) -> u64 {
        let all = self.digits.iter().fold(0, |all, digit| all | digit.heaps);
        u64::from(all.checked_ilog2().unwrap_or(0))
    }

    /// Whether no digit asks for equal or unequal heaps.
    pub fn is_unconditional(&self) -> bool {
        self.digits.iter().all(|digit| digit.condition == Condition::Any)
    }

    /// Where a pair may be left: whether it must be unequal; `None` where it must be equal.
    pub fn pairs_unequal(&self, taken: u64) -> Option<bool> {
        match self.digits.get(taken as usize)?.condition {
            Condition::Any => Some(false),
            Condition::Unequal | Condition::NotAllEqual => Some(true),
            Condition::AllEqual => None,
        }
    }

    /// Whether `left` heaps may remain after `taken` stones are taken, conditions aside.
    pub fn may_leave(&self, taken: u64, left: u32) -> bool {
        self.digits.get(taken as usize).is_some_and(|digit| digit.heaps >> left & 1 == 1)
    }
}

impl HeapRules for Code {
    /// Each option is in ascending order.
    fn options(&self, size: u64, out: &mut Options<'_>) {
        for (taken, digit) in self.digits.iter().enumerate() {
            let Some(rest) = size.checked_sub(taken as u64) else { return };
            for count in (0..64).filter(|count| digit.heaps >> count & 1 == 1) {
                match count {
                    0 if rest == 0 => out.push(&[]),
                    0 => {}
                    1 if rest > 0 => out.push(&[rest]),
                    1 => {}
                    _ => partitions(rest, count, digit.condition, out),
                }
                if out.full() {
                    return;
                }
            }
        }
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Code(self)
    }

    fn allows(&self, size: &Natural, left: &Heaps) -> Option<bool> {
        let nothing = left.len() == 1 && left.get(0).is_zero();
        let parts: Vec<Natural> =
            if nothing { Vec::new() } else { left.sorted(|_| true).iter().collect() };
        let total = parts.iter().fold(Natural::ZERO, |sum, part| &sum + part);
        let taken = size.minus(&total).and_then(|taken| taken.to_u64());
        let digit = taken.and_then(|taken| self.digits.get(usize::try_from(taken).ok()?));
        Some(digit.is_some_and(|digit| {
            parts.len() < 64
                && digit.heaps >> parts.len() & 1 == 1
                && parts.iter().all(|part| !part.is_zero())
                && (parts.len() < 2 || digit.condition.holds(&parts))
        }))
    }
}

/// The ways to write `total` as `count` ascending positive numbers that meet the condition.
fn partitions(total: u64, count: usize, condition: Condition, out: &mut Options<'_>) {
    if total < count as u64 {
        return;
    }
    // The last part is what remains; the others are counted up like the wheels of an odometer.
    let mut parts = vec![1; count];
    loop {
        let used: u64 = parts[..count - 1].iter().sum();
        parts[count - 1] = total - used;
        if condition.holds(&parts) {
            out.push(&parts);
            if out.full() {
                return;
            }
        }
        // Advance the rightmost part that leaves the rest ascending.
        let Some(wheel) = (0..count - 1).rev().find(|wheel| {
            let before: u64 = parts[..*wheel].iter().sum();
            (parts[*wheel] + 1) * (count - wheel) as u64 <= total - before
        }) else {
            return;
        };
        let next = parts[wheel] + 1;
        parts[wheel..count - 1].fill(next);
    }
}

impl FromStr for Code {
    type Err = Error;

    fn from_str(text: &str) -> Result<Code, Error> {
        let wrong =
            |reason: &str| Error::input(format!("{} is not a code: {reason}", quoted(text)));
        let Some((before, after)) = text.split_once('.') else {
            return Err(wrong("write its digits after a point, such as 0.77"));
        };
        let first = read_digits(before).map_err(|reason| wrong(&reason))?;
        let [first] = first[..] else {
            return Err(wrong(
                "a second digit before the point would add stones, and play need not end; write one, such as 0.77",
            ));
        };
        if first.heaps & 3 != 0 {
            return Err(wrong(
                "the digit before the point takes nothing, so it must break the heap: only 0, 4, 8, ... can stand there",
            ));
        }
        let mut digits = vec![first];
        digits.extend(read_digits(after).map_err(|reason| wrong(&reason))?);
        while digits.len() > 1 && digits.last().is_some_and(|digit| digit.heaps == 0) {
            digits.pop();
        }
        Ok(Code { text: text.to_string(), digits })
    }
}

fn read_digits(text: &str) -> Result<Vec<Digit>, String> {
    let mut digits: Vec<Digit> = Vec::new();
    for letter in text.chars() {
        let condition = match letter {
            '!' => Condition::Unequal,
            '?' => Condition::NotAllEqual,
            '=' => Condition::AllEqual,
            _ => {
                let Some(heaps) = letter.to_digit(36).filter(|_| !letter.is_ascii_lowercase())
                else {
                    return Err(format!("{letter:?} is not a digit from 0-9 and A-Z"));
                };
                digits.push(Digit { heaps: u64::from(heaps), condition: Condition::Any });
                continue;
            }
        };
        match digits.last_mut() {
            Some(digit) if digit.condition == Condition::Any => digit.condition = condition,
            _ => return Err(format!("{letter} must follow a digit")),
        }
    }
    Ok(digits)
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
        assert_eq!(options("0.G", 6).len(), 1);
    }

    #[test]
    fn partitions_are_complete() {
        // The number of partitions of 30 into exactly 4 parts is 206.
        assert_eq!(options("0.G", 31).len(), 206);
    }

    #[test]
    fn codes_that_make_no_game_are_refused() {
        for (code, hint) in [
            ("77", "after a point"),
            ("20.017", "add stones"),
            ("1.7", "must break"),
            ("0.7x", "not a digit"),
            ("0.!7", "must follow"),
            (".77", "write one"),
            ("", "after a point"),
        ] {
            let message = code.parse::<Code>().unwrap_err().to_string();
            assert!(message.contains(hint), "{code}: {message}");
        }
    }
}
