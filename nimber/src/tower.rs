//! The tower by bytes: inverses of single words by norms, from 64 bits down to 8, where logarithms
//! are tables.

use super::domain::Table;
use super::plain;

/// An element that generates the 255 nimbers below 256 other than 0: the least one.
const GENERATOR: u128 = {
    let mut candidate = 2;
    while order(candidate) != 255 {
        candidate += 1;
    }
    candidate
};

const fn order(nimber: u128) -> u32 {
    let (mut power, mut order) = (nimber, 1);
    while power != 1 {
        power = plain::product(power, nimber);
        order += 1;
    }
    order
}

/// Logarithms to the generator; that of 0 is so large that sums with it lead to zeros.
static LOGARITHMS: [u16; 256] = {
    let mut logarithms = [511; 256];
    let mut index = 0;
    while index < 255 {
        logarithms[POWERS[index] as usize] = index as u16;
        index += 1;
    }
    logarithms
};

/// Powers of the generator, twice around, then zeros.
static POWERS: [u8; 1024] = {
    let mut powers = [0; 1024];
    let (mut index, mut power) = (0, 1);
    while index < 509 {
        powers[index] = power as u8;
        power = if index == 254 { 1 } else { plain::product(power, GENERATOR) };
        index += 1;
    }
    powers
};

/// Multiplication by F/2 for each width: what `plain::raise` does.
static RAISE_8: Table<1> = raising(8, false);
static RAISE_16: Table<2> = raising(16, false);
/// The same after squaring.
static RAISED_SQUARE_8: Table<1> = raising(8, true);
static RAISED_SQUARE_16: Table<2> = raising(16, true);
static RAISED_SQUARE_32: Table<4> = raising(32, true);

const fn raising<const BYTES: usize>(bits: u32, squared: bool) -> Table<BYTES> {
    let mut images = [0u64; 64];
    let mut index = 0;
    while index < bits {
        let image = if squared { plain::square(1 << index, bits) } else { 1 << index };
        images[index as usize] = plain::raise(image, bits) as u64;
        index += 1;
    }
    super::domain::table(&images)
}

#[inline(always)]
fn look_up_short<const BYTES: usize>(table: &Table<BYTES>, word: u64) -> u64 {
    (0..BYTES).fold(0, |sum, byte| sum ^ table[byte][(word >> (8 * byte) & 255) as usize])
}

#[inline(always)]
fn product_8(a: u64, b: u64) -> u64 {
    let sum = LOGARITHMS[(a & 255) as usize] + LOGARITHMS[(b & 255) as usize];
    POWERS[sum as usize & 1023].into()
}

#[inline(always)]
fn product_16(a: u64, b: u64) -> u64 {
    let low = product_8(a, b);
    let high = product_8(a >> 8, b >> 8);
    let cross = product_8(a >> 8 ^ a, b >> 8 ^ b);
    (cross ^ low) << 8 | (low ^ look_up_short(&RAISE_8, high))
}

#[inline(always)]
fn product_32(a: u64, b: u64) -> u64 {
    let low = product_16(a & 0xffff, b & 0xffff);
    let high = product_16(a >> 16, b >> 16);
    let cross = product_16((a >> 16 ^ a) & 0xffff, (b >> 16 ^ b) & 0xffff);
    (cross ^ low) << 16 | (low ^ look_up_short(&RAISE_16, high))
}

#[inline(always)]
fn inverse_8(a: u64) -> u64 {
    let logarithm = LOGARITHMS[a as usize];
    if a == 0 { 0 } else { POWERS[255 - logarithm as usize].into() }
}

macro_rules! inverse {
    ($name:ident, $half:literal, $product:ident, $inverse:ident, $raise:ident) => {
        #[inline(always)]
        fn $name(a: u64) -> u64 {
            let mask = (1 << $half) - 1;
            let (high, low) = (a >> $half, a & mask);
            let both = high ^ low;
            let norm = $product(low, both) ^ look_up_short(&$raise, high);
            let inverse = $inverse(norm);
            $product(high, inverse) << $half | $product(both, inverse)
        }
    };
}

inverse!(inverse_16, 8, product_8, inverse_8, RAISED_SQUARE_8);
inverse!(inverse_32, 16, product_16, inverse_16, RAISED_SQUARE_16);
inverse!(inverse_64, 32, product_32, inverse_32, RAISED_SQUARE_32);

/// The inverse of a nimber; that of 0 is 0 here.
#[inline]
pub(super) fn inverse(a: u64) -> u64 {
    match a {
        0..=0xff => inverse_8(a),
        0x100..=0xffff => inverse_16(a),
        0x1_0000..=0xffff_ffff => inverse_32(a),
        _ => inverse_64(a),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn products_with_inverses_are_1(a: u64, shift in 0..64u32) {
            let a = a >> shift;
            prop_assert_eq!(plain::product(a.into(), inverse(a).into()), u128::from(a != 0));
        }

        #[test]
        fn short_products_agree_with_the_definition(a: u32, b: u32) {
            let right = plain::product(a.into(), b.into());
            prop_assert_eq!(u128::from(product_32(a.into(), b.into())), right);
        }
    }
}
