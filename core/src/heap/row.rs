//! A row of heaps: the position of every game that is played with piles.
//!
//! ```text
//! packed   | 2*len+1 | sizes 8 to 14 | sizes 0 to 7 |     16 bytes; each size is up to 255
//! large    | 0                       | pointer      | ->  words, or numbers of any length
//! ```
//!
//! The shortest form that fits is always used, so equal rows are equal values. The packed form is
//! what makes searching fast: no allocation per position, and all of it in two words, since a
//! processor stalls when it reads as a word what was written byte by byte (bench `misere_nim`).

mod reader;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::io::BufRead;
use std::num::NonZeroU64;
use std::str::FromStr;
use std::sync::Arc;

use crate::error::Error;
use crate::natural::Natural;
use crate::position::Position;
use reader::Reader;

/// Sizes in the packed form, and how many of them are in the low word.
const PACKED: usize = 15;
const LOW: usize = 8;

/// Heap sizes in the order in which they were given; empty heaps stay.
#[derive(Clone)]
pub struct Heaps(Repr);

/// Large rows are shared, so that copies are cheap and dropping a packed row is one comparison.
#[derive(Clone)]
enum Repr {
    Packed { head: NonZeroU64, low: u64 },
    Large(Arc<Large>),
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Large {
    /// Sizes below 2^8: with ten million of them, a quarter of the memory is a quarter of the time.
    Bytes(Vec<u8>),
    /// Sizes below 2^32.
    Shorts(Vec<u32>),
    Words(Vec<u64>),
    Big(Vec<Natural>),
}

/// A long row as a slice, for loops that should run at the speed of memory.
#[derive(Clone, Copy)]
pub enum Row<'a> {
    /// Every size is below 2^8: it is enough to look at each size once ([`tally`]).
    Bytes(&'a [u8]),
    /// Every size is below 2^32.
    Shorts(&'a [u32]),
    /// Every size is below 2^64.
    Words(&'a [u64]),
}

impl Heaps {
    /// No heaps at all.
    pub const EMPTY: Heaps = Heaps(Repr::Packed { head: NonZeroU64::MIN, low: 0 });

    /// One heap.
    #[inline]
    pub fn one(size: u64) -> Heaps {
        Heaps::from(&[size][..])
    }

    /// The number of heaps, empty ones included.
    #[inline]
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Packed { head, .. } => packed_len(*head),
            Repr::Large(large) => large.len(),
        }
    }

    /// Whether there are no heaps at all.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The size of heap `index`, counted from 0.
    #[inline]
    pub fn get(&self, index: usize) -> Natural {
        match &self.0 {
            Repr::Packed { head, low } => Natural::from(packed(*head, *low, index)),
            Repr::Large(large) => match &**large {
                Large::Bytes(bytes) => Natural::from(u64::from(bytes[index])),
                Large::Shorts(shorts) => Natural::from(u64::from(shorts[index])),
                Large::Words(words) => Natural::from(words[index]),
                Large::Big(sizes) => sizes[index].clone(),
            },
        }
    }

    /// The size of heap `index` if it is a machine word.
    #[inline]
    pub fn word(&self, index: usize) -> Option<u64> {
        match &self.0 {
            Repr::Packed { head, low } => Some(packed(*head, *low, index)),
            Repr::Large(large) => match &**large {
                Large::Bytes(bytes) => Some(u64::from(bytes[index])),
                Large::Shorts(shorts) => Some(u64::from(shorts[index])),
                Large::Words(words) => Some(words[index]),
                Large::Big(sizes) => sizes[index].to_u64(),
            },
        }
    }

    /// All sizes as a slice, if they are kept as one.
    #[inline]
    pub fn row(&self) -> Option<Row<'_>> {
        match &self.0 {
            Repr::Large(large) => match &**large {
                Large::Bytes(bytes) => Some(Row::Bytes(bytes)),
                Large::Shorts(shorts) => Some(Row::Shorts(shorts)),
                Large::Words(words) => Some(Row::Words(words)),
                Large::Big(_) => None,
            },
            Repr::Packed { .. } => None,
        }
    }

    /// All sizes, in order.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Natural> + ExactSizeIterator + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The same row with heap `index` replaced by other heaps, in its place.
    #[inline]
    pub fn replaced(&self, index: usize, by: &Heaps) -> Heaps {
        match &by.0 {
            Repr::Packed { head, low } if packed_len(*head) == 1 => self.with_word(index, *low),
            _ => self.spliced(index, by),
        }
    }

    fn spliced(&self, index: usize, by: &Heaps) -> Heaps {
        self.iter().take(index).chain(by.iter()).chain(self.iter().skip(index + 1)).collect()
    }

    /// The same row with heap `index` replaced by what a move leaves of it: nothing is a heap of 0.
    #[doc(hidden)]
    #[inline(always)]
    pub fn moved(&self, index: usize, left: &[u64]) -> Heaps {
        match left {
            [] => self.with_word(index, 0),
            [size] => self.with_word(index, *size),
            _ => self.spliced(index, &Heaps::from(left)),
        }
    }

    #[inline(always)]
    fn with_word(&self, index: usize, size: u64) -> Heaps {
        match &self.0 {
            Repr::Packed { head, low } if size < 256 && index < LOW => {
                let low = low & !(0xff << (8 * index)) | size << (8 * index);
                Heaps(Repr::Packed { head: *head, low })
            }
            _ => self.with(index, &Natural::from(size)),
        }
    }

    /// The same row with heap `index` of another size.
    pub fn with(&self, index: usize, size: &Natural) -> Heaps {
        if let (Repr::Packed { head, low }, Some(size @ 0..256)) = (&self.0, size.to_u64()) {
            if index >= LOW {
                let shift = 8 * (index - LOW + 1);
                let head = head.get() & !(0xff << shift) | size << shift;
                // The lowest bit is always set.
                return Heaps(Repr::Packed { head: NonZeroU64::MIN | head, low: *low });
            }
            return self.with_word(index, size);
        }
        self.iter()
            .enumerate()
            .map(|(place, old)| if place == index { size.clone() } else { old })
            .collect()
    }

    /// The heaps that satisfy a condition, from small to large.
    pub fn sorted(&self, keep: impl Fn(&Natural) -> bool) -> Heaps {
        if let Repr::Packed { head, low } = &self.0 {
            let (mut count, mut kept) = (0, [0; PACKED]);
            for size in (0..packed_len(*head)).map(|index| packed(*head, *low, index)) {
                if keep(&Natural::from(size)) {
                    kept[count] = size as u8;
                    count += 1;
                }
            }
            kept[..count].sort_unstable();
            return Heaps::pack(kept, count);
        }
        let mut sizes: Vec<Natural> = self.iter().filter(keep).collect();
        sizes.sort_unstable();
        sizes.into_iter().collect()
    }

    #[inline]
    fn pack(sizes: [u8; PACKED], len: usize) -> Heaps {
        let (mut low, mut head) = ([0; LOW], [0; LOW]);
        low.copy_from_slice(&sizes[..LOW]);
        head[1..].copy_from_slice(&sizes[LOW..]);
        let head = u64::from_le_bytes(head) | 2 * len as u64;
        let low = u64::from_le_bytes(low);
        Heaps(Repr::Packed { head: NonZeroU64::MIN | head, low })
    }

    /// Those that were packed, one that is too much, and the rest.
    fn long(packed: &[u8], size: Natural, rest: &mut dyn Iterator<Item = Natural>) -> Heaps {
        let mut reader = Reader::default();
        packed.iter().for_each(|size| reader.push_word(u64::from(*size)));
        reader.push(size);
        rest.for_each(|size| reader.push(size));
        reader.heaps()
    }

    /// Reads sizes from a stream until it ends: one pass, any length, blanks or commas between.
    pub fn read_from(input: &mut dyn BufRead) -> Result<Heaps, Error> {
        let mut reader = Reader::default();
        loop {
            let chunk = input
                .fill_buf()
                .map_err(|error| Error::input(format!("the input cannot be read: {error}")))?;
            if chunk.is_empty() {
                return reader.finish();
            }
            let length = chunk.len();
            reader.feed(chunk)?;
            input.consume(length);
        }
    }
}

impl Position for Heaps {
    #[inline]
    fn weight(&self) -> usize {
        size_of::<Heaps>()
            + match &self.0 {
                Repr::Packed { .. } => 0,
                Repr::Large(large) => match &**large {
                    Large::Bytes(bytes) => 48 + bytes.len(),
                    Large::Shorts(shorts) => 48 + 4 * shorts.len(),
                    Large::Words(words) => 48 + 8 * words.len(),
                    Large::Big(sizes) => {
                        48 + sizes.iter().map(|size| 64 + size.bits() as usize / 8).sum::<usize>()
                    }
                },
            }
    }

    /// The row with its first three heaps rounded down to multiples of 4, and what was taken off, as
    /// a number below 64: rows in one such block are kept together in tables. Large rows stay whole.
    #[inline(always)]
    fn page(self) -> (Heaps, u32) {
        const BLOCK: u64 = 0x03_03_03;
        match self.0 {
            Repr::Packed { head, low } => {
                let place = low & 3 | low >> 6 & 0b1100 | low >> 12 & 0b11_0000;
                (Heaps(Repr::Packed { head, low: low & !BLOCK }), place as u32)
            }
            large => (Heaps(large), 0),
        }
    }

    fn pack(&self, words: &mut Vec<u64>) -> bool {
        match &self.0 {
            Repr::Packed { head, low } => {
                words.extend([head.get(), *low]);
                true
            }
            Repr::Large(_) => false,
        }
    }

    fn unpack(words: &[u64]) -> Option<Heaps> {
        let head = NonZeroU64::new(*words.first()?)?;
        Some(Heaps(Repr::Packed { head, low: words.get(1).copied().unwrap_or(0) }))
    }
}

/// How often each size occurs. Eight counts side by side, because equal sizes follow each other and a count
/// that was just written is slow to read.
pub fn tally(sizes: &[u8]) -> [u32; 256] {
    let mut counts = [[0u32; 256]; 8];
    let (rows, rest) = sizes.as_chunks::<8>();
    for row in rows {
        for (counts, size) in counts.iter_mut().zip(row) {
            counts[usize::from(*size)] += 1;
        }
    }
    let mut total = [0; 256];
    for size in rest {
        total[usize::from(*size)] += 1;
    }
    for counts in &counts {
        total.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
    }
    total
}

/// One size of the packed form.
#[inline]
fn packed(head: NonZeroU64, low: u64, index: usize) -> u64 {
    if index < LOW {
        low >> (8 * index) & 0xff
    } else {
        head.get() >> (8 * (index - LOW + 1)) & 0xff
    }
}

#[inline]
fn packed_len(head: NonZeroU64) -> usize {
    (head.get() as u8 >> 1) as usize
}

impl Large {
    fn len(&self) -> usize {
        match self {
            Large::Bytes(bytes) => bytes.len(),
            Large::Shorts(shorts) => shorts.len(),
            Large::Words(words) => words.len(),
            Large::Big(sizes) => sizes.len(),
        }
    }
}

/// As it would be derived, with the packed case first and inline: tables compare at every probe.
impl PartialEq for Heaps {
    #[inline(always)]
    fn eq(&self, other: &Heaps) -> bool {
        match (&self.0, &other.0) {
            (Repr::Packed { head, low }, Repr::Packed { head: other_head, low: other_low }) => {
                low == other_low && head == other_head
            }
            (Repr::Large(large), Repr::Large(other)) => large == other,
            _ => false,
        }
    }
}

impl Eq for Heaps {}

impl Hash for Heaps {
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Packed { head, low } => {
                state.write_u64(head.get());
                state.write_u64(*low);
            }
            Repr::Large(large) => large.hash(state),
        }
    }
}

impl From<&[u64]> for Heaps {
    #[inline]
    fn from(words: &[u64]) -> Heaps {
        if words.len() <= PACKED && words.iter().fold(0, |all, word| all | word) < 256 {
            let mut sizes = [0; PACKED];
            for (size, word) in sizes.iter_mut().zip(words) {
                *size = *word as u8;
            }
            return Heaps::pack(sizes, words.len());
        }
        let mut reader = Reader::default();
        words.iter().for_each(|word| reader.push_word(*word));
        reader.heaps()
    }
}

/// Short rows of small heaps, which searches make by the million, touch no memory but this.
impl FromIterator<Natural> for Heaps {
    fn from_iter<I: IntoIterator<Item = Natural>>(sizes: I) -> Heaps {
        let mut sizes = sizes.into_iter();
        let (mut kept, mut count) = ([0; PACKED], 0);
        while let Some(size) = sizes.next() {
            match size.to_u64() {
                Some(word @ 0..256) if count < PACKED => {
                    kept[count] = word as u8;
                    count += 1;
                }
                _ => return Heaps::long(&kept[..count], size, &mut sizes),
            }
        }
        Heaps::pack(kept, count)
    }
}

impl FromStr for Heaps {
    type Err = Error;
    fn from_str(text: &str) -> Result<Heaps, Error> {
        let mut reader = Reader::default();
        reader.feed(text.as_bytes())?;
        reader.finish()
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("0");
        }
        for (index, size) in self.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{size}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Heaps {
        text.parse().unwrap()
    }

    #[test]
    fn sixteen_bytes_hold_a_position() {
        assert_eq!(std::mem::size_of::<Heaps>(), 16);
    }

    #[test]
    fn blanks_and_commas_separate_and_empty_heaps_stay() {
        assert_eq!(read(" 3,4\t5\n0 ").to_string(), "3 4 5 0");
        assert_eq!(read("256 1").to_string(), "256 1");
        assert_eq!(read("2^64 1").to_string(), "18446744073709551616 1");
        assert_eq!(read("99999999999999999999 1 2").len(), 3);
        for wrong in ["", "  ", ",", "3 x", "3 -4", "1.5", "3 4 \u{0}"] {
            assert!(wrong.parse::<Heaps>().is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_heap_is_replaced_in_its_place() {
        assert_eq!(read("3 12 5").replaced(1, &read("4 7")), read("3 4 7 5"));
        assert_eq!(read("3 12 5").replaced(2, &read("0")), read("3 12 0"));
        assert_eq!(read("3 12 5").with(0, &Natural::from(1000u64)), read("1000 12 5"));
        assert_eq!(read("1000 12").with(0, &Natural::ZERO), read("0 12"));
        assert_eq!(read("5 0 300 1").sorted(|n| !n.is_zero()), read("1 5 300"));
    }

    #[test]
    fn rows_of_digits_are_read_whatever_stands_among_them() {
        let digits: Vec<String> = (0..100).map(|index| (index * 7 % 10).to_string()).collect();
        let plain = digits.join(" ");
        assert_eq!(read(&plain).to_string(), plain);
        for place in 0..100 {
            for other in ["12", "300", "123456789012", "2^70", "5,6", " ", "\n4"] {
                let mut words = digits.clone();
                words[place] = other.to_string();
                let text = words.join(" ");
                let one_by_one: Heaps = text
                    .split(|sign: char| sign.is_whitespace() || sign == ',')
                    .filter(|word| !word.is_empty())
                    .map(|word| word.parse::<Natural>().unwrap())
                    .collect();
                assert_eq!(read(&text), one_by_one, "{text}");
            }
            let mut words = digits.clone();
            words[place] = "x".to_string();
            assert!(words.join(" ").parse::<Heaps>().is_err());
        }
    }

    #[test]
    fn every_size_is_counted() {
        let sizes: Vec<u8> = (0..1003u32).map(|index| (index * index % 251) as u8).collect();
        let counts = tally(&sizes);
        for size in 0..=255 {
            let count = sizes.iter().filter(|other| **other == size).count();
            assert_eq!(counts[usize::from(size)] as usize, count, "{size}");
        }
    }

    proptest! {
        #[test]
        fn chunks_of_any_length_read_the_same(
            sizes in prop::collection::vec(prop_oneof![0u128..300, any::<u128>()], 1..40),
            chunk in 1usize..50,
        ) {
            let text = sizes.iter().map(u128::to_string).collect::<Vec<_>>().join(" ");
            let mut input = std::io::BufReader::with_capacity(chunk, text.as_bytes());
            let streamed = Heaps::read_from(&mut input).unwrap();
            prop_assert_eq!(&streamed, &read(&text));
            prop_assert_eq!(&streamed, &sizes.iter().map(|n| Natural::from(*n)).collect::<Heaps>());
            prop_assert_eq!(streamed.to_string(), text);
        }
    }
}
