//! Natural numbers of any size, with a machine word inline for the usual case.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, BitXor};
use std::str::FromStr;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::{Serialize, Serializer};

use crate::error::{Error, quoted};

/// The largest numbers that are read: a million digits, or so many bits for `a^b`.
pub const MOST_DIGITS: usize = 1_000_000;
const MOST_BITS: u64 = 3_321_928;

/// A natural number: a heap size, a value, a count of moves.
///
/// The word form is used whenever the number fits, so equal numbers are equal values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Natural(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Word(u64),
    Big(Box<BigUint>),
}

impl Natural {
    /// The number 0.
    pub const ZERO: Natural = Natural(Repr::Word(0));

    /// The number as a machine word, if it fits.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        match self.0 {
            Repr::Word(word) => Some(word),
            Repr::Big(_) => None,
        }
    }

    /// The number as a big integer.
    pub fn to_big(&self) -> BigUint {
        match &self.0 {
            Repr::Word(word) => BigUint::from(*word),
            Repr::Big(big) => (**big).clone(),
        }
    }

    /// Whether the number is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Word(0))
    }

    /// The number of binary digits; 0 has none.
    #[inline]
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Word(word) => u64::from(64 - word.leading_zeros()),
            Repr::Big(big) => big.bits(),
        }
    }

    /// Binary digit `index`, counted from the right and from 0.
    #[inline]
    pub fn bit(&self, index: u64) -> bool {
        match &self.0 {
            Repr::Word(word) => index < 64 && word >> index & 1 == 1,
            Repr::Big(big) => big.bit(index),
        }
    }

    /// The number with binary digit `index` set to 1.
    pub fn with_bit(&self, index: u64) -> Natural {
        match &self.0 {
            Repr::Word(word) if index < 64 => Natural::from(word | 1 << index),
            _ => {
                let mut big = self.to_big();
                big.set_bit(index, true);
                Natural::from(big)
            }
        }
    }

    /// `self - other`, or nothing if that would be negative.
    #[inline]
    pub fn minus(&self, other: &Natural) -> Option<Natural> {
        match (&self.0, &other.0) {
            (Repr::Word(a), Repr::Word(b)) => a.checked_sub(*b).map(Natural::from),
            _ if self < other => None,
            _ => Some(Natural::from(self.to_big() - other.to_big())),
        }
    }

    /// The product of two numbers.
    #[inline]
    pub fn times(&self, other: &Natural) -> Natural {
        match (&self.0, &other.0) {
            (Repr::Word(a), Repr::Word(b)) => match a.checked_mul(*b) {
                Some(product) => Natural::from(product),
                None => Natural::from(u128::from(*a) * u128::from(*b)),
            },
            _ => Natural::from(self.to_big() * other.to_big()),
        }
    }

    /// The remainder of a division by `divisor`, which is not 0.
    #[inline]
    pub fn modulo(&self, divisor: u64) -> u64 {
        match &self.0 {
            Repr::Word(word) => word % divisor,
            Repr::Big(big) => (&**big % divisor).to_u64().unwrap_or(0),
        }
    }

    /// The quotient of a division by `divisor`, which is not 0.
    #[inline]
    pub fn divided_by(&self, divisor: u64) -> Natural {
        match &self.0 {
            Repr::Word(word) => Natural::from(word / divisor),
            Repr::Big(big) => Natural::from(&**big / divisor),
        }
    }
}

impl From<u64> for Natural {
    #[inline]
    fn from(word: u64) -> Natural {
        Natural(Repr::Word(word))
    }
}

impl From<usize> for Natural {
    #[inline]
    fn from(word: usize) -> Natural {
        Natural(Repr::Word(word as u64))
    }
}

impl From<u128> for Natural {
    fn from(number: u128) -> Natural {
        match u64::try_from(number) {
            Ok(word) => Natural::from(word),
            Err(_) => Natural(Repr::Big(Box::new(BigUint::from(number)))),
        }
    }
}

impl From<BigUint> for Natural {
    fn from(big: BigUint) -> Natural {
        match big.to_u64() {
            Some(word) => Natural::from(word),
            None => Natural(Repr::Big(Box::new(big))),
        }
    }
}

impl Default for Natural {
    #[inline]
    fn default() -> Natural {
        Natural::ZERO
    }
}

impl Ord for Natural {
    #[inline]
    fn cmp(&self, other: &Natural) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Word(a), Repr::Word(b)) => a.cmp(b),
            (Repr::Word(_), Repr::Big(_)) => Ordering::Less,
            (Repr::Big(_), Repr::Word(_)) => Ordering::Greater,
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
        }
    }
}

impl PartialOrd for Natural {
    #[inline]
    fn partial_cmp(&self, other: &Natural) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Natural {
    type Output = Natural;
    #[inline]
    fn add(self, other: &Natural) -> Natural {
        match (&self.0, &other.0) {
            (Repr::Word(a), Repr::Word(b)) => Natural::from(u128::from(*a) + u128::from(*b)),
            _ => Natural::from(self.to_big() + other.to_big()),
        }
    }
}

impl BitXor for &Natural {
    type Output = Natural;
    #[inline]
    fn bitxor(self, other: &Natural) -> Natural {
        match (&self.0, &other.0) {
            (Repr::Word(a), Repr::Word(b)) => Natural::from(a ^ b),
            _ => Natural::from(self.to_big() ^ other.to_big()),
        }
    }
}

impl FromStr for Natural {
    type Err = Error;

    /// Reads decimal digits, or a power such as `10^18`.
    fn from_str(text: &str) -> Result<Natural, Error> {
        if let Some((base, exponent)) = text.split_once('^') {
            if exponent.contains('^') {
                return Err(Error::input(format!(
                    "{} has two powers: write one, such as 10^18",
                    quoted(text)
                )));
            }
            let (base, exponent) = (digits(base)?, digits(exponent)?);
            let too_big = || {
                Error::input(format!("{} has more than a million digits: too big", quoted(text)))
            };
            let exponent = exponent.to_u64().ok_or_else(too_big)?;
            if base.bits() <= 1 {
                return Ok(if exponent == 0 { Natural::from(1u64) } else { base });
            }
            // The power has at least so many bits; only if that is bearable is it computed.
            if (base.bits() - 1).saturating_mul(exponent) > MOST_BITS {
                return Err(too_big());
            }
            let power = base.to_big().pow(exponent as u32);
            return if power.bits() > MOST_BITS {
                Err(too_big())
            } else {
                Ok(Natural::from(power))
            };
        }
        digits(text)
    }
}

fn digits(text: &str) -> Result<Natural, Error> {
    let all_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if all_digits {
        if let Ok(word) = text.parse::<u64>() {
            return Ok(Natural::from(word));
        }
        if text.len() > MOST_DIGITS {
            return Err(Error::input(format!(
                "{} has more than a million digits: too big",
                quoted(text)
            )));
        }
        if let Ok(big) = text.parse::<BigUint>() {
            return Ok(Natural::from(big));
        }
    }
    let shown = quoted(text);
    let signed = text.starts_with(['-', '\u{2212}', '\u{2013}']);
    Err(Error::input(match text.as_bytes() {
        [] => "a number is missing: write digits, such as 12".to_string(),
        _ if signed && text.bytes().any(|byte| byte.is_ascii_digit()) => {
            format!("{shown} is negative: sizes are whole numbers from 0 up")
        }
        _ if is_fraction(text) => {
            format!("{shown} is not a whole number: write sizes in digits only, such as 12")
        }
        _ => format!("{shown} is not a number: write sizes in digits only, such as 12"),
    }))
}

/// Whether a text is a number that is not whole: 2.5, or 1e3, which is not how sizes are written.
fn is_fraction(text: &str) -> bool {
    let rest =
        text.trim_start_matches('+').trim_start_matches(|letter: char| letter.is_ascii_digit());
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let power = rest.strip_prefix(['e', 'E']).map(|power| power.trim_start_matches(['+', '-']));
    text.contains(|letter: char| letter.is_ascii_digit())
        && power.map_or(rest.is_empty(), |power| power.bytes().all(|byte| byte.is_ascii_digit()))
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Word(word) => fmt::Display::fmt(word, f),
            Repr::Big(big) => fmt::Display::fmt(big, f),
        }
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Natural {
    /// An integer up to 2^53, which every JSON reader keeps exactly; beyond that a decimal string.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.to_u64() {
            Some(word) if word <= 1 << 53 => serializer.serialize_u64(word),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Natural {
    /// An integer, or a decimal string.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Natural, D::Error> {
        struct Either;

        impl Visitor<'_> for Either {
            type Value = Natural;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number, or its digits in a string")
            }

            fn visit_u64<E: serde::de::Error>(self, word: u64) -> Result<Natural, E> {
                Ok(Natural::from(word))
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Natural, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_any(Either).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Natural {
        text.parse().unwrap()
    }

    #[test]
    fn reads_digits_powers_and_nothing_else() {
        assert_eq!(read("007"), Natural::from(7u64));
        assert_eq!(read("10^18"), Natural::from(1_000_000_000_000_000_000u64));
        assert_eq!(read("2^64"), read("18446744073709551616"));
        assert_eq!(read("0^0"), Natural::from(1u64));
        assert_eq!(read("1^99999999999"), Natural::from(1u64));
        for wrong in ["", "-3", "3.5", "1e9", "x", "3a", "10^", "^2", "10^10000000", "2^2^2", "+3"]
        {
            assert!(wrong.parse::<Natural>().is_err(), "{wrong}");
        }
        assert!("-3".parse::<Natural>().unwrap_err().to_string().contains("negative"));
        assert!("3.5".parse::<Natural>().unwrap_err().to_string().contains("whole number"));
    }

    #[test]
    fn words_and_big_numbers_agree_at_the_border() {
        let most = Natural::from(u64::MAX);
        let next = &most + &Natural::from(1u64);
        assert_eq!(next.to_u64(), None);
        assert_eq!(next.minus(&Natural::from(1u64)), Some(most.clone()));
        assert_eq!(most.minus(&next), None);
        assert_eq!(&next ^ &next, Natural::ZERO);
        assert!(most < next);
        assert_eq!(next.modulo(10), 6);
        assert_eq!(next.divided_by(2), Natural::from(1u64 << 63));
        assert_eq!(Natural::ZERO.with_bit(64), next);
        assert_eq!(most.times(&Natural::from(2u64)), &most + &most);
        assert_eq!(next.bits(), 65);
    }

    #[test]
    fn json_keeps_every_digit() {
        let json = |n: Natural| serde_json::to_string(&n).unwrap();
        assert_eq!(json(read("9007199254740992")), "9007199254740992");
        assert_eq!(json(read("9007199254740993")), "\"9007199254740993\"");
    }
}
