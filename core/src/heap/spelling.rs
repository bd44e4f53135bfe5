//! Rules in the one spelling that certificates have. Checkers read it with code of their own.

use crate::heap::{Shape, TakeSet};

impl Shape<'_> {
    /// `code 0.77` or `take 1 3-4`; nothing for rules without an end and those that have no such shape.
    #[doc(hidden)]
    pub fn spelled(&self) -> Option<String> {
        match self {
            Shape::Code(code) if code.tail().is_some() => None,
            Shape::Take(TakeSet::AllBut(_)) => None,
            _ => self.spelled_whole(),
        }
    }

    /// The same, also of rules that allow infinitely many numbers: codes whose digits repeat, and all numbers but some.
    pub fn spelled_whole(&self) -> Option<String> {
        match self {
            Shape::Code(code) => {
                let mut letters = String::new();
                let text = code.to_string();
                // A tail of zeros is none.
                let text = if code.tail().is_none() { text.trim_end_matches("[0]") } else { &text };
                let mut rest = text.chars().peekable();
                while let Some(letter) = rest.next() {
                    let known = ".[]".contains(letter) || letter.is_ascii_digit();
                    if !known && !letter.is_ascii_uppercase() {
                        return None;
                    }
                    letters.push(letter);
                    let Some(condition) = rest.next_if(|letter| "!?=".contains(*letter)) else {
                        continue;
                    };
                    // A condition says something only where two heaps or more may be left, and of two
                    // heaps "not all equal" is "unequal".
                    match letter.to_digit(36).unwrap_or(0) {
                        0..=3 => {}
                        4..=7 if condition == '?' => letters.push('!'),
                        _ => letters.push(condition),
                    }
                }
                if code.tail().is_some() {
                    return Some(format!("code {letters}"));
                }
                let short = letters.trim_end_matches('0');
                let zero = if short.ends_with('.') { "0" } else { "" };
                Some(format!("code {short}{zero}"))
            }
            Shape::Take(TakeSet::Finite(ranges)) => {
                let words = ranges.iter().map(|(low, high)| match low == high {
                    true => low.to_string(),
                    false => format!("{low}-{high}"),
                });
                Some(format!("take {}", words.collect::<Vec<_>>().join(" ")))
            }
            Shape::Take(TakeSet::AllBut(missing)) => {
                let words = missing.iter().map(u64::to_string);
                Some(format!("all-but {}", words.collect::<Vec<_>>().join(" ")))
            }
            _ => None,
        }
    }
}
