//! Value files: the values of heaps 0, 1, 2, ... of one game as bytes, in blocks that can be checked.
//!
//! ```text
//! header    89 "Bouton" 0A                   8 bytes
//!           version, bytes per value,        four numbers of 4 bytes, the lowest byte first,
//!           values per block, length of name   as all numbers here
//!           the rules                        the game's name with its parameters, UTF-8
//!           checksum of all that             4 bytes
//! notes     two notes of 24 bytes            serial number 8, values written 8,
//!                                              checksum of the last, unfinished block 4, of the note 4
//! blocks    values, then their checksum      each block but the last is full; the last has its
//!                                              checksum in the note until it is full, too
//! ```
//!
//! A file only ever grows. Values are appended, brought to the disk, and only then noted, in turn in
//! one note and in the other; so whenever a run is killed, one note is whole and what it promises is
//! there. Blocks that were finished after the last note prove themselves by their checksum. A value
//! that needs more bytes than the file has for it means a new file: see [`Writer::fits`].
//!
//! Checksums are CRC-32. Those of blocks begin with the block's number, so that blocks cannot change
//! places.

mod read;
mod write;

pub use read::{Damage, ValueFile};
pub use write::{Writer, size};

/// The first bytes: no text begins like this, and a transfer that changes line ends breaks it.
const MAGIC: &[u8; 8] = b"\x89Bouton\n";
const VERSION: u32 = 1;
/// Values in a block.
pub const BLOCK: usize = 1 << 16;
const CHECKSUM: usize = 4;
const NOTE: usize = 24;
/// Longer names than this are no names: the longest address has so many bytes.
pub const LONGEST_RULES: usize = 1_000_000;

/// Where things stand in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layout {
    rules: String,
    /// Bytes per value.
    width: usize,
    /// Values per block.
    block: usize,
}

impl Layout {
    fn header(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, self.width as u32, self.block as u32, self.rules.len() as u32] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.rules.as_bytes());
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    fn notes_at(&self) -> usize {
        MAGIC.len() + 16 + self.rules.len() + CHECKSUM
    }

    fn blocks_at(&self) -> usize {
        self.notes_at() + 2 * NOTE
    }

    /// Bytes of a full block.
    fn stride(&self) -> usize {
        self.block * self.width + CHECKSUM
    }

    /// Where the value of a heap stands.
    fn place(&self, heap: usize) -> usize {
        let (block, index) = (heap / self.block, heap % self.block);
        self.blocks_at() + block * self.stride() + index * self.width
    }

    /// The checksum of the first values of a block, not yet finished.
    fn checksum(block: usize) -> crc32fast::Hasher {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&(block as u64).to_le_bytes());
        hasher
    }
}

/// What is known to be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Note {
    /// The larger one counts.
    serial: u64,
    /// Values.
    length: u64,
    /// The checksum of the values in the last block, if it is not full.
    tail: u32,
}

impl Note {
    fn bytes(&self) -> [u8; NOTE] {
        let mut bytes = [0; NOTE];
        bytes[..8].copy_from_slice(&self.serial.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.length.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.tail.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..20]);
        bytes[20..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Note> {
        let (fields, checksum) = bytes.get(..NOTE)?.split_at(NOTE - CHECKSUM);
        if crc32fast::hash(fields).to_le_bytes() != checksum {
            return None;
        }
        let word = |at: usize| Some(u64::from_le_bytes(fields.get(at..at + 8)?.try_into().ok()?));
        let tail = u32::from_le_bytes(fields.get(16..20)?.try_into().ok()?);
        Some(Note { serial: word(0)?, length: word(8)?, tail })
    }
}

#[cfg(test)]
mod tests;
