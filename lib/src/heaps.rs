//! A row of heaps: the position of every game that is played with piles.
//!
//! ```text
//! packed   | tag | len | 14 sizes up to 255 |      16 bytes, compared and hashed as two words
//! words    | tag |        pointer           | ->   sizes up to 2^64 - 1
//! big      | tag |        pointer           | ->   sizes of any length
//! ```
//!
//! The shortest form that fits is always used, so equal rows are equal values. The packed form is
//! what makes searching fast: no allocation per position (bench `misere_nim`).

use std::fmt;
use std::hash::{Hash, Hasher};
use std::io::BufRead;
use std::str::FromStr;

use crate::error::{Error, quoted};
use crate::natural::Natural;

const PACKED: usize = 14;

/// Heap sizes in the order in which they were given; empty heaps stay.
#[derive(Clone, PartialEq, Eq)]
pub struct Heaps(Repr);

#[derive(Clone, PartialEq, Eq)]
// A thin pointer to the vector keeps the whole enum at 16 bytes.
#[allow(clippy::box_collection)]
enum Repr {
    Packed { len: u8, sizes: [u8; PACKED] },
    Words(Box<Vec<u64>>),
    Big(Box<Vec<Natural>>),
}

impl Heaps {
    /// No heaps at all.
    pub const EMPTY: Heaps = Heaps(Repr::Packed { len: 0, sizes: [0; PACKED] });

    /// One heap.
    pub fn one(size: u64) -> Heaps {
        Heaps::from(&[size][..])
    }

    /// The number of heaps, empty ones included.
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Packed { len, .. } => usize::from(*len),
            Repr::Words(words) => words.len(),
            Repr::Big(sizes) => sizes.len(),
        }
    }

    /// Whether there are no heaps at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The size of heap `index`, counted from 0.
    pub fn get(&self, index: usize) -> Natural {
        match &self.0 {
            Repr::Packed { sizes, .. } => Natural::from(u64::from(sizes[index])),
            Repr::Words(words) => Natural::from(words[index]),
            Repr::Big(sizes) => sizes[index].clone(),
        }
    }

    /// The size of heap `index` if it is a machine word.
    pub fn word(&self, index: usize) -> Option<u64> {
        match &self.0 {
            Repr::Packed { sizes, .. } => Some(u64::from(sizes[index])),
            Repr::Words(words) => Some(words[index]),
            Repr::Big(sizes) => sizes[index].to_u64(),
        }
    }

    /// All sizes, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Natural> + ExactSizeIterator + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The same row with heap `index` replaced by other heaps, in its place.
    pub fn replaced(&self, index: usize, by: &Heaps) -> Heaps {
        match (&self.0, &by.0) {
            (Repr::Packed { len, sizes }, Repr::Packed { len: 1, sizes: new }) => {
                let mut sizes = *sizes;
                sizes[index] = new[0];
                Heaps(Repr::Packed { len: *len, sizes })
            }
            _ => self.iter().take(index).chain(by.iter()).chain(self.iter().skip(index + 1)).collect(),
        }
    }

    /// The same row with heap `index` of another size.
    pub fn with(&self, index: usize, size: &Natural) -> Heaps {
        self.iter()
            .enumerate()
            .map(|(place, old)| if place == index { size.clone() } else { old })
            .collect()
    }

    /// The heaps that satisfy a condition, from small to large.
    pub fn sorted(&self, keep: impl Fn(&Natural) -> bool) -> Heaps {
        if let Repr::Packed { len, sizes } = &self.0 {
            let (mut count, mut kept) = (0, [0; PACKED]);
            for size in &sizes[..usize::from(*len)] {
                if keep(&Natural::from(u64::from(*size))) {
                    kept[count] = *size;
                    count += 1;
                }
            }
            kept[..count].sort_unstable();
            return Heaps(Repr::Packed { len: count as u8, sizes: kept });
        }
        let mut sizes: Vec<Natural> = self.iter().filter(keep).collect();
        sizes.sort_unstable();
        sizes.into_iter().collect()
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

impl Hash for Heaps {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Packed { len, sizes } => {
                // Two words instead of fifteen bytes.
                let mut bytes = [0; 16];
                bytes[..PACKED].copy_from_slice(sizes);
                bytes[PACKED] = *len;
                let (low, high) = bytes.split_at(8);
                state.write_u64(u64::from_le_bytes(low.try_into().unwrap_or_default()));
                state.write_u64(u64::from_le_bytes(high.try_into().unwrap_or_default()));
            }
            Repr::Words(words) => words.hash(state),
            Repr::Big(sizes) => sizes.hash(state),
        }
    }
}

impl From<&[u64]> for Heaps {
    fn from(words: &[u64]) -> Heaps {
        if words.len() <= PACKED && words.iter().all(|word| *word < 256) {
            let mut sizes = [0; PACKED];
            for (size, word) in sizes.iter_mut().zip(words) {
                *size = *word as u8;
            }
            return Heaps(Repr::Packed { len: words.len() as u8, sizes });
        }
        Heaps(Repr::Words(Box::new(words.to_vec())))
    }
}

impl FromIterator<Natural> for Heaps {
    fn from_iter<I: IntoIterator<Item = Natural>>(sizes: I) -> Heaps {
        let mut reader = Reader::default();
        sizes.into_iter().for_each(|size| reader.push(size));
        reader.heaps()
    }
}

/// Collects sizes, from bytes or one by one, as words for as long as they fit.
#[derive(Default)]
struct Reader {
    words: Vec<u64>,
    big: Vec<Natural>,
    /// The part of a number that stood at the end of the last chunk.
    cut: Vec<u8>,
}

impl Reader {
    fn push(&mut self, size: Natural) {
        match size.to_u64() {
            Some(word) if self.big.is_empty() => self.words.push(word),
            _ => {
                if self.big.is_empty() {
                    self.big = self.words.drain(..).map(Natural::from).collect();
                }
                self.big.push(size);
            }
        }
    }

    fn push_token(&mut self, token: &[u8]) -> Result<(), Error> {
        let text = std::str::from_utf8(token).map_err(|_| {
            Error::input(format!(
                "{} is not UTF-8 text: write sizes in digits only, such as 12",
                quoted(&String::from_utf8_lossy(token))
            ))
        })?;
        // A blank outside ASCII also separates.
        for part in text.split_whitespace() {
            self.push(part.parse()?);
        }
        Ok(())
    }

    fn feed(&mut self, chunk: &[u8]) -> Result<(), Error> {
        let mut at = 0;
        if !self.cut.is_empty() {
            at = token_end(chunk, 0);
            self.cut.extend_from_slice(&chunk[..at]);
            if at == chunk.len() {
                return Ok(());
            }
            let token = std::mem::take(&mut self.cut);
            self.push_token(&token)?;
        }
        while at < chunk.len() {
            let (start, mut word) = (at, 0u64);
            while at < chunk.len() {
                let digit = chunk[at].wrapping_sub(b'0');
                if digit > 9 {
                    break;
                }
                word = word.wrapping_mul(10).wrapping_add(u64::from(digit));
                at += 1;
            }
            if at < chunk.len() && separates(chunk[at]) {
                // Nineteen digits always fit into a word.
                match at - start {
                    0 => {}
                    1..=19 if self.big.is_empty() => self.words.push(word),
                    _ => self.push_token(&chunk[start..at])?,
                }
                at += 1;
                continue;
            }
            at = token_end(chunk, at);
            if at == chunk.len() {
                self.cut.extend_from_slice(&chunk[start..]);
            } else {
                self.push_token(&chunk[start..at])?;
            }
        }
        Ok(())
    }

    fn heaps(mut self) -> Heaps {
        if !self.big.is_empty() {
            return Heaps(Repr::Big(Box::new(self.big)));
        }
        if self.words.len() <= PACKED && self.words.iter().all(|word| *word < 256) {
            return Heaps::from(&self.words[..]);
        }
        self.words.shrink_to_fit();
        Heaps(Repr::Words(Box::new(self.words)))
    }

    fn finish(mut self) -> Result<Heaps, Error> {
        let token = std::mem::take(&mut self.cut);
        self.push_token(&token)?;
        if self.words.is_empty() && self.big.is_empty() {
            return Err(Error::input(
                "the position is empty: write heap sizes, such as 3 4 5, or 0 for an empty heap",
            ));
        }
        Ok(self.heaps())
    }
}

fn separates(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b','
}

fn token_end(bytes: &[u8], from: usize) -> usize {
    bytes[from..].iter().position(|byte| separates(*byte)).map_or(bytes.len(), |at| from + at)
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
