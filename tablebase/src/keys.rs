//! Positions as keys: some bytes, which are the position and nothing else.

use bouton_core::error::Error;

/// A game as a tablebase sees it. Two positions have the same key if and only if they are to be one entry.
pub trait Positions: Send + Sync {
    /// Adds the options of a position to a list; repetitions do no harm.
    fn options(&self, key: &[u8], options: &mut Options) -> Result<(), Error>;
}

/// A list of keys, kept in one piece of memory.
#[derive(Default)]
pub struct Options {
    bytes: Vec<u8>,
    spans: Vec<(u32, u32)>,
}

impl Options {
    /// Adds a key.
    pub fn push(&mut self, key: &[u8]) {
        self.spans.push((self.bytes.len() as u32, key.len() as u32));
        self.bytes.extend_from_slice(key);
    }

    /// Forgets all keys.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.spans.clear();
    }

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The key at a place.
    #[inline]
    pub fn get(&self, place: u32) -> &[u8] {
        at(&self.bytes, self.spans[place as usize])
    }

    /// The keys.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.spans.iter().map(|span| at(&self.bytes, *span))
    }

    /// Sorts the keys and keeps each once.
    pub fn dedup(&mut self) {
        let bytes = &self.bytes;
        self.spans.sort_unstable_by(|one, two| at(bytes, *one).cmp(at(bytes, *two)));
        self.spans.dedup_by(|one, two| at(bytes, *one) == at(bytes, *two));
    }
}

fn at(bytes: &[u8], (start, length): (u32, u32)) -> &[u8] {
    &bytes[start as usize..(start + length) as usize]
}

/// The hash of a key: the same on every machine and in every version, because it says in which shard a key is.
pub fn hash(key: &[u8]) -> u64 {
    const MULTIPLIERS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
    let mut state = MULTIPLIERS[0] ^ (key.len() as u64).wrapping_mul(MULTIPLIERS[1]);
    for chunk in key.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        state = fold(state ^ u64::from_le_bytes(word), MULTIPLIERS[1]);
    }
    fold(state, MULTIPLIERS[0])
}

/// Both halves of a product.
fn fold(one: u64, two: u64) -> u64 {
    let product = u128::from(one ^ two.rotate_left(23)) * u128::from(two);
    (product >> 64) as u64 ^ product as u64 ^ one.rotate_left(32)
}

/// The shard of a hash; there are a power of two of them.
pub fn shard_of(hash: u64, shards: u32) -> u32 {
    match shards.trailing_zeros() {
        0 => 0,
        bits => (hash >> (64 - bits)) as u32,
    }
}

/// Adds a number, seven bits to a byte.
pub(crate) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads such a number and moves on behind it.
#[inline]
pub(crate) fn number(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0u64, 0);
    loop {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 127).checked_shl(shift)?;
        if *byte < 128 {
            return Some(number);
        }
        shift += 7;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let numbers = [0, 1, 127, 128, 300, 1 << 20, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|number| put_number(&mut bytes, *number));
        let mut rest = &bytes[..];
        for expected in numbers {
            assert_eq!(number(&mut rest), Some(expected));
        }
        assert_eq!(number(&mut rest), None);
    }

    #[test]
    fn hashes_spread_over_the_shards() {
        let mut counts = [0u32; 16];
        for number in 0..16_000u32 {
            counts[shard_of(hash(&number.to_le_bytes()), 16) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        // The format rests on these: they may never change.
        assert_eq!(hash(b""), hash(b""));
        assert_ne!(hash(b""), hash(b"\0"));
    }

    #[test]
    fn options_are_kept_once() {
        let mut options = Options::default();
        for key in ["b", "", "ab", "b", "a", ""] {
            options.push(key.as_bytes());
        }
        options.dedup();
        let keys: Vec<&[u8]> = options.iter().collect();
        assert_eq!(keys, [&b""[..], b"a", b"ab", b"b"]);
    }
}
