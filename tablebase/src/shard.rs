//! A shard: the entries whose keys have hashes that begin alike, sorted, compressed and checksummed.
//!
//! ```text
//! header   magic, version, shard, entries, blocks, bits of an id, length of the dictionary, where the index is; checksum
//! dictionary   every entry that occurs, once; checksum
//! blocks   64 keys each; checksum, length of the keys, the keys (what each shares with the one before is left out),
//!          the number of each key's entry in the dictionary, as few bits as that takes
//! index    where each block begins; checksum
//! ```

use std::io::{self, Write};
use std::sync::Arc;

use crate::VERSION;
use crate::entry::Entry;
use crate::keys::{number, put_number};

/// What shards begin with.
const MAGIC: &[u8; 8] = b"BOUTONTB";
/// Keys in a block.
pub const BLOCK: usize = 64;
/// Bytes of the header, with its checksum.
const HEADER: usize = 60;

/// Bytes that a table is read from: mapped files, or memory.
pub type Bytes = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// A shard whose header, dictionary and index were found whole. Blocks are judged when they are read.
pub struct Shard {
    bytes: Bytes,
    entries: Vec<Entry>,
    count: u64,
    blocks: u64,
    bits: u32,
    index: usize,
}

/// Entries of a shard, one block after the other.
pub struct Block {
    bytes: Vec<u8>,
    ends: Vec<u32>,
    ids: Vec<u32>,
}

/// Why bytes are no shard.
#[derive(Debug, PartialEq, Eq)]
pub enum Fault {
    /// They begin with something else.
    Foreign,
    /// They are of this version.
    Version(u32),
    /// They are of this shard.
    Other(u32),
    /// They do not agree with their checksums.
    Damaged,
}

/// Bytes that have a sum behind them.
struct Summed<'a> {
    out: &'a mut dyn Write,
    length: u64,
    sum: crc32fast::Hasher,
}

impl Summed<'_> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.length += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    fn put_with_sum(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.put(bytes)?;
        self.put(&crc32fast::hash(bytes).to_le_bytes())
    }
}

/// Writes a shard: `each` hands out its keys in order, with the numbers of their entries in the dictionary. Gives
/// its length and its checksum.
pub fn write(
    out: &mut dyn Write,
    shard: u32,
    count: u64,
    dictionary: &[Entry],
    each: &mut dyn FnMut(&mut dyn FnMut(&[u8], u32) -> io::Result<()>) -> io::Result<()>,
) -> io::Result<(u64, u32)> {
    let mut words = Vec::new();
    dictionary.iter().for_each(|entry| entry.write(&mut words));
    let bits = usize::BITS - dictionary.len().saturating_sub(1).leading_zeros();
    let blocks = count.div_ceil(BLOCK as u64);
    // The length of the blocks is not known yet, so the header says where the index is by its own length: it is last.
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend(shard.to_le_bytes());
    header.extend(count.to_le_bytes());
    header.extend(blocks.to_le_bytes());
    header.extend(bits.to_le_bytes());
    header.extend((dictionary.len() as u64).to_le_bytes());
    header.extend((words.len() as u64).to_le_bytes());
    header.resize(HEADER - 4, 0);
    let mut out = Summed { out, length: 0, sum: crc32fast::Hasher::new() };
    out.put_with_sum(&header)?;
    out.put_with_sum(&words)?;
    let (mut block, mut index) = (Writing::default(), Vec::new());
    each(&mut |key, id| {
        block.add(key, id);
        if block.ids.len() == BLOCK {
            index.extend(out.length.to_le_bytes());
            block.finish(bits, &mut out)?;
        }
        Ok(())
    })?;
    if !block.ids.is_empty() {
        index.extend(out.length.to_le_bytes());
        block.finish(bits, &mut out)?;
    }
    out.put_with_sum(&index)?;
    Ok((out.length, out.sum.clone().finalize()))
}

/// A block that is being written.
#[derive(Default)]
struct Writing {
    keys: Vec<u8>,
    last: Vec<u8>,
    ids: Vec<u32>,
    bytes: Vec<u8>,
}

impl Writing {
    fn add(&mut self, key: &[u8], id: u32) {
        if !self.ids.is_empty() {
            let same = self.last.iter().zip(key).take_while(|(one, two)| one == two).count();
            put_number(&mut self.keys, same as u64);
            put_number(&mut self.keys, (key.len() - same) as u64);
            self.keys.extend_from_slice(&key[same..]);
        } else {
            put_number(&mut self.keys, key.len() as u64);
            self.keys.extend_from_slice(key);
        }
        self.last.clear();
        self.last.extend_from_slice(key);
        self.ids.push(id);
    }

    fn finish(&mut self, bits: u32, out: &mut Summed<'_>) -> io::Result<()> {
        self.bytes.clear();
        self.bytes.extend((self.keys.len() as u32).to_le_bytes());
        self.bytes.append(&mut self.keys);
        let (mut word, mut filled) = (0u64, 0);
        for id in self.ids.drain(..) {
            word |= u64::from(id) << filled;
            filled += bits;
            while filled >= 8 {
                self.bytes.push(word as u8);
                word >>= 8;
                filled -= 8;
            }
        }
        if filled > 0 {
            self.bytes.push(word as u8);
        }
        out.put(&crc32fast::hash(&self.bytes).to_le_bytes())?;
        out.put(&self.bytes)
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at.checked_add(8)?)?.try_into().ok()?))
}

fn half(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// The piece of this length, if the sum behind it is right.
fn summed(bytes: &[u8], at: usize, length: usize) -> Option<&[u8]> {
    let end = at.checked_add(length)?;
    let piece = bytes.get(at..end)?;
    (half(bytes, end)? == crc32fast::hash(piece)).then_some(piece)
}

impl Shard {
    /// Reads what stands before and behind the blocks.
    pub fn open(bytes: Bytes, shard: u32) -> Result<Shard, Fault> {
        let all = (*bytes).as_ref();
        if all.get(..8) != Some(MAGIC) {
            return Err(if all.len() < HEADER { Fault::Damaged } else { Fault::Foreign });
        }
        let header = summed(all, 0, HEADER - 4).ok_or(Fault::Damaged)?;
        let half = |at| half(header, at).ok_or(Fault::Damaged);
        let word = |at| word(header, at).ok_or(Fault::Damaged);
        if half(8)? != VERSION {
            return Err(Fault::Version(half(8)?));
        }
        if half(12)? != shard {
            return Err(Fault::Other(half(12)?));
        }
        let (count, blocks, bits) = (word(16)?, word(24)?, half(32)?);
        let (kinds, length) = (word(36)?, word(44)? as usize);
        let mut words = summed(all, HEADER, length).ok_or(Fault::Damaged)?;
        if kinds > length as u64 {
            return Err(Fault::Damaged);
        }
        let entries = (0..kinds).map(|_| Entry::read(&mut words)).collect::<Option<Vec<Entry>>>();
        let size = (blocks as usize).checked_mul(8).ok_or(Fault::Damaged)?;
        let index = all.len().checked_sub(size + 4).ok_or(Fault::Damaged)?;
        summed(all, index, size).ok_or(Fault::Damaged)?;
        if bits > 32 || blocks != count.div_ceil(BLOCK as u64) {
            return Err(Fault::Damaged);
        }
        let entries = entries.ok_or(Fault::Damaged)?;
        Ok(Shard { bytes, entries, count, blocks, bits, index })
    }

    /// How many entries there are.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The entry of a number in a block.
    pub fn entry(&self, id: u32) -> Option<&Entry> {
        self.entries.get(id as usize)
    }

    fn all(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    /// Where a block lies.
    fn span(&self, block: u64) -> Option<&[u8]> {
        let at = |block: u64| word(self.all(), self.index + 8 * block as usize);
        let start = at(block)? as usize;
        let end = if block + 1 == self.blocks { self.index } else { at(block + 1)? as usize };
        self.all().get(start..end)
    }

    /// The first key of a block, before it is judged.
    fn first(&self, block: u64) -> Option<&[u8]> {
        let mut rest = self.span(block)?.get(8..)?;
        let length = number(&mut rest)? as usize;
        rest.get(..length)
    }

    /// The keys and the numbers of a block that is whole.
    fn judged(&self, block: u64) -> Option<(&[u8], &[u8], usize)> {
        let span = self.span(block)?;
        let body = span.get(4..)?;
        if half(span, 0)? != crc32fast::hash(body) {
            return None;
        }
        let length = half(body, 0)? as usize;
        let (keys, ids) = body.get(4..)?.split_at_checked(length)?;
        let count = (self.count - block * BLOCK as u64).min(BLOCK as u64) as usize;
        (ids.len() * 8 >= count * self.bits as usize).then_some((keys, ids, count))
    }

    fn id(&self, ids: &[u8], place: usize) -> u32 {
        let bit = place * self.bits as usize;
        let mut bytes = [0; 8];
        let rest = &ids[(bit / 8).min(ids.len())..];
        let length = rest.len().min(8);
        bytes[..length].copy_from_slice(&rest[..length]);
        ((u64::from_le_bytes(bytes) >> (bit % 8)) & ((1 << self.bits) - 1)) as u32
    }

    /// The entry of a key, if it has one; an error if its block is damaged.
    pub fn find(&self, key: &[u8]) -> Result<Option<&Entry>, Fault> {
        if self.count == 0 {
            return Ok(None);
        }
        // The last block whose first key is not behind this one.
        let (mut low, mut high) = (0, self.blocks);
        while high - low > 1 {
            let middle = (low + high) / 2;
            match self.first(middle).ok_or(Fault::Damaged)? <= key {
                true => low = middle,
                false => high = middle,
            }
        }
        let (mut keys, ids, count) = self.judged(low).ok_or(Fault::Damaged)?;
        let place = place(&mut keys, count, key).ok_or(Fault::Damaged)?;
        match place {
            None => Ok(None),
            Some(place) => self.entry(self.id(ids, place)).map(Some).ok_or(Fault::Damaged),
        }
    }

    /// A whole block.
    pub fn block(&self, block: u64) -> Result<Block, Fault> {
        self.whole(block).ok_or(Fault::Damaged)
    }

    fn whole(&self, block: u64) -> Option<Block> {
        let (mut keys, ids, count) = self.judged(block)?;
        let mut whole = Block { bytes: Vec::new(), ends: Vec::new(), ids: Vec::new() };
        let mut last = Vec::new();
        for place in 0..count {
            let same = if place == 0 { 0 } else { number(&mut keys)? as usize };
            let length = number(&mut keys)? as usize;
            if same > last.len() {
                return None;
            }
            let (own, rest) = keys.split_at_checked(length)?;
            keys = rest;
            last.truncate(same);
            last.extend_from_slice(own);
            whole.bytes.extend_from_slice(&last);
            whole.ends.push(whole.bytes.len() as u32);
            let id = self.id(ids, place);
            self.entry(id)?;
            whole.ids.push(id);
        }
        Some(whole)
    }
}

/// The place of a key in a block. What it shares with the key before is known without comparing it again.
fn place(keys: &mut &[u8], count: usize, key: &[u8]) -> Option<Option<usize>> {
    // How much of the key the one before began with.
    let mut matched = 0;
    for place in 0..count {
        let same = if place == 0 { 0 } else { number(keys)? as usize };
        let length = number(keys)? as usize;
        let (own, rest) = keys.split_at_checked(length)?;
        *keys = rest;
        if same > matched {
            continue;
        }
        if same < matched {
            // It is behind the key, for it is behind one that began with more of it.
            return Some(None);
        }
        let more = own.iter().zip(&key[matched..]).take_while(|(one, two)| one == two).count();
        matched += more;
        if matched == key.len() && more == own.len() {
            return Some(Some(place));
        }
    }
    Some(None)
}

impl Block {
    /// The keys with the numbers of their entries.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], u32)> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let spans = starts.zip(&self.ends).map(|(start, end)| start as usize..*end as usize);
        spans.map(|span| &self.bytes[span]).zip(self.ids.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Ending, Worth};

    fn entry(plies: u32) -> Entry {
        Entry { normal: Ending::Plies(plies), misere: None, worth: Worth::Finite(plies % 5) }
    }

    fn written(keys: &[Vec<u8>], kinds: u32) -> Vec<u8> {
        let dictionary: Vec<Entry> = (0..kinds).map(entry).collect();
        let mut bytes = Vec::new();
        let sum = write(&mut bytes, 3, keys.len() as u64, &dictionary, &mut |take| {
            let ids = (0..).map(|place| place % kinds);
            keys.iter().zip(ids).try_for_each(|(key, id)| take(key, id))
        });
        assert_eq!(sum.unwrap(), (bytes.len() as u64, crc32fast::hash(&bytes)));
        bytes
    }

    fn keys(count: u32) -> Vec<Vec<u8>> {
        let mut keys: Vec<Vec<u8>> = (0..count)
            .map(|number| {
                let mut key = (number * 7).to_string().into_bytes();
                key.extend(vec![b'x'; number as usize % 4]);
                key
            })
            .collect();
        keys.sort();
        keys
    }

    #[test]
    fn every_key_is_found_and_no_other() {
        for (count, kinds) in [(0, 1), (1, 1), (63, 2), (64, 3), (65, 9), (1000, 300)] {
            let keys = keys(count);
            let shard = Shard::open(Arc::new(written(&keys, kinds)), 3).unwrap();
            for (place, key) in (0..).zip(&keys) {
                assert_eq!(shard.find(key), Ok(Some(&entry(place % kinds))));
                for other in [[&key[..], b"y"].concat(), key[..key.len() - 1].to_vec()] {
                    assert_eq!(shard.find(&other).unwrap().is_some(), keys.contains(&other));
                }
            }
            assert_eq!(shard.find(b"").unwrap().is_some(), keys.contains(&Vec::new()));
            let mut listed = Vec::new();
            for block in 0..shard.blocks() {
                listed.extend(shard.block(block).unwrap().iter().map(|(key, _)| key.to_vec()));
            }
            assert_eq!(listed, keys);
        }
    }

    #[test]
    fn no_damage_stays_hidden() {
        let keys = keys(200);
        let whole = written(&keys, 7);
        assert_eq!(Shard::open(Arc::new(whole.clone()), 4).err(), Some(Fault::Other(3)));
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            let Ok(shard) = Shard::open(Arc::new(bytes), 3) else { continue };
            let blocks = (0..shard.blocks()).all(|block| shard.block(block).is_ok());
            assert!(!blocks, "a changed byte {at} was not noticed");
        }
        for length in 0..whole.len() {
            assert!(Shard::open(Arc::new(whole[..length].to_vec()), 3).is_err());
        }
    }
}
