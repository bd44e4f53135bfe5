//! The bytes of a file, mapped into memory or read: the one place that needs `unsafe`, and its twin.

use std::fs::File;
use std::io::{Error, ErrorKind, Read};
use std::path::Path;

/// The bytes of a whole file.
pub enum Bytes {
    /// Mapped: only what is looked at is read.
    Mapped(memmap2::Mmap),
    /// Read.
    Read(Vec<u8>),
}

impl Bytes {
    /// Maps a file, or reads it where mapping fails, as for pipes and empty files.
    pub fn open(path: &Path) -> Result<Bytes, Error> {
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(Error::new(ErrorKind::InvalidInput, "it is a directory"));
        }
        map(&file).map_or_else(|_| read(file), Ok)
    }
}

/// Safe as long as nobody shortens the file meanwhile. Our own runs only make files longer or put
/// another one in their place, and what is read is checked against its checksum first.
#[allow(unsafe_code)]
fn map(file: &File) -> Result<Bytes, Error> {
    unsafe { memmap2::Mmap::map(file) }.map(Bytes::Mapped)
}

/// The plain twin of `map`.
fn read(mut file: File) -> Result<Bytes, Error> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Bytes::Read(bytes))
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(bytes) => bytes,
            Bytes::Read(bytes) => bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mapping_and_reading_agree() {
        let path = std::env::temp_dir().join(format!("bouton-mapped-{}", std::process::id()));
        for length in [1usize, 4095, 4096, 100_000] {
            let bytes: Vec<u8> = (0..length).map(|index| (index % 251) as u8).collect();
            std::fs::write(&path, &bytes).unwrap();
            let mapped = map(&File::open(&path).unwrap()).unwrap();
            let plain = read(File::open(&path).unwrap()).unwrap();
            assert!(mapped.as_ref() == plain.as_ref() && plain.as_ref() == bytes);
        }
        std::fs::write(&path, b"").unwrap();
        assert!(Bytes::open(&path).unwrap().as_ref().is_empty());
        std::fs::remove_file(&path).unwrap();
    }
}
