//! The table of the search: a fixed number of bytes, whole keys, replaced by work saved.
//!
//! A bucket is one or more lines of 64 bytes: a version, and slots of a key and what is known of it.
//!
//! ```text
//! bucket   | version | key .. known | key .. known | key .. known |
//! known    | exact 1 | work 6 | in use 1 | .. | value, or values that it does not have: 48 |
//! ```
//!
//! Keys are kept whole, so an entry is about the position it is asked for and no other. Threads share the table without
//! waiting for each other: a writer makes the version odd, and whoever reads or wants to write meanwhile does without.
//! It equals a map of keys to facts that forgets some of them.

use crate::prefetch::prefetch;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Values from this one on are not kept as excluded; they may be exact.
pub const MOST_EXCLUDED: u32 = 48;

const EXACT: u64 = 1 << 63;
const USED: u64 = 1 << 56;
const WORK: u32 = 57;
const FACTS: u64 = (1 << MOST_EXCLUDED) - 1;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Its value.
    Exact(u32),
    /// The values that it does not have, as bits; of those from 48 on nothing is said.
    Not(u64),
}

impl Known {
    /// Whether the value is known not to be this.
    #[inline]
    pub fn excludes(self, value: u32) -> bool {
        match self {
            Known::Exact(exact) => exact != value,
            Known::Not(mask) => value < MOST_EXCLUDED && mask >> value & 1 == 1,
        }
    }

    #[inline]
    fn read(word: u64) -> Known {
        match word & EXACT {
            0 => Known::Not(word & FACTS),
            _ => Known::Exact(word as u32),
        }
    }

    #[inline]
    fn written(self, work: u64) -> u64 {
        let work = u64::from(64 - work.leading_zeros()).min(63) << WORK;
        match self {
            Known::Exact(value) => EXACT | USED | work | u64::from(value),
            Known::Not(mask) => USED | work | mask & FACTS,
        }
    }
}

/// Words of a line, which is what the processor fetches at once.
const LINE: usize = 8;

/// What a bucket of one line, which has keys of one word, knows of a key: [`Table::get`] for the most common case.
#[inline(always)]
fn get_word(line: &[AtomicU64; LINE], key: u64) -> Known {
    let [version, first, a, second, b, third, c, _] = line;
    let before = version.load(Ordering::Acquire);
    let known = if first.load(Ordering::Relaxed) == key {
        a
    } else if second.load(Ordering::Relaxed) == key {
        b
    } else if third.load(Ordering::Relaxed) == key {
        c
    } else {
        return Known::Not(0);
    };
    let known = known.load(Ordering::Relaxed);
    fence(Ordering::Acquire);
    let now = version.load(Ordering::Relaxed);
    if known & USED == 0 || before & 1 == 1 || now != before {
        return Known::Not(0);
    }
    Known::read(known)
}

/// Facts by key.
pub struct Table {
    /// Words of a key.
    width: usize,
    /// Slots of a bucket, and its lines.
    slots: usize,
    lines_each: usize,
    buckets: u64,
    /// Words before the first line, so that lines begin where the processor's do. Words alone can be given more memory
    /// without being copied, which memory with an alignment of its own cannot.
    before: usize,
    words: Vec<AtomicU64>,
    /// How many slots are in use.
    used: AtomicU64,
}

/// The hash of a key.
#[inline]
pub fn hash(key: &[u64]) -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    for word in key {
        let product = u128::from(state ^ *word) * 0xa076_1d64_78bd_642fu128;
        state = (product >> 64) as u64 ^ product as u64 ^ state.rotate_left(29);
    }
    let product = u128::from(state) * 0xe703_7ed1_a0b4_28dbu128;
    (product >> 64) as u64 ^ product as u64
}

impl Table {
    /// An empty table for keys of so many words, in at most so many bytes; one bucket at least.
    pub fn new(width: usize, bytes: u64) -> Table {
        let words = width + 1;
        // Three slots at least, so that there is a choice of what to forget.
        let lines_each = (1 + 3 * words).div_ceil(8);
        let slots = (8 * lines_each - 1) / words;
        let mut table = Table {
            width,
            slots,
            lines_each,
            buckets: 0,
            before: 0,
            words: Vec::new(),
            used: AtomicU64::new(0),
        };
        let buckets = table.buckets_within(bytes);
        table.take_room(buckets);
        table
    }

    /// Takes the memory for so many buckets, and begins where lines begin.
    fn take_room(&mut self, buckets: usize) {
        let needed = buckets * self.lines_each * LINE + LINE - 1;
        self.words.reserve_exact(needed.saturating_sub(self.words.len()));
        self.words.resize_with(needed, AtomicU64::default);
        let address = self.words.as_ptr().addr() / size_of::<AtomicU64>();
        let before = (LINE - address % LINE) % LINE;
        let held = self.buckets() * self.lines_each * LINE;
        // Memory that was moved may begin elsewhere in a line.
        match before > self.before {
            true => self.words[self.before..before + held].rotate_right(before - self.before),
            false => self.words[before..self.before + held].rotate_left(self.before - before),
        }
        (self.before, self.buckets) = (before, buckets as u64);
    }

    fn buckets_within(&self, bytes: u64) -> usize {
        let buckets = bytes / (self.lines_each * LINE * size_of::<AtomicU64>()) as u64;
        usize::try_from(buckets).unwrap_or(usize::MAX >> 8).max(1)
    }

    /// Words of a key.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        (self.words.capacity() * size_of::<AtomicU64>()) as u64
    }

    /// How many positions it can hold.
    pub fn room(&self) -> u64 {
        (self.buckets() * self.slots) as u64
    }

    /// How many positions it holds.
    pub fn len(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn buckets(&self) -> usize {
        self.buckets as usize
    }

    /// The first line of the bucket of a hash. A larger table has it at the same place or further on, which is what
    /// growing in place rests on.
    #[inline]
    fn bucket(&self, hash: u64) -> usize {
        let bucket = (u128::from(hash) * u128::from(self.buckets) >> 64) as usize;
        bucket * self.lines_each
    }

    #[inline]
    fn word(&self, line: usize, at: usize) -> &AtomicU64 {
        &self.words[self.before + line * LINE + at]
    }

    /// Has the memory fetched that the facts of a key with this hash would be in: they are asked for soon.
    #[inline]
    pub fn expect(&self, hash: u64) {
        prefetch(self.word(self.bucket(hash), 0));
    }

    /// What is known of a key.
    #[inline]
    pub fn get(&self, key: &[u64], hash: u64) -> Known {
        let line = self.bucket(hash);
        if let [word] = key
            && let Some(line) = self.words[self.before + line * LINE..].first_chunk()
        {
            return get_word(line, *word);
        }
        let version = self.word(line, 0).load(Ordering::Acquire);
        if version & 1 == 1 {
            return Known::Not(0);
        }
        for slot in 0..self.slots {
            let at = 1 + slot * (self.width + 1);
            let same = |(index, word): (usize, &u64)| {
                self.word(line, at + index).load(Ordering::Relaxed) == *word
            };
            if key.iter().enumerate().all(same) {
                let known = self.word(line, at + self.width).load(Ordering::Relaxed);
                fence(Ordering::Acquire);
                let now = self.word(line, 0).load(Ordering::Relaxed);
                if known & USED == 0 || now != version {
                    return Known::Not(0);
                }
                return Known::read(known);
            }
        }
        Known::Not(0)
    }

    /// Adds what is known of a key, and how many positions it took to find out.
    pub fn put(&self, key: &[u64], hash: u64, known: Known, work: u64) {
        let line = self.bucket(hash);
        let guard = self.word(line, 0);
        let version = guard.load(Ordering::Relaxed);
        let free = version & 1 == 0
            && guard
                .compare_exchange(version, version + 1, Ordering::Acquire, Ordering::Relaxed)
                .is_ok();
        // Another thread writes here: this fact is found again, if it is needed.
        if !free {
            return;
        }
        fence(Ordering::Release);
        self.insert(line, key, known, work);
        guard.store(version + 2, Ordering::Release);
    }

    /// Adds a fact to a bucket that nobody else writes.
    fn insert(&self, line: usize, key: &[u64], known: Known, work: u64) {
        let (mut least, mut place) = (u64::MAX, 0);
        for slot in 0..self.slots {
            let at = 1 + slot * (self.width + 1);
            let stored = self.word(line, at + self.width).load(Ordering::Relaxed);
            let same = |(index, word): (usize, &u64)| {
                self.word(line, at + index).load(Ordering::Relaxed) == *word
            };
            if stored & USED != 0 && key.iter().enumerate().all(same) {
                let sum = match (Known::read(stored), known) {
                    (Known::Exact(value), _) | (_, Known::Exact(value)) => Known::Exact(value),
                    (Known::Not(mask), Known::Not(more)) => Known::Not(mask | more),
                };
                let before = stored >> WORK & 63;
                let work = work.max(if before == 0 { 0 } else { 1 << (before - 1) });
                self.word(line, at + self.width).store(sum.written(work), Ordering::Relaxed);
                return;
            }
            // Empty first, then what took the least work.
            let cost = if stored & USED == 0 { 0 } else { 1 + (stored >> WORK & 63) };
            if cost < least {
                (least, place) = (cost, at);
            }
        }
        if least == 0 {
            self.used.fetch_add(1, Ordering::Relaxed);
        }
        for (index, word) in key.iter().enumerate() {
            self.word(line, place + index).store(*word, Ordering::Relaxed);
        }
        self.word(line, place + self.width).store(known.written(work), Ordering::Relaxed);
    }

    /// Makes room, in place: from the last bucket to the first, what a bucket holds moves to where it belongs now.
    pub fn grow(&mut self, bytes: u64) {
        let (before, after) = (self.buckets(), self.buckets_within(bytes));
        if after <= before {
            return;
        }
        self.take_room(after);
        self.used.store(0, Ordering::Relaxed);
        let mut held = Vec::new();
        for bucket in (0..before).rev() {
            held.clear();
            let words = self.lines_each * LINE;
            let bucket = &mut self.words[self.before + bucket * words..][..words];
            held.extend(bucket.iter_mut().map(|word| std::mem::take(word.get_mut())));
            for slot in held[1..].chunks_exact(self.width + 1) {
                let (key, known) = (&slot[..self.width], slot[self.width]);
                if known & USED != 0 {
                    let work = known >> WORK & 63;
                    let work = if work == 0 { 0 } else { 1 << (work - 1) };
                    self.insert(self.bucket(hash(key)), key, Known::read(known), work);
                }
            }
        }
    }

    /// Every entry: its key, what is known, and about how much work it was.
    pub fn each<E>(
        &self,
        mut take: impl FnMut(&[u64], Known, u64) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut key = vec![0; self.width];
        for bucket in 0..self.buckets() {
            for slot in 0..self.slots {
                let (line, at) = (bucket * self.lines_each, 1 + slot * (self.width + 1));
                let known = self.word(line, at + self.width).load(Ordering::Relaxed);
                if known & USED == 0 {
                    continue;
                }
                for (index, word) in key.iter_mut().enumerate() {
                    *word = self.word(line, at + index).load(Ordering::Relaxed);
                }
                let work = known >> WORK & 63;
                let work = if work == 0 { 0 } else { 1 << (work - 1) };
                take(&key, Known::read(known), work)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn what_the_table_knows_was_put_there(
            facts in prop::collection::vec((0u64..400, 0u32..40, any::<bool>()), 1..2000),
            width in 1usize..5,
            bytes in 64u64..100_000,
        ) {
            let mut table = Table::new(width, bytes);
            let mut exact: HashMap<u64, u32> = HashMap::new();
            let mut not: HashMap<u64, u64> = HashMap::new();
            for (round, (name, value, certain)) in facts.iter().enumerate() {
                let mut key = vec![0; width];
                (key[0], key[width - 1]) = (*name, name * 3);
                // Facts about a position agree with each other.
                let value = if *certain { (name % 40) as u32 } else { *value };
                if *certain {
                    exact.insert(*name, value);
                    table.put(&key, hash(&key), Known::Exact(value), round as u64);
                } else {
                    *not.entry(*name).or_default() |= 1 << value;
                    table.put(&key, hash(&key), Known::Not(1 << value), round as u64);
                }
                if round == facts.len() / 2 {
                    table.grow(3 * bytes);
                }
            }
            for name in 0..400u64 {
                let mut key = vec![0; width];
                (key[0], key[width - 1]) = (name, name * 3);
                match table.get(&key, hash(&key)) {
                    Known::Exact(value) => prop_assert_eq!(exact.get(&name), Some(&value)),
                    Known::Not(mask) => prop_assert_eq!(mask & !not.get(&name).unwrap_or(&0), 0),
                }
            }
        }
    }

    #[test]
    fn a_table_that_grows_keeps_what_it_holds() {
        let mut table = Table::new(1, 64 * 100);
        let exact = |name: u64| Known::Exact(name as u32 % 7);
        for name in 0..150u64 {
            table.put(&[name], hash(&[name]), exact(name), name);
        }
        let held: Vec<u64> =
            (0..150).filter(|name| table.get(&[*name], hash(&[*name])) == exact(*name)).collect();
        assert!(held.len() > 120 && held.len() as u64 == table.len());
        table.grow(64 * 400);
        assert_eq!(table.len(), held.len() as u64);
        for name in held {
            assert_eq!(table.get(&[name], hash(&[name])), exact(name));
        }
    }
}
