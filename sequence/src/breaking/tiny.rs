//! Few values and few rare positions: a word of bits for each heap, one bit for each rank.
//!
//! A rare position p of value g, with a digit k that breaks, excludes at heap n the common value
//! G(n - k - p) xor g. Ranks are small here, so for each distinct rank of g the one-bit words
//! 1 << (rank of G(n) xor rank of g) are kept for the recent heaps, and the excluded ranks of several
//! heaps in a row are the union of runs of these words: one load for each entry. Entries nearer than
//! a group of heaps is long are added heap by heap.

use super::level::for_each_level;
use super::sliced::Entry;

/// Heaps of a group.
pub const GROUP: usize = 16;

/// What the kernel needs, for words of 32 or 64 ranks.
pub struct Tiny<W> {
    /// For each distinct rank of an entry, the one-bit words of recent heaps.
    words: Vec<W>,
    stride: usize,
    /// Words in front of the first heap: heaps before 0 exclude nothing.
    padding: usize,
    /// The heap of the first word after the padding.
    base: usize,
    window: usize,
    distinct: Vec<u32>,
    /// Offsets into `words`, relative to the current heap.
    far: Vec<usize>,
    /// Distances and ranks of entries nearer than a group.
    near: Vec<(usize, u32)>,
    /// Ranks of the last heaps, `NONE` for rare ones, to go on from.
    last: [u32; GROUP],
}

/// A rank that no common value has.
pub const NONE: u32 = 0xff;

pub trait Word: Copy + Default {
    const BITS: u32;
    fn bit(rank: u32) -> Self;
    fn or(self, other: Self) -> Self;
    /// The least bit that is not set; `BITS` if there is none.
    fn least_missing(self) -> u32;
}

macro_rules! word {
    ($type:ty) => {
        impl Word for $type {
            const BITS: u32 = <$type>::BITS;
            #[inline(always)]
            fn bit(rank: u32) -> $type {
                // Ranks are below BITS, and NONE is handled apart.
                1 << (rank & (<$type>::BITS - 1))
            }
            #[inline(always)]
            fn or(self, other: $type) -> $type {
                self | other
            }
            #[inline(always)]
            fn least_missing(self) -> u32 {
                (!self).trailing_zeros()
            }
        }
    };
}
word!(u32);
word!(u64);

impl<W: Word> Tiny<W> {
    /// The entries of all rare positions; the ranks of the heaps before `heap` are asked for one by one.
    pub fn new(entries: &[Entry], heap: usize, rank_of: impl Fn(usize) -> u32) -> Tiny<W> {
        // The xor of a rank that fits and one that does not is one that no heap asks for.
        let entries: Vec<&Entry> = entries.iter().filter(|entry| entry.rank < W::BITS).collect();
        let mut distinct: Vec<u32> = entries.iter().map(|entry| entry.rank).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let longest = entries.iter().map(|entry| entry.distance).max().unwrap_or(0);
        let padding = 64 + longest.saturating_sub(heap);
        let window = longest.min(heap) + 64;
        let room = window.max(1 << 12);
        let stride = window + room + 2 * padding;
        let mut tiny = Tiny {
            words: vec![W::default(); stride * distinct.len()],
            stride,
            padding,
            base: heap.saturating_sub(window),
            window,
            distinct,
            far: Vec::new(),
            near: Vec::new(),
            last: [NONE; GROUP],
        };
        for entry in entries {
            if entry.distance < GROUP {
                tiny.near.push((entry.distance, entry.rank));
            } else {
                let row = tiny.distinct.binary_search(&entry.rank).unwrap_or(0);
                tiny.far.push((row * stride).wrapping_sub(entry.distance));
            }
        }
        tiny.far.sort_unstable();
        for before in tiny.base..heap {
            tiny.store(before, rank_of(before));
        }
        for (index, last) in tiny.last.iter_mut().enumerate() {
            *last = (heap + index).checked_sub(GROUP).map_or(NONE, &rank_of);
        }
        tiny
    }

    fn store(&mut self, heap: usize, rank: u32) {
        let index = heap - self.base + self.padding;
        for (row, own) in self.distinct.iter().enumerate() {
            self.words[row * self.stride + index] =
                if rank == NONE { W::default() } else { W::bit(rank ^ own) };
        }
    }

    /// Makes room for heaps up to `to`.
    fn grow(&mut self, heap: usize, to: usize) {
        if to + GROUP - self.base + self.padding <= self.stride {
            return;
        }
        let base = heap - self.window;
        let moved = base - self.base;
        for row in self.words.chunks_exact_mut(self.stride) {
            row.copy_within(moved.., 0);
        }
        self.base = base;
    }
}

/// Computes ranks of the heaps from `heap` on until `ranks` is full or a rank does not fit. Returns
/// how many are right. `NEAR` is the number of near entries, if it is small enough to be known.
#[inline(always)]
fn run<W: Word, const NEAR: usize>(tiny: &mut Tiny<W>, heap: usize, ranks: &mut [u8]) -> usize {
    tiny.grow(heap, heap + ranks.len());
    let count = ranks.len();
    let near: [(usize, u32); NEAR] = std::array::from_fn(|index| tiny.near[index]);
    // The ranks of the group before, and of this one.
    let mut last = [NONE; 2 * GROUP];
    last[..GROUP].copy_from_slice(&tiny.last);
    let mut careful = tiny.last.contains(&NONE);
    let mut done = 0;
    while done < count {
        let at = heap + done - tiny.base + tiny.padding;
        let mut excluded = [W::default(); GROUP];
        for offset in &tiny.far {
            let from = offset.wrapping_add(at);
            let Some(run) = tiny.words.get(from..).and_then(|run| run.first_chunk::<GROUP>())
            else {
                return done;
            };
            for lane in 0..GROUP {
                excluded[lane] = excluded[lane].or(run[lane]);
            }
        }
        let mut full = false;
        for lane in 0..GROUP {
            let mut own = excluded[lane];
            if NEAR > 0 && !careful {
                for (distance, rank) in &near {
                    let before = last[(GROUP + lane - distance) % (2 * GROUP)];
                    own = own.or(W::bit(before ^ rank));
                }
            } else {
                for (distance, rank) in &tiny.near {
                    let before = last[GROUP + lane - distance];
                    if before != NONE {
                        own = own.or(W::bit(before ^ rank));
                    }
                }
            }
            let rank = own.least_missing();
            full |= rank >= W::BITS;
            last[GROUP + lane] = rank;
        }
        let group = GROUP.min(count - done);
        if full {
            let first = last[GROUP..].iter().position(|rank| *rank >= W::BITS);
            if first.is_some_and(|first| first < group) {
                return done;
            }
        }
        let mut own_ranks = [0; GROUP];
        own_ranks.copy_from_slice(&last[GROUP..]);
        for (row, own) in tiny.distinct.iter().enumerate() {
            let Some(to) = tiny.words.get_mut(row * tiny.stride + at..) else { return done };
            let Some(to) = to.first_chunk_mut::<GROUP>() else { return done };
            *to = own_ranks.map(|rank| W::bit(rank ^ own));
        }
        let own_bytes = own_ranks.map(|rank| rank as u8);
        ranks[done..done + group].copy_from_slice(&own_bytes[..group]);
        last.copy_within(group..group + GROUP, 0);
        done += group;
        careful = careful && last[..GROUP].contains(&NONE);
    }
    tiny.last.copy_from_slice(&last[..GROUP]);
    count
}

/// The kernel for this number of near entries.
#[inline(always)]
fn run_any<W: Word>(tiny: &mut Tiny<W>, heap: usize, ranks: &mut [u8]) -> usize {
    // Pages fetch what they run: there one kernel serves all.
    let near = if cfg!(target_family = "wasm") { 0 } else { tiny.near.len() };
    match near {
        1 => run::<W, 1>(tiny, heap, ranks),
        2 => run::<W, 2>(tiny, heap, ranks),
        3 => run::<W, 3>(tiny, heap, ranks),
        4 => run::<W, 4>(tiny, heap, ranks),
        5 => run::<W, 5>(tiny, heap, ranks),
        6 => run::<W, 6>(tiny, heap, ranks),
        8 => run::<W, 8>(tiny, heap, ranks),
        _ => run::<W, 0>(tiny, heap, ranks),
    }
}

for_each_level! {
    pub fn run_narrow(tiny: &mut Tiny<u32>, heap: usize, ranks: &mut [u8]) -> usize = run_any::<u32>;
    pub fn run_wide(tiny: &mut Tiny<u64>, heap: usize, ranks: &mut [u8]) -> usize = run_any::<u64>;
}
