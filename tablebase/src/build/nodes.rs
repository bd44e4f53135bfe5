//! The positions of a shard: each key once, with a number.

use std::io;

use super::log::{LONGEST, Log};
use crate::keys::{hash, number, put_number};

/// Positions between two places that are kept whole; the others are kept by their distance from these.
const STRIDE: usize = 1 << 10;

/// Keys with their numbers, which count from 0 in the order in which they came.
pub struct Nodes {
    /// The keys, each behind its length and one. A zero is room that was left free.
    pub keys: Log,
    /// Where a key stands: from the last one whose place is kept whole.
    places: Vec<u32>,
    whole: Vec<u64>,
    /// The number and one, below the low half of the hash; open addressing.
    slots: Vec<u64>,
    room: Vec<u8>,
    record: Vec<u8>,
}

impl Nodes {
    /// Nothing is known yet, or what a log has.
    pub fn new(keys: Log) -> io::Result<Nodes> {
        let (places, whole) = (Vec::new(), Vec::new());
        let slots = vec![0; 16];
        let mut nodes = Nodes { keys, places, whole, slots, room: Vec::new(), record: Vec::new() };
        let (mut found, mut hashes) = (Vec::new(), Vec::new());
        nodes.keys.each(&mut |at, chunk| {
            let mut rest = chunk;
            while let Some((first, others)) = rest.split_first() {
                if *first == 0 {
                    rest = others;
                    continue;
                }
                found.push(at + (chunk.len() - rest.len()) as u64);
                let length = number(&mut rest).unwrap_or(1) as usize - 1;
                let (key, others) =
                    rest.split_at_checked(length).ok_or(io::ErrorKind::InvalidData)?;
                hashes.push(hash(key));
                rest = others;
            }
            Ok(())
        })?;
        for (at, hash) in found.into_iter().zip(hashes) {
            nodes.make_room();
            let slot = nodes.free(hash);
            nodes.add(at, slot, hash);
        }
        Ok(nodes)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        self.keys.bytes()
            + (self.slots.len() * 8 + self.places.capacity() * 4 + self.whole.capacity() * 8) as u64
    }

    /// The number of a key, a new one if it has none.
    #[inline]
    pub fn number(&mut self, key: &[u8], hash: u64) -> io::Result<u32> {
        let mask = self.slots.len() - 1;
        let tag = hash as u32;
        let mut slot = tag as usize & mask;
        loop {
            let held = self.slots[slot];
            if held == 0 {
                break;
            }
            if (held >> 32) as u32 == tag {
                let node = held as u32 - 1;
                let at = self.place(node);
                let record = self.keys.read(at, key.len() + 3, &mut self.room)?;
                if starts_with(record, key) {
                    return Ok(node);
                }
            }
            slot = (slot + 1) & mask;
        }
        if key.len() >= LONGEST {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        if self.len() as u64 >= u64::from(u32::MAX) - 1 {
            return Err(io::ErrorKind::QuotaExceeded.into());
        }
        self.record.clear();
        put_number(&mut self.record, key.len() as u64 + 1);
        self.record.extend_from_slice(key);
        let at = self.keys.push(&self.record);
        if self.make_room() {
            slot = self.free(hash);
        }
        Ok(self.add(at, slot, hash))
    }

    /// Asks for the place of a hash to be fetched.
    fn add(&mut self, at: u64, slot: usize, hash: u64) -> u32 {
        let node = self.places.len() as u32;
        if node as usize % STRIDE == 0 {
            self.whole.push(at);
        }
        self.places.push((at - self.whole[node as usize / STRIDE]) as u32);
        self.slots[slot] = u64::from(hash as u32) << 32 | u64::from(node + 1);
        node
    }

    fn free(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash as u32 as usize & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// Twice as many slots, if one more would be too many.
    fn make_room(&mut self) -> bool {
        if (self.places.len() + 1) * 4 < self.slots.len() * 3 {
            return false;
        }
        let double = vec![0; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, double);
        for held in old.into_iter().filter(|held| *held != 0) {
            let slot = self.free(held >> 32);
            self.slots[slot] = held;
        }
        true
    }

    #[inline]
    fn place(&self, node: u32) -> u64 {
        self.whole[node as usize / STRIDE] + u64::from(self.places[node as usize])
    }

    /// The key of a number.
    pub fn key(&self, node: u32, key: &mut Vec<u8>) -> io::Result<()> {
        key.clear();
        let mut room = Vec::new();
        let at = self.place(node);
        let mut head = self.keys.read(at, 3, &mut room)?;
        let before = head.len();
        let length = number(&mut head).unwrap_or(1) as usize - 1;
        let start = at + (before - head.len()) as u64;
        key.extend_from_slice(self.keys.read(start, length, &mut room)?);
        Ok(())
    }

    /// All keys in one piece, and where each begins: what sorting needs.
    pub fn all(&self) -> io::Result<(Vec<u8>, Vec<u64>)> {
        let (mut bytes, mut starts) = (Vec::new(), Vec::with_capacity(self.len() + 1));
        self.keys.each(&mut |_, chunk| {
            let mut rest = chunk;
            while let Some((first, others)) = rest.split_first() {
                if *first == 0 {
                    rest = others;
                    continue;
                }
                let length = number(&mut rest).unwrap_or(1) as usize - 1;
                let (key, others) =
                    rest.split_at_checked(length).ok_or(io::ErrorKind::InvalidData)?;
                starts.push(bytes.len() as u64);
                bytes.extend_from_slice(key);
                rest = others;
            }
            Ok(())
        })?;
        starts.push(bytes.len() as u64);
        Ok((bytes, starts))
    }

    /// Forgets which keys there are; what is asked for from now on is their numbers.
    pub fn close(&mut self) {
        self.slots = Vec::new();
    }
}

/// Whether a record is of this key.
#[inline]
fn starts_with(record: &[u8], key: &[u8]) -> bool {
    let mut rest = record;
    number(&mut rest) == Some(key.len() as u64 + 1) && rest.get(..key.len()) == Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_has_one_number() {
        let mut nodes = Nodes::new(Log::new(1, None).unwrap()).unwrap();
        let key = |number: u32| number.to_string().repeat(number as usize % 40).into_bytes();
        let mut keys: Vec<Vec<u8>> = Vec::new();
        for number in (0..5000).chain(0..5000) {
            let key = key(number);
            let node = nodes.number(&key, hash(&key)).unwrap() as usize;
            if node == keys.len() {
                keys.push(key);
            } else {
                assert_eq!(keys[node], key);
            }
        }
        assert_eq!(nodes.len(), keys.len());
        let mut read = Vec::new();
        for (node, key) in keys.iter().enumerate() {
            nodes.key(node as u32, &mut read).unwrap();
            assert_eq!(&read, key);
        }
        let (bytes, starts) = nodes.all().unwrap();
        let each = starts.windows(2).map(|two| &bytes[two[0] as usize..two[1] as usize]);
        assert!(each.eq(keys.iter().map(Vec::as_slice)));
    }
}
