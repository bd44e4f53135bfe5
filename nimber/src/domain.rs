//! The field of 2^64 nimbers as polynomials: constants and tables, all computed by the compiler.
//!
//! Let c be the nimber 2^63. It lies in no smaller field, so each 64-bit nimber is a polynomial in c
//! of degree below 64, and products of nimbers are products of polynomials modulo the minimal
//! polynomial of c. Any element of full degree would do, and a sparse modulus makes reduction a bit
//! cheaper. This choice has another merit: c is what the tower of wider nimbers multiplies by all
//! the time (F F = F + c for F = 2^64), and here that is a shift.

use super::plain;

/// The powers of c as nimbers.
const POWERS: [u64; 128] = {
    let mut powers = [1u64; 128];
    let mut index = 1;
    while index < 128 {
        powers[index] = plain::raise(powers[index - 1] as u128, 64) as u64;
        index += 1;
    }
    powers
};

/// The polynomials of the nimbers 2^0 to 2^63.
pub(super) const BASIS: [u64; 64] = {
    // Gauss: the rows on the left are nimbers; beside each stands the polynomial it is.
    let mut rows = [(0u64, 0u64); 64];
    let mut index = 0;
    while index < 64 {
        rows[index] = (POWERS[index], 1 << index);
        index += 1;
    }
    let mut column = 0;
    while column < 64 {
        let mut pivot = column;
        while rows[pivot].0 >> column & 1 == 0 {
            pivot += 1;
        }
        let row = rows[pivot];
        rows[pivot] = rows[column];
        rows[column] = row;
        let mut other = 0;
        while other < 64 {
            if other != column && rows[other].0 >> column & 1 == 1 {
                rows[other].0 ^= row.0;
                rows[other].1 ^= row.1;
            }
            other += 1;
        }
        column += 1;
    }
    let mut basis = [0u64; 64];
    let mut index = 0;
    while index < 64 {
        basis[index] = rows[index].1;
        index += 1;
    }
    basis
};

/// The nimbers that the polynomials 1, c, c^2, ... are.
pub(super) const INVERSE_BASIS: [u64; 64] = {
    let mut basis = [0u64; 64];
    let mut index = 0;
    while index < 64 {
        basis[index] = POWERS[index];
        index += 1;
    }
    basis
};

/// A linear map, given by the images of single bits, applied to a word.
pub(super) const fn apply(images: &[u64; 64], word: u64) -> u64 {
    let (mut rest, mut sum) = (word, 0);
    while rest != 0 {
        sum ^= images[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    sum
}

/// The modulus without its leading term: c^64 as a polynomial.
pub(super) const MODULUS: u64 = apply(&BASIS, POWERS[64]);

/// x^128 divided by the modulus, without its leading term (Barrett's reciprocal).
#[cfg(target_arch = "x86_64")]
pub(super) const RECIPROCAL: u64 = {
    let (mut rest, mut quotient) = (MODULUS, 0u64);
    let mut step = 0;
    while step < 64 {
        let carry = rest >> 63;
        rest = (rest << 1) ^ (MODULUS & carry.wrapping_neg());
        quotient = quotient << 1 | carry;
        step += 1;
    }
    quotient
};

/// A linear map as tables by bytes.
pub(super) type Table<const BYTES: usize> = [[u64; 256]; BYTES];

/// The tables of a linear map on `BYTES` bytes, given by the images of single bits.
pub(super) const fn table<const BYTES: usize>(images: &[u64]) -> Table<BYTES> {
    let mut table = [[0u64; 256]; BYTES];
    let mut byte = 0;
    while byte < BYTES {
        let mut value = 1usize;
        while value < 256 {
            let bit = value.trailing_zeros() as usize;
            table[byte][value] = table[byte][value & (value - 1)] ^ images[8 * byte + bit];
            value += 1;
        }
        byte += 1;
    }
    table
}

/// The image of a word by tables.
#[inline(always)]
pub(super) fn look_up(table: &Table<8>, word: u64) -> u64 {
    let bytes = word.to_le_bytes();
    let mut sum = [0u64; 2];
    for byte in 0..4 {
        sum[0] ^= table[byte][bytes[byte] as usize];
        sum[1] ^= table[byte + 4][bytes[byte + 4] as usize];
    }
    sum[0] ^ sum[1]
}

/// From nimbers to polynomials.
pub(super) static TO: Table<8> = table(&BASIS);
/// From polynomials to nimbers.
pub(super) static BACK: Table<8> = table(&INVERSE_BASIS);
/// The upper half of a product of polynomials, to a nimber.
pub(super) static BACK_HIGH: Table<8> = table(POWERS.split_at(64).1);
/// The upper half of a product of polynomials, reduced.
pub(super) static FOLD: Table<8> = {
    let mut images = [0u64; 64];
    let mut index = 0;
    while index < 64 {
        images[index] = apply(&BASIS, POWERS[64 + index]);
        index += 1;
    }
    table(&images)
};

macro_rules! images {
    ($map:path) => {{
        let mut images = [0u64; 64];
        let mut index = 0;
        while index < 64 {
            images[index] = $map(1u128 << index, 64) as u64;
            index += 1;
        }
        images
    }};
}

/// The images of single bits under squaring, square root, and the even root of x^2 + x = a; the
/// last has none for the highest bit.
const SQUARES: [u64; 64] = images!(plain::square);
pub(super) const ROOTS: [u64; 64] = images!(plain::root);
const HALVES: [u64; 64] = images!(plain::halve);
/// Squares of nimbers.
pub(super) static SQUARE: Table<8> = table(&SQUARES);
/// Square roots of nimbers.
pub(super) static ROOT: Table<8> = table(&ROOTS);
/// Even roots of x^2 + x = a, for a below 2^63.
pub(super) static HALVE: Table<8> = table(&HALVES);

/// A nimber as a polynomial.
#[inline(always)]
pub(super) fn to(nimber: u64) -> u64 {
    look_up(&TO, nimber)
}

/// A polynomial as a nimber.
#[inline(always)]
pub(super) fn back(polynomial: u64) -> u64 {
    look_up(&BACK, polynomial)
}

/// A polynomial times c: where the tower of wider nimbers spends no time.
#[inline(always)]
pub(super) const fn times_c(polynomial: u64) -> u64 {
    (polynomial << 1) ^ (MODULUS & (polynomial >> 63).wrapping_neg())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nimbers_and_polynomials_are_the_same_field(a: u64) {
            prop_assert_eq!(back(to(a)), a);
            prop_assert_eq!(apply(&BASIS, a), to(a));
            prop_assert_eq!(back(times_c(to(a))), plain::raise(a.into(), 64) as u64);
            prop_assert_eq!(u128::from(look_up(&SQUARE, a)), plain::square(a.into(), 64));
            prop_assert_eq!(u128::from(look_up(&ROOT, a)), plain::root(a.into(), 64));
            prop_assert_eq!(u128::from(look_up(&HALVE, a >> 1)), plain::halve((a >> 1).into(), 64));
        }
    }
}
