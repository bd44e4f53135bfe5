//! Inverses, square roots, degrees and orders of transfinite nimbers.

use bouton_core::error::Error;
use bouton_core::natural::Natural;
use num_bigint::BigUint;
use num_traits::One;

use super::{Exponent, OrdinalNimber, Work, alpha};
use crate::{BigNimber, fermat};

impl OrdinalNimber {
    /// The inverse. An error for 0, for a prime outside the table of alpha_p, and where it would
    /// take too much work.
    pub fn inverse(&self) -> Result<OrdinalNimber, Error> {
        self.inverted(&mut Work::new())
    }

    /// The square root: every nimber has exactly one. Errors as for the inverse.
    pub fn sqrt(&self) -> Result<OrdinalNimber, Error> {
        self.rooted(&mut Work::new())
    }

    /// The degree: the least d such that this is in a field of 2^d elements. Errors as for the
    /// product.
    pub fn degree(&self) -> Result<u64, Error> {
        if let Some(finite) = self.finite() {
            return Ok(finite.degree());
        }
        let mut work = Work::new();
        let (mut power, mut degree) = (self.squared(&mut work)?, 1);
        while power != *self {
            power = power.squared(&mut work)?;
            degree += 1;
        }
        Ok(degree)
    }

    /// The multiplicative order. An error for 0, where the factors of 2^degree - 1 are not known
    /// here, and where it would take too much work.
    pub fn order(&self) -> Result<BigUint, Error> {
        if let Some(finite) = self.finite() {
            return finite.order();
        }
        let degree = self.degree()?;
        let mut order = (BigUint::one() << degree) - 1u32;
        let mut work = Work::new();
        let one = OrdinalNimber::one();
        for prime in factors(degree)? {
            let without = &order / &prime;
            if self.power(&without, &mut work)? == one {
                order = without;
            }
        }
        Ok(order)
    }

    fn inverted(&self, work: &mut Work) -> Result<OrdinalNimber, Error> {
        let Some((exponent, coefficient)) = self.terms.first_key_value() else {
            return Err(Error::input("0 has no inverse: division by zero"));
        };
        if self.terms.len() == 1 {
            let inverse = coefficient.inverse().unwrap_or_else(BigNimber::one);
            return inverted_power(exponent, work)?.times(&OrdinalNimber::from(inverse), work);
        }
        // The first linear relation among the powers, with finite coefficients: a_0 + a_1 x + ... +
        // x^n = 0 gives the inverse, (a_1 + ... + x^(n-1)) / a_0.
        let mut rows: Vec<(OrdinalNimber, Vec<BigNimber>)> = Vec::new();
        let mut powers = vec![OrdinalNimber::one()];
        loop {
            let count = powers.len();
            let mut rest = powers[count - 1].clone();
            let mut relation = vec![BigNimber::zero(); count];
            relation[count - 1] = BigNimber::one();
            for (row, own) in &rows {
                let Some((lead, pivot)) = row.terms.last_key_value() else { continue };
                let Some(there) = rest.terms.get(lead) else { continue };
                let factor = there * &pivot.inverse().unwrap_or_else(BigNimber::one);
                work.spend(row.terms.len() as u64 + own.len() as u64)?;
                for (exponent, coefficient) in &row.terms {
                    rest.add_term(exponent.clone(), &(&factor * coefficient));
                }
                for (into, own) in relation.iter_mut().zip(own) {
                    *into = &*into + &(&factor * own);
                }
            }
            if rest.is_zero() {
                let mut sum = OrdinalNimber::zero();
                for (power, coefficient) in powers.iter().zip(&relation[1..]) {
                    for (exponent, own) in &power.terms {
                        sum.add_term(exponent.clone(), &(own * coefficient));
                    }
                }
                let scale = relation[0].inverse().unwrap_or_else(BigNimber::one);
                return sum.times(&OrdinalNimber::from(scale), work);
            }
            rows.push((rest, relation));
            powers.push(powers[count - 1].times(self, work)?);
        }
    }

    fn rooted(&self, work: &mut Work) -> Result<OrdinalNimber, Error> {
        let mut root = OrdinalNimber::zero();
        for (exponent, coefficient) in &self.terms {
            let part = rooted_power(exponent, work)?;
            let part = part.times(&OrdinalNimber::from(coefficient.sqrt()), work)?;
            root = &root + &part;
        }
        Ok(root)
    }
}

/// kappa_(p^(digit + 1)) to a power, for the prime p of this index; what the p-th power of
/// kappa_(p^(digit + 1)) is.
fn kappa(index: usize, place: u64, power: u64) -> OrdinalNimber {
    let mut coefficients = vec![0; index + 1];
    coefficients[index] = place * power;
    OrdinalNimber::power_of_w(Exponent::new(coefficients))
}

fn below(index: usize, place: u64, prime: u64) -> Result<OrdinalNimber, Error> {
    if place == 1 { alpha::alpha(index) } else { Ok(kappa(index, place / prime, 1)) }
}

/// The digits other than 0 of an exponent: index of the prime, prime, place, digit.
fn digits(exponent: &Exponent) -> Result<Vec<(usize, u64, u64, u64)>, Error> {
    let mut digits = Vec::new();
    for (index, coefficient) in exponent.coefficients.iter().enumerate() {
        if *coefficient == 0 {
            continue;
        }
        let prime = alpha::prime(index)?;
        let (mut place, mut rest) = (1, *coefficient);
        while rest > 0 {
            if rest % prime > 0 {
                digits.push((index, prime, place, rest % prime));
            }
            rest /= prime;
            // The last place may be more than a word holds; then nothing is left.
            place = if rest > 0 { place * prime } else { place };
        }
    }
    Ok(digits)
}

/// The inverse of w^exponent: that of kappa^d is kappa^(p - d) divided by kappa^p, which belongs to
/// smaller powers.
fn inverted_power(exponent: &Exponent, work: &mut Work) -> Result<OrdinalNimber, Error> {
    let mut inverse = OrdinalNimber::one();
    for (index, prime, place, digit) in digits(exponent)? {
        let rest = below(index, place, prime)?.inverted(work)?;
        inverse = inverse.times(&kappa(index, place, prime - digit), work)?.times(&rest, work)?;
    }
    Ok(inverse)
}

/// The square root of w^exponent: that of kappa^d is kappa^(d/2), or for odd d kappa^((d+p)/2)
/// divided by the root of kappa^p.
fn rooted_power(exponent: &Exponent, work: &mut Work) -> Result<OrdinalNimber, Error> {
    let mut root = OrdinalNimber::one();
    for (index, prime, place, digit) in digits(exponent)? {
        if digit % 2 == 0 {
            root = root.times(&kappa(index, place, digit / 2), work)?;
            continue;
        }
        let rest = below(index, place, prime)?.rooted(work)?.inverted(work)?;
        root = root.times(&kappa(index, place, (digit + prime) / 2), work)?.times(&rest, work)?;
    }
    Ok(root)
}

/// The prime factors of 2^degree - 1 with repetitions, as the product of the cyclotomic values at 2.
fn factors(degree: u64) -> Result<Vec<BigUint>, Error> {
    let unknown = || {
        Error::Unsupported(format!(
            "the order needs the prime factors of 2^{degree} - 1, which are not all known here"
        ))
    };
    // Larger numbers than this are hopeless.
    if degree > 4096 {
        return Err(unknown());
    }
    let divisors: Vec<u64> = (1..=degree).filter(|divisor| degree % divisor == 0).collect();
    let mut values: Vec<BigUint> = Vec::new();
    let mut factors = Vec::new();
    for (index, divisor) in divisors.iter().enumerate() {
        let mut value = (BigUint::one() << *divisor) - 1u32;
        for (smaller, known) in divisors[..index].iter().zip(&values) {
            if divisor % smaller == 0 {
                value /= known;
            }
        }
        values.push(value.clone());
        if divisor.is_power_of_two() && *divisor > 1 {
            factors.extend(fermat::factors(divisor.trailing_zeros() as usize - 1));
            continue;
        }
        factors.extend(split(value, *divisor).ok_or_else(unknown)?);
    }
    Ok(factors)
}

/// The prime factors of a cyclotomic value at 2: small ones, and one large one if it is prime.
fn split(value: BigUint, index: u64) -> Option<Vec<BigUint>> {
    const TRIALS: u64 = 100_000;
    let (mut rest, mut factors) = (value, Vec::new());
    // A prime factor is 1 more than a multiple of the index, or divides the index.
    let small = (3..=index).filter(|number| index % number == 0);
    for candidate in small.chain((1..TRIALS).map(|multiple| multiple * index + 1)) {
        if rest.bits() <= 100 {
            break;
        }
        while (&rest % candidate) == BigUint::ZERO {
            rest /= candidate;
            factors.push(BigUint::from(candidate));
        }
    }
    if rest.bits() <= 100 {
        for (prime, count) in bouton_core::factor::factors(&Natural::from(rest)).ok()? {
            factors.extend(std::iter::repeat_n(BigUint::from(prime), count as usize));
        }
        return Some(factors);
    }
    fermat::is_probably_prime(&rest).then(|| {
        factors.push(rest);
        factors
    })
}
