//! Games without a sparse space: each heap needs a look at all its pairs, so the looks are made
//! cheap.
//!
//! A block of heaps is worked on at once. For each of them the pairs with a small part are marked, which
//! have far more of the values than their share. That leaves few candidates for the least missing value;
//! a candidate is confirmed by comparing it with the other pairs, many at a time. Both go through the
//! pairs in tiles that all heaps of the block share while they are in the cache. Pairs with a part inside
//! the block are few and are marked in order. Where a mask makes most values common, [`crossed`] looks for the
//! least missing value among the pairs with a rare part.

mod crossed;

use std::ops::BitXor;

use crossed::{Crossing, Settled};

use super::level::{Level, for_each_level};
use super::space::Space;
use crate::pairs::PairRules;
use crate::values::{Cells, Values};

/// Heaps worked on at once.
const BLOCK: usize = 64;
/// Pairs of a tile; in tests few, so that small heaps fill several.
const TILE: usize = if cfg!(test) { 600 } else { 1 << 12 };
/// Flags of one heap.
const FLAGS: usize = 1 << 16;
/// Between the flags of two heaps, lest the same places of the cache serve all of them.
const GAP: usize = (1 << 12) + 64;

/// How many tiles are marked. Marking is slow, but each value that is not marked has to be looked for by
/// itself, and games differ: the number goes up and down, and turns when the work grows.
struct Balance {
    marked: usize,
    falling: bool,
    /// The work since the number was changed, on so many heaps; and for a heap before that.
    work: usize,
    heaps: usize,
    before: usize,
}

impl Balance {
    /// Heaps between two changes.
    const PATIENCE: usize = 8 * BLOCK;
    /// To mark a tile takes as long as to look through so many for a value.
    const MARKING: usize = 10;

    fn new() -> Balance {
        Balance { marked: 1, falling: false, work: 0, heaps: 0, before: usize::MAX }
    }

    fn marked(&self, tiles: usize) -> usize {
        self.marked.min(tiles)
    }

    fn count(&mut self, heaps: usize, tiles: usize) {
        self.heaps += heaps;
        self.work += heaps * self.marked(tiles) * Balance::MARKING;
        if self.heaps < Balance::PATIENCE {
            return;
        }
        // In thousandths, for small numbers of tiles.
        let work = 1000 * self.work / self.heaps;
        self.falling ^= work > self.before;
        let step = self.marked / 8 + 1;
        self.marked = match self.falling {
            true => self.marked.saturating_sub(step).max(1),
            false => (self.marked + step).min(tiles.max(1)),
        };
        (self.work, self.heaps, self.before) = (0, 0, work);
    }
}

/// Computes values heap by heap from all pairs.
pub struct Direct {
    level: Level,
    /// The value of heap n stands at index `len - 1 - n`, so that the two parts of a pair are read in
    /// the same direction.
    backward: Cells,
    /// How many values have been copied there.
    filled: usize,
    marks: Marks,
    balance: Balance,
    crossing: Option<Box<Crossing>>,
}

/// Which values the options of each heap of a block are known to have.
#[derive(Default)]
struct Marks {
    flags: Vec<u8>,
    /// Flags in use for one heap: a power of two above all values of pairs, and one more.
    width: usize,
}

impl Marks {
    fn reset(&mut self, largest: usize) {
        self.width = (largest + 2).next_power_of_two();
        let room = self.room() * BLOCK;
        if self.flags.len() != room {
            self.flags = vec![0; room];
        }
        (0..BLOCK).for_each(|heap| self.row(heap).fill(0));
    }

    fn room(&self) -> usize {
        self.width.max(FLAGS) + GAP
    }

    fn all(&mut self, heap: usize) -> &mut [u8] {
        let room = self.room();
        &mut self.flags[heap * room..][..room]
    }

    fn row(&mut self, heap: usize) -> &mut [u8] {
        let width = self.width;
        &mut self.all(heap)[..width]
    }

    /// The least value from here on without a flag.
    fn least_missing(&self, heap: usize, from: usize) -> usize {
        let row = &self.flags[heap * self.room()..][..self.width];
        memchr::memchr(0, &row[from..]).map_or(row.len(), |steps| from + steps)
    }
}

impl Direct {
    pub fn new(level: Level) -> Direct {
        Direct {
            level,
            backward: Cells::default(),
            filled: 0,
            marks: Marks::default(),
            balance: Balance::new(),
            crossing: None,
        }
    }

    /// Uses the space in which the fewest of the last values are rare.
    pub fn cross(&mut self, space: Space) {
        if self.crossing.as_ref().is_none_or(|crossing| !crossing.is_of(&space)) {
            self.crossing = Some(Box::new(Crossing::new(space)));
        }
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
        let level = self.level;
        let Direct { backward, filled, marks, balance, crossing, .. } = self;
        let crossing = crossing.as_deref_mut();
        let wider = match (&mut values.cells, backward) {
            (Cells::Bytes(forward), Cells::Bytes(backward)) => {
                Block { level, pairs, forward, backward, filled, marks, balance, crossing }
                    .advance(to)
            }
            (Cells::Shorts(forward), Cells::Shorts(backward)) => {
                Block { level, pairs, forward, backward, filled, marks, balance, crossing }
                    .advance(to)
            }
            (Cells::Words(forward), Cells::Words(backward)) => {
                Block { level, pairs, forward, backward, filled, marks, balance, crossing }
                    .advance(to)
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

    /// The same values, if they are kept in two bytes each.
    fn shorts(_cells: &[Self]) -> Option<&[u16]> {
        None
    }

    /// Raises the flags of the xors of all pairs at the same index.
    fn mark(left: &[Self], right: &[Self], flags: &mut [u8]);
}

/// The flags of these values; several values are taken from memory at once.
macro_rules! cell {
    ($type:ty, $find:ident, $packed:literal, $($shorts:item)?) => {
        for_each_level! {
            fn $find(left: &[$type], right: &[$type], value: $type) -> bool = find::<$type>;
        }
        impl Cell for $type {
            fn find(level: Level, left: &[$type], right: &[$type], value: $type) -> bool {
                $find(level, left, right, value)
            }

            $($shorts)?

            fn mark(left: &[$type], right: &[$type], flags: &mut [u8]) {
                const PACKED: usize = $packed;
                const BITS: usize = 64 / PACKED;
                let (left_packs, right_packs) =
                    (left.chunks_exact(PACKED), right.chunks_exact(PACKED));
                let rest = left_packs.remainder().iter().zip(right_packs.remainder());
                for (left, right) in rest {
                    flags[(*left ^ *right) as usize] = 1;
                }
                if let Some(flags) = flags.first_chunk_mut::<FLAGS>() {
                    for (left, right) in left_packs.zip(right_packs) {
                        let mut packed = 0u64;
                        for (index, (left, right)) in left.iter().zip(right).enumerate() {
                            packed |= u64::from(*left ^ *right) << (BITS * index);
                        }
                        for index in 0..PACKED {
                            let value = packed >> (BITS * index) & (u64::MAX >> (64 - BITS));
                            flags[value as usize % FLAGS] = 1;
                        }
                    }
                }
            }
        }
    };
}
cell!(u8, find_byte, 8,);
cell!(
    u16,
    find_short,
    4,
    fn shorts(cells: &[u16]) -> Option<&[u16]> {
        Some(cells)
    }
);

impl Cell for u32 {
    fn find(level: Level, left: &[u32], right: &[u32], value: u32) -> bool {
        find_word(level, left, right, value)
    }

    fn mark(left: &[u32], right: &[u32], flags: &mut [u8]) {
        left.iter().zip(right).for_each(|(left, right)| flags[(left ^ right) as usize] = 1);
    }
}
for_each_level! {
    fn find_word(left: &[u32], right: &[u32], value: u32) -> bool = find::<u32>;
}

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

/// The values of the smaller parts in a range, and of their partners, for pairs of this total.
fn sides<'a, T>(
    forward: &'a [T],
    backward: &'a [T],
    (first, last, total): (usize, usize, usize),
) -> (&'a [T], &'a [T]) {
    let left = &forward[first..=last];
    (left, &backward[backward.len() - 1 - (total - first)..][..left.len()])
}

/// Heaps that are worked on at once.
#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
    /// Tiles of the far pairs of a heap, and how many of them are marked.
    tiles: usize,
    marked: usize,
}

struct Block<'a, T> {
    level: Level,
    pairs: &'a PairRules,
    forward: &'a mut Vec<T>,
    backward: &'a mut Vec<T>,
    filled: &'a mut usize,
    marks: &'a mut Marks,
    balance: &'a mut Balance,
    crossing: Option<&'a mut Crossing>,
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
        let tiles = (end / 2).div_ceil(TILE);
        let span = Span { start, end, tiles, marked: self.balance.marked(tiles) };
        // Each heap's least value that no pair outside the block has; small heaps have none worth it.
        let mut confirmed = vec![None; end - start];
        let mut settled = None;
        if self.is_crossed(span) {
            settled = self.cross(span);
            if let Some(Settled { confirmed: found, .. }) = &settled {
                confirmed = found.iter().copied().map(Some).collect();
            }
        } else if start > 4 * (BLOCK + self.pairs.last()) {
            self.mark_some(span);
            confirmed = self.confirm_all(span).into_iter().map(Some).collect();
            self.balance.count(end - start, span.tiles);
        }
        for heap in start..end {
            self.mark_near(start, heap, confirmed[heap - start].is_none());
            let mut value = self.marks.least_missing(heap - start, 0);
            if confirmed[heap - start].is_some_and(|confirmed| confirmed != value) {
                // A pair inside the block has the value that was confirmed: look for the next.
                value = match &settled {
                    Some(settled) => self.settle(settled.span, heap, &settled.below),
                    None => self.confirm(span, heap, value),
                };
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

    /// The two sides of a tile of the far pairs of a heap, for each number taken.
    fn tile(&self, span: Span, heap: usize, tile: usize) -> impl Iterator<Item = (&[T], &[T])> {
        self.far_pairs(span.start, heap).filter_map(move |(first, last, total)| {
            let from = first + tile * TILE;
            let to = (from + TILE - 1).min(last);
            (from <= to).then(|| sides(self.forward, self.backward, (from, to, total)))
        })
    }

    /// Marks the far pairs with the smallest parts, for all heaps of the block.
    fn mark_some(&mut self, span: Span) {
        // The marks are lent out while the values are read.
        let mut marks = std::mem::take(self.marks);
        for tile in 0..span.marked {
            for heap in span.start..span.end {
                for (left, right) in self.tile(span, heap, tile) {
                    T::mark(left, right, marks.all(heap - span.start));
                }
            }
        }
        *self.marks = marks;
    }

    /// Whether a far pair in this tile has the value; values that do not fit the cells are nowhere.
    fn is_in_tile(&self, span: Span, heap: usize, tile: usize, value: usize) -> bool {
        let Ok(cell) = T::try_from(value as u32) else { return false };
        self.tile(span, heap, tile).any(|(left, right)| T::find(self.level, left, right, cell))
    }

    /// For each heap of the block the least value that neither a marked pair nor a far pair has. A
    /// value that is found gives way to the next, which has to be looked for in all tiles, from there on
    /// and then from the beginning.
    fn confirm_all(&mut self, span: Span) -> Vec<usize> {
        let heaps = span.end - span.start;
        let unmarked = span.tiles - span.marked;
        let mut values: Vec<usize> =
            (0..heaps).map(|index| self.marks.least_missing(index, 0)).collect();
        let mut open: Vec<(usize, usize)> = (0..heaps).map(|index| (index, unmarked)).collect();
        for tile in (span.marked..span.tiles).cycle() {
            open.retain_mut(|(index, left)| {
                let (heap, value) = (span.start + *index, &mut values[*index]);
                self.balance.work += 1;
                while self.is_in_tile(span, heap, tile, *value) {
                    self.balance.work += 1;
                    self.marks.row(*index)[*value] = 1;
                    *value = self.marks.least_missing(*index, *value);
                    *left = unmarked;
                }
                *left -= 1;
                *left > 0
            });
            if open.is_empty() {
                break;
            }
        }
        values
    }

    /// The same for one heap, from a value on.
    fn confirm(&self, span: Span, heap: usize, mut value: usize) -> usize {
        let unmarked = span.marked..span.tiles;
        while unmarked.clone().any(|tile| self.is_in_tile(span, heap, tile, value)) {
            value = self.marks.least_missing(heap - span.start, value + 1);
        }
        value
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
