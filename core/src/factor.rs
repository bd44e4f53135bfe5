//! Numbers taken apart: prime factors and divisors, for games on numbers.

use crate::order::InOrder;
use num_bigint::BigUint;

use crate::error::{Error, quoted};
use crate::natural::Natural;

/// Larger numbers are refused: two primes of fifty bits take a second to find, and each further bit
/// makes that longer.
pub const LARGEST: u128 = 1 << 100;

/// The prime factors of a number from 1 to 2^100, ascending, with their exponents.
pub fn factors(number: &Natural) -> Result<Vec<(u128, u32)>, Error> {
    let word = to_u128(number).ok_or_else(|| {
        Error::input(format!(
            "{} cannot be factored: write a number from 1 to 2^100, which has 31 digits",
            quoted(&number.to_string())
        ))
    })?;
    if word == 1 {
        return Ok(Vec::new());
    }
    let found = machine_factor::factorize_128(word);
    let mut factors: Vec<(u128, u32)> = (0..found.len.min(found.factors.len()))
        .map(|index| (found.factors[index], u32::from(found.powers[index])))
        .filter(|(prime, power)| *prime > 1 && *power > 0)
        .collect();
    factors.put_in_order();
    Ok(factors)
}

/// The number as a machine word, if it is one that is factored.
pub fn to_u128(number: &Natural) -> Option<u128> {
    let word = match number.to_u64() {
        Some(word) => Some(u128::from(word)),
        None => u128::try_from(number.to_big()).ok(),
    };
    word.filter(|word| (1..=LARGEST).contains(word))
}

/// All divisors of the number with these prime factors, in no order; nothing if there are more
/// than `most`.
pub fn divisors(factors: &[(u128, u32)], most: usize) -> Option<Vec<u128>> {
    let mut divisors = vec![1u128];
    for (prime, power) in factors {
        let before = divisors.len();
        if before.checked_mul(*power as usize + 1)? > most {
            return None;
        }
        let mut factor = 1u128;
        for _ in 0..*power {
            factor *= prime;
            for index in 0..before {
                divisors.push(divisors[index] * factor);
            }
        }
    }
    Some(divisors)
}

/// Whether one number divides another.
pub fn divides(divisor: &Natural, number: &Natural) -> bool {
    match (divisor.to_u64(), number.to_u64()) {
        (Some(0), _) => false,
        (Some(divisor), _) => number.modulo(divisor) == 0,
        (None, Some(number)) => number == 0,
        (None, None) => (number.to_big() % divisor.to_big()) == BigUint::ZERO,
    }
}

/// A factorisation in the usual form: `2^3 * 3^2 * 5`.
pub fn written(factors: &[(u128, u32)]) -> String {
    let one = |(prime, power): &(u128, u32)| match power {
        1 => prime.to_string(),
        power => format!("{prime}^{power}"),
    };
    let list: Vec<String> = factors.iter().map(one).collect();
    if list.is_empty() { "1".to_string() } else { list.join(" * ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_primes_and_multiply_to_the_number() {
        for number in 1..20_000u64 {
            let factors = factors(&Natural::from(number)).unwrap();
            let product: u128 = factors.iter().map(|(prime, power)| prime.pow(*power)).product();
            assert_eq!(product, u128::from(number));
            for (prime, _) in factors {
                assert!((2..).take_while(|d| d * d <= prime).all(|d| prime % d != 0), "{number}");
            }
        }
    }

    #[test]
    fn large_products_of_known_primes_come_apart() {
        let (p, q, r) = (999_999_999_989u128, 1_000_000_007u128, 4_294_967_291u128);
        for (number, expected) in [
            (p * p, vec![(p, 2)]),
            (q * r * 7, vec![(7, 1), (q, 1), (r, 1)]),
            (q * q * q, vec![(q, 3)]),
            (r * r * r, vec![(r, 3)]),
            (1 << 100, vec![(2, 100)]),
        ] {
            assert_eq!(factors(&Natural::from(number)).unwrap(), expected);
        }
        assert!(factors(&Natural::ZERO).is_err());
    }

    #[test]
    fn divisors_are_all_there_once() {
        let mut found = divisors(&[(2, 3), (3, 2), (5, 1)], 100).unwrap();
        found.sort_unstable();
        assert_eq!(found, (1..=360).filter(|d| 360 % d == 0).collect::<Vec<_>>());
        assert_eq!(divisors(&[(2, 3), (3, 2)], 11), None);
    }
}
