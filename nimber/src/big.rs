//! Nimbers of any size.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Sub};
use std::str::FromStr;

use bouton_core::error::{Error, quoted};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{domain, fermat, limbs};

/// The widest numbers that are read: 2^20 bits, about 315,000 digits.
const WIDEST: u64 = 1 << 20;

/// A nimber of any size. It lies in a field of 2^(2^k) nimbers for some k; operations use the least
/// one that holds what they are given.
///
/// Kept in the polynomial domain: text and comparisons by size convert, products do not.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct BigNimber {
    /// A power of two of them, as few as possible.
    limbs: Vec<u64>,
}

/// A polynomial over 0 and 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BinaryPolynomial {
    /// Bit i is the coefficient of x^i.
    pub coefficients: BigUint,
}

/// A number, decimal or hexadecimal after 0x.
pub(super) fn read(text: &str) -> Result<BigUint, Error> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = hexadecimal.map_or((text, 10), |digits| (digits, 16));
    let wrong = || {
        let given = quoted(text);
        Error::input(format!("{given} is not a nimber: write digits, or 0x and hexadecimal digits"))
    };
    if digits.is_empty() || !digits.bytes().all(|byte| char::from(byte).is_digit(radix)) {
        return Err(wrong());
    }
    // Before the work of reading it: a digit has at least 3.3 bits.
    if digits.len() as u64 * 33 / 10 > WIDEST + 64 {
        return Err(too_wide());
    }
    let number = BigUint::parse_bytes(digits.as_bytes(), radix).ok_or_else(wrong)?;
    if number.bits() > WIDEST { Err(too_wide()) } else { Ok(number) }
}

fn too_wide() -> Error {
    Error::input(format!("the number is wider than {WIDEST} bits: nimbers are read up to there"))
}

impl BigNimber {
    /// 0.
    pub fn zero() -> BigNimber {
        BigNimber { limbs: vec![0] }
    }

    /// 1.
    pub fn one() -> BigNimber {
        BigNimber { limbs: vec![1] }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.limbs == [0]
    }

    /// Whether it is 1.
    pub fn is_one(&self) -> bool {
        self.limbs == [1]
    }

    fn new(mut limbs: Vec<u64>) -> BigNimber {
        while limbs.len() > 1 && limbs[limbs.len() / 2..].iter().all(|limb| *limb == 0) {
            limbs.truncate(limbs.len() / 2);
        }
        BigNimber { limbs }
    }

    /// So many limbs, a power of two and not fewer than there are.
    fn widened(&self, width: usize) -> Vec<u64> {
        let mut limbs = self.limbs.clone();
        limbs.resize(width.max(limbs.len()), 0);
        limbs
    }

    /// The size of the heap that it is.
    pub fn value(&self) -> BigUint {
        let words = self.limbs.iter().map(|limb| domain::back(*limb));
        BigUint::new(words.flat_map(|word| [word as u32, (word >> 32) as u32]).collect())
    }

    /// The value, if it is a word.
    pub fn to_u64(&self) -> Option<u64> {
        match self.limbs[..] {
            [limb] => Some(domain::back(limb)),
            _ => None,
        }
    }

    /// The product with itself.
    pub fn square(&self) -> BigNimber {
        let mut limbs = self.limbs.clone();
        limbs::square(&mut limbs);
        BigNimber::new(limbs)
    }

    /// The square root: every nimber has exactly one.
    pub fn sqrt(&self) -> BigNimber {
        let mut limbs = self.limbs.clone();
        limbs::root(&mut limbs);
        BigNimber::new(limbs)
    }

    /// The inverse; 0 has none.
    pub fn inverse(&self) -> Option<BigNimber> {
        (!self.is_zero()).then(|| BigNimber::new(limbs::inverse(&self.limbs)))
    }

    /// The quotient, unless the divisor is 0.
    pub fn checked_div(&self, divisor: &BigNimber) -> Option<BigNimber> {
        divisor.inverse().map(|inverse| self * &inverse)
    }

    /// The power; the power 0 is 1. An error if it would take too long.
    pub fn pow(&self, exponent: &BigUint) -> Result<BigNimber, Error> {
        if self.is_zero() || self.is_one() {
            return Ok(if exponent.is_zero() { BigNimber::one() } else { self.clone() });
        }
        // Powers repeat after the number of elements other than 0.
        let bits = 64 * self.limbs.len() as u64;
        let exponent = if exponent.bits() > bits {
            exponent % ((BigUint::one() << bits) - 1u32)
        } else {
            exponent.clone()
        };
        let limbs = self.limbs.len() as f64;
        if exponent.bits() as f64 * limbs.powf(1.6) > 3e9 {
            return Err(Error::Stopped(format!(
                "a power of a nimber of {bits} bits with an exponent of {} bits is too much work",
                exponent.bits()
            )));
        }
        Ok(BigNimber::new(power(&self.limbs, &exponent)))
    }

    /// The trace in the field of 2^(2^level) nimbers: 0 or 1. It is the highest bit, bit 2^level - 1.
    /// An error if the nimber is not in that field.
    pub fn trace(&self, level: u32) -> Result<u8, Error> {
        let width = 1u64.checked_shl(level).unwrap_or(u64::MAX);
        let value = self.value();
        if value.bits() > width {
            return Err(Error::input(format!(
                "a nimber of {} bits is not in the field of {width} bits",
                value.bits()
            )));
        }
        Ok(u8::from(value.bits() == width && width > 0))
    }

    /// The degree: the least d such that this is in the field of 2^d nimbers, a power of two.
    pub fn degree(&self) -> u64 {
        match self.value().bits() {
            0 | 1 => 1,
            bits => bits.next_power_of_two(),
        }
    }

    /// The even x with x^2 + x = this; x + 1 is the other one. It may need twice the width.
    pub fn halve(&self) -> BigNimber {
        let mut limbs = self.limbs.clone();
        if limbs::trace(&limbs) == 0 {
            limbs::halve(&mut limbs);
            return BigNimber::new(limbs);
        }
        // F F + F = F/2 has the missing trace.
        let width = limbs.len();
        let mut half = vec![0; width];
        half[0] = 1;
        limbs::raise(&mut half);
        for (limb, half) in limbs.iter_mut().zip(&half) {
            *limb ^= half;
        }
        limbs::halve(&mut limbs);
        limbs.resize(2 * width, 0);
        limbs[width] = 1;
        BigNimber::new(limbs)
    }

    /// The roots of a x^2 + b x + c, ascending; a double root stands once. An error if nothing but
    /// 0 = 0 or 1 = 0 is asked.
    pub fn roots(a: &BigNimber, b: &BigNimber, c: &BigNimber) -> Result<Vec<BigNimber>, Error> {
        let mut roots = match (a.inverse(), b.inverse()) {
            (None, None) if c.is_zero() => {
                return Err(Error::input("0 = 0 holds for every x: give an equation that has one"));
            }
            (None, None) => Vec::new(),
            (None, Some(inverse)) => vec![c * &inverse],
            (Some(inverse), None) => vec![(c * &inverse).sqrt()],
            (Some(inverse), Some(scale)) => {
                // With x = (b/a) y this is y^2 + y = a c / b^2.
                let half = (&(a * c) * &scale.square()).halve();
                let stretch = b * &inverse;
                vec![&half * &stretch, &(&half + &BigNimber::one()) * &stretch]
            }
        };
        roots.sort_unstable();
        Ok(roots)
    }

    /// The multiplicative order. An error for 0, and beyond 4096 bits, where the factors of
    /// 2^bits - 1 are not all known.
    pub fn order(&self) -> Result<BigUint, Error> {
        if self.is_zero() {
            return Err(Error::input("0 has no multiplicative order: no power of it is 1"));
        }
        if self.limbs.len() > 64 {
            return Err(Error::input(
                "orders are known up to 4096 bits: beyond, the factors of 2^8192 - 1 are not all known",
            ));
        }
        // From the widest field down: the norm keeps the part of the order that divides the number
        // of elements of the smaller field, and a number divided by its conjugate the other part,
        // which divides a Fermat number.
        let mut order = BigUint::one();
        let mut limbs = self.limbs.clone();
        while limbs.len() > 1 {
            let unit = limbs::times(&limbs::conjugate(&limbs), &limbs::inverse(&limbs));
            let index = (32 * limbs.len()).trailing_zeros() as usize;
            let mut part = fermat::number(index);
            for prime in fermat::factors(index) {
                let without = &part / &prime;
                if BigNimber::new(power(&unit, &without)).is_one() {
                    part = without;
                }
            }
            order *= part;
            limbs = limbs::norm(&limbs);
        }
        let rest = super::Nimber64(domain::back(limbs[0])).order();
        Ok(order * rest.unwrap_or(1))
    }

    /// The least n with base^n equal to this. An error if there is none, or beyond 64 bits.
    pub fn log(&self, base: &BigNimber) -> Result<BigUint, Error> {
        let (Some(number), Some(word)) = (self.to_u64(), base.to_u64()) else {
            return Err(Error::input("logarithms are computed up to 64 bits"));
        };
        let logarithm = super::logarithm::logarithm(number, word);
        logarithm.map(BigUint::from).ok_or_else(|| {
            Error::input(format!(
                "{number} has no logarithm to the base {word}: it is no power of it"
            ))
        })
    }

    /// The polynomial of least degree over 0 and 1 that has this root: the shortest recurrence of
    /// one bit of the powers (Berlekamp and Massey). An error beyond 2^14 bits.
    pub fn try_minimal_polynomial(&self) -> Result<BinaryPolynomial, Error> {
        if self.limbs.len() > 256 {
            return Err(Error::Stopped(
                "minimal polynomials are computed up to 16384 bits".to_string(),
            ));
        }
        Ok(self.minimal_polynomial())
    }

    pub(super) fn minimal_polynomial(&self) -> BinaryPolynomial {
        let (mut power, mut scratch) = (self.widened(1), vec![0; 4 * self.limbs.len()]);
        power.fill(0);
        power[0] = 1;
        // Bit 0 of the first power, 1, is 1; so the recurrence is not that of zeros, and it divides
        // the minimal polynomial, which has no factors.
        let mut bits = vec![true];
        let mut next = power.clone();
        for _ in 1..2 * self.degree() {
            limbs::product(&power, &self.limbs, &mut next, &mut scratch);
            std::mem::swap(&mut power, &mut next);
            bits.push(power[0] & 1 == 1);
        }
        BinaryPolynomial { coefficients: recurrence(&bits) }
    }
}

/// The characteristic polynomial of the shortest linear recurrence of a sequence of bits
/// (Massey 1969).
fn recurrence(bits: &[bool]) -> BigUint {
    let words = bits.len() / 64 + 2;
    // Connection polynomials, and the bits seen so far, the latest first.
    let (mut connection, mut before, mut seen) =
        (vec![0u64; words], vec![0; words], vec![0; words]);
    (connection[0], before[0]) = (1, 1);
    let (mut length, mut gap) = (0, 1);
    for (index, bit) in bits.iter().enumerate() {
        shift(&mut seen, 1);
        seen[0] |= u64::from(*bit);
        let parity = connection.iter().zip(&seen).fold(0, |sum, (a, b)| sum ^ (a & b));
        if parity.count_ones() % 2 == 0 {
            gap += 1;
            continue;
        }
        let old = connection.clone();
        let mut moved = before.clone();
        shift(&mut moved, gap);
        for (own, moved) in connection.iter_mut().zip(&moved) {
            *own ^= moved;
        }
        if 2 * length <= index {
            length = index + 1 - length;
            before = old;
            gap = 1;
        } else {
            gap += 1;
        }
    }
    // The characteristic polynomial is the connection polynomial read backwards.
    let bit = |index: usize| connection[index / 64] >> (index % 64) & 1 == 1;
    let mut characteristic = BigUint::zero();
    for index in (0..=length).filter(|index| bit(*index)) {
        characteristic.set_bit((length - index) as u64, true);
    }
    characteristic
}

fn shift(words: &mut [u64], places: usize) {
    let (far, near) = (places / 64, places % 64);
    for index in (0..words.len()).rev() {
        let high = index.checked_sub(far).map_or(0, |from| words[from]);
        let low = index.checked_sub(far + 1).map_or(0, |from| words[from]);
        words[index] = if near == 0 { high } else { high << near | low >> (64 - near) };
    }
}

/// A power by windows of four bits.
fn power(limbs: &[u64], exponent: &BigUint) -> Vec<u64> {
    let width = limbs.len();
    let mut one = vec![0; width];
    one[0] = 1;
    let mut powers = vec![one.clone(), limbs.to_vec()];
    // A short exponent is one digit.
    let largest = exponent.to_usize().unwrap_or(15).min(15);
    for index in 2..=largest {
        powers.push(limbs::times(&powers[index - 1], limbs));
    }
    let (mut power, mut next, mut scratch) = (one, vec![0; width], vec![0; 4 * width]);
    for window in (0..exponent.bits().div_ceil(4)).rev() {
        for _ in 0..4 {
            limbs::square(&mut power);
        }
        let digit =
            (0..4).fold(0, |digit, bit| digit | usize::from(exponent.bit(4 * window + bit)) << bit);
        if digit > 0 {
            limbs::product(&power, &powers[digit], &mut next, &mut scratch);
            std::mem::swap(&mut power, &mut next);
        }
    }
    power
}

impl From<u64> for BigNimber {
    fn from(word: u64) -> BigNimber {
        BigNimber { limbs: vec![domain::to(word)] }
    }
}

impl From<u128> for BigNimber {
    fn from(word: u128) -> BigNimber {
        BigNimber::new(vec![domain::to(word as u64), domain::to((word >> 64) as u64)])
    }
}

impl From<&BigUint> for BigNimber {
    fn from(number: &BigUint) -> BigNimber {
        let mut limbs: Vec<u64> = number.iter_u64_digits().map(domain::to).collect();
        limbs.resize(limbs.len().max(1).next_power_of_two(), 0);
        BigNimber::new(limbs)
    }
}

impl FromStr for BigNimber {
    type Err = Error;
    fn from_str(text: &str) -> Result<BigNimber, Error> {
        Ok(BigNimber::from(&read(text)?))
    }
}

impl fmt::Display for BigNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl fmt::Debug for BigNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{}", self.value())
    }
}

impl PartialOrd for BigNimber {
    fn partial_cmp(&self, other: &BigNimber) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By size.
impl Ord for BigNimber {
    fn cmp(&self, other: &BigNimber) -> Ordering {
        let words = |nimber: &BigNimber| -> Vec<u64> {
            nimber.limbs.iter().rev().map(|limb| domain::back(*limb)).collect()
        };
        self.limbs.len().cmp(&other.limbs.len()).then_with(|| words(self).cmp(&words(other)))
    }
}

/// As a decimal text, because it may be longer than any number of JSON.
impl Serialize for BigNimber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BigNimber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BigNimber, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl Add for &BigNimber {
    type Output = BigNimber;
    #[allow(clippy::suspicious_arithmetic_impl, reason = "nimbers add by xor")]
    fn add(self, other: &BigNimber) -> BigNimber {
        let mut limbs = self.widened(other.limbs.len());
        for (limb, other) in limbs.iter_mut().zip(&other.limbs) {
            *limb ^= other;
        }
        BigNimber::new(limbs)
    }
}

impl Mul for &BigNimber {
    type Output = BigNimber;
    fn mul(self, other: &BigNimber) -> BigNimber {
        let (short, long) =
            if self.limbs.len() < other.limbs.len() { (self, other) } else { (other, self) };
        // The factor is an element of the field of its own width, which the longer number is a row
        // over.
        let width = short.limbs.len();
        let mut out = vec![0; long.limbs.len()];
        let mut scratch = vec![0; 4 * width];
        for (out, part) in out.chunks_mut(width).zip(long.limbs.chunks(width)) {
            limbs::product(part, &short.limbs, out, &mut scratch);
        }
        BigNimber::new(out)
    }
}

impl Sub for &BigNimber {
    type Output = BigNimber;
    #[allow(clippy::suspicious_arithmetic_impl, reason = "each nimber is its own negative")]
    fn sub(self, other: &BigNimber) -> BigNimber {
        self + other
    }
}

/// As with integers, this panics if the divisor is 0; [`BigNimber::checked_div`] does not.
impl Div for &BigNimber {
    type Output = BigNimber;
    fn div(self, other: &BigNimber) -> BigNimber {
        self.checked_div(other).expect("attempt to divide a nimber by zero")
    }
}

macro_rules! owned {
    ($($trait:ident $method:ident)*) => {$(
        impl $trait for BigNimber {
            type Output = BigNimber;
            fn $method(self, other: BigNimber) -> BigNimber {
                $trait::$method(&self, &other)
            }
        }
    )*};
}
owned!(Add add Sub sub Mul mul Div div);

impl BinaryPolynomial {
    /// The degree.
    pub fn degree(&self) -> u64 {
        self.coefficients.bits().saturating_sub(1)
    }
}

impl fmt::Display for BinaryPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for power in (0..self.coefficients.bits()).rev().filter(|bit| self.coefficients.bit(*bit)) {
            match power {
                0 => write!(f, "{separator}1")?,
                1 => write!(f, "{separator}x")?,
                _ => write!(f, "{separator}x^{power}")?,
            }
            separator = " + ";
        }
        if separator.is_empty() { f.write_str("0") } else { Ok(()) }
    }
}
