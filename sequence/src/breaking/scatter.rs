//! Heaps sorted by their ranks: 64 ranks in, for each rank a word in which the bits of its heaps are set.
//!
//! Written twice: plainly, one heap after the other, and by comparing all heaps with a rank at once. A test
//! compares the two.

use super::level::Level;

/// The words of the first `rows` ranks, at most 64; all 64 ranks must be below 64, and those from `rows` on
/// may be left out.
#[inline]
pub fn scatter(level: Level, ranks: &[u8; 64], rows: usize, words: &mut [u64; 64]) {
    #[cfg(target_arch = "x86_64")]
    if fast::scatter(level, ranks, rows, words) {
        return;
    }
    let _ = (level, rows);
    plain(ranks, words);
}

fn plain(ranks: &[u8; 64], words: &mut [u64; 64]) {
    *words = [0; 64];
    for (index, rank) in ranks.iter().enumerate() {
        words[usize::from(*rank) % 64] |= 1 << index;
    }
}

#[cfg(target_arch = "x86_64")]
mod fast {
    #![allow(unsafe_code)]

    use std::arch::x86_64::*;

    use super::Level;

    /// False where the processor has no instructions for it.
    #[inline]
    pub fn scatter(level: Level, ranks: &[u8; 64], rows: usize, words: &mut [u64; 64]) -> bool {
        if level.is_avx512() {
            // SAFETY: a level is made only by `Level::all`, where its features were found.
            unsafe { avx512(ranks, rows, words) };
        } else if level.is_avx2() {
            // SAFETY: as above.
            unsafe { avx2(ranks, rows, words) };
        }
        level != Level::PORTABLE
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    fn avx512(ranks: &[u8; 64], rows: usize, words: &mut [u64; 64]) {
        // SAFETY: 64 bytes are read from an array of 64.
        let all = unsafe { _mm512_loadu_si512(ranks.as_ptr().cast()) };
        for (rank, word) in words.iter_mut().enumerate().take(rows) {
            *word = _mm512_cmpeq_epi8_mask(all, _mm512_set1_epi8(rank as i8));
        }
    }

    #[target_feature(enable = "avx2")]
    fn avx2(ranks: &[u8; 64], rows: usize, words: &mut [u64; 64]) {
        // SAFETY: 32 bytes twice are read from an array of 64.
        let (low, high) = unsafe {
            let from = ranks.as_ptr();
            (_mm256_loadu_si256(from.cast()), _mm256_loadu_si256(from.add(32).cast()))
        };
        for (rank, word) in words.iter_mut().enumerate().take(rows) {
            let own = _mm256_set1_epi8(rank as i8);
            let half = |all| u64::from(_mm256_movemask_epi8(_mm256_cmpeq_epi8(all, own)) as u32);
            *word = half(low) | half(high) << 32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_levels_sort_heaps_alike() {
        for seed in 0..200u64 {
            let ranks = std::array::from_fn(|index| {
                ((seed * 64 + index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58) as u8
            });
            let mut expected = [0; 64];
            plain(&ranks, &mut expected);
            for level in Level::all() {
                for rows in [1, 32, 64] {
                    let mut words = [0; 64];
                    scatter(level, &ranks, rows, &mut words);
                    assert_eq!(words[..rows], expected[..rows], "{level:?}");
                }
            }
        }
    }
}
