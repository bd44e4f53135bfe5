//! Nimbers multiply: the product that the Tartan theorem needs.

/// The nim-product of two words, by halves: with F = 2^(2^k), a nimber below F^2 is p F + q, and
/// F times F is F + F/2 (Conway 1976, On numbers and games, chapter 6).
pub fn product(a: u64, b: u64) -> u64 {
    half_product(a, b, 32)
}

fn half_product(a: u64, b: u64, half: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    // Small factors need no halves this wide.
    if half > 1 && (a | b) >> half == 0 {
        return half_product(a, b, half / 2);
    }
    let mask = (1u64 << half) - 1;
    let (a_high, a_low, b_high, b_low) = (a >> half, a & mask, b >> half, b & mask);
    let low = half_product(a_low, b_low, half / 2);
    let high = half_product(a_high, b_high, half / 2);
    let cross = half_product(a_high ^ a_low, b_high ^ b_low, half / 2);
    ((cross ^ low) << half) ^ low ^ half_product(high, 1 << (half - 1), half / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::mex;

    #[test]
    fn products_agree_with_the_definition() {
        let mut table = [[0u64; 40]; 40];
        for a in 0..40 {
            for b in 0..40 {
                let values = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                let values = values.map(|(x, y)| (table[a][y] ^ table[x][b] ^ table[x][y]) as u32);
                table[a][b] = u64::from(mex(values.collect::<Vec<_>>()));
                assert_eq!(product(a as u64, b as u64), table[a][b], "{a} {b}");
            }
        }
    }

    #[test]
    fn wide_products_form_a_field() {
        let numbers = [u64::MAX, 1 << 63, 0x1234_5678_9abc_def0, 1 << 32, 3];
        for a in numbers {
            assert_eq!(product(a, 1), a);
            for b in numbers {
                assert_eq!(product(a, b), product(b, a));
                for c in numbers {
                    assert_eq!(product(a, product(b, c)), product(product(a, b), c));
                    assert_eq!(product(a, b ^ c), product(a, b) ^ product(a, c));
                }
            }
        }
    }
}
