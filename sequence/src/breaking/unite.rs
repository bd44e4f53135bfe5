//! Unions of shifted planes: where the time of the kernel `sliced` goes.
//!
//! The same union is written twice: plainly, for all processors, and with vector registers, where
//! several targets share the work of finding an entry's planes. Tests compare the two.

use super::level::Level;
use super::planes::Planes;
use super::sliced::Entry;

/// Entries sorted by the bits that their planes must be shifted down: shifts by whole bytes cost
/// nothing, and each sort is shifted once.
#[derive(Clone, Default)]
pub struct Sorted {
    places: [Vec<Place>; 8],
    /// The largest rank and the largest distance in bytes.
    most: Place,
}

#[derive(Clone, Copy, Default)]
struct Place {
    rank: u32,
    /// Bytes behind.
    behind: u32,
}

impl Sorted {
    pub fn push(&mut self, entry: &Entry) {
        let shift = entry.distance.wrapping_neg() % 8;
        let place = Place { rank: entry.rank, behind: entry.distance.div_ceil(8) as u32 };
        self.most.rank = self.most.rank.max(place.rank);
        self.most.behind = self.most.behind.max(place.behind);
        self.places[shift].push(place);
    }
}

/// Targets are worked on in groups of this many.
pub const TARGETS: usize = 8;

/// Where unions go: `width` words for each target, used from word `first` on.
pub struct Unions<'a> {
    pub words: &'a mut [u64],
    pub width: usize,
    pub first: usize,
}

/// For each target, whose number is a multiple of [`TARGETS`], adds the union of the planes of its
/// entries for `SPAN` words of heaps from `start` on. `LOADED` is `SPAN` + 1.
pub fn unite<const SPAN: usize, const LOADED: usize>(
    level: Level,
    sorted: &Sorted,
    planes: &Planes,
    start: usize,
    into: Unions<'_>,
) {
    let Unions { words, width, first } = into;
    let targets = words.len() / width;
    let here = planes.byte(start, 0);
    for (shift, places) in sorted.places.iter().enumerate().filter(|(_, places)| !places.is_empty())
    {
        for target in (0..targets).step_by(TARGETS) {
            let mut united = [[0u64; LOADED]; TARGETS];
            let group = Group { places, most: sorted.most, planes, here, target };
            if !fast::gather(level, &group, &mut united) {
                gather(&group, &mut united);
            }
            for (offset, united) in united.iter().enumerate() {
                let into =
                    &mut words[(target + offset) * width + first..][..SPAN.min(width - first)];
                if shift == 0 {
                    for (into, own) in into.iter_mut().zip(united) {
                        *into |= own;
                    }
                } else {
                    for (word, into) in into.iter_mut().enumerate() {
                        *into |= united[word] >> shift | united[word + 1] << (64 - shift);
                    }
                }
            }
        }
    }
}

/// A group of targets, and the entries whose planes are united for them.
struct Group<'a> {
    places: &'a [Place],
    /// The largest rank and the largest distance among all entries.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(dead_code, reason = "only kernels that do not look at each bound ask")
    )]
    most: Place,
    planes: &'a Planes,
    here: usize,
    target: usize,
}

/// The unions, not shifted.
fn gather<const LOADED: usize>(group: &Group<'_>, united: &mut [[u64; LOADED]; TARGETS]) {
    for place in group.places {
        for (offset, united) in united.iter_mut().enumerate() {
            let row = (group.target + offset) ^ place.rank as usize;
            let words: [u64; LOADED] = group.planes.load(row, group.here - place.behind as usize);
            for (into, own) in united.iter_mut().zip(words) {
                *into |= own;
            }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod fast {
    //! No vector registers are known here.

    use super::{Group, Level, TARGETS};

    pub fn gather<const LOADED: usize>(
        _level: Level,
        _group: &Group<'_>,
        _united: &mut [[u64; LOADED]; TARGETS],
    ) -> bool {
        false
    }
}

#[cfg(target_arch = "x86_64")]
mod fast {
    //! The same with vector registers.
    #![allow(unsafe_code)]

    use super::{Group, Level, TARGETS};
    use std::arch::x86_64::{
        __m256i, __m512i, _mm256_loadu_si256, _mm256_or_si256, _mm256_setzero_si256,
        _mm256_storeu_si256, _mm512_loadu_si512, _mm512_or_si512, _mm512_setzero_si512,
        _mm512_storeu_si512,
    };

    /// Does the work if this level and length are covered.
    pub fn gather<const LOADED: usize>(
        level: Level,
        group: &Group<'_>,
        united: &mut [[u64; LOADED]; TARGETS],
    ) -> bool {
        let (planes, here) = (group.planes, group.here);
        // Every row read is below `rows`, a power of two, and every load lies inside its row.
        let inside = (group.target | group.most.rank as usize | (TARGETS - 1)) < planes.rows()
            && planes.rows().is_power_of_two()
            && group.most.behind as usize <= here
            && here + 8 * LOADED <= planes.stride();
        if !inside {
            return false;
        }
        // SAFETY: the loads lie inside, and a level is made only where its features were found.
        unsafe {
            match (LOADED, level.is_avx512(), level.is_avx2()) {
                (16, true, _) => wide::<LOADED>(group, united),
                (16, _, true) => {
                    for offset in (0..TARGETS).step_by(2) {
                        narrow::<LOADED, 4, 2>(group, offset, &mut united[offset..]);
                    }
                }
                (4, true, _) | (4, _, true) => narrow::<LOADED, 1, TARGETS>(group, 0, united),
                _ => return false,
            }
        }
        true
    }

    /// `COUNT` targets of the group from a multiple of `COUNT` on, `PARTS` registers of 256 bits for each.
    #[target_feature(enable = "avx2")]
    unsafe fn narrow<const LOADED: usize, const PARTS: usize, const COUNT: usize>(
        group: &Group<'_>,
        first: usize,
        united: &mut [[u64; LOADED]],
    ) {
        let (all, stride) = (group.planes.bytes().as_ptr(), group.planes.stride());
        let (target, here) = (group.target + first, group.here);
        let mut sums = [[_mm256_setzero_si256(); PARTS]; COUNT];
        for place in group.places {
            let rank = place.rank as usize;
            let block = (target ^ rank) & !(COUNT - 1);
            // SAFETY: see the caller.
            let from = unsafe { all.add(block * stride + here - place.behind as usize) };
            for (offset, sums) in sums.iter_mut().enumerate() {
                let row = (offset ^ rank) & (COUNT - 1);
                for (part, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: see the caller.
                    let words = unsafe {
                        _mm256_loadu_si256(from.add(row * stride).cast::<__m256i>().add(part))
                    };
                    *sum = _mm256_or_si256(*sum, words);
                }
            }
        }
        for (united, sums) in united.iter_mut().zip(sums) {
            for (part, sum) in sums.into_iter().enumerate() {
                let to = &mut united[4 * part..4 * part + 4];
                // SAFETY: four words are 256 bits.
                unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), sum) };
            }
        }
    }

    /// All targets of a group, two registers of 512 bits for each.
    #[target_feature(enable = "avx512f")]
    unsafe fn wide<const LOADED: usize>(group: &Group<'_>, united: &mut [[u64; LOADED]; TARGETS]) {
        let (all, stride) = (group.planes.bytes().as_ptr(), group.planes.stride());
        let (target, here) = (group.target, group.here);
        let mut sums = [[_mm512_setzero_si512(); 2]; TARGETS];
        for place in group.places {
            let rank = place.rank as usize;
            let block = (target ^ rank) & !(TARGETS - 1);
            // SAFETY: see the caller.
            let from = unsafe { all.add(block * stride + here - place.behind as usize) };
            for (offset, sums) in sums.iter_mut().enumerate() {
                let row = (offset ^ rank) & (TARGETS - 1);
                for (part, sum) in sums.iter_mut().enumerate() {
                    // SAFETY: see the caller.
                    let words = unsafe {
                        _mm512_loadu_si512(from.add(row * stride).cast::<__m512i>().add(part))
                    };
                    *sum = _mm512_or_si512(*sum, words);
                }
            }
        }
        for (united, sums) in united.iter_mut().zip(sums) {
            for (part, sum) in sums.into_iter().enumerate() {
                let to = &mut united[8 * part..8 * part + 8];
                // SAFETY: eight words are 512 bits.
                unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), sum) };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_levels_unite_alike_and_rightly() {
        let (ranks, heaps) = (64, 6400);
        let rank = |heap: usize| (heap * heap / 7 + heap / 5) % ranks;
        let mut planes = Planes::new(ranks, 0, 8000);
        planes.grow(heaps + 2048);
        (1..heaps).for_each(|heap| planes.set(rank(heap), heap));
        let entries: Vec<Entry> = (0..300)
            .map(|index| Entry { distance: 960 + 17 * index, rank: (index * index % 64) as u32 })
            .collect();
        let mut sorted = Sorted::default();
        entries.iter().for_each(|entry| sorted.push(entry));
        for level in Level::all() {
            let mut words = vec![0; 15 * ranks];
            let into = Unions { words: &mut words, width: 15, first: 0 };
            unite::<15, 16>(level, &sorted, &planes, heaps, into);
            let mut short = vec![0; 15 * ranks];
            let into = Unions { words: &mut short, width: 15, first: 0 };
            unite::<3, 4>(level, &sorted, &planes, heaps, into);
            for target in 0..ranks {
                assert_eq!(
                    words[15 * target..15 * target + 3],
                    short[15 * target..15 * target + 3]
                );
                for heap in heaps..heaps + 960 {
                    let excluded = entries.iter().any(|entry| {
                        heap > entry.distance
                            && rank(heap - entry.distance) ^ entry.rank as usize == target
                    });
                    let bit = words[15 * target + (heap - heaps) / 64] >> (heap % 64) & 1;
                    assert_eq!(bit == 1, excluded, "{level:?} {target} {heap}");
                }
            }
        }
    }
}
