//! How take-and-break codes are written: `0.77`, `4!.0`, `0.{0,2+}`, `0.{2!,3?+}`, `4.[3]`.
//!
//! ```text
//! code  = digit { digit } "." { digit } [ "[" digit { digit } "]" ]     the bracket is repeated for ever
//! digit = ( 0-9 | A-Z | "{" count { "," count } "}" ) [ sign ]
//! count = number [ sign ] [ "+" ]                             2+ means 2 heaps or more
//! sign  = "!" | "?" | "="
//! ```
//!
//! Also understood and never printed: small letters, zeros in front, a blank after a comma, and the plus before its sign.

use std::iter::Peekable;
use std::str::{CharIndices, FromStr};

use crate::error::{Error, quoted};
use crate::heap::code::{Code, Condition, Digit, MOST_COUNTED};

impl FromStr for Code {
    type Err = Error;

    fn from_str(text: &str) -> Result<Code, Error> {
        let wrong =
            |reason: String| Error::input(format!("{} is not a code: {reason}", quoted(text)));
        let letters = text.char_indices().peekable();
        let mut reader = Reader { text, letters, printed: String::with_capacity(text.len()) };
        let (added, digits, tail) = reader.code().map_err(wrong)?;
        if added.iter().chain(&digits).chain(&tail).all(Digit::is_zero) {
            return Err(wrong(
                "no digit allows a move, so there is nothing to play; write one that does, such as 0.77".into(),
            ));
        }
        Ok(Code::new(reader.printed, added, digits, tail))
    }
}

/// Reads from left to right; a reason for refusal names the column.
struct Reader<'a> {
    text: &'a str,
    letters: Peekable<CharIndices<'a>>,
    /// What was read so far, as it is printed.
    printed: String,
}

/// The digits that add, from the point to the left; those that take; those that are repeated.
type Read = (Vec<Digit>, Vec<Digit>, Vec<Digit>);

impl Reader<'_> {
    fn code(&mut self) -> Result<Read, String> {
        if !self.text.contains('.') {
            return Err("write its digits after a point, such as 0.77".into());
        }
        let mut added = self.digits()?;
        match self.letters.next() {
            Some((_, '.')) => self.printed.push('.'),
            Some((at, letter)) => return Err(self.not_a_digit(at, letter)),
            None => return Err("write its digits after a point, such as 0.77".into()),
        }
        let Some(first) = added.pop() else {
            return Err("there is no digit before the point; write one, such as 0.77".into());
        };
        if first.leaves(0) || first.leaves(1) {
            return Err("the digit before the point takes nothing, so it must break the heap: only 0, 4, 8, ... can stand there".into());
        }
        let zeros = added.iter().take_while(|digit| **digit == Digit::ZERO).count();
        added.drain(..zeros);
        added.reverse();
        let follows = |next: &u8| next.is_ascii_alphanumeric() || *next == b'{';
        while self.printed.starts_with('0') && self.printed.as_bytes().get(1).is_some_and(follows) {
            self.printed.remove(0);
        }
        for (digit, stones) in added.iter().zip(1u64..) {
            if digit.least().is_some_and(|least| least < stones + 2) {
                return Err(format!(
                    "the digits to the left of the last one before the point add stones, and play need not end: a digit \
                     that adds {stones} must leave {} heaps or more; write one digit before the point, such as 0.77",
                    stones + 2
                ));
            }
        }
        let mut digits = vec![first];
        digits.extend(self.digits()?);
        let tail = match self.letters.peek().copied() {
            Some((open, '[')) => self.bracket(open)?,
            _ => Vec::new(),
        };
        match self.letters.next() {
            Some((at, letter)) if tail.is_empty() => Err(self.not_a_digit(at, letter)),
            Some((at, letter)) => Err(format!(
                "{letter:?} at column {} follows the bracket that is repeated for ever; the bracket stands last, such as 0.3[07]",
                self.column(at)
            )),
            None => Ok((added, digits, tail)),
        }
    }

    fn bracket(&mut self, open: usize) -> Result<Vec<Digit>, String> {
        self.letters.next();
        self.printed.push('[');
        let tail = self.digits()?;
        self.printed.push(']');
        match self.letters.next() {
            Some((_, ']')) if tail.is_empty() => Err(format!(
                "the bracket at column {} is empty; write the digits that are repeated, such as 0.[37]",
                self.column(open)
            )),
            Some((_, ']')) => Ok(tail),
            Some((at, letter)) => Err(self.not_a_digit(at, letter)),
            None => Err(format!(
                "the bracket [ at column {} is not closed; write ] after the digits that are repeated",
                self.column(open)
            )),
        }
    }

    /// Digits up to the first letter that cannot begin one.
    fn digits(&mut self) -> Result<Vec<Digit>, String> {
        let mut digits: Vec<Digit> = Vec::new();
        while let Some((at, letter)) = self.letters.peek().copied() {
            let digit = match letter {
                '{' => self.counts(at)?,
                '0'..='9' | 'A'..='Z' | 'a'..='z' => {
                    self.letters.next();
                    self.printed.push(letter.to_ascii_uppercase());
                    Digit::of(u64::from(letter.to_digit(36).unwrap_or(0)))
                }
                _ => break,
            };
            let sign_at = self.letters.peek().map(|(at, _)| *at);
            digits.push(match (self.sign(), sign_at) {
                (Some(_), Some(at)) if !digit.is_unconditional() => {
                    return Err(format!(
                        "the sign at column {} follows a brace in which there are signs already; write one or the other",
                        self.column(at)
                    ));
                }
                (Some(condition), _) => digit.under(condition),
                (None, _) => digit,
            });
        }
        Ok(digits)
    }

    /// A sign that asks something of the heaps left.
    fn sign(&mut self) -> Option<Condition> {
        let (_, sign) = self.letters.next_if(|(_, letter)| "!?=".contains(*letter))?;
        self.printed.push(sign);
        Some(match sign {
            '!' => Condition::Unequal,
            '?' => Condition::NotAllEqual,
            _ => Condition::AllEqual,
        })
    }

    /// The numbers of heaps between braces.
    fn counts(&mut self, open: usize) -> Result<Digit, String> {
        self.letters.next();
        self.printed.push('{');
        let mut digit = Digit::ZERO;
        loop {
            let (start, mut count) = (self.letters.peek().map(|(at, _)| *at), None);
            while let Some(figure) =
                self.letters.peek().and_then(|(_, letter)| letter.to_digit(10)).map(u64::from)
            {
                self.letters.next();
                count = Some((count.unwrap_or(0) * 10 + figure).min(MOST_COUNTED + 1));
            }
            let Some(count) = count else {
                return Err(match self.letters.peek().copied() {
                    None => self.unclosed(open),
                    Some((at, letter)) => format!(
                        "{letter:?} at column {} stands where a number of heaps should; write such as {{2,3}} or {{2+}}",
                        self.column(at)
                    ),
                });
            };
            let column = self.column(start.unwrap_or(open));
            if count > MOST_COUNTED {
                return Err(format!(
                    "the number of heaps at column {column} is above {MOST_COUNTED}, the most that can be listed; {{2+}} means any number from 2 up",
                ));
            }
            self.printed.push_str(&count.to_string());
            let mut more = self.letters.next_if(|(_, letter)| *letter == '+').is_some();
            let condition = self.sign().unwrap_or(Condition::Any);
            more = more || self.letters.next_if(|(_, letter)| *letter == '+').is_some();
            if more {
                self.printed.push('+');
            }
            let new = Digit::ZERO.or(count, more, condition);
            if let Some(twice) = digit.clash(new) {
                return Err(format!(
                    "{twice} heaps are allowed twice, under different conditions, by what stands at column {column}; write each number once, such as {{2!,3?+}}",
                ));
            }
            digit = digit.or(count, more, condition);
            match self.letters.next() {
                Some((_, '}')) => {
                    self.printed.push('}');
                    return Ok(digit);
                }
                Some((_, ',')) => {
                    self.printed.push(',');
                    while self.letters.next_if(|(_, next)| *next == ' ').is_some() {}
                }
                None => return Err(self.unclosed(open)),
                Some((at, letter)) => {
                    return Err(format!(
                        "{letter:?} at column {} does not belong between braces; write such as {{2,3}} or {{2+}}",
                        self.column(at)
                    ));
                }
            }
        }
    }

    fn unclosed(&self, open: usize) -> String {
        format!(
            "the brace {{ at column {} is not closed; write }} after the numbers of heaps",
            self.column(open)
        )
    }

    fn not_a_digit(&self, at: usize, letter: char) -> String {
        let column = self.column(at);
        match letter {
            '!' | '?' | '=' => format!("{letter} at column {column} must follow a digit"),
            _ => format!("{letter:?} at column {column} is not a digit from 0-9 and A-Z"),
        }
    }

    fn column(&self, at: usize) -> usize {
        self.text[..at].chars().count() + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::HeapRules;
    use crate::heap::Options;

    fn options(code: &Code, size: u64) -> Vec<Vec<u64>> {
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
    fn codes_that_make_no_game_are_refused_with_the_column() {
        for (code, hint) in [
            ("77", "after a point"),
            ("20.017", "add stones"),
            ("1.7", "must break"),
            ("{1}.7", "must break"),
            ("0.7:", "':' at column 4 is not a digit from 0-9 and A-Z"),
            ("30.7", "must leave 3 heaps or more"),
            ("800.7", "must leave 4 heaps or more"),
            ("0.{2!,3}?", "the sign at column 9 follows a brace"),
            ("0.{2!,2+}", "2 heaps are allowed twice"),
            (
                "0.{2+,5!}",
                "5 heaps are allowed twice, under different conditions, by what stands at column 7",
            ),
            ("0.{2!!}", "'!' at column 6"),
            ("0.!7", "! at column 3 must follow"),
            ("0.7!!", "column 5"),
            (".77", "write one"),
            ("", "after a point"),
            ("0.", "no digit allows a move"),
            ("0.000", "no digit allows a move"),
            ("0.0[00]", "no digit allows a move"),
            ("0.0!", "no digit allows a move"),
            ("0.[]", "the bracket at column 3 is empty"),
            ("0.[3]7", "'7' at column 6 follows the bracket"),
            ("0.[3][7]", "'[' at column 6 follows the bracket"),
            ("0.[3]!", "'!' at column 6 follows the bracket"),
            ("0.3[7", "the bracket [ at column 4 is not closed"),
            ("0.3]7", "']' at column 4"),
            ("0.[3[7]]", "'[' at column 5"),
            ("[3].7", "'[' at column 1"),
            ("0.{}", "'}' at column 4 stands where a number"),
            ("0.{+}", "'+' at column 4 stands where a number"),
            ("0.{2,}", "'}' at column 6 stands where a number"),
            ("0.{2", "the brace { at column 3 is not closed"),
            ("0.{2,", "the brace { at column 3 is not closed"),
            ("0.{2;3}", "';' at column 5"),
            ("0.{2++}", "'+' at column 6"),
            ("0.{70}", "at column 4 is above 63"),
            ("0.{99999999999999999999999}", "above 63"),
            ("0.{64+}", "above 63"),
            ("0.7 7", "' ' at column 4"),
            ("0.7\u{0967}", "at column 4 is not a digit"),
            ("0.\u{1d7d5}", "at column 3 is not a digit"),
            ("0.7.7", "'.' at column 4"),
            ("0.-7", "'-' at column 3"),
        ] {
            let message = code.parse::<Code>().expect_err(code).to_string();
            assert!(message.contains(hint), "{code}: {message}");
            assert!(!message.contains('\n') && message.chars().count() < 300, "{message}");
        }
    }

    #[test]
    fn a_code_reopens_as_the_same_game() {
        for text in [
            "0.77",
            "4!.0",
            "0.{0,2+}",
            "4.[3]",
            "0.3[07]",
            "0.{2,3}!7?",
            "{2+}.[{0,1}{3}=]",
            "4.",
            "0.{2!,3?+}",
            "80.3",
            "{4+}80.3",
            "0!.3",
            "0!0.3",
        ] {
            let code: Code = text.parse().unwrap();
            assert_eq!(code.to_string(), text);
            assert_eq!(code.to_string().parse::<Code>().unwrap(), code);
        }
    }

    #[test]
    fn other_ways_to_write_a_code_are_understood() {
        for (given, printed) in [
            ("00.77", "0.77"),
            ("0004.0", "4.0"),
            ("0000.3", "0.3"),
            ("0080.3", "80.3"),
            ("0.f", "0.F"),
            ("0.{2, 3+?}", "0.{2,3?+}"),
            ("0.{02!}", "0.{2!}"),
            ("00{2}.[ab]", "{2}.[AB]"),
        ] {
            let code: Code = given.parse().unwrap();
            assert_eq!(code.to_string(), printed);
            assert_eq!(code, printed.parse().unwrap());
        }
    }

    #[test]
    fn braces_and_brackets_say_the_same_as_digits() {
        for (one, other) in [
            ("0.{0,1,2}{1}", "0.72"),
            ("0.[37]", "0.37373737373737373737"),
            ("4.[3]", "4.33333333333333333333"),
            ("0.5[0]", "0.5"),
            ("0.{2+}", "0.{2,3,4,5,6,7,8,9,10,11,12,13,14,15}"),
            ("0.{0, 2+}!", "0.{0,2,3,4,5,6,7}!"),
            ("0.1[{2}=1!]", "0.14=14=14=14=14=14="),
            ("0.{2!,3!}7", "0.{2,3}!7"),
            ("0.{0,1,2=}", "0.7="),
        ] {
            let [one, other] = [one, other].map(|text| text.parse::<Code>().unwrap());
            for size in 0..13 {
                assert_eq!(options(&one, size), options(&other, size), "{one} {other} {size}");
            }
        }
    }

    #[test]
    fn a_code_may_be_long() {
        let code: Code = format!("0.{}", "07".repeat(50_000)).parse().unwrap();
        assert_eq!(code.last_digit(), Some(100_000));
        assert!(format!("0.{}/", "7".repeat(100_000)).parse::<Code>().is_err());
    }
}
