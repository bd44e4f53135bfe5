//! Games without a sparse space: each heap needs a look at all its pairs, so the looks are made
//! cheap.
//!
//! A block of heaps is worked on at once. For each of them some pairs are marked, which leaves few
//! candidates for the least missing value; a candidate is confirmed by comparing it with all pairs,
//! many at a time, and the pairs are read in tiles that all heaps of the block share while they are in
//! the cache. Pairs with a part inside the block are few and are marked in order.

use std::ops::BitXor;

use super::level::{Level, for_each_level};
use crate::sequence::pairs::PairRules;
use crate::sequence::values::{Cells, Values};

/// Heaps worked on at once.
const BLOCK: usize = 64;
/// Pairs marked for each heap before candidates are tried.
const MARKED: usize = 2048;
/// Pairs that a candidate is compared with before the tiles.
const TRIED: usize = 1 << 14;
/// Pairs of a tile.
const TILE: usize = 1 << 12;

/// Computes values heap by heap from all pairs.
pub struct Direct {
    level: Level,
    /// The value of heap n stands at index `len - 1 - n`, so that the two parts of a pair are read in
    /// the same direction.
    backward: Cells,
    /// How many values have been copied there.
    filled: usize,
    marks: Marks,
}

/// Which values the options of each heap of a block are known to have.
#[derive(Default)]
struct Marks {
    flags: Vec<u8>,
    /// Flags of one heap: a power of two above all values of pairs, and one more.
    width: usize,
}

impl Marks {
    fn reset(&mut self, largest: usize) {
        self.width = (largest + 2).next_power_of_two();
        self.flags.clear();
        self.flags.resize(self.width * BLOCK, 0);
    }

    fn row(&mut self, heap: usize) -> &mut [u8] {
        &mut self.flags[heap * self.width..][..self.width]
    }

    fn least_missing(&mut self, heap: usize) -> usize {
        let row = self.row(heap);
        row.iter().position(|flag| *flag == 0).unwrap_or(row.len())
    }
}

impl Direct {
    pub fn new(level: Level) -> Direct {
        Direct { level, backward: Cells::default(), filled: 0, marks: Marks::default() }
    }

    /// Adds at least one value, and none beyond `to`. All earlier values must be kept.
    pub fn advance(&mut self, pairs: &PairRules, values: &mut Values, to: usize) {
        if self.backward.width() != values.cells.width() {
            self.backward = match values.cells {
                Cells::Bytes(_) => Cells::Bytes(Vec::new()),
                Cells::Shorts(_) => Cells::Shorts(Vec::new()),
                Cells::Words(_) => Cells::Words(Vec::new()),
            };
            self.filled = 0;
        }
        let (level, filled, marks) = (self.level, &mut self.filled, &mut self.marks);
        let wider = match (&mut values.cells, &mut self.backward) {
            (Cells::Bytes(forward), Cells::Bytes(backward)) => {
                Block { level, pairs, forward, backward, filled, marks }.advance(to)
            }
            (Cells::Shorts(forward), Cells::Shorts(backward)) => {
                Block { level, pairs, forward, backward, filled, marks }.advance(to)
            }
            (Cells::Words(forward), Cells::Words(backward)) => {
                Block { level, pairs, forward, backward, filled, marks }.advance(to)
            }
            _ => None,
        };
        if let Some(value) = wider {
            values.cells.push(value);
        }
    }
}

/// A value in as many bytes as it needs.
pub(super) trait Cell:
    Copy + Default + Ord + BitXor<Output = Self> + Into<u32> + TryFrom<u32>
{
    /// Whether some pair of values at the same index has this xor.
    fn find(level: Level, left: &[Self], right: &[Self], value: Self) -> bool;
}

macro_rules! cell {
    ($type:ty, $find:ident) => {
        for_each_level! {
            fn $find(left: &[$type], right: &[$type], value: $type) -> bool = find::<$type>;
        }
        impl Cell for $type {
            fn find(level: Level, left: &[$type], right: &[$type], value: $type) -> bool {
                $find(level, left, right, value)
            }
        }
    };
}
cell!(u8, find_byte);
cell!(u16, find_short);
cell!(u32, find_word);

#[inline(always)]
fn find<T: Cell>(left: &[T], right: &[T], value: T) -> bool {
    const CHUNK: usize = 512;
    let (left_chunks, right_chunks) = (left.chunks_exact(CHUNK), right.chunks_exact(CHUNK));
    let rest = left_chunks.remainder().iter().zip(right_chunks.remainder());
    for (left, right) in left_chunks.zip(right_chunks) {
        let mut found = false;
        for index in 0..CHUNK {
            found |= left[index] ^ right[index] == value;
        }
        if found {
            return true;
        }
    }
    rest.fold(false, |found, (left, right)| found | (*left ^ *right == value))
}

struct Block<'a, T> {
    level: Level,
    pairs: &'a PairRules,
    forward: &'a mut Vec<T>,
    backward: &'a mut Vec<T>,
    filled: &'a mut usize,
    marks: &'a mut Marks,
}

impl<T: Cell> Block<'_, T> {
    /// Adds values; one that does not fit the cells ends the block and is returned.
    fn advance(&mut self, to: usize) -> Option<u32> {
        self.copy_backward(to);
        let start = self.forward.len();
        let end = to.min(start + BLOCK).max(start + 1);
        let largest = self.forward.iter().copied().max().map_or(0, |value| value.into() as usize);
        // The xor of two values is below the next power of two.
        self.marks.reset((largest + 1).next_power_of_two());
        // Each heap's least value that no pair outside the block has; small heaps have none worth it.
        let mut candidates = vec![None; end - start];
        if start > 4 * (BLOCK + self.pairs.last()) {
            for heap in start..end {
                self.mark_some(start, heap);
                candidates[heap - start] = Some(self.first_candidate(start, heap, TRIED));
            }
            self.confirm(start, end, &mut candidates);
        }
        for heap in start..end {
            self.mark_near(start, heap, candidates[heap - start].is_none());
            let mut value = self.marks.least_missing(heap - start);
            while candidates[heap - start].is_some_and(|confirmed| confirmed != value) {
                // A pair inside the block has the value that was confirmed: look for the next.
                value = self.first_candidate(start, heap, usize::MAX);
                candidates[heap - start] = Some(value);
            }
            let value = value as u32;
            match T::try_from(value) {
                Ok(cell) => self.forward.push(cell),
                Err(_) => return Some(value),
            }
            if value as usize > largest {
                // The marks may be too narrow for pairs with this value.
                return None;
            }
        }
        None
    }

    fn copy_backward(&mut self, to: usize) {
        if self.backward.len() < self.forward.len() {
            let length = (2 * self.forward.len()).min(to.max(self.forward.len())).max(1 << 12);
            *self.backward = vec![T::default(); length];
            *self.filled = 0;
        }
        let length = self.backward.len();
        for heap in *self.filled..self.forward.len() {
            self.backward[length - 1 - heap] = self.forward[heap];
        }
        *self.filled = self.forward.len();
    }

    /// For each number taken, the smaller parts of the pairs of a heap whose larger part lies before
    /// the block, and the sum of the two.
    fn far_pairs(&self, start: usize, heap: usize) -> impl Iterator<Item = (usize, usize, usize)> {
        self.pairs.double.iter().filter_map(move |(taken, unequal)| {
            let total = heap.checked_sub(*taken)?;
            let last = if *unequal { total.saturating_sub(1) / 2 } else { total / 2 };
            let first = (total + 1).saturating_sub(start).max(1);
            (first <= last).then_some((first, last, total))
        })
    }

    fn mark_some(&mut self, start: usize, heap: usize) {
        let ranges: Vec<_> = self.far_pairs(start, heap).collect();
        let row = self.marks.row(heap - start);
        for (first, last, total) in &ranges {
            // Small parts have small values, so parts of both kinds are needed.
            let share = MARKED / ranges.len() / 2;
            let (low, high) =
                (*last.min(&(first + share)), *first.max(&last.saturating_sub(share)));
            for part in (*first..=low).chain(high..=*last) {
                let value: u32 = (self.forward[part] ^ self.forward[total - part]).into();
                row[value as usize] = 1;
            }
        }
    }

    /// Whether a pair with the smaller part in this range has the value.
    fn has(&self, first: usize, last: usize, total: usize, value: T) -> bool {
        let length = self.backward.len();
        let left = &self.forward[first..=last];
        let right = &self.backward[length - 1 - (total - first)..][..left.len()];
        T::find(self.level, left, right, value)
    }

    /// The least value that no marked pair and none of the last `tried` far pairs has.
    fn first_candidate(&mut self, start: usize, heap: usize, tried: usize) -> usize {
        loop {
            let value = self.marks.least_missing(heap - start);
            let Ok(cell) = T::try_from(value as u32) else { return value };
            let found = self.far_pairs(start, heap).any(|(first, last, total)| {
                self.has(first.max(last.saturating_sub(tried)), last, total, cell)
            });
            if !found {
                return value;
            }
            self.marks.row(heap - start)[value] = 1;
        }
    }

    /// Compares the candidates with all far pairs, tile by tile.
    fn confirm(&mut self, start: usize, end: usize, candidates: &mut [Option<usize>]) {
        for tile in (0..(end / 2).saturating_sub(TRIED)).step_by(TILE) {
            for heap in start..end {
                let Some(value) = candidates[heap - start] else { continue };
                let Ok(cell) = T::try_from(value as u32) else { continue };
                let found = self.far_pairs(start, heap).any(|(first, last, total)| {
                    let (from, to) = (first + tile, (first + tile + TILE).min(last));
                    from <= to && self.has(from, to, total, cell)
                });
                if found {
                    self.marks.row(heap - start)[value] = 1;
                    candidates[heap - start] = Some(self.first_candidate(start, heap, usize::MAX));
                }
            }
        }
    }

    /// Marks nothing left, one heap left, and the pairs with a part inside the block, or all pairs.
    fn mark_near(&mut self, start: usize, heap: usize, all: bool) {
        let row = self.marks.row(heap - start);
        if self.pairs.empty.contains(&heap) {
            row[0] = 1;
        }
        let singles = self.pairs.single.iter().filter(|taken| **taken < heap);
        for taken in singles {
            row[self.forward[heap - taken].into() as usize] = 1;
        }
        for (taken, unequal) in &self.pairs.double {
            let Some(total) = heap.checked_sub(*taken) else { continue };
            let last = if *unequal { total.saturating_sub(1) / 2 } else { total / 2 };
            let last =
                if all { last } else { last.min((total + 1).saturating_sub(start).max(1) - 1) };
            for part in 1..=last {
                let value: u32 = (self.forward[part] ^ self.forward[total - part]).into();
                row[value as usize] = 1;
            }
        }
    }
}
