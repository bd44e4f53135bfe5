//! Candidates struck out by comparing ranks: where the time of the kernel `sifted` goes.
//!
//! An entry at distance s with rank g excludes the candidate c of heap n if the rank of n - s is c xor g. The ranks of
//! all heaps lie in a row, so one entry is compared with a candidate for a whole group of heaps at once: a load, a
//! xor and a minimum, which is 0 in the end where some entry struck. Written plainly and with vector registers; a
//! test compares the two.

use super::level::Level;

/// Heaps of a group.
pub const GROUP: usize = 32;
/// Candidates of a heap that are compared at once.
pub const CANDIDATES: usize = 4;

/// One candidate for each heap of a group.
pub type Row = [u8; GROUP];

/// Entries sorted by rank. All distances are `GROUP` or more, and at most `longest`: loads rest on that.
#[derive(Clone, Default)]
pub struct Runs {
    /// A rank, and where its distances end.
    ends: Vec<(u8, usize)>,
    distances: Vec<u32>,
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    longest: usize,
}

impl Runs {
    /// Of entries given by distance, `GROUP` at least, and rank.
    pub fn new(entries: &[(usize, u8)]) -> Runs {
        let mut of_rank = vec![Vec::new(); 256];
        for (distance, rank) in entries {
            assert!(*distance >= GROUP, "the heaps of a group are not yet known to each other");
            of_rank[usize::from(*rank)].push(*distance as u32);
        }
        let mut order: Vec<u8> =
            (0..=255).filter(|rank| !of_rank[usize::from(*rank)].is_empty()).collect();
        // Runs of the same length in a row: the processor then foresees where each of them ends.
        order.sort_by_key(|rank| of_rank[usize::from(*rank)].len());
        let mut runs = Runs::default();
        for rank in order {
            runs.distances.append(&mut of_rank[usize::from(rank)]);
            runs.ends.push((rank, runs.distances.len()));
        }
        runs.longest = runs.distances.iter().copied().max().unwrap_or(0) as usize;
        runs
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        self.distances.len()
    }

    /// Each rank with its distances.
    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = (u8, &[u32])> {
        let mut from = 0;
        self.ends.iter().map(move |(rank, end)| {
            let run = &self.distances[from..*end];
            from = *end;
            (*rank, run)
        })
    }

    /// Marks all candidates that entries exclude at the heap whose own rank would stand at `at`.
    pub fn mark(&self, trail: &[u8], at: usize, excluded: &mut [bool; 256]) {
        for (rank, run) in self.iter() {
            for distance in run {
                excluded[usize::from(trail[at - *distance as usize] ^ rank)] = true;
            }
        }
    }
}

/// For each of the candidates of a group, the heaps at which an entry excludes it. The rank of the first heap of
/// the group would stand at `trail[at]`; all distances are at most `at`, and `GROUP` or more.
#[inline]
pub fn strike(
    level: Level,
    trail: &[u8],
    at: usize,
    runs: &Runs,
    candidates: &[Row; CANDIDATES],
) -> [u32; CANDIDATES] {
    #[cfg(target_arch = "x86_64")]
    if let Some(struck) = fast::strike(level, trail, at, runs, candidates) {
        return struck;
    }
    let _ = level;
    plain(trail, at, runs, candidates)
}

fn plain(
    trail: &[u8],
    at: usize,
    runs: &Runs,
    candidates: &[Row; CANDIDATES],
) -> [u32; CANDIDATES] {
    let mut least = [[u8::MAX; GROUP]; CANDIDATES];
    for (rank, run) in runs.iter() {
        let wanted = candidates.map(|row| row.map(|candidate| candidate ^ rank));
        for distance in run {
            let from = at - *distance as usize;
            let Some(ranks) = trail[from..].first_chunk::<GROUP>() else { continue };
            for (least, wanted) in least.iter_mut().zip(&wanted) {
                for lane in 0..GROUP {
                    least[lane] = least[lane].min(ranks[lane] ^ wanted[lane]);
                }
            }
        }
    }
    least.map(|row| {
        let bits = row.iter().enumerate().map(|(lane, least)| u32::from(*least == 0) << lane);
        bits.fold(0, |all, bit| all | bit)
    })
}

#[cfg(target_arch = "x86_64")]
mod fast {
    #![allow(unsafe_code)]

    use std::arch::x86_64::*;

    use super::{CANDIDATES, Level, Row, Runs};

    /// `None` where the processor has no instructions for it, or the trail is too short.
    #[inline]
    pub fn strike(
        level: Level,
        trail: &[u8],
        at: usize,
        runs: &Runs,
        candidates: &[Row; CANDIDATES],
    ) -> Option<[u32; CANDIDATES]> {
        if runs.longest > at || at > trail.len() {
            return None;
        }
        if level.is_avx512() {
            // SAFETY: a level is made only by `Level::all`, where its features were found.
            Some(unsafe { avx512(trail, at, runs, candidates) })
        } else if level.is_avx2() {
            // SAFETY: as above.
            Some(unsafe { avx2(trail, at, runs, candidates) })
        } else {
            None
        }
    }

    #[target_feature(enable = "avx2")]
    fn avx2(
        trail: &[u8],
        at: usize,
        runs: &Runs,
        candidates: &[Row; CANDIDATES],
    ) -> [u32; CANDIDATES] {
        // SAFETY: a row is 32 bytes.
        let load = |row: &Row| unsafe { _mm256_loadu_si256(row.as_ptr().cast()) };
        let own = [
            load(&candidates[0]),
            load(&candidates[1]),
            load(&candidates[2]),
            load(&candidates[3]),
        ];
        let mut least = [_mm256_set1_epi8(-1); CANDIDATES];
        for (rank, run) in runs.iter() {
            let rank = _mm256_set1_epi8(rank as i8);
            let wanted = [
                _mm256_xor_si256(own[0], rank),
                _mm256_xor_si256(own[1], rank),
                _mm256_xor_si256(own[2], rank),
                _mm256_xor_si256(own[3], rank),
            ];
            for distance in run {
                // SAFETY: the distance is from 32 to `longest`, that at most `at`, and that at most the length.
                let ranks = unsafe {
                    _mm256_loadu_si256(trail.as_ptr().add(at - *distance as usize).cast())
                };
                for index in 0..CANDIDATES {
                    let differ = _mm256_xor_si256(ranks, wanted[index]);
                    least[index] = _mm256_min_epu8(least[index], differ);
                }
            }
        }
        let zero = _mm256_setzero_si256();
        least.map(|least| _mm256_movemask_epi8(_mm256_cmpeq_epi8(least, zero)) as u32)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
    fn avx512(
        trail: &[u8],
        at: usize,
        runs: &Runs,
        candidates: &[Row; CANDIDATES],
    ) -> [u32; CANDIDATES] {
        // Two candidates in a register.
        // SAFETY: two rows are 64 bytes.
        let load = |index: usize| unsafe {
            _mm512_loadu_si512(candidates[index..index + 2].as_ptr().cast())
        };
        let own = [load(0), load(2)];
        let mut least = [_mm512_set1_epi8(-1); 2];
        for (rank, run) in runs.iter() {
            let rank = _mm512_set1_epi8(rank as i8);
            let wanted = [_mm512_xor_si512(own[0], rank), _mm512_xor_si512(own[1], rank)];
            for distance in run {
                // SAFETY: the distance is from 32 to `longest`, that at most `at`, and that at most the length.
                let ranks = unsafe {
                    _mm256_loadu_si256(trail.as_ptr().add(at - *distance as usize).cast())
                };
                let ranks = _mm512_broadcast_i64x4(ranks);
                for index in 0..2 {
                    let differ = _mm512_xor_si512(ranks, wanted[index]);
                    least[index] = _mm512_min_epu8(least[index], differ);
                }
            }
        }
        let [low, high] = least.map(|least| _mm512_testn_epi8_mask(least, least));
        [low as u32, (low >> 32) as u32, high as u32, (high >> 32) as u32]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_levels_strike_alike_and_rightly() {
        let mixed = |seed: usize| (seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as u8;
        let trail: Vec<u8> = (0..5000).map(|index| mixed(index) % 200).collect();
        let entries: Vec<(usize, u8)> = (0..9u8)
            .flat_map(|rank| {
                (0..9 * rank).map(move |index| (32 + 53 * usize::from(index), 7 * rank))
            })
            .collect();
        let runs = Runs::new(&entries);
        assert_eq!(runs.len(), entries.len());
        for at in [4000, 4033, 4968, 5000] {
            let candidates = std::array::from_fn(|row| {
                std::array::from_fn(|lane| mixed(at + 50 * row + lane) % 200)
            });
            let expected = plain(&trail, at, &runs, &candidates);
            for (row, struck) in candidates.iter().zip(expected) {
                for (lane, candidate) in row.iter().enumerate() {
                    let excluded = entries
                        .iter()
                        .any(|(distance, rank)| trail[at + lane - distance] ^ rank == *candidate);
                    assert_eq!(struck >> lane & 1 == 1, excluded);
                    let mut marks = [false; 256];
                    runs.mark(&trail, at + lane, &mut marks);
                    assert_eq!(marks[usize::from(*candidate)], excluded);
                }
            }
            assert!(expected.iter().any(|struck| *struck != 0 && *struck != u32::MAX));
            for level in Level::all() {
                assert_eq!(strike(level, &trail, at, &runs, &candidates), expected, "{level:?}");
            }
        }
    }
}
