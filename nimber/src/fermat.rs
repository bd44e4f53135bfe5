//! The prime factors of the Fermat numbers F0 to F11, all that are completely factored.
//!
//! Euler 1732 (F5), Landry 1880 (F6), Morrison and Brillhart 1970 (F7), Brent and Pollard 1980 (F8),
//! Lenstra and others 1990 (F9), Brent 1995 (F10), 1988 (F11). Of each number all factors but the
//! largest are listed; that one is what remains.

use num_bigint::BigUint;
use num_traits::One;

const LISTED: [&[&str]; 12] = [
    &[],
    &[],
    &[],
    &[],
    &[],
    &["641"],
    &["274177"],
    &["59649589127497217"],
    &["1238926361552897"],
    &["2424833", "7455602825647884208337395736200454918783366342657"],
    &["45592577", "6487031809", "4659775785220018543264560743076778192897"],
    &["319489", "974849", "167988556341760475137", "3560841906445833920513"],
];

/// 2^(2^index) + 1.
pub(super) fn number(index: usize) -> BigUint {
    (BigUint::one() << (1u64 << index)) + 1u32
}

/// Its prime factors, ascending; none from F12 on.
pub(super) fn factors(index: usize) -> Vec<BigUint> {
    let Some(listed) = LISTED.get(index) else {
        return Vec::new();
    };
    let mut factors: Vec<BigUint> = listed.iter().filter_map(|text| text.parse().ok()).collect();
    let rest = factors.iter().fold(number(index), |rest, factor| rest / factor);
    factors.push(rest);
    factors
}

/// Whether a number is prime, with all but certainty: a strong test to some bases.
pub(super) fn is_probably_prime(number: &BigUint) -> bool {
    let one = BigUint::one();
    let before = number - 1u32;
    let zeros = before.trailing_zeros().unwrap_or(0);
    [3u32, 5, 7, 11, 13, 17, 19, 23].iter().all(|base| {
        let mut power = BigUint::from(*base).modpow(&(&before >> zeros), number);
        let mut strong = power == one || power == before;
        for _ in 1..zeros {
            power = &power * &power % number;
            strong |= power == before;
        }
        strong || *number == BigUint::from(*base)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_prime_and_multiply_to_the_number() {
        for index in 0..12 {
            let factors = factors(index);
            assert_eq!(factors.iter().product::<BigUint>(), number(index), "F{index}");
            assert!(factors.iter().all(is_probably_prime), "F{index}");
            assert!(factors.is_sorted(), "F{index}");
        }
        assert_eq!(factors(12), []);
    }
}
