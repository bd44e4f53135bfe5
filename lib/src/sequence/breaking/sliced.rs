//! Many values or many rare positions: a bitset for each rank, and hundreds of heaps at once.
//!
//! A rare position p of value g, with a digit k that breaks, is an entry at distance s = k + p: the
//! heaps n at which it excludes the rank w are those where n - s has the rank w xor that of g, which
//! is a plane shifted by s. So for a span of heaps no longer than s, all that entries at distance s
//! and more exclude is a union of shifted planes. Entries far away are united for a long span, nearer ones
//! for shorter spans, and the nearest heap by heap. Shifts by whole bytes cost nothing, so entries are
//! sorted by the rest of their distance modulo 8 and each sort is shifted once.

use super::level::for_each_level;
use super::planes::Planes;

/// A rare position seen through a digit, or one heap left (rank 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub distance: usize,
    pub rank: u32,
}

/// Words of a long span; one more is loaded, because of the shifts.
pub const LONG: usize = 31;
/// Words of a middle span.
const MIDDLE: usize = 3;
/// Distances from which on planes are not kept: such entries are looked up one by one.
const DISTANT: usize = 1 << 17;

/// Entries of one kind, by the bits that their planes must be shifted down.
#[derive(Default)]
pub struct Sorted([Vec<Place>; 8]);

#[derive(Clone, Copy)]
struct Place {
    rank: u32,
    /// Bytes behind.
    behind: u32,
}

impl Sorted {
    fn push(&mut self, entry: &Entry) {
        let shift = entry.distance.wrapping_neg() % 8;
        let behind = entry.distance.div_ceil(8) as u32;
        self.0[shift].push(Place { rank: entry.rank, behind });
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }
}

/// The entries by distance, and room to work in.
pub struct Sliced {
    long: Sorted,
    middle: Sorted,
    /// Nearer than a middle span, but not inside a word.
    short: Vec<Place>,
    short_shift: Vec<u32>,
    /// Inside a word.
    near: Vec<(usize, u32)>,
    pub distant: Vec<Entry>,
    /// Ranks that are worked on: more than any heap has.
    pub rows: usize,
    /// `rows` times `LONG` words: the ranks excluded at the heaps of a long span.
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
    pub fn new(entries: &[Entry], rows: usize) -> Sliced {
        let rows = rows.next_multiple_of(64);
        let mut sliced = Sliced {
            long: Sorted::default(),
            middle: Sorted::default(),
            short: Vec::new(),
            short_shift: Vec::new(),
            near: Vec::new(),
            distant: Vec::new(),
            rows,
            excluded: vec![0; rows * LONG],
            recent: [NONE; 128],
            width: rows / 64,
            heaps: vec![0; rows],
        };
        for entry in entries {
            match entry.distance {
                0..64 => sliced.near.push((entry.distance, entry.rank)),
                distance if distance < 64 * MIDDLE => {
                    let behind = distance.div_ceil(8) as u32;
                    sliced.short.push(Place { rank: entry.rank, behind });
                    sliced.short_shift.push((distance.wrapping_neg() % 8) as u32);
                }
                distance if distance < 64 * LONG => sliced.middle.push(entry),
                distance if distance < DISTANT => sliced.long.push(entry),
                _ => sliced.distant.push(*entry),
            }
        }
        sliced
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

/// The union of the planes of a target rank's entries, shifted into place: `SPAN` words, of which
/// `LOADED` = `SPAN` + 1 are read.
#[inline(always)]
fn unite<const SPAN: usize, const LOADED: usize>(
    sorted: &Sorted,
    planes: &Planes,
    here: usize,
    target: u32,
    into: &mut [u64],
) {
    let (all, stride) = (planes.bytes(), planes.stride());
    for (shift, places) in sorted.0.iter().enumerate() {
        if places.is_empty() {
            continue;
        }
        let mut united = [0u64; LOADED];
        for place in places {
            let from = (target ^ place.rank) as usize * stride + here - place.behind as usize;
            let bytes = &all[from..from + 8 * LOADED];
            for word in 0..LOADED {
                let mut eight = [0; 8];
                eight.copy_from_slice(&bytes[8 * word..8 * word + 8]);
                united[word] |= u64::from_le_bytes(eight);
            }
        }
        if shift == 0 {
            for word in 0..SPAN {
                into[word] |= united[word];
            }
        } else {
            for word in 0..SPAN {
                into[word] |= united[word] >> shift | united[word + 1] << (64 - shift);
            }
        }
    }
}

/// Excludes what far entries exclude, for the heaps of a long span from `start` on.
#[inline(always)]
fn far(sorted: &Sorted, planes: &Planes, start: usize, excluded: &mut [u64]) {
    let here = planes.byte(start, 0);
    for (target, into) in excluded.chunks_exact_mut(LONG).enumerate() {
        unite::<LONG, { LONG + 1 }>(sorted, planes, here, target as u32, into);
    }
}

#[inline(always)]
fn middle(sliced: &mut Sliced, planes: &Planes, start: usize, word: usize) {
    let here = planes.byte(start + 64 * word, 0);
    let words = MIDDLE.min(LONG - word);
    for (target, into) in sliced.excluded.chunks_exact_mut(LONG).enumerate() {
        let mut span = [0u64; MIDDLE];
        unite::<MIDDLE, { MIDDLE + 1 }>(&sliced.middle, planes, here, target as u32, &mut span);
        for (into, own) in into[word..word + words].iter_mut().zip(span) {
            *into |= own;
        }
    }
}

/// Collects the excluded ranks of the 64 heaps of a word, near entries aside.
#[inline(always)]
fn word(sliced: &mut Sliced, planes: &Planes, start: usize, word: usize) {
    let here = planes.byte(start + 64 * word, 0);
    let (all, stride) = (planes.bytes(), planes.stride());
    for block in 0..sliced.width {
        let mut square = [0u64; 64];
        for (row, bits) in square.iter_mut().enumerate() {
            let target = (64 * block + row) as u32;
            let mut own = sliced.excluded[target as usize * LONG + word];
            for (place, shift) in sliced.short.iter().zip(&sliced.short_shift) {
                let from = (target ^ place.rank) as usize * stride + here - place.behind as usize;
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
fn transpose(square: &mut [u64; 64]) {
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

/// Computes ranks of the heaps from `from` to `to`, all inside one long span from `start`, a multiple of
/// 64, and puts them into the planes. `distant` adds what entries beyond the planes exclude.
#[inline(always)]
fn span(
    sliced: &mut Sliced,
    planes: &mut Planes,
    start: usize,
    from: usize,
    to: usize,
    ahead: Option<&[u64]>,
    distant: &dyn Fn(usize, &mut [u64]),
    ranks: &mut Vec<u16>,
) -> Span {
    planes.grow(start + 64 * (LONG + 1));
    match ahead {
        Some(ahead) => sliced.excluded.copy_from_slice(ahead),
        None => sliced.excluded.fill(0),
    }
    if !sliced.long.is_empty() {
        far(&sliced.long, planes, start, &mut sliced.excluded);
    }
    let width = sliced.width;
    for index in (from - start) / 64..(to - start).div_ceil(64) {
        if !sliced.middle.is_empty() && (index % MIDDLE == 0 || index == (from - start) / 64) {
            // A span that begins inside a middle span does its rest alone.
            middle(sliced, planes, start, index);
        }
        word(sliced, planes, start, index);
        let heap = start + 64 * index;
        for lane in from.saturating_sub(heap)..64.min(to - heap) {
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
            if !sliced.distant.is_empty() {
                distant(heap + lane, own);
            }
            let Some(missing) = own.iter().position(|word| *word != u64::MAX) else {
                return Span::Full;
            };
            let rank = 64 * missing + own[missing].trailing_ones() as usize;
            sliced.recent[64 + lane] = rank as u16;
            planes.set(rank, heap + lane);
            ranks.push(rank as u16);
        }
        if to - heap >= 64 {
            sliced.recent.copy_within(64.., 0);
        }
    }
    Span::Whole
}

for_each_level! {
    pub fn run_span(sliced: &mut Sliced, planes: &mut Planes, start: usize, from: usize, to: usize, ahead: Option<&[u64]>, distant: &dyn Fn(usize, &mut [u64]), ranks: &mut Vec<u16>) -> Span = span;
    pub fn run_far(sorted: &Sorted, planes: &Planes, start: usize, excluded: &mut [u64]) = far;
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
        for row in 0..64 {
            for column in 0..64 {
                assert_eq!(square[row] >> column & 1, before[column] >> row & 1);
            }
        }
    }
}
