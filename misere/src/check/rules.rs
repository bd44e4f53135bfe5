//! Rules as certificates spell them, with options by the definition.

use std::fmt;

use bouton_core::error::{Error, quoted};

use super::read::plain;

/// The rules of one heap.
pub struct Rules<'a> {
    text: &'a str,
    /// For each number of stones taken: how many heaps may be left, one bit each, and what is asked of them.
    digits: Vec<(u64, Option<char>)>,
}

/// The largest number of stones that rules in a certificate take.
const MOST_TAKEN: u64 = 1 << 20;

impl<'a> Rules<'a> {
    /// Rules from their line.
    pub fn read(text: &'a str) -> Result<Rules<'a>, Error> {
        let digits = match text.split_once(' ') {
            Some(("code", code)) => read_code(code),
            Some(("take", numbers)) => read_take(numbers),
            _ => None,
        };
        match digits {
            Some(digits) => Ok(Rules { text, digits }),
            None => Err(Error::input(format!(
                "the certificate names rules {} that cannot be read: 'code 0.77' or 'take 1 3 4' can",
                quoted(text)
            ))),
        }
    }

    /// The largest number of heaps left and of stones taken, where heaps left may be of any sizes.
    pub fn window(&self) -> Option<(u64, u64)> {
        if self.digits.iter().any(|(_, condition)| condition.is_some()) {
            return None;
        }
        let most = self.digits.iter().map(|(heaps, _)| heaps.checked_ilog2().unwrap_or(0)).max()?;
        Some((u64::from(most.max(1)), self.digits.len() as u64 - 1))
    }

    /// Each option of a heap.
    pub fn options(&self, heap: usize, take: &mut dyn FnMut(&[usize])) {
        for (taken, (heaps, condition)) in self.digits.iter().enumerate().take(heap + 1) {
            for count in (0..64).filter(|count| heaps >> count & 1 == 1) {
                parts(heap - taken, count, *condition, &mut Vec::new(), take);
            }
        }
    }
}

/// The ways to write a number as so many positive ones, ascending, after those chosen already.
fn parts(
    rest: usize,
    count: usize,
    condition: Option<char>,
    chosen: &mut Vec<usize>,
    take: &mut dyn FnMut(&[usize]),
) {
    let least = chosen.last().copied().unwrap_or(1);
    match count {
        0 if rest == 0 => take(chosen),
        0 => {}
        1 if rest < least => {}
        1 => {
            chosen.push(rest);
            let equal = |pair: &[usize]| pair[0] == pair[1];
            let allowed = chosen.len() < 2
                || match condition {
                    None => true,
                    Some('!') => !chosen.windows(2).any(equal),
                    Some('?') => !chosen.windows(2).all(equal),
                    Some(_) => chosen.windows(2).all(equal),
                };
            if allowed {
                take(chosen);
            }
            chosen.pop();
        }
        _ => {
            for part in least..=rest / count {
                chosen.push(part);
                parts(rest - part, count - 1, condition, chosen, take);
                chosen.pop();
            }
        }
    }
}

fn read_code(code: &str) -> Option<Vec<(u64, Option<char>)>> {
    let (before, behind) = code.split_once('.')?;
    let mut digits: Vec<(u64, Option<char>)> = Vec::new();
    for letter in before.chars().chain(behind.chars()) {
        match letter {
            '!' | '?' | '=' => {
                let last = digits.last_mut().filter(|(_, condition)| condition.is_none())?;
                // A condition says something only where two heaps or more may be left.
                if last.0 > 3 {
                    last.1 = Some(letter);
                }
            }
            '0'..='9' | 'A'..='Z' => digits.push((u64::from(letter.to_digit(36)?), None)),
            _ => return None,
        }
    }
    let one = before.chars().filter(|letter| letter.is_ascii_alphanumeric()).count() == 1;
    // What takes nothing must leave two heaps or more, or play would not end.
    let ends = digits.first().is_some_and(|(heaps, _)| heaps & 3 == 0);
    let starts = before.starts_with(|letter: char| letter.is_ascii_alphanumeric());
    while digits.len() > 1 && digits.last().is_some_and(|(heaps, _)| *heaps == 0) {
        digits.pop();
    }
    (one && ends && starts).then_some(digits)
}

fn read_take(numbers: &str) -> Option<Vec<(u64, Option<char>)>> {
    let (mut digits, mut before) = (vec![(0, None)], 0);
    for word in numbers.split(' ') {
        let (low, high) = word.split_once('-').unwrap_or((word, word));
        let (low, high) = (plain(low)?, plain(high)?);
        if low <= before || high < low || high > MOST_TAKEN {
            return None;
        }
        digits.resize(high as usize + 1, (0, None));
        digits[low as usize..].fill((3, None));
        before = high;
    }
    Some(digits)
}

impl fmt::Display for Rules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}
