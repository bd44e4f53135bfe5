//! Rules in the one spelling that certificates have. Checkers read it with code of their own.

use crate::heap::{Shape, TakeSet};

impl Shape<'_> {
    /// `code 0.77` or `take 1 3-4`; nothing for rules without an end and those that have no such shape.
    #[doc(hidden)]
    pub fn spelled(&self) -> Option<String> {
        match self {
            Shape::Code(code) => {
                let mut letters = String::new();
                let text = code.to_string();
                let mut rest = text.chars().peekable();
                while let Some(letter) = rest.next() {
                    if letter != '.' && !letter.is_ascii_digit() && !letter.is_ascii_uppercase() {
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
            _ => None,
        }
    }
}
