//! Many values or many rare positions: a bitset for each rank, and hundreds of heaps at once.
//!
//! A rare position p of value g, with a digit k that breaks, is an entry at distance s = k + p: the
//! heaps n at which it excludes the rank w are those where n - s has the rank w xor that of g, which
//! is a plane shifted by s. So for a span of heaps no longer than s, all that entries at distance s
//! and more exclude is a union of shifted planes. Entries far away are united for a long span, nearer ones
//! for shorter spans, and the nearest heap by heap. Shifts by whole bytes cost nothing, so entries are
//! sorted by the rest of their distance modulo 8 and each sort is shifted once.

use super::level::{Level, for_each_level};
use super::planes::Planes;
use super::unite::{Sorted, TARGETS, Unions, unite};

/// A rare position seen through a digit, or one heap left (rank 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub distance: usize,
    pub rank: u32,
}

/// Words of a long span; one more is loaded, because of the shifts.
pub const LONG: usize = 15;
/// Words of a middle span.
const MIDDLE: usize = 3;
/// Distances from which on planes are not kept: such entries are looked up one by one. Tests meet them
/// sooner.
pub const DISTANT: usize = if cfg!(test) { 2200 } else { 1 << 17 };

/// The entries by distance, and room to work in.
pub struct Sliced {
    /// Beyond two long spans: what they exclude can be known a span before.
    pub far: Sorted,
    long: Sorted,
    middle: Sorted,
    /// Nearer than a middle span, but not inside a word: ranks, bytes behind, bits to shift down.
    short: Vec<(u32, u32, u32)>,
    /// Inside a word.
    near: Vec<(usize, u32)>,
    pub distant: Vec<Entry>,
    /// Ranks that are worked on: more than any heap has.
    targets: usize,
    /// `targets` times `LONG` words: the ranks excluded at the heaps of a long span.
    excluded: Vec<u64>,
    /// The ranks of the last 64 heaps, and then of the current word.
    recent: [u16; 128],
    /// Words of a heap's own bits.
    width: usize,
    /// The bits of the 64 heaps of a word.
    heaps: Vec<u64>,
}

/// A rank that no common value has.
pub const NONE: u16 = u16::MAX;

impl Sliced {
    /// For ranks up to `largest` and some more.
    pub fn new(entries: &[Entry], largest: usize) -> Sliced {
        let targets = Sliced::targets(largest);
        let width = targets.div_ceil(64);
        let mut sliced = Sliced {
            far: Sorted::default(),
            long: Sorted::default(),
            middle: Sorted::default(),
            short: Vec::new(),
            near: Vec::new(),
            distant: Vec::new(),
            targets,
            excluded: vec![0; targets * LONG],
            recent: [NONE; 128],
            width,
            heaps: vec![0; width * 64],
        };
        for entry in entries {
            match entry.distance {
                0..64 => sliced.near.push((entry.distance, entry.rank)),
                distance if distance < 64 * MIDDLE => {
                    let behind = distance.div_ceil(8) as u32;
                    let shift = (distance.wrapping_neg() % 8) as u32;
                    sliced.short.push((entry.rank, behind, shift));
                }
                distance if distance < 64 * LONG => sliced.middle.push(entry),
                distance if distance < 128 * LONG => sliced.long.push(entry),
                distance if distance < DISTANT => sliced.far.push(entry),
                _ => sliced.distant.push(*entry),
            }
        }
        sliced
    }

    /// Ranks that are worked on where this is the largest so far.
    pub fn targets(largest: usize) -> usize {
        (largest + 3).next_multiple_of(TARGETS)
    }

    /// How far behind a span the planes are read.
    pub fn window(entries: &[Entry]) -> usize {
        let near =
            entries.iter().map(|entry| entry.distance).filter(|distance| *distance < DISTANT);
        near.max().unwrap_or(0) + 64
    }

    /// Sets the ranks of the 64 heaps before a word, and of those in it that are known.
    pub fn set_recent(&mut self, rank_of: impl Fn(usize) -> u16) {
        self.recent = std::array::from_fn(rank_of);
    }
}

/// Collects the excluded ranks of the 64 heaps of a word, near entries aside.
#[inline(always)]
fn word(sliced: &mut Sliced, planes: &Planes, start: usize, word: usize) {
    let here = planes.byte(start + 64 * word, 0);
    let (all, stride) = (planes.bytes(), planes.stride());
    for block in 0..sliced.width {
        // Ranks that are not worked on count as excluded.
        let mut square = [u64::MAX; 64];
        let targets = (sliced.targets - 64 * block).min(64);
        for (row, bits) in square[..targets].iter_mut().enumerate() {
            let target = 64 * block + row;
            let mut own = sliced.excluded[target * LONG + word];
            for (rank, behind, shift) in &sliced.short {
                let from = (target ^ *rank as usize) * stride + here - *behind as usize;
                let mut sixteen = [0; 16];
                sixteen.copy_from_slice(&all[from..from + 16]);
                own |= (u128::from_le_bytes(sixteen) >> shift) as u64;
            }
            *bits = own;
        }
        transpose(&mut square);
        for (heap, bits) in square.iter().enumerate() {
            sliced.heaps[heap * sliced.width + block] = *bits;
        }
    }
}

/// Exchanges rows and columns of 64 times 64 bits.
#[inline(always)]
pub fn transpose(square: &mut [u64; 64]) {
    let mut half = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while half > 0 {
        for block in square.chunks_exact_mut(2 * half) {
            let (upper, lower) = block.split_at_mut(half);
            for (a, b) in upper.iter_mut().zip(lower) {
                let swapped = (*a >> half ^ *b) & mask;
                *a ^= swapped << half;
                *b ^= swapped;
            }
        }
        half /= 2;
        mask ^= mask << half;
    }
}

/// The result of a span.
pub enum Span {
    /// All heaps are done.
    Whole,
    /// A rank is too large for the rows: the heaps before are done.
    Full,
}

/// Computes ranks of the heaps of a word from `from` to `to` and puts them into the planes. `distant`
/// adds what entries beyond the planes exclude.
#[inline(always)]
fn near(
    sliced: &mut Sliced,
    planes: &mut Planes,
    (from, to): (usize, usize),
    distant: Option<&dyn Fn(usize, &mut [u64])>,
    ranks: &mut Vec<u16>,
) -> Span {
    let (start, width) = (from / 64 * 64, sliced.width);
    for heap in from..to {
        let lane = heap - start;
        let own = &mut sliced.heaps[lane * width..(lane + 1) * width];
        for (distance, rank) in &sliced.near {
            let before = sliced.recent[64 + lane - distance];
            if before != NONE {
                let target = usize::from(before) ^ *rank as usize;
                if let Some(word) = own.get_mut(target / 64) {
                    *word |= 1 << (target % 64);
                }
            }
        }
        if let Some(distant) = distant {
            distant(heap, own);
        }
        let Some(missing) = own.iter().position(|word| *word != u64::MAX) else {
            return Span::Full;
        };
        let rank = 64 * missing + own[missing].trailing_ones() as usize;
        sliced.recent[64 + lane] = rank as u16;
        planes.set(rank, heap);
        ranks.push(rank as u16);
    }
    if to % 64 == 0 {
        sliced.recent.copy_within(64.., 0);
    }
    Span::Whole
}

/// What far entries exclude at the heaps of a long span from `start` on.
pub fn unite_far(level: Level, far: &Sorted, planes: &Planes, start: usize, words: &mut [u64]) {
    words.fill(0);
    let into = Unions { words, width: LONG, first: 0 };
    unite::<LONG, { LONG + 1 }>(level, far, planes, start, into);
}

for_each_level! {
    fn run_word(sliced: &mut Sliced, planes: &Planes, start: usize, index: usize) = word;
    fn run_near(sliced: &mut Sliced, planes: &mut Planes, heaps: (usize, usize), distant: Option<&dyn Fn(usize, &mut [u64])>, ranks: &mut Vec<u16>) -> Span = near;
}

impl Sliced {
    /// Words that [`unite_far`] needs.
    pub fn room(&self) -> usize {
        self.excluded.len()
    }

    /// Computes ranks of the heaps from `from` to `to`, all inside one long span; `far` is what
    /// [`unite_far`] gives.
    pub fn run(
        &mut self,
        level: Level,
        planes: &mut Planes,
        (from, to): (usize, usize),
        far: Option<&[u64]>,
        distant: Option<&dyn Fn(usize, &mut [u64])>,
        ranks: &mut Vec<u16>,
    ) -> Span {
        let start = from / 64 * 64;
        planes.grow(start + 64 * (LONG + 1));
        match far {
            Some(far) => self.excluded.copy_from_slice(far),
            None => unite_far(level, &self.far, planes, start, &mut self.excluded),
        }
        let into = Unions { words: &mut self.excluded, width: LONG, first: 0 };
        unite::<LONG, { LONG + 1 }>(level, &self.long, planes, start, into);
        for index in 0..(to - start).div_ceil(64) {
            let word = start + 64 * index;
            if index % MIDDLE == 0 {
                let into = Unions { words: &mut self.excluded, width: LONG, first: index };
                unite::<MIDDLE, { MIDDLE + 1 }>(level, &self.middle, planes, word, into);
            }
            run_word(level, self, planes, start, index);
            let heaps = (from.max(word), to.min(word + 64));
            if let Span::Full = run_near(level, self, planes, heaps, distant, ranks) {
                return Span::Full;
            }
        }
        Span::Whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        let mut square = [0u64; 64];
        for (row, bits) in square.iter_mut().enumerate() {
            *bits = (row as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        let before = square;
        transpose(&mut square);
        for (row, bits) in square.iter().enumerate() {
            for (column, old) in before.iter().enumerate() {
                assert_eq!(bits >> column & 1, old >> row & 1);
            }
        }
    }
}
