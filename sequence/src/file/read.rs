//! Reading value files: what they hold, and whether it is what was written.

use bouton_core::error::Error;

use super::{CHECKSUM, LONGEST_RULES, Layout, MAGIC, NOTE, Note, VERSION};
use crate::Values;

/// A value file, as the bytes it consists of: in memory, or mapped into it.
///
/// Opening looks at the header and the notes only; [`verify`](ValueFile::verify) reads every block.
pub struct ValueFile<B> {
    bytes: B,
    pub(super) layout: Layout,
    pub(super) note: Note,
    /// Values that are there: those noted, and finished blocks behind them.
    length: usize,
    /// Whether the other note is not what was written, so that more may have been noted.
    note_damaged: bool,
}

/// A block whose values are not those that were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The block, counted from 0.
    pub block: usize,
    /// Its first heap.
    pub first: usize,
    /// Its last heap.
    pub last: usize,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Damage { block, first, last } = self;
        write!(f, "block {block}, heaps {first} to {last}, does not match its checksum")
    }
}

impl<B: AsRef<[u8]>> ValueFile<B> {
    /// Reads the header and how many values there are.
    pub fn open(bytes: B) -> Result<ValueFile<B>, Error> {
        let all = bytes.as_ref();
        let layout = layout(all)?;
        let notes = all.get(layout.notes_at()..layout.blocks_at()).ok_or_else(cut_header)?;
        let note = notes.chunks(NOTE).filter_map(Note::read).max_by_key(|note| note.serial);
        // The second note of a new file is empty.
        let damaged =
            |note: &[u8]| Note::read(note).is_none() && note.iter().any(|byte| *byte != 0);
        let note_damaged = notes.chunks(NOTE).any(damaged);
        let note = note.ok_or_else(|| {
            Error::input("its notes of how many values it holds are damaged: write it anew")
        })?;
        let mut file = ValueFile { bytes, layout, note, length: 0, note_damaged };
        file.length = file.count();
        Ok(file)
    }

    /// The values that are there. Without its last, unfinished block if that is cut.
    fn count(&self) -> usize {
        let (all, block) = (self.bytes.as_ref().len(), self.layout.block);
        let there = (all - self.layout.blocks_at()) / self.layout.stride();
        let noted = usize::try_from(self.note.length).unwrap_or(usize::MAX);
        if noted / block > there
            || noted % block > 0 && noted / block == there && all < self.layout.place(noted)
        {
            return there * block;
        }
        let mut length = noted;
        // Finished after the last note: the checksum is the proof. The first that fails was torn.
        while (length / block + 1) * block <= there * block && self.is_whole(length / block) {
            length = (length / block + 1) * block;
        }
        length
    }

    /// The rules: the name of the game with its parameters.
    pub fn rules(&self) -> &str {
        &self.layout.rules
    }

    /// How many values there are, from heap 0 on.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Bytes of a value.
    pub fn width(&self) -> usize {
        self.layout.width
    }

    /// How many values were noted but are not there: the end of the file was cut off.
    pub fn missing(&self) -> u64 {
        self.note.length.saturating_sub(self.length as u64)
    }

    /// Whether one of the two notes of how many values there are is damaged: it may have noted more.
    pub fn is_note_damaged(&self) -> bool {
        self.note_damaged
    }

    /// The value of a heap.
    #[inline]
    pub fn get(&self, heap: usize) -> Option<u32> {
        if heap >= self.length {
            return None;
        }
        let (place, width) = (self.layout.place(heap), self.layout.width);
        let mut bytes = [0; 4];
        bytes[..width].copy_from_slice(self.bytes.as_ref().get(place..place + width)?);
        Some(u32::from_le_bytes(bytes))
    }

    /// The values from a heap on.
    pub fn iter_from(&self, from: usize) -> impl Iterator<Item = u32> + '_ {
        (from..self.length).filter_map(|heap| self.get(heap))
    }

    /// All values.
    pub fn values(&self) -> Values {
        self.iter_from(0).collect()
    }

    /// The values before the first damaged block; what stands behind them is not counted any more.
    pub fn before(mut self, damage: &Damage) -> ValueFile<B> {
        self.length = self.length.min(damage.first);
        self
    }

    /// All blocks that are not as they were written.
    pub fn damage(&self) -> impl Iterator<Item = Damage> + '_ {
        let block = self.layout.block;
        (0..self.length.div_ceil(block)).filter(|index| !self.is_whole(*index)).map(move |index| {
            let last = ((index + 1) * block).min(self.length) - 1;
            Damage { block: index, first: index * block, last }
        })
    }

    /// Whether every block is as it was written, and none is missing.
    pub fn verify(&self) -> Result<(), Error> {
        let mut damage = self.damage();
        match damage.next() {
            Some(first) => {
                let more = damage.count();
                let others = match more {
                    0 => String::new(),
                    1 => ", and so it is with one more block".to_string(),
                    _ => format!(", and so it is with {more} more blocks"),
                };
                Err(Error::input(format!("{first}{others}")))
            }
            None if self.missing() > 0 => Err(Error::input(format!(
                "it ends after {} values and should hold {}: its end was cut off",
                self.length, self.note.length
            ))),
            None if self.note_damaged => Err(Error::input(format!(
                "one of its two notes of how many values it holds is damaged, and only {} are sure: going on with \
                 the file mends it",
                self.length
            ))),
            None => Ok(()),
        }
    }

    /// The bytes of the values in the last block, if it is not full.
    pub(super) fn tail(&self) -> &[u8] {
        let first = self.length / self.layout.block * self.layout.block;
        let (from, to) = (self.layout.place(first), self.layout.place(self.length));
        self.bytes.as_ref().get(from..to).unwrap_or_default()
    }

    fn is_whole(&self, block: usize) -> bool {
        let (size, from) = (self.layout.block, self.layout.place(block * self.layout.block));
        let noted = self.note.length;
        let mut checksum = Layout::checksum(block);
        // The last block is full, or else it is the one whose checksum is in the note.
        let unfinished = self.length > block * size && self.length < (block + 1) * size;
        if unfinished {
            let Some(values) = self.bytes.as_ref().get(from..self.layout.place(self.length)) else {
                return false;
            };
            checksum.update(values);
            return self.length as u64 == noted && checksum.finalize() == self.note.tail;
        }
        let Some(bytes) = self.bytes.as_ref().get(from..from + self.layout.stride()) else {
            return false;
        };
        let (values, written) = bytes.split_at(bytes.len() - CHECKSUM);
        checksum.update(values);
        checksum.finalize().to_le_bytes() == written
    }
}

/// Larger blocks are written by nobody.
const LARGEST_BLOCK: usize = 1 << 24;

fn cut_header() -> Error {
    Error::input("it ends within its header, so nothing in it can be used: write it anew")
}

fn layout(bytes: &[u8]) -> Result<Layout, Error> {
    if bytes.is_empty() {
        return Err(Error::input("it is empty, not a value file"));
    }
    if !bytes.starts_with(&MAGIC[..MAGIC.len().min(bytes.len())]) {
        return Err(Error::input(
            "it is not a value file: those are written by bouton values -o FILE.bin",
        ));
    }
    let number = |at: usize| -> Result<u32, Error> {
        let bytes = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        Ok(u32::from_le_bytes(bytes.ok_or_else(cut_header)?))
    };
    let damaged = || Error::input("its header does not match its checksum: write it anew");
    let version = number(8)?;
    let [width, block, length] = [number(12)?, number(16)?, number(20)?].map(|word| word as usize);
    if length > LONGEST_RULES {
        return Err(damaged());
    }
    let rules = bytes.get(24..24 + length).ok_or_else(cut_header)?;
    if number(24 + length)? != crc32fast::hash(&bytes[..24 + length]) {
        return Err(damaged());
    }
    if version != VERSION {
        return Err(Error::input(format!(
            "it has format version {version}, and this program reads version {VERSION}"
        )));
    }
    let rules = std::str::from_utf8(rules).map_err(|_| damaged())?.to_string();
    if rules.chars().any(char::is_control) {
        return Err(Error::input("the name in its header is not that of a game: write it anew"));
    }
    if ![1, 2, 4].contains(&width) || !(1..=LARGEST_BLOCK).contains(&block) {
        return Err(damaged());
    }
    Ok(Layout { rules, width, block })
}
