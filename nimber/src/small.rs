//! Expressions in nimbers below 2^64, by the plain definition: for pages, which have no room for the tables of
//! [`crate::expression`]. Where this answers, it answers the same.

use bouton_core::error::{Error, quoted};

use crate::expression::Fault;
use crate::plain;

/// Letters read at most: products by the definition are slow.
const LONGEST: usize = 2_000;

/// The bits of all numbers here.
const BITS: u32 = 64;

#[derive(Clone, Copy)]
enum Pending {
    Add,
    Multiply,
    /// Its place, should the divisor be zero.
    Divide(usize),
    Power,
    /// A bracket that is open, its place, and whether it is that of a root.
    Open(usize, bool),
}

impl Pending {
    /// What binds more strongly is worked out first.
    fn strength(self) -> u8 {
        match self {
            Pending::Open(..) => 0,
            Pending::Add => 1,
            Pending::Multiply | Pending::Divide(_) => 2,
            Pending::Power => 3,
        }
    }
}

/// The value of an expression of `+` (or `xor`), `*`, `/`, `^` with an exponent that is an ordinary number,
/// `sqrt()` and brackets.
pub fn evaluate(text: &str) -> Result<u64, Fault> {
    let mut reader = Reader { text, at: 0, values: Vec::new(), pending: Vec::new() };
    reader.run().map_err(|what| {
        let column = text[..reader.at.min(text.len())].chars().count() + 1;
        Fault { column, error: Error::input(what).within(format!("column {column}")) }
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    values: Vec<u64>,
    pending: Vec<Pending>,
}

impl<'a> Reader<'a> {
    fn run(&mut self) -> Result<u64, String> {
        if self.text.len() > LONGEST {
            return Err(format!("the expression is longer than {LONGEST} letters"));
        }
        loop {
            self.operand()?;
            if self.operator()? {
                return Ok(self.values.pop().unwrap_or(0));
            }
        }
    }

    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    /// The letters and digits that come next.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|letter: char| !letter.is_ascii_alphanumeric());
        &rest[..end.unwrap_or(rest.len())]
    }

    fn operand(&mut self) -> Result<(), String> {
        loop {
            let word = self.word();
            if word.starts_with(|letter: char| letter.is_ascii_digit()) {
                let number = word.parse().map_err(|_| {
                    format!(
                        "{} is not a whole number below 2^64; the command line takes larger ones",
                        quoted(word)
                    )
                })?;
                self.at += word.len();
                self.values.push(number);
                return Ok(());
            }
            let root = word == "sqrt";
            if root {
                self.at += word.len();
            }
            match self.rest().chars().next() {
                Some('(') => self.pending.push(Pending::Open(self.at, root)),
                _ if root => return Err("sqrt has its number in brackets: sqrt(5)".to_string()),
                None if self.at == 0 || self.text.trim().is_empty() => {
                    return Err("the expression is empty: write one, such as 5 * 7".to_string());
                }
                None => return Err("a number is missing here, at the end".to_string()),
                Some(letter) => {
                    let shown = if word.is_empty() { letter.to_string() } else { word.to_string() };
                    return Err(format!(
                        "{} cannot stand here: a number, a bracket or sqrt() can",
                        quoted(&shown)
                    ));
                }
            }
            self.at += 1;
        }
    }

    /// What stands behind a number; whether it is the end.
    fn operator(&mut self) -> Result<bool, String> {
        loop {
            let xor = self.word().eq_ignore_ascii_case("xor");
            let next = match self.rest().chars().next() {
                None => {
                    self.reduce(1)?;
                    if let Some(Pending::Open(at, _)) = self.pending.last() {
                        self.at = *at;
                        return Err("this bracket has no partner".to_string());
                    }
                    return Ok(true);
                }
                Some(')') => {
                    self.reduce(1)?;
                    let Some(Pending::Open(_, root)) = self.pending.pop() else {
                        return Err("this bracket has no partner".to_string());
                    };
                    if root && let Some(value) = self.values.last_mut() {
                        *value = plain::root((*value).into(), BITS) as u64;
                    }
                    self.at += 1;
                    continue;
                }
                Some('+') => Pending::Add,
                Some(_) if xor => Pending::Add,
                Some('*') => Pending::Multiply,
                Some('/') => Pending::Divide(self.at),
                Some('^') if matches!(self.pending.last(), Some(Pending::Power)) => {
                    return Err(
                        "two powers in a row: use brackets to say which comes first".to_string()
                    );
                }
                Some('^') => Pending::Power,
                Some(letter) => {
                    return Err(format!(
                        "{} cannot stand here: an operator (+ xor * / ^), a closing bracket or the end can",
                        quoted(&letter.to_string())
                    ));
                }
            };
            self.reduce(next.strength())?;
            self.pending.push(next);
            self.at += if xor { 3 } else { 1 };
            return Ok(false);
        }
    }

    /// Works out all operators that bind at least so strongly.
    fn reduce(&mut self, least: u8) -> Result<(), String> {
        while let Some(operator) = self.pending.pop_if(|last| last.strength() >= least) {
            let (right, left) = (self.values.pop().unwrap_or(0), self.values.pop().unwrap_or(0));
            self.values.push(match operator {
                Pending::Add => left ^ right,
                Pending::Multiply => product(left, right),
                Pending::Divide(at) if right == 0 => {
                    self.at = at;
                    return Err("division by zero: 0 has no inverse".to_string());
                }
                // A field of 2^64 elements: a^(2^64 - 1) is 1.
                Pending::Divide(_) => product(left, power(right, u64::MAX - 1)),
                Pending::Power | Pending::Open(..) => power(left, right),
            });
        }
        Ok(())
    }
}

fn product(a: u64, b: u64) -> u64 {
    plain::product(a.into(), b.into()) as u64
}

/// A power whose exponent is an ordinary number.
fn power(base: u64, exponent: u64) -> u64 {
    let (mut value, mut square, mut rest) = (1, base, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            value = product(value, square);
        }
        square = plain::square(square.into(), BITS) as u64;
        rest >>= 1;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_answers_what_the_large_calculator_answers() {
        let numbers = ["0", "1", "2", "7", "16", "255", "65537", "18446744073709551615"];
        for (index, a) in numbers.iter().enumerate() {
            for b in &numbers[1..] {
                let c = numbers[(index * 3 + 5) % numbers.len()];
                for text in [
                    format!("{a} + {b} * {c}"),
                    format!("({a} xor {b})*{c}"),
                    format!("{a} / {b} + {c}"),
                    format!("sqrt({a} * {b}) + {c}^5"),
                    format!("{a} * {b}^{c} / 3 * 2"),
                ] {
                    let large = crate::expression::evaluate(&text).unwrap().to_string();
                    assert_eq!(evaluate(&text).unwrap().to_string(), large, "{text}");
                }
            }
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, column) in [
            ("", 1),
            ("5 *", 4),
            ("(5", 1),
            ("5)", 2),
            ("5 / (2+2)", 3),
            ("5 7", 3),
            ("2^3^4", 4),
            ("sqrt 4", 6),
            ("18446744073709551616", 1),
            ("x", 1),
            ("5 é 7", 3),
        ] {
            let fault = evaluate(text).unwrap_err();
            assert_eq!(fault.column, column, "{text}: {}", fault.error);
        }
        assert!(evaluate(&"(".repeat(3_000)).is_err());
        assert!(evaluate(&"(".repeat(1_900)).is_err());
    }
}
