//! Bytes that only grow: in memory, in a file, or the new ones in memory and the old ones in a file.
//!
//! The same file serves twice: what was written of it and synced is kept for going on after an interruption, and what
//! memory has no room for is read from it again.

use std::fs::File;
use std::io;
use std::path::Path;

/// Records longer than this are refused; a chunk holds several.
pub const LONGEST: usize = 1 << 16;

/// See the module.
pub struct Log {
    /// Bytes of a chunk. No record lies in two.
    chunk: usize,
    chunks: Vec<Option<Vec<u8>>>,
    len: u64,
    disk: Option<Disk>,
}

struct Disk {
    file: File,
    /// What the file has.
    written: u64,
    sum: crc32fast::Hasher,
}

/// How far a log was written, and the checksum of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Mark {
    pub bytes: u64,
    pub crc32: u32,
}

impl Log {
    /// An empty log of records of so many bytes, or of any length if that is 1; kept in a file if one is named.
    pub fn new(record: usize, path: Option<&Path>) -> io::Result<Log> {
        let disk = match path {
            None => None,
            Some(path) => {
                let mut options = File::options();
                let file = options.read(true).write(true).create(true).truncate(true).open(path)?;
                Some(Disk { file, written: 0, sum: crc32fast::Hasher::new() })
            }
        };
        Ok(Log { chunk: (1 << 20) / record * record, chunks: Vec::new(), len: 0, disk })
    }

    /// The log that a file has up to a mark, and nothing behind it. Nothing if the file is not what was marked.
    pub fn resume(record: usize, path: &Path, mark: Mark) -> io::Result<Option<Log>> {
        let file = File::options().read(true).write(true).open(path)?;
        let mut log =
            Log { chunk: (1 << 20) / record * record, chunks: Vec::new(), len: 0, disk: None };
        let mut sum = crc32fast::Hasher::new();
        while log.len < mark.bytes {
            let length = (mark.bytes - log.len).min(log.chunk as u64);
            let mut bytes = vec![0; length as usize];
            match read_at(&file, log.len, &mut bytes) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
                read => read?,
            }
            sum.update(&bytes);
            log.chunks.push(Some(bytes));
            log.len += length;
        }
        if sum.clone().finalize() != mark.crc32 {
            return Ok(None);
        }
        file.set_len(mark.bytes)?;
        log.disk = Some(Disk { file, written: mark.bytes, sum });
        Ok(Some(log))
    }

    /// How long it is, with what was left free where a record did not fit.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        self.chunks.iter().flatten().map(|chunk| chunk.capacity() as u64).sum()
    }

    /// Adds a record and says where it is.
    pub fn push(&mut self, record: &[u8]) -> u64 {
        let used = (self.len % self.chunk as u64) as usize;
        if used + record.len() > self.chunk {
            if let Some(Some(last)) = self.chunks.last_mut() {
                last.resize(self.chunk, 0);
            }
            self.len += (self.chunk - used) as u64;
        }
        if self.len % self.chunk as u64 == 0 {
            self.chunks.push(Some(Vec::new()));
        }
        let at = self.len;
        if let Some(Some(last)) = self.chunks.last_mut() {
            last.extend_from_slice(record);
            self.len += record.len() as u64;
        }
        at
    }

    /// What stands at a place, to the end of its chunk or of so many bytes.
    #[inline]
    pub fn read<'a>(&'a self, at: u64, most: usize, room: &'a mut Vec<u8>) -> io::Result<&'a [u8]> {
        let (chunk, from) = ((at / self.chunk as u64) as usize, (at % self.chunk as u64) as usize);
        match self.chunks.get(chunk) {
            Some(Some(bytes)) => Ok(&bytes[from..bytes.len().min(from + most)]),
            Some(None) => {
                let end = (self.chunk - from).min(most) as u64;
                room.resize(end.min(self.len - at) as usize, 0);
                if let Some(disk) = &self.disk {
                    read_at(&disk.file, at, room)?;
                }
                Ok(room)
            }
            None => Ok(&[]),
        }
    }

    /// The chunks one after the other, each with its place.
    pub fn each(&self, take: &mut dyn FnMut(u64, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut room = Vec::new();
        for chunk in 0..self.chunks.len() as u64 {
            let at = chunk * self.chunk as u64;
            take(at, self.read(at, self.chunk, &mut room)?)?;
        }
        Ok(())
    }

    /// Writes what the file does not have yet.
    fn flush(&mut self) -> io::Result<()> {
        let Some(disk) = &mut self.disk else { return Ok(()) };
        while disk.written < self.len {
            let chunk = (disk.written / self.chunk as u64) as usize;
            let from = (disk.written % self.chunk as u64) as usize;
            let Some(Some(bytes)) = self.chunks.get(chunk) else { break };
            let piece = &bytes[from..];
            if piece.is_empty() {
                break;
            }
            write_at(&disk.file, disk.written, piece)?;
            disk.sum.update(piece);
            disk.written += piece.len() as u64;
        }
        Ok(())
    }

    /// Writes all of it for good, and says how far that is.
    pub fn mark(&mut self) -> io::Result<Mark> {
        self.flush()?;
        let Some(disk) = &self.disk else { return Ok(Mark { bytes: self.len, crc32: 0 }) };
        disk.file.sync_data()?;
        Ok(Mark { bytes: disk.written, crc32: disk.sum.clone().finalize() })
    }

    /// Writes full chunks to the file and gives their memory back, if there is a file.
    pub fn spill(&mut self) -> io::Result<()> {
        if self.disk.is_none() {
            return Ok(());
        }
        self.flush()?;
        let full = (self.len / self.chunk as u64) as usize;
        self.chunks.iter_mut().take(full).for_each(|chunk| *chunk = None);
        Ok(())
    }
}

#[cfg(unix)]
fn read_at(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(unix)]
fn write_at(file: &File, at: u64, bytes: &[u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    use std::io::{Read, Seek};
    file.seek(io::SeekFrom::Start(at))?;
    file.read_exact(bytes)
}

#[cfg(not(unix))]
fn write_at(mut file: &File, at: u64, bytes: &[u8]) -> io::Result<()> {
    use std::io::{Seek, Write};
    file.seek(io::SeekFrom::Start(at))?;
    file.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(number: u32) -> Vec<u8> {
        vec![number as u8; 1 + number as usize * 37 % 5000]
    }

    #[test]
    fn records_are_read_back_from_memory_and_from_files() {
        let folder = std::env::temp_dir().join(format!("bouton-log-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("log");
        let (mut log, mut places) = (Log::new(1, Some(&path)).unwrap(), Vec::new());
        let mut mark = None;
        for number in 0..2000 {
            places.push(log.push(&record(number)));
            if number == 700 {
                log.spill().unwrap();
            }
            if number == 1500 {
                mark = Some((log.mark().unwrap(), number));
                log.spill().unwrap();
            }
        }
        assert!(log.bytes() < log.len());
        let all = |log: &Log, count: usize| {
            let mut room = Vec::new();
            for (number, at) in (0..).zip(&places[..count]) {
                let expected = record(number);
                assert_eq!(log.read(*at, expected.len(), &mut room).unwrap(), expected);
            }
        };
        all(&log, 2000);
        let (mark, last) = mark.unwrap();
        drop(log);
        let mut log = Log::resume(1, &path, mark).unwrap().unwrap();
        assert_eq!(log.len(), mark.bytes);
        all(&log, last as usize + 1);
        assert_eq!(log.push(&record(last + 1)), places[last as usize + 1]);
        assert!(Log::resume(1, &path, Mark { crc32: mark.crc32 ^ 1, ..mark }).unwrap().is_none());
        let far = Mark { bytes: mark.bytes * 2, ..mark };
        assert!(Log::resume(1, &path, far).unwrap().is_none());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
