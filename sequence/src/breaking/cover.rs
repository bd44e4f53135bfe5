//! Probes for many rare values: eight at a time, in an order that was learned.
//!
//! A probe is a plane at a distance, and shows the heaps of a block that have a rare value through one small part.
//! Probes whose distances agree modulo 8 share one shift and one test, so they come in chunks of eight.
//! Their order covers as many heaps of a sample as possible as soon as possible. The last few heaps of a block are
//! cheaper to look at one by one (`look.rs`), so a search ends there; open heaps are counted only when
//! it is about time. A probe may miss but sees nothing that is not there: this decides about time alone.

use std::collections::BinaryHeap;

use super::level::{Level, for_each_level};
use super::planes::Planes;
use super::witness::{Block, Probe, Trials, WORDS};

/// Heaps of a block that may stay open.
const FEW: u32 = 4;
/// Words of a block that are looked at: one less than are loaded, because of the shift.
pub const USED: usize = WORDS - 1;
/// How often the sample is covered.
const COVERS: usize = 3;
/// Chunks for one rare value.
const MOST: usize = 120;

/// Probes with distances of one sort.
#[derive(Clone, Copy, Default)]
struct Chunk {
    /// Bits to shift down.
    shift: u32,
    probes: [Probe; 8],
    /// Offsets into the planes, relative to the byte of a block.
    places: [usize; 8],
}

/// The probes for one rare value, in the order of their use.
#[derive(Clone, Default)]
pub struct Cover {
    chunks: Vec<Chunk>,
    /// Chunks after which open heaps are counted.
    patience: usize,
    /// The largest rank of a plane and the largest distance, and the planes' stride when places were found: only kernels
    /// that do not look at each bound ask.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    most: (u32, u32),
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
    stride: usize,
}

// Chooses probes that settle the trials soonest, and go on where those do not suffice.
for_each_level! {
    pub fn learn(trials: &Trials<'_>, tried: &[Probe]) -> Cover = greedy;
}

#[inline(always)]
fn greedy(trials: &Trials<'_>, tried: &[Probe]) -> Cover {
    let mut cover = Cover::default();
    let mut sorts = [const { Vec::new() }; 8];
    let mut open = trials.demands.clone();
    let all: u32 = open.iter().flatten().map(|word| word.count_ones()).sum();
    let enough = FEW * trials.blocks.len() as u32;
    // What a probe settles only falls as others are chosen: so an old number is a bound.
    let first: Vec<(u32, usize)> = tried
        .iter()
        .enumerate()
        .map(|(index, probe)| (trials.settled(probe, &open), index))
        .filter(|(count, _)| *count > 0)
        .collect();
    let mut used = vec![false; tried.len()];
    for round in 0..COVERS {
        let mut left = all;
        open.clone_from(&trials.demands);
        let unused = first.iter().filter(|(_, index)| !used[*index]).copied();
        let mut bounds: BinaryHeap<(u32, usize)> = unused.collect();
        while let Some((bound, index)) = bounds.pop() {
            if left == 0 || cover.chunks.len() >= MOST {
                break;
            }
            let count = trials.settled(&tried[index], &open);
            if count == 0 {
                continue;
            }
            // Nearly the best is good enough.
            if count < bound && bounds.peek().is_some_and(|(next, _)| count < next - next / 8) {
                bounds.push((count, index));
                continue;
            }
            used[index] = true;
            left -= count;
            trials.settle(&tried[index], &mut open);
            let shift = tried[index].distance.wrapping_neg() % 8;
            let sort = &mut sorts[shift as usize];
            sort.push(tried[index]);
            if let Some(probes) = sort.first_chunk::<8>() {
                cover.chunks.push(Chunk { shift, probes: *probes, places: [0; 8] });
                sort.clear();
            }
            if round == 0 && left > enough {
                cover.patience = cover.chunks.len();
            }
        }
    }
    // A few of each sort are left over: a probe twice does no harm.
    for (shift, sort) in (0..).zip(sorts) {
        if let Some(first) = sort.first() {
            let mut probes = [*first; 8];
            probes[..sort.len()].copy_from_slice(&sort);
            cover.chunks.push(Chunk { shift, probes, places: [0; 8] });
        }
    }
    cover.patience -= cover.patience / 4;
    cover
}

impl Cover {
    /// Finds the probes in these planes.
    pub fn place(&mut self, planes: &Planes) {
        for chunk in &mut self.chunks {
            chunk.places = chunk.probes.map(|probe| probe.place(planes).0);
        }
        self.stride = planes.stride();
        let probes = self.chunks.iter().flat_map(|chunk| &chunk.probes);
        self.most =
            probes.fold((0, 0), |most, probe| (most.0.max(probe.row), most.1.max(probe.distance)));
    }
}

/// Takes heaps out of the open ones of a block in which a probe sees the rare value. The last word of the block must
/// not ask for anything.
#[inline(always)]
pub fn narrow(level: Level, cover: &Cover, planes: &Planes, start: usize, open: &mut Block) {
    #[cfg(target_arch = "x86_64")]
    if fast::narrow(level, cover, planes, start, open) {
        return;
    }
    let _ = level;
    plain(cover, planes, start, open);
}

fn plain(cover: &Cover, planes: &Planes, start: usize, open: &mut Block) {
    let here = planes.byte(start, 0);
    for (index, chunk) in cover.chunks.iter().enumerate() {
        let mut seen = [0u64; WORDS];
        for place in chunk.places {
            let Some(words) = planes.words_at::<WORDS>(place.wrapping_add(here)) else { continue };
            for word in 0..WORDS {
                seen[word] |= words[word];
            }
        }
        let mut any = 0;
        for word in 0..USED {
            let shifted = seen[word] >> chunk.shift | seen[word + 1] << 1 << (63 - chunk.shift);
            open[word] &= !shifted;
            any |= open[word];
        }
        if any == 0
            || index >= cover.patience
                && open.iter().map(|word| word.count_ones()).sum::<u32>() <= FEW
        {
            return;
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod fast {
    #![allow(unsafe_code)]

    use std::arch::x86_64::*;

    use super::{Block, Cover, FEW, Level, Planes, WORDS};

    /// Does the work if this level is covered and all probes lie inside the planes.
    #[inline]
    pub fn narrow(
        level: Level,
        cover: &Cover,
        planes: &Planes,
        start: usize,
        open: &mut Block,
    ) -> bool {
        let here = planes.byte(start, 0);
        let (row, distance) = cover.most;
        let inside = (row as usize) < planes.rows()
            && distance.div_ceil(8) as usize <= here
            && here + 8 * WORDS <= planes.stride()
            && cover.stride == planes.stride();
        if inside && level.is_avx512() {
            // SAFETY: a level is made only by `Level::all`, where its features were found; all loads lie inside the
            // rows of their probes, because places were found in planes of this stride.
            unsafe { avx512(cover, planes.bytes(), here, open) };
            true
        } else if inside && level.is_avx2() {
            // SAFETY: as above.
            unsafe { avx2(cover, planes.bytes(), here, open) };
            true
        } else {
            false
        }
    }

    #[target_feature(enable = "avx2,popcnt")]
    unsafe fn avx2(cover: &Cover, bytes: &[u8], here: usize, open: &mut Block) {
        let (own, all) = (open.as_mut_ptr().cast::<__m256i>(), bytes.as_ptr());
        // SAFETY: a block has 16 words.
        let mut rest = unsafe {
            [
                _mm256_loadu_si256(own),
                _mm256_loadu_si256(own.add(1)),
                _mm256_loadu_si256(own.add(2)),
                _mm256_loadu_si256(own.add(3)),
            ]
        };
        let zero = _mm256_setzero_si256();
        for (index, chunk) in cover.chunks.iter().enumerate() {
            let mut seen = [zero; 5];
            for place in chunk.places {
                // SAFETY: see the caller.
                let from = unsafe { all.add(place.wrapping_add(here)).cast::<__m256i>() };
                for (part, seen) in seen.iter_mut().enumerate().take(4) {
                    // SAFETY: see the caller.
                    let words = unsafe { _mm256_loadu_si256(from.add(part)) };
                    *seen = _mm256_or_si256(*seen, words);
                }
            }
            let down = _mm_cvtsi32_si128(chunk.shift as i32);
            // A shift by 64 leaves nothing.
            let up = _mm_cvtsi32_si128(64 - chunk.shift as i32);
            let mut any = zero;
            for part in 0..4 {
                let over = _mm256_permute2x128_si256::<0x21>(seen[part], seen[part + 1]);
                let next = _mm256_alignr_epi8::<8>(over, seen[part]);
                let low = _mm256_srl_epi64(seen[part], down);
                let shifted = _mm256_or_si256(low, _mm256_sll_epi64(next, up));
                rest[part] = _mm256_andnot_si256(shifted, rest[part]);
                any = _mm256_or_si256(any, rest[part]);
            }
            if _mm256_testz_si256(any, any) == 1 {
                break;
            }
            if index >= cover.patience {
                // SAFETY: a block has 16 words.
                unsafe { store(own, rest) };
                if open.iter().map(|word| word.count_ones()).sum::<u32>() <= FEW {
                    return;
                }
            }
        }
        // SAFETY: as above.
        unsafe { store(own, rest) };
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn store(own: *mut __m256i, rest: [__m256i; 4]) {
        for (part, words) in rest.into_iter().enumerate() {
            // SAFETY: see the caller.
            unsafe { _mm256_storeu_si256(own.add(part), words) };
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,popcnt")]
    unsafe fn avx512(cover: &Cover, bytes: &[u8], here: usize, open: &mut Block) {
        let (own, all) = (open.as_mut_ptr().cast::<__m512i>(), bytes.as_ptr());
        // SAFETY: a block has 16 words.
        let mut rest = unsafe { [_mm512_loadu_si512(own), _mm512_loadu_si512(own.add(1))] };
        let zero = _mm512_setzero_si512();
        for (index, chunk) in cover.chunks.iter().enumerate() {
            let mut seen = [zero; 3];
            for place in chunk.places {
                // SAFETY: see the caller.
                let from = unsafe { all.add(place.wrapping_add(here)).cast::<__m512i>() };
                for (part, seen) in seen.iter_mut().enumerate().take(2) {
                    // SAFETY: see the caller.
                    let words = unsafe { _mm512_loadu_si512(from.add(part)) };
                    *seen = _mm512_or_si512(*seen, words);
                }
            }
            let down = _mm_cvtsi32_si128(chunk.shift as i32);
            // A shift by 64 leaves nothing.
            let up = _mm_cvtsi32_si128(64 - chunk.shift as i32);
            let mut any = zero;
            for part in 0..2 {
                let next = _mm512_alignr_epi64::<1>(seen[part + 1], seen[part]);
                let low = _mm512_srl_epi64(seen[part], down);
                let shifted = _mm512_or_si512(low, _mm512_sll_epi64(next, up));
                rest[part] = _mm512_andnot_si512(shifted, rest[part]);
                any = _mm512_or_si512(any, rest[part]);
            }
            if _mm512_test_epi64_mask(any, any) == 0 {
                break;
            }
            if index >= cover.patience {
                // SAFETY: a block has 16 words.
                unsafe {
                    _mm512_storeu_si512(own, rest[0]);
                    _mm512_storeu_si512(own.add(1), rest[1]);
                }
                if open.iter().map(|word| word.count_ones()).sum::<u32>() <= FEW {
                    return;
                }
            }
        }
        // SAFETY: as above.
        unsafe {
            _mm512_storeu_si512(own, rest[0]);
            _mm512_storeu_si512(own.add(1), rest[1]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_levels_narrow_alike_and_rightly() {
        let (ranks, heaps) = (32, 9600);
        let rank = |heap: usize| {
            let mixed = heap.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            ((mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40) % ranks
        };
        let mut planes = Planes::new(ranks, 0, 10_000);
        planes.grow(heaps);
        (1..heaps).for_each(|heap| planes.set(rank(heap), heap));
        let start = heaps - 1024;
        let blocks = [start - 2048, start - 1024];
        let trials = Trials::new(&planes, &blocks, [u64::MAX; WORDS]);
        let tried: Vec<Probe> = (1..900)
            .map(|part| Probe { row: rank(part) as u32 ^ 5, distance: part as u32 + 3 })
            .collect();
        let mut cover = learn(Level::best(), &trials, &tried);
        cover.place(&planes);
        assert!(cover.chunks.len() > 3 && cover.patience > 0);
        let mut asked = [u64::MAX; WORDS];
        asked[USED] = 0;
        let mut expected = asked;
        plain(&cover, &planes, start, &mut expected);
        assert!(expected.iter().map(|word| word.count_ones()).sum::<u32>() <= FEW);
        for level in Level::all() {
            let mut open = asked;
            narrow(level, &cover, &planes, start, &mut open);
            assert_eq!(open, expected, "{level:?}");
        }
        // What is no longer open, some probe of the chunks sees.
        for heap in start..start + 64 * USED {
            let seen = cover
                .chunks
                .iter()
                .flat_map(|chunk| &chunk.probes)
                .any(|probe| rank(heap - probe.distance as usize) == probe.row as usize);
            let open = expected[(heap - start) / 64] >> (heap % 64) & 1 == 1;
            assert!(open || seen, "{heap}");
        }
    }
}
