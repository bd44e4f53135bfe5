//! A bitset for each rank: bit n of plane w is set where heap n has a common value of rank w.

use super::level::Level;
use super::scatter::scatter;

/// Unaligned runs of bits are read from here, several words at a time.
#[derive(Clone)]
pub struct Planes {
    bytes: Vec<u8>,
    /// Bytes from one plane to the next: an odd multiple of 64, so that planes do not compete for
    /// the same lines of the cache.
    stride: usize,
    rows: usize,
    /// The heap of the first bit after the padding; a multiple of 64.
    base: usize,
    /// Heaps that stay readable behind the last one.
    window: usize,
    /// Heaps known so far.
    length: usize,
}

/// Zero bits in front of the first heap, and bytes behind the last one, that loads may touch.
const PADDING: usize = 2048;
/// Heaps added between two moves of the window, at least.
const ROOM: usize = 1 << 15;

impl Planes {
    /// Planes for heaps from `first` on, a multiple of 64; `window` heaps behind the newest one can be read.
    pub fn new(rows: usize, first: usize, window: usize) -> Planes {
        let window = window.next_multiple_of(64);
        let heaps = window + ROOM.max(window / 4).next_multiple_of(64) + PADDING;
        let stride = (heaps / 8 + PADDING / 8).next_multiple_of(64) | 64;
        Planes { bytes: vec![0; stride * rows], stride, rows, base: first, window, length: first }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn window(&self) -> usize {
        self.window
    }

    #[inline(always)]
    pub fn stride(&self) -> usize {
        self.stride
    }

    #[inline(always)]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether a block from `start` on can be read, as far behind as this.
    pub fn reads(&self, start: usize, behind: usize) -> bool {
        start + PADDING >= self.base + behind || self.base == 0
    }

    /// Makes room for heaps below `length`, which start out in no plane.
    pub fn grow(&mut self, length: usize) {
        let fits = (self.stride - PADDING / 8) * 8 - PADDING;
        if length - self.base > fits {
            let base = length.saturating_sub(self.window + fits.saturating_sub(self.window) / 2);
            // Never forget what the window promises.
            let base = base.min(self.length.saturating_sub(self.window)).max(self.base) / 64 * 64;
            let moved = (base - self.base) / 8;
            for row in self.bytes.chunks_exact_mut(self.stride) {
                row.copy_within(moved.., 0);
                let end = row.len() - moved;
                row[end..].fill(0);
                // What moved into the padding stays there: it is older than the window, and true.
            }
            self.base = base;
        }
        self.length = self.length.max(length);
    }

    /// The byte of a plane in which the bit of a heap lies; `behind` heaps before heap `heap`.
    #[inline(always)]
    pub fn byte(&self, heap: usize, behind: usize) -> usize {
        (heap + PADDING - self.base - behind) / 8
    }

    #[inline(always)]
    pub fn set(&mut self, row: usize, heap: usize) {
        let bit = heap - self.base + PADDING;
        self.bytes[row * self.stride + bit / 8] |= 1 << (bit % 8);
    }

    /// Puts consecutive heaps from `heap` on into the planes of their ranks, below 64.
    pub fn set_run(&mut self, level: Level, heap: usize, ranks: &[u8]) {
        let mut heap = heap;
        let mut rest = ranks;
        let mut words = [0u64; 64];
        while !rest.is_empty() {
            let first = heap % 64;
            let (now, later) = rest.split_at(rest.len().min(64 - first));
            let byte = self.byte(heap - first, 0);
            if let Some(whole) = now.first_chunk::<64>() {
                scatter(level, whole, self.rows, &mut words);
                let rows = self.bytes.chunks_exact_mut(self.stride);
                for (row, word) in rows.zip(&words) {
                    row[byte..byte + 8].copy_from_slice(&word.to_le_bytes());
                }
            } else {
                for (heap, rank) in (heap..).zip(now) {
                    self.set(usize::from(*rank), heap);
                }
            }
            heap += now.len();
            rest = later;
        }
    }

    /// Takes all heaps from `heap` on, a multiple of 8, out of the planes.
    pub fn clear_from(&mut self, heap: usize) {
        let start = self.byte(heap, 0);
        for row in self.bytes.chunks_exact_mut(self.stride) {
            row[start..].fill(0);
        }
        self.length = heap;
    }

    /// `W` words of a plane from a byte on.
    #[inline(always)]
    pub fn load<const W: usize>(&self, row: usize, byte: usize) -> [u64; W] {
        let from = row * self.stride + byte;
        words(&self.bytes[from..from + 8 * W])
    }

    /// `W` words from an offset into all planes on, if they are there.
    #[inline(always)]
    pub fn words_at<const W: usize>(&self, from: usize) -> Option<[u64; W]> {
        self.bytes.get(from..from.wrapping_add(8 * W)).map(words)
    }
}

#[inline(always)]
fn words<const W: usize>(bytes: &[u8]) -> [u64; W] {
    let mut words = [0; W];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_remember_their_window() {
        let mut planes = Planes::new(3, 0, 1000);
        let row = |heap: usize| heap * heap / 3 % 3;
        for heap in 0..100_000 {
            planes.grow((heap + 64) / 64 * 64);
            planes.set(row(heap), heap);
            if heap >= 1000 && heap % 64 == 63 {
                for behind in (0..960).step_by(8) {
                    let start = heap - 63;
                    let bits = planes.load::<1>(1, planes.byte(start, behind))[0];
                    for bit in 0..64 {
                        let there = row(start - behind + bit) == 1;
                        assert_eq!(bits >> bit & 1 == 1, there, "{heap} {behind} {bit}");
                    }
                }
            }
        }
    }
}
