//! The plain definition by halves: slow, short, and what every kernel is compared with.
//!
//! With F = 2^(2^k), a nimber below F^2 is h F + l, and F F = F + F/2 (Conway 1976, On Numbers and
//! Games, chapter 6). A test compares this with the definition by mex.

/// The nim-product of two words.
pub const fn product(a: u128, b: u128) -> u128 {
    by_halves(a, b, 64)
}

const fn by_halves(a: u128, b: u128, half: u32) -> u128 {
    if a < 2 || b < 2 {
        return a * b;
    }
    // Small factors need no halves this wide.
    if half > 1 && (a | b) >> half == 0 {
        return by_halves(a, b, half / 2);
    }
    let mask = (1 << half) - 1;
    let (a_high, a_low, b_high, b_low) = (a >> half, a & mask, b >> half, b & mask);
    let low = by_halves(a_low, b_low, half / 2);
    let high = by_halves(a_high, b_high, half / 2);
    let cross = by_halves(a_high ^ a_low, b_high ^ b_low, half / 2);
    ((cross ^ low) << half) ^ low ^ raise(high, half)
}

/// A nimber of so many bits times half of the next Fermat power, 2^(bits - 1).
///
/// With c = 2^(bits/2 - 1) and F = 2^(bits/2) the factor is c F, and
/// (h F + l) c F = (h + l) c F + h c c.
pub const fn raise(a: u128, bits: u32) -> u128 {
    if bits == 1 || a == 0 {
        return a;
    }
    let half = bits / 2;
    let (high, low) = (a >> half, a & ((1 << half) - 1));
    (raise(high ^ low, half) << half) | raise(raise(high, half), half)
}

/// The square of a nimber of so many bits: (h F + l)^2 = h^2 F + (l^2 + h^2 F/2).
pub const fn square(a: u128, bits: u32) -> u128 {
    if bits == 1 || a == 0 {
        return a;
    }
    let half = bits / 2;
    let high = square(a >> half, half);
    (high << half) | (square(a & ((1 << half) - 1), half) ^ raise(high, half))
}

/// The square root of a nimber of so many bits.
pub const fn root(a: u128, bits: u32) -> u128 {
    if bits == 1 || a == 0 {
        return a;
    }
    let half = bits / 2;
    let (high, low) = (a >> half, a & ((1 << half) - 1));
    (root(high, half) << half) | root(low ^ raise(high, half), half)
}

/// The even x with x^2 + x = a, for a nimber of so many bits whose highest bit, its trace, is 0:
/// (h F + l)^2 + (h F + l) = (h^2 + h) F + (l^2 + l + h^2 F/2). Of the two h the right one makes the
/// trace of the rest 0.
pub const fn halve(a: u128, bits: u32) -> u128 {
    if bits == 1 || a == 0 {
        return 0;
    }
    let half = bits / 2;
    let mut high = halve(a >> half, half);
    let mut rest = (a & ((1 << half) - 1)) ^ raise(square(high, half), half);
    if rest >> (half - 1) & 1 == 1 {
        high ^= 1;
        rest ^= 1 << (half - 1);
    }
    (high << half) | halve(rest, half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton_core::value::mex;
    use proptest::prelude::*;

    #[test]
    fn products_agree_with_the_definition_by_mex() {
        const SIZE: usize = 80;
        let mut table = [[0u32; SIZE]; SIZE];
        for a in 0..SIZE {
            for b in 0..SIZE {
                let values = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                let values = values.map(|(x, y)| table[a][y] ^ table[x][b] ^ table[x][y]);
                table[a][b] = mex(values.collect::<Vec<_>>());
                assert_eq!(product(a as u128, b as u128), u128::from(table[a][b]), "{a} {b}");
            }
        }
    }

    proptest! {
        #[test]
        fn products_form_a_field(a: u128, b: u128, c: u128) {
            prop_assert_eq!(product(a, 1), a);
            prop_assert_eq!(product(a, b), product(b, a));
            prop_assert_eq!(product(a, product(b, c)), product(product(a, b), c));
            prop_assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
        }

        #[test]
        fn linear_maps_agree_with_the_product(a: u128) {
            prop_assert_eq!(raise(a, 128), product(a, 1 << 127));
            prop_assert_eq!(square(a, 128), product(a, a));
            prop_assert_eq!(product(root(a, 128), root(a, 128)), a);
            let half = halve(a >> 1, 128);
            prop_assert_eq!((product(half, half) ^ half, half & 1), (a >> 1, 0));
        }
    }
}
