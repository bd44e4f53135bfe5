//! Writing value files: append, bring to the disk, note.

use std::io::{Error, Seek, SeekFrom, Write};

use super::{BLOCK, CHECKSUM, Layout, NOTE, Note, ValueFile};
use crate::{Cells, Values};

/// Appends values to a file. After a failure nothing more is appended; [`settle`](Writer::settle)
/// still notes what was written before it.
pub struct Writer<W> {
    out: W,
    layout: Layout,
    note: Note,
    /// The values that were written, noted or not.
    length: usize,
    /// The checksum of the last block so far.
    checksum: crc32fast::Hasher,
}

impl<W: Write + Seek> Writer<W> {
    /// A new file for the values of a game, with so many bytes for each value: 1, 2 or 4.
    pub fn create(mut out: W, rules: &str, width: usize) -> Result<Writer<W>, Error> {
        let layout = Layout { rules: rules.to_string(), width, block: BLOCK };
        let checksum = Layout::checksum(0);
        let note = Note { serial: 1, length: 0, tail: checksum.clone().finalize() };
        let mut start = layout.header();
        // The first note stands in the second place; the next one goes to the first.
        start.extend([0; NOTE]);
        start.extend(note.bytes());
        out.write_all(&start)?;
        Ok(Writer { out, layout, note, length: 0, checksum })
    }

    /// Goes on with a file, of which all values were read; what stands behind them is overwritten.
    pub fn resume<B: AsRef<[u8]>>(mut out: W, file: &ValueFile<B>) -> Result<Writer<W>, Error> {
        let (layout, length) = (file.layout.clone(), file.len());
        let mut checksum = Layout::checksum(length / layout.block);
        checksum.update(file.tail());
        out.seek(SeekFrom::Start(layout.place(length) as u64))?;
        Ok(Writer { out, layout, note: file.note, length, checksum })
    }

    /// How many values were written.
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether nothing was written.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Where the file ends.
    pub fn end(&self) -> u64 {
        self.layout.place(self.length) as u64
    }

    /// Whether each of these values has room in the bytes for a value. If not, they need a new file.
    pub fn fits(&self, values: &Values) -> bool {
        values.cells().width() <= self.layout.width
    }

    /// Appends those of the first `count` values that are known and not yet written. None of them may
    /// be forgotten.
    pub fn append(&mut self, values: &Values, count: usize) -> Result<(), Error> {
        let (mut bytes, count) = (Vec::new(), count.min(values.len()));
        while self.length < count {
            let block = self.length / self.layout.block;
            let end = ((block + 1) * self.layout.block).min(count);
            bytes.clear();
            encode(values, self.length, end, self.layout.width, &mut bytes)?;
            let mut checksum = self.checksum.clone();
            checksum.update(&bytes);
            let full = end % self.layout.block == 0;
            if full {
                bytes.extend(checksum.clone().finalize().to_le_bytes());
                checksum = Layout::checksum(block + 1);
            }
            self.out.write_all(&bytes)?;
            (self.length, self.checksum) = (end, checksum);
        }
        Ok(())
    }

    /// Brings all to the disk by `sync` and notes it, so that it counts after any interruption.
    pub fn settle(
        &mut self,
        sync: &mut dyn FnMut(&mut W) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.out.flush()?;
        sync(&mut self.out)?;
        let note = Note {
            serial: self.note.serial + 1,
            length: self.length as u64,
            tail: self.checksum.clone().finalize(),
        };
        let place = self.layout.notes_at() + (note.serial % 2) as usize * NOTE;
        self.out.seek(SeekFrom::Start(place as u64))?;
        let noted = self.out.write_all(&note.bytes()).and_then(|()| self.out.flush());
        self.out.seek(SeekFrom::Start(self.end()))?;
        noted?;
        self.note = note;
        sync(&mut self.out)
    }

    /// What is written to.
    pub fn inner(&self) -> &W {
        &self.out
    }

    /// Gives back what was written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// Bytes of a file with so many values.
pub fn size(rules: &str, width: usize, values: u64) -> u128 {
    let layout = Layout { rules: rules.to_string(), width, block: BLOCK };
    let blocks = u128::from(values) / BLOCK as u128;
    layout.blocks_at() as u128 + u128::from(values) * width as u128 + blocks * CHECKSUM as u128
}

/// The values of some heaps as bytes.
fn encode(
    values: &Values,
    from: usize,
    to: usize,
    width: usize,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let forgotten = || Error::other("the values to be written were forgotten");
    let start = values.start();
    let range = from.checked_sub(start).ok_or_else(forgotten)?..to - start;
    match (values.cells(), width) {
        (Cells::Bytes(cells), 1) => out.extend(cells.get(range).ok_or_else(forgotten)?),
        (Cells::Shorts(cells), 2) => {
            let cells = cells.get(range).ok_or_else(forgotten)?;
            out.extend(cells.iter().flat_map(|value| value.to_le_bytes()));
        }
        _ => {
            for value in values.iter_from(from).take(to - from) {
                let bytes = value.to_le_bytes();
                if bytes[width..].iter().any(|byte| *byte != 0) {
                    return Err(Error::other("a value needs more bytes than the file has for it"));
                }
                out.extend(&bytes[..width]);
            }
        }
    }
    Ok(())
}
