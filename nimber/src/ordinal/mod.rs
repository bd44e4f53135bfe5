//! Transfinite nimbers below w^w^w: the algebraic closure of the field of two elements.
//!
//! An ordinal below w^w^w is a sum of w^e times finite numbers, with exponents e below w^w. As
//! nimbers these are polynomials with finite nimbers as coefficients in kappa_(p^n) =
//! w^(w^k p^(n-1)), where p is the odd prime of index k (3, 5, 7, ...), each to a power below p: the
//! digits of the exponent's coefficients in base p say which. The p-th power of kappa_(p^n) is
//! kappa_(p^(n-1)), and that of kappa_p is alpha_p (Conway 1976, chapter 6; Lenstra 1977).

mod alpha;
mod field;
mod text;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Add;

use bouton_core::error::Error;
use num_bigint::BigUint;

use super::BigNimber;

pub(crate) use text::read_prefix;

/// An ordinal below w^w: the sum of w^k times coefficient k.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Exponent {
    /// No zeros at the end.
    coefficients: Vec<u64>,
}

impl Exponent {
    fn new(mut coefficients: Vec<u64>) -> Exponent {
        while coefficients.last() == Some(&0) {
            coefficients.pop();
        }
        Exponent { coefficients }
    }

    fn is_zero(&self) -> bool {
        self.coefficients.is_empty()
    }
}

impl PartialOrd for Exponent {
    fn partial_cmp(&self, other: &Exponent) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exponent {
    fn cmp(&self, other: &Exponent) -> Ordering {
        let lengths = self.coefficients.len().cmp(&other.coefficients.len());
        lengths.then_with(|| self.coefficients.iter().rev().cmp(other.coefficients.iter().rev()))
    }
}

/// A nimber below w^w^w.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OrdinalNimber {
    /// By exponent of w; no coefficient is 0.
    terms: BTreeMap<Exponent, BigNimber>,
}

/// How much work is left: products of terms. Fields of large degree need more than anybody has.
pub(super) struct Work(u64);

impl Work {
    /// Some seconds.
    fn new() -> Work {
        Work(2_000_000)
    }

    fn spend(&mut self, amount: u64) -> Result<(), Error> {
        self.0 = self.0.checked_sub(amount).ok_or_else(|| {
            Error::Stopped(
                "these ordinals lie in a field of too large a degree: the work was given up"
                    .to_string(),
            )
        })?;
        Ok(())
    }
}

impl From<BigNimber> for OrdinalNimber {
    fn from(nimber: BigNimber) -> OrdinalNimber {
        OrdinalNimber::term(Exponent::default(), nimber)
    }
}

impl From<u64> for OrdinalNimber {
    fn from(word: u64) -> OrdinalNimber {
        OrdinalNimber::from(BigNimber::from(word))
    }
}

impl Add for &OrdinalNimber {
    type Output = OrdinalNimber;
    #[allow(clippy::suspicious_arithmetic_impl, reason = "nimbers add by xor")]
    fn add(self, other: &OrdinalNimber) -> OrdinalNimber {
        let mut sum = self.clone();
        for (exponent, coefficient) in &other.terms {
            sum.add_term(exponent.clone(), coefficient);
        }
        sum
    }
}

impl OrdinalNimber {
    /// 0.
    pub fn zero() -> OrdinalNimber {
        OrdinalNimber::default()
    }

    /// 1.
    pub fn one() -> OrdinalNimber {
        OrdinalNimber::from(1)
    }

    /// w, the first transfinite ordinal.
    pub fn w() -> OrdinalNimber {
        OrdinalNimber::power_of_w(Exponent::new(vec![1]))
    }

    fn power_of_w(exponent: Exponent) -> OrdinalNimber {
        OrdinalNimber::term(exponent, BigNimber::one())
    }

    fn term(exponent: Exponent, coefficient: BigNimber) -> OrdinalNimber {
        let mut ordinal = OrdinalNimber::zero();
        ordinal.add_term(exponent, &coefficient);
        ordinal
    }

    fn add_term(&mut self, exponent: Exponent, coefficient: &BigNimber) {
        let sum = match self.terms.get(&exponent) {
            Some(there) => there + coefficient,
            None => coefficient.clone(),
        };
        if sum.is_zero() {
            self.terms.remove(&exponent);
        } else {
            self.terms.insert(exponent, sum);
        }
    }

    /// Whether it is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The nimber, if it is finite.
    pub fn finite(&self) -> Option<BigNimber> {
        match self.terms.first_key_value() {
            None => Some(BigNimber::zero()),
            Some((exponent, nimber)) if exponent.is_zero() && self.terms.len() == 1 => {
                Some(nimber.clone())
            }
            _ => None,
        }
    }

    /// The product. An error if it needs a prime outside the table of alpha_p, or too much work.
    pub fn product(&self, other: &OrdinalNimber) -> Result<OrdinalNimber, Error> {
        self.times(other, &mut Work::new())
    }

    /// The power; the power 0 is 1. Errors as for the product.
    pub fn pow(&self, exponent: &BigUint) -> Result<OrdinalNimber, Error> {
        self.power(exponent, &mut Work::new())
    }

    fn times(&self, other: &OrdinalNimber, work: &mut Work) -> Result<OrdinalNimber, Error> {
        work.spend(self.terms.len() as u64 * other.terms.len() as u64)?;
        let mut product = OrdinalNimber::zero();
        for (left, a) in &self.terms {
            for (right, b) in &other.terms {
                let coefficient = a * b;
                let (exponent, over) = join(left, right)?;
                if over.is_empty() {
                    product.add_term(exponent, &coefficient);
                    continue;
                }
                // Each alpha_p belongs to smaller primes than p, so this comes to an end.
                let mut part = OrdinalNimber::term(exponent, coefficient);
                for index in over {
                    part = part.times(&alpha::alpha(index)?, work)?;
                }
                for (exponent, coefficient) in part.terms {
                    product.add_term(exponent, &coefficient);
                }
            }
        }
        Ok(product)
    }

    fn power(&self, exponent: &BigUint, work: &mut Work) -> Result<OrdinalNimber, Error> {
        if let Some(finite) = self.finite() {
            return finite.pow(exponent).map(OrdinalNimber::from);
        }
        let mut power = OrdinalNimber::one();
        for bit in (0..exponent.bits()).rev() {
            power = power.squared(work)?;
            if exponent.bit(bit) {
                power = power.times(self, work)?;
            }
        }
        Ok(power)
    }

    fn squared(&self, work: &mut Work) -> Result<OrdinalNimber, Error> {
        let mut square = OrdinalNimber::zero();
        for (exponent, coefficient) in &self.terms {
            let root = OrdinalNimber::term(exponent.clone(), coefficient.clone());
            for (exponent, coefficient) in root.times(&root, work)?.terms {
                square.add_term(exponent, &coefficient);
            }
        }
        Ok(square)
    }
}

/// The product of w^left and w^right, but for factors alpha_p: the exponent, and the indices of the
/// primes p for which there is one. The digits of a coefficient in base p add, and where a sum
/// reaches p the digit below gets one more, because the p-th power of kappa_(p^n) is
/// kappa_(p^(n-1)).
fn join(left: &Exponent, right: &Exponent) -> Result<(Exponent, Vec<usize>), Error> {
    let length = left.coefficients.len().max(right.coefficients.len());
    let mut coefficients = Vec::with_capacity(length);
    let mut over = Vec::new();
    for index in 0..length {
        let of = |exponent: &Exponent| exponent.coefficients.get(index).copied().unwrap_or(0);
        let (a, b) = (of(left), of(right));
        if a == 0 || b == 0 {
            coefficients.push(a | b);
            continue;
        }
        let prime = alpha::prime(index)?;
        let mut place = 1u64;
        while place <= a.max(b) / prime {
            place *= prime;
        }
        let (mut sum, mut carry) = (0u64, 0);
        while place > 0 {
            let digit = a / place % prime + b / place % prime + carry;
            carry = digit / prime;
            let part = (digit % prime).checked_mul(place);
            sum = part.and_then(|part| part.checked_add(sum)).ok_or_else(|| {
                Error::Unsupported(
                    "an exponent of w in the product is larger than 2^64".to_string(),
                )
            })?;
            place /= prime;
        }
        if carry > 0 {
            over.push(index);
        }
        coefficients.push(sum);
    }
    Ok((Exponent::new(coefficients), over))
}
