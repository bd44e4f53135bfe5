//! Ordinals as text: `w^w*4 + w^3*9 + 11`, in the ordinary meaning of ordinals.

use std::fmt;
use std::str::FromStr;

use bouton_core::error::Error;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Exponent, OrdinalNimber};
use crate::{BigNimber, big};

/// Exponents of w up to w^(w^HIGHEST) are read.
const HIGHEST: u64 = 10_000;

/// What is wrong with a text, and at which byte.
type Fault = (usize, String);

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn takes(&mut self, wanted: char) -> bool {
        self.blanks();
        let found = self.text[self.at..].starts_with(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn takes_w(&mut self) -> bool {
        self.takes('w') || self.takes('ω')
    }

    fn number(&mut self) -> Result<BigUint, Fault> {
        self.blanks();
        let rest = &self.text[self.at..];
        let length =
            rest.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(rest.len());
        if length == 0 {
            let found = rest
                .chars()
                .next()
                .map_or("the end".to_string(), |letter| format!("'{}'", letter.escape_debug()));
            return Err((
                self.at,
                format!("an ordinal goes on with a number or w here, not with {found}"),
            ));
        }
        let number = big::read(&rest[..length]).map_err(|error| (self.at, error.to_string()))?;
        self.at += length;
        Ok(number)
    }

    fn small(&mut self, most: u64, what: &str) -> Result<u64, Fault> {
        let at = self.at;
        let number = self.number()?.to_u64().filter(|number| *number <= most);
        number.ok_or_else(|| {
            (at, format!("{what} is larger than {most}, as far as ordinals are read here"))
        })
    }

    /// k in w^(w^k): a number, or that in brackets.
    fn height(&mut self) -> Result<u64, Fault> {
        let open = self.takes('(');
        self.blanks();
        if self.text[self.at..].starts_with(['w', 'ω']) {
            return Err((
                self.at,
                "this is w^w^w or beyond: ordinals must be below it".to_string(),
            ));
        }
        let height = self.small(HIGHEST, "the exponent")?;
        self.closes(open)?;
        Ok(height)
    }

    fn closes(&mut self, open: bool) -> Result<(), Fault> {
        if open && !self.takes(')') {
            return Err((self.at, "a closing bracket is missing here".to_string()));
        }
        Ok(())
    }

    /// An exponent of w: a number, w, w^k, or an ordinal below w^w in brackets.
    fn exponent(&mut self) -> Result<Exponent, Fault> {
        if self.takes('(') {
            let mut exponent = Exponent::default();
            loop {
                let (height, coefficient) = if self.takes_w() {
                    let height = if self.takes('^') { self.height()? } else { 1 };
                    let factor = if self.takes('*') {
                        self.small(u64::MAX / 2, "the coefficient")?
                    } else {
                        1
                    };
                    (height, factor)
                } else {
                    (0, self.small(u64::MAX / 2, "the exponent")?)
                };
                exponent = ordinary_sum(exponent, height as usize, coefficient)
                    .ok_or_else(|| (self.at, "the exponent is too large to be read".to_string()))?;
                if !self.takes('+') {
                    break;
                }
            }
            self.closes(true)?;
            return Ok(exponent);
        }
        let (height, coefficient) = if self.takes_w() {
            (if self.takes('^') { self.height()? } else { 1 }, 1)
        } else {
            (0, self.small(u64::MAX / 2, "the exponent")?)
        };
        Ok(ordinary_sum(Exponent::default(), height as usize, coefficient).unwrap_or_default())
    }

    fn ordinal(&mut self) -> Result<OrdinalNimber, Fault> {
        let mut sum: Vec<(Exponent, BigUint)> = Vec::new();
        loop {
            let (exponent, coefficient) = if self.takes_w() {
                let exponent =
                    if self.takes('^') { self.exponent()? } else { Exponent::new(vec![1]) };
                let coefficient =
                    if self.takes('*') { self.number()? } else { BigUint::from(1u32) };
                (exponent, coefficient)
            } else {
                let number = self.number()?;
                self.blanks();
                if self.text[self.at..].starts_with('*') {
                    return Err((
                        self.at,
                        "in ordinals a factor stands behind w, as in w*2".to_string(),
                    ));
                }
                (Exponent::default(), number)
            };
            // The ordinary sum of ordinals: what is smaller than the new term is lost.
            if !coefficient.is_zero() {
                while sum.last().is_some_and(|(last, _)| *last < exponent) {
                    sum.pop();
                }
                match sum.last_mut() {
                    Some((last, there)) if *last == exponent => *there += coefficient,
                    _ => sum.push((exponent, coefficient)),
                }
            }
            if !self.takes('+') {
                break;
            }
        }
        let mut ordinal = OrdinalNimber::zero();
        for (exponent, coefficient) in sum {
            ordinal.add_term(exponent, &BigNimber::from(&coefficient));
        }
        Ok(ordinal)
    }
}

/// The ordinary sum of an exponent and w^height times a coefficient.
fn ordinary_sum(exponent: Exponent, height: usize, coefficient: u64) -> Option<Exponent> {
    if coefficient == 0 {
        return Some(exponent);
    }
    let mut coefficients = exponent.coefficients;
    coefficients.resize(coefficients.len().max(height + 1), 0);
    coefficients[..height].fill(0);
    coefficients[height] = coefficients[height].checked_add(coefficient)?;
    Some(Exponent::new(coefficients))
}

/// Reads an ordinal from a byte of a text on; the byte behind it. An error has its byte.
pub(crate) fn read_prefix(text: &str, at: usize) -> Result<(OrdinalNimber, usize), Fault> {
    let mut reader = Reader { text, at };
    let ordinal = reader.ordinal()?;
    reader.blanks();
    Ok((ordinal, reader.at))
}

impl FromStr for OrdinalNimber {
    type Err = Error;
    fn from_str(text: &str) -> Result<OrdinalNimber, Error> {
        let fault = |(at, what): Fault| {
            Error::input(format!("column {}: {what}", text[..at].chars().count() + 1))
        };
        let (ordinal, end) = read_prefix(text, 0).map_err(fault)?;
        match text[end..].chars().next() {
            None => Ok(ordinal),
            Some(letter) => Err(fault((
                end,
                format!(
                    "'{}' is not part of an ordinal such as w^w*4 + w^3*9 + 11",
                    letter.escape_debug()
                ),
            ))),
        }
    }
}

impl fmt::Display for Exponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (height, coefficient) in self.coefficients.iter().enumerate().rev() {
            if *coefficient == 0 {
                continue;
            }
            f.write_str(separator)?;
            separator = " + ";
            match height {
                0 => write!(f, "{coefficient}")?,
                1 => f.write_str("w")?,
                _ => write!(f, "w^{height}")?,
            }
            if height > 0 && *coefficient > 1 {
                write!(f, "*{coefficient}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for OrdinalNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        let mut separator = "";
        for (exponent, coefficient) in self.terms.iter().rev() {
            f.write_str(separator)?;
            separator = " + ";
            if exponent.is_zero() {
                write!(f, "{coefficient}")?;
                continue;
            }
            match exponent.coefficients[..] {
                [1] => f.write_str("w")?,
                [finite] => write!(f, "w^{finite}")?,
                [0, 1] => f.write_str("w^w")?,
                _ => write!(f, "w^({exponent})")?,
            }
            if !coefficient.is_one() {
                write!(f, "*{coefficient}")?;
            }
        }
        Ok(())
    }
}

impl Serialize for OrdinalNimber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for OrdinalNimber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OrdinalNimber, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
