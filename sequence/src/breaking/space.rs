//! The sparse space of a game: which values are rare, and how common ones are numbered.
//!
//! A value is rare if the parity of its bits below a mask is even, or, in an alternating space, equal
//! to the parity of the heap (counted from the digit that breaks). Of two values that differ only in
//! one bit of the mask exactly one is common, so without that bit a common value is a *rank*, and
//! ranks keep the order of the values. Ranks are linear: the rank of a xor is the xor of the ranks.

use super::level::for_each_level;
use crate::pairs::PairRules;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    pub mask: u32,
    pub alternating: bool,
    /// The parity of all digits that break a heap, where the space is alternating.
    pub parity: u32,
    /// The lowest bit of the mask, which ranks leave out.
    low: u32,
}

impl Space {
    pub fn new(mask: u32, alternating: bool, parity: u32) -> Space {
        Space { mask, alternating, parity: parity & 1, low: mask.trailing_zeros().min(31) }
    }

    /// The parity that rare values have at a heap.
    #[inline(always)]
    pub fn rare_parity(&self, heap: usize) -> u32 {
        if self.alternating { (heap as u32 ^ self.parity) & 1 } else { 0 }
    }

    #[inline(always)]
    pub fn is_rare(&self, heap: usize, value: u32) -> bool {
        (value & self.mask).count_ones() & 1 == self.rare_parity(heap)
    }

    /// A value without the lowest bit of the mask.
    #[inline(always)]
    pub fn rank(&self, value: u32) -> u32 {
        let below = (1 << self.low) - 1;
        (value & below) | ((value >> 1) & !below)
    }

    /// The common value of a rank, or the rare one, at heaps of this rare parity.
    #[inline(always)]
    pub fn value(&self, rank: u32, rare: bool, rare_parity: u32) -> u32 {
        let below = (1 << self.low) - 1;
        let without = (rank & below) | ((rank & !below) << 1);
        let odd = (without & self.mask).count_ones() & 1;
        let wanted = rare_parity ^ u32::from(!rare);
        without | ((odd ^ wanted) << self.low)
    }

    /// Whether, of the values that share this high part, the rare ones come before the common ones
    /// at heaps of this rare parity.
    pub fn rare_comes_first(&self, high: usize, rare_parity: u32) -> bool {
        let rank = (high << self.low) as u32;
        self.value(rank, true, rare_parity) < self.value(rank, false, rare_parity)
    }

    /// The space in which the fewest of these values are rare. `first` is the heap of the first.
    pub fn best(pairs: &PairRules, first: usize, values: &[u32]) -> Space {
        let most = values.iter().copied().max().unwrap_or(0) as usize;
        let size = (most + 1).next_power_of_two().max(2);
        // Walsh-Hadamard transforms of the histogram: at mask m, the number of values of even parity
        // minus the number of those of odd parity.
        let (mut plain, mut alternate) = (vec![0i64; size], vec![0i64; size]);
        for (index, value) in values.iter().enumerate() {
            plain[*value as usize] += 1;
            alternate[*value as usize] += if (first + index) % 2 == 0 { 1 } else { -1 };
        }
        transform(&mut plain);
        transform(&mut alternate);
        let least = |sums: &[i64], sign: i64| {
            (1..size).map(|mask| (sign * sums[mask], mask as u32)).min().unwrap_or((i64::MAX, 1))
        };
        let steady = least(&plain, 1);
        let parity = pairs.double.first().map_or(0, |(taken, _)| *taken as u32 & 1);
        let allowed = pairs.double.iter().all(|(taken, _)| *taken as u32 & 1 == parity);
        let swinging = least(&alternate, if parity == 0 { 1 } else { -1 });
        if allowed && swinging.0 < steady.0 {
            Space::new(swinging.1, true, parity)
        } else {
            Space::new(steady.1, false, 0)
        }
    }
}

for_each_level! {
    pub fn common_bytes(space: &Space, rare_parity: usize, ranks: &mut [u8]) = common_bytes_plain;
}

/// Ranks to common values, where all of these are below 256: [`Space::value`] for heaps in a row, of which
/// the first has this rare parity.
#[inline(always)]
fn common_bytes_plain(space: &Space, rare_parity: usize, ranks: &mut [u8]) {
    let (mask, low) = (space.mask as u8, space.low & 7);
    let below = ((1u32 << low) - 1) as u8;
    let first = (rare_parity & 1) as u8 ^ 1;
    let swing = u8::from(space.alternating);
    for (index, rank) in ranks.iter_mut().enumerate() {
        let without = (*rank & below) | ((*rank & !below) << 1);
        let mut odd = without & mask;
        odd ^= odd >> 4;
        odd ^= odd >> 2;
        odd ^= odd >> 1;
        let wanted = first ^ (index as u8 & swing);
        *rank = without | (((odd ^ wanted) & 1) << low);
    }
}

fn transform(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for block in sums.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            for (a, b) in left.iter_mut().zip(right) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breaking::level::Level;

    #[test]
    fn ranks_keep_order_and_come_back() {
        for (mask, alternating) in [(0b1101, true), (0b1110, false), (0b110100, true), (1, false)] {
            let space = Space::new(mask, alternating, 1);
            for heap in [10, 11] {
                for rare in [true, false] {
                    let class: Vec<u32> =
                        (0..256).filter(|value| space.is_rare(heap, *value) == rare).collect();
                    if !rare {
                        let mut bytes: Vec<u8> =
                            (0..2 * class.len().min(64)).map(|index| (index / 2) as u8).collect();
                        let parity = space.rare_parity(heap) as usize;
                        common_bytes(Level::best(), &space, parity, &mut bytes);
                        for (index, byte) in bytes.iter().enumerate() {
                            let parity = space.rare_parity(heap + index);
                            let value = space.value(index as u32 / 2, false, parity);
                            assert_eq!(u32::from(*byte), value);
                        }
                    }
                    for (rank, value) in class.iter().enumerate().take(128) {
                        assert_eq!(space.rank(*value), rank as u32);
                        assert_eq!(space.value(rank as u32, rare, space.rare_parity(heap)), *value);
                    }
                }
            }
        }
    }

    #[test]
    fn the_best_space_of_values_that_alternate_is_found() {
        let pairs = PairRules { double: vec![(3, false)], ..PairRules::default() };
        let values: Vec<u32> = (0..1000).map(|heap| (heap * 7 % 5) * 2 + heap % 2).collect();
        let space = Space::best(&pairs, 0, &values);
        assert!(values.iter().enumerate().all(|(heap, value)| !space.is_rare(heap, *value)));
    }
}
