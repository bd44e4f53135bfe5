//! Wide games, with many values and many rare positions: a few unions leave a few candidates for each heap, and
//! the other entries are only asked about these.
//!
//! The kernel `sliced` unites shifted planes for every entry and every rank, though a heap needs to know one rank
//! alone, the least that nothing excludes. Here only entries at distances from a span of heaps up to
//! [`UNITED`] are united. What they leave open are candidates, and the least four of each heap are
//! compared with all other entries at once (`sieve.rs`), 32 heaps together: a rank in a row of bytes is a
//! thirtieth of the work of a plane for each rank. Where all four are struck the next four are tried. Entries
//! nearer than 32 heaps follow in order: each heap, once it is known, excludes ranks of the heaps just
//! behind it. Nothing is left out, so the rank is the same as that of the other kernels.
//!
//! **Two rare heaps.** In the row of ranks a rare heap needs a byte that no candidate xor rank of an entry makes.
//! There is one where all ranks are below 128. Otherwise the kernel waits until no rare heap lies within its
//! reach, which is soon, because rare heaps are early ([`Sifted::fits`]).
//!
//! Beside `sliced` it is 1.5 to 1.9 times as fast on 0.6 and Grundy's game (docs/benchmarks.md).

use super::level::{Level, for_each_level};
use super::planes::Planes;
use super::sieve::{self, CANDIDATES, GROUP, Row, Runs};
use super::sliced::{self, Entry, LONG, Sliced, Span};
use super::unite::{Sorted, Unions, unite};

/// Entries from here on are not united.
const UNITED: usize = if cfg!(test) { 1400 } else { 7000 };
/// The row of ranks has bytes: larger ranks are left to the kernel `sliced`.
const MOST: usize = 248;
/// So few heaps of a group are looked at one by one.
const ALONE: u32 = 2;
/// A rare heap, or one before the first.
const NONE: u8 = u8::MAX;

/// The entries by distance, and room to work in.
pub struct Sifted {
    /// As in `Sliced`: beyond two long spans.
    pub far: Sorted,
    long: Sorted,
    /// The same entries as these two, for ranks without a plane of their own.
    united: Runs,
    others: Runs,
    /// Nearer than a group is long.
    near: Vec<(usize, u8)>,
    pub distant: Vec<Entry>,
    /// Ranks that are worked on, and how many of them have unions.
    targets: usize,
    rows: usize,
    excluded: Vec<u64>,
    /// Words of a heap's own bits, and the bits of the 64 heaps of a word.
    width: usize,
    heaps: Vec<u64>,
    /// What near entries exclude: `width` words for heap n at n mod 64.
    pushed: Vec<u64>,
    trail: Trail,
}

/// The ranks of heaps in a row.
struct Trail {
    bytes: Vec<u8>,
    /// The heap of the byte at `padding`.
    base: usize,
    padding: usize,
    window: usize,
}

impl Trail {
    fn new(longest: usize, heap: usize, rank_of: impl Fn(usize) -> u8) -> Trail {
        let window = longest.min(heap) + 64;
        let padding = 64 + longest.saturating_sub(heap);
        let room = window.max(1 << 16);
        let base = heap.saturating_sub(window);
        let mut bytes = vec![NONE; padding + window + room + 2 * GROUP];
        for before in base..heap {
            bytes[before - base + padding] = rank_of(before);
        }
        Trail { bytes, base, padding, window }
    }

    fn at(&self, heap: usize) -> usize {
        heap - self.base + self.padding
    }

    /// Makes room for heaps from `heap` up to `to`.
    fn grow(&mut self, heap: usize, to: usize) {
        if self.at(to) + GROUP > self.bytes.len() {
            let moved = heap - self.window - self.base;
            self.bytes.copy_within(moved.., 0);
            self.base += moved;
        }
    }
}

impl Sifted {
    /// Whether the kernel applies to heaps from `heap` on: all ranks are bytes, and no rare heap is taken for a
    /// common one. `last` is the last rare heap.
    pub fn fits(entries: &[Entry], largest: usize, last: usize, heap: usize) -> bool {
        let most = entries.iter().map(|entry| entry.rank as usize + 1).max().unwrap_or(0);
        let longest = Sifted::longest(entries);
        Sliced::targets(largest) <= MOST
            && (most.max(Sliced::targets(largest)) <= 128 || heap > last + longest + 64)
    }

    fn longest(entries: &[Entry]) -> usize {
        let near = entries.iter().map(|entry| entry.distance);
        near.filter(|distance| *distance < sliced::DISTANT).max().unwrap_or(0)
    }

    /// For ranks up to `largest` and some more, of which those below `rows` are frequent; the ranks of heaps
    /// before `heap` are asked for one by one.
    pub fn new(
        entries: &[Entry],
        largest: usize,
        rows: usize,
        heap: usize,
        rank_of: impl Fn(usize) -> Option<u32>,
    ) -> Sifted {
        let targets = Sliced::targets(largest);
        let rows = rows.next_multiple_of(8).min(targets);
        let width = targets.div_ceil(64);
        let (mut far, mut long) = (Sorted::default(), Sorted::default());
        let (mut near, mut united, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let mut distant = Vec::new();
        for entry in entries {
            if entry.distance >= sliced::DISTANT {
                distant.push(*entry);
                continue;
            }
            // The rank of a heap is no xor of a candidate and a rank that has more bits than both.
            let Ok(rank) = u8::try_from(entry.rank) else { continue };
            match entry.distance {
                distance if distance < GROUP => near.push((distance, rank)),
                distance if (64 * LONG..UNITED).contains(&distance) => {
                    united.push((distance, rank));
                    if distance < 128 * LONG { long.push(entry) } else { far.push(entry) }
                }
                distance => others.push((distance, rank)),
            }
        }
        let byte = |heap| rank_of(heap).map_or(NONE, |rank| rank as u8);
        let mut sifted = Sifted {
            far,
            long,
            united: Runs::new(&united),
            others: Runs::new(&others),
            near,
            distant,
            targets,
            rows,
            excluded: vec![0; rows * LONG],
            width,
            heaps: vec![0; 64 * width],
            pushed: vec![0; 64 * width],
            trail: Trail::new(Sifted::longest(entries), heap, byte),
        };
        for before in heap.saturating_sub(GROUP)..heap {
            let rank = byte(before);
            if rank != NONE {
                sifted.push(before, rank, heap);
            }
        }
        sifted
    }

    /// Words that `unite_far` needs.
    pub fn room(&self) -> usize {
        self.excluded.len()
    }

    /// Excludes ranks at the heaps just behind this one that are not yet known: from `first` on.
    #[inline(always)]
    fn push(&mut self, heap: usize, rank: u8, first: usize) {
        for (distance, own) in &self.near {
            let (behind, target) = (heap + distance, usize::from(rank ^ own));
            if behind >= first && target < 64 * self.width {
                self.pushed[behind % 64 * self.width + target / 64] |= 1 << (target % 64);
            }
        }
    }

    /// Computes ranks of the heaps from `from` to `to`, all inside one long span; see `Sliced::run`.
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
        self.trail.grow(start, start + 64 * LONG);
        match far {
            Some(far) => self.excluded.copy_from_slice(far),
            None => sliced::unite_far(level, &self.far, planes, start, &mut self.excluded),
        }
        let into = Unions { words: &mut self.excluded, width: LONG, first: 0 };
        unite::<LONG, { LONG + 1 }>(level, &self.long, planes, start, into);
        for index in 0..(to - start).div_ceil(64) {
            turn_word(level, self, index);
            let word = start + 64 * index;
            for group in [word, word + GROUP] {
                let heaps = (from.max(group), to.min(group + GROUP));
                if heaps.0 >= heaps.1 {
                    continue;
                }
                if let Some(distant) = distant {
                    for heap in heaps.0..heaps.1 {
                        let slot = heap % 64 * self.width;
                        distant(heap, &mut self.pushed[slot..slot + self.width]);
                    }
                }
                if let Span::Full = sift_group(level, level, self, planes, heaps, ranks) {
                    return Span::Full;
                }
            }
        }
        Span::Whole
    }

    /// The rank of a heap whose candidates were all struck: the least one that nothing excludes.
    #[cold]
    #[inline(never)]
    fn look_on(&self, heap: usize) -> Option<u8> {
        let (lane, at) = (heap % 64, self.trail.at(heap));
        let own = &self.heaps[lane * self.width..][..self.width];
        let pushed = &self.pushed[lane * self.width..][..self.width];
        let mut excluded = [false; 256];
        self.others.mark(&self.trail.bytes, at, &mut excluded);
        let open = |target: usize, excluded: &[bool; 256]| {
            let (word, bit) = (target / 64, target % 64);
            !excluded[target]
                && pushed[word] >> bit & 1 == 0
                && (target >= self.rows || own[word] >> bit & 1 == 0)
        };
        let found = (0..self.rows).find(|target| open(*target, &excluded));
        let found = found.or_else(|| {
            self.united.mark(&self.trail.bytes, at, &mut excluded);
            (self.rows..self.targets).find(|target| open(*target, &excluded))
        });
        found.map(|target| target as u8)
    }
}

/// Turns the unions of a word over: bits for each of its 64 heaps. Ranks without a union count as excluded.
#[inline(always)]
fn turn(sifted: &mut Sifted, index: usize) {
    for block in 0..sifted.width {
        let mut square = [u64::MAX; 64];
        let rows = sifted.rows.saturating_sub(64 * block).min(64);
        for (row, bits) in square[..rows].iter_mut().enumerate() {
            *bits = sifted.excluded[(64 * block + row) * LONG + index];
        }
        sliced::transpose(&mut square);
        for (heap, bits) in square.iter().enumerate() {
            sifted.heaps[heap * sifted.width + block] = *bits;
        }
    }
}

/// Takes the first four open ranks of each of these heaps of a group out of its bits.
#[inline(always)]
fn offer(
    sifted: &mut Sifted,
    first: usize,
    lanes: u32,
    rows: &mut [Row; CANDIDATES],
) -> [u32; CANDIDATES] {
    let mut offered = [0; CANDIDATES];
    let mut rest = lanes;
    while rest != 0 {
        let lane = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let own = &mut sifted.heaps[(first + lane) * sifted.width..][..sifted.width];
        let mut count = 0;
        'words: for (index, word) in own.iter_mut().enumerate() {
            while *word != u64::MAX {
                let bit = word.trailing_ones() as usize;
                *word |= 1 << bit;
                rows[count][lane] = (64 * index + bit) as u8;
                offered[count] |= 1 << lane;
                count += 1;
                if count == CANDIDATES {
                    break 'words;
                }
            }
        }
    }
    offered
}

/// Computes ranks of heaps of a group and puts them into the planes.
#[inline(always)]
fn sift(
    level: Level,
    sifted: &mut Sifted,
    planes: &mut Planes,
    (from, to): (usize, usize),
    ranks: &mut Vec<u16>,
) -> Span {
    let group = from / GROUP * GROUP;
    let (first, width, at) = (group % 64, sifted.width, sifted.trail.at(group));
    let wanted = (u32::MAX >> (GROUP - (to - from))) << (from - group);
    for index in first * width..(first + GROUP) * width {
        sifted.heaps[index] |= sifted.pushed[index];
    }
    let mut kept = [[0u8; GROUP]; CANDIDATES];
    let mut alive = [0u32; CANDIDATES];
    let mut needy = wanted;
    while needy.count_ones() > ALONE {
        let mut rows = [[0; GROUP]; CANDIDATES];
        let offered = offer(sifted, first, needy, &mut rows);
        if offered[0] == 0 {
            break;
        }
        let struck = sieve::strike(level, &sifted.trail.bytes, at, &sifted.others, &rows);
        let mut served = 0;
        for index in 0..CANDIDATES {
            let survivors = offered[index] & !struck[index];
            alive[index] |= survivors;
            served |= survivors;
        }
        for (kept, row) in kept.iter_mut().zip(&rows) {
            for lane in 0..GROUP {
                // Where a lane is not served, what is kept does not count.
                kept[lane] = if needy >> lane & 1 == 1 { row[lane] } else { kept[lane] };
            }
        }
        needy &= !served;
        // A heap without four candidates has no more of them.
        needy &= offered[CANDIDATES - 1];
    }
    for heap in from..to {
        let (lane, slot) = (heap - group, heap % 64 * width);
        let mut rank = None;
        for index in 0..CANDIDATES {
            let candidate = usize::from(kept[index][lane]);
            if alive[index] >> lane & 1 == 1
                && sifted.pushed[slot + candidate / 64] >> (candidate % 64) & 1 == 0
            {
                rank = Some(candidate as u8);
                break;
            }
        }
        let Some(rank) = rank.or_else(|| sifted.look_on(heap)) else { return Span::Full };
        sifted.pushed[slot..slot + width].fill(0);
        sifted.trail.bytes[at + lane] = rank;
        sifted.push(heap, rank, heap + 1);
        planes.set(usize::from(rank), heap);
        ranks.push(u16::from(rank));
    }
    Span::Whole
}

for_each_level! {
    fn turn_word(sifted: &mut Sifted, index: usize) = turn;
    fn sift_group(own: Level, sifted: &mut Sifted, planes: &mut Planes, heaps: (usize, usize), ranks: &mut Vec<u16>) -> Span = sift;
}
