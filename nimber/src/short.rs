//! The operations on one word of 64 or 128 bits that the fixed widths share.

use super::domain::{self, HALVE, ROOT, SQUARE, look_up};
use super::kernel::carryless;
use super::tower;

/// The primes that divide 2^128 - 1: those of the Fermat numbers F0 to F6.
const PRIMES: [u128; 9] = [3, 5, 17, 257, 65_537, 641, 6_700_417, 274_177, 67_280_421_310_721];

/// The operations on words of up to 64 bits. Shorter numbers are subfields.
pub(super) mod single {
    use super::*;

    #[inline(always)]
    pub fn product(a: u64, b: u64) -> u64 {
        carryless::product(a, b)
    }

    #[inline]
    pub fn square(a: u64) -> u64 {
        look_up(&SQUARE, a)
    }

    #[inline]
    pub fn root(a: u64) -> u64 {
        look_up(&ROOT, a)
    }

    /// The even x with x^2 + x = a, for a below 2^63.
    #[inline]
    pub fn halve(a: u64) -> u64 {
        look_up(&HALVE, a)
    }

    #[inline]
    pub fn inverse(a: u64) -> u64 {
        tower::inverse(a)
    }

    /// Times 2^63.
    #[inline]
    pub fn raise(a: u64) -> u64 {
        domain::back(domain::times_c(domain::to(a)))
    }
}

/// The operations on words of 128 bits, by halves.
pub(super) mod double {
    use super::*;

    #[inline(always)]
    fn halves(a: u128) -> (u64, u64) {
        ((a >> 64) as u64, a as u64)
    }

    #[inline(always)]
    fn join(high: u64, low: u64) -> u128 {
        u128::from(high) << 64 | u128::from(low)
    }

    #[inline]
    pub fn product(a: u128, b: u128) -> u128 {
        let polynomials = |a| {
            let (high, low) = halves(a);
            (domain::to(high), domain::to(low))
        };
        let ((a_high, a_low), (b_high, b_low)) = (polynomials(a), polynomials(b));
        let low = carryless::polynomial(a_low, b_low);
        let high = carryless::polynomial(a_high, b_high);
        let cross = carryless::polynomial(a_high ^ a_low, b_high ^ b_low);
        join(domain::back(cross ^ low), domain::back(low ^ domain::times_c(high)))
    }

    #[inline]
    pub fn square(a: u128) -> u128 {
        let (high, low) = halves(a);
        let high = single::square(high);
        join(high, single::square(low) ^ single::raise(high))
    }

    #[inline]
    pub fn root(a: u128) -> u128 {
        let (high, low) = halves(a);
        join(single::root(high), single::root(low ^ single::raise(high)))
    }

    /// The even x with x^2 + x = a, for a below 2^127.
    #[inline]
    pub fn halve(a: u128) -> u128 {
        let (high, low) = halves(a);
        let mut high = single::halve(high);
        let mut rest = low ^ single::raise(single::square(high));
        if rest >> 63 == 1 {
            high ^= 1;
            rest ^= 1 << 63;
        }
        join(high, single::halve(rest))
    }

    /// The inverse; that of 0 is 0 here.
    #[inline]
    pub fn inverse(a: u128) -> u128 {
        let (high, low) = halves(a);
        let both = high ^ low;
        let norm = single::product(low, both) ^ single::raise(single::square(high));
        let inverse = single::inverse(norm);
        join(single::product(high, inverse), single::product(both, inverse))
    }
}

/// The order of an element, given its powers, in the group of 2^bits - 1 elements.
pub(super) fn order(bits: u32, is_one: impl Fn(u128) -> bool) -> u128 {
    let mut order = u128::MAX >> (128 - bits);
    for prime in PRIMES {
        if order % prime == 0 && is_one(order / prime) {
            order /= prime;
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_primes_multiply_to_all_ones() {
        assert_eq!(PRIMES.iter().product::<u128>(), u128::MAX);
    }

    proptest! {
        #[test]
        fn long_words_agree_with_the_definition(a: u128, b: u128, shift in 0..128u32) {
            let a = a >> shift;
            prop_assert_eq!(double::product(a, b), plain::product(a, b));
            prop_assert_eq!(double::square(a), plain::product(a, a));
            prop_assert_eq!(double::square(double::root(a)), a);
            prop_assert_eq!(plain::product(a, double::inverse(a)), u128::from(a != 0));
            let half = double::halve(a >> 1);
            prop_assert_eq!((half & 1, double::square(half) ^ half), (0, a >> 1));
        }
    }
}
