//! The table as bytes, to go on another day: what it is of, its facts, and a checksum of it all.
//!
//! ```text
//! bouton-table 1\n  title\n  | words of a key, entries: 8 bytes each | entries: key .. known, work | checksum: 4 bytes
//! ```

use std::io::{self, Write};

use bouton_core::error::Error;

use crate::engine::Engine;
use crate::table::Known;

const MAGIC: &str = "bouton-table 1\n";
const EXACT: u64 = 1 << 63;

/// Writes and counts at once.
struct Summed<'a> {
    out: &'a mut dyn Write,
    sum: crc32fast::Hasher,
}

impl Summed<'_> {
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.out.write_all(bytes)
    }

    fn word(&mut self, word: u64) -> io::Result<()> {
        self.bytes(&word.to_le_bytes())
    }
}

impl Engine {
    /// Writes the table; the title says of what it is.
    pub fn save(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        let table = self.table();
        let mut out = Summed { out, sum: crc32fast::Hasher::new() };
        out.bytes(MAGIC.as_bytes())?;
        out.bytes(title.as_bytes())?;
        out.bytes(b"\n")?;
        let mut count = 0u64;
        table.each(|_, _, _| {
            count += 1;
            Ok::<(), io::Error>(())
        })?;
        out.word(table.width() as u64)?;
        out.word(count)?;
        table.each(|key, known, work| {
            key.iter().try_for_each(|word| out.word(*word))?;
            out.word(match known {
                Known::Exact(value) => EXACT | u64::from(value),
                Known::Not(mask) => mask,
            })?;
            out.bytes(&[(64 - work.leading_zeros()) as u8])
        })?;
        let sum = out.sum.clone().finalize();
        out.out.write_all(&sum.to_le_bytes())
    }

    /// Adds the facts of a table that was written with this title.
    pub fn load(&mut self, title: &str, bytes: &[u8]) -> Result<(), Error> {
        let damaged =
            || Error::input("the table is damaged: its checksum is wrong; begin without it");
        let Some(rest) = bytes.strip_prefix(MAGIC.as_bytes()) else {
            return Err(match bytes.starts_with(b"bouton-table ") {
                true => Error::input(
                    "the table was saved by another version of bouton, whose tables differ; begin without it",
                ),
                false => Error::input("this is not a table that bouton saved"),
            });
        };
        let (body, sum) = bytes.split_at(bytes.len().saturating_sub(4));
        if crc32fast::hash(body).to_le_bytes() != sum {
            return Err(damaged());
        }
        let end = rest.iter().position(|byte| *byte == b'\n').ok_or_else(damaged)?;
        let other = String::from_utf8_lossy(&rest[..end]).into_owned();
        if other != title {
            return Err(Error::input(format!(
                "the table is of another game: it was saved for {other}, and this is {title}"
            )));
        }
        let body = &rest[end + 1..rest.len().saturating_sub(4)];
        let word = |at: usize| -> Option<u64> {
            Some(u64::from_le_bytes(body.get(at..at.checked_add(8)?)?.try_into().ok()?))
        };
        let (width, count) = word(0).zip(word(8)).ok_or_else(damaged)?;
        let width = usize::try_from(width).ok().filter(|width| *width < 1 << 20);
        let width = width.ok_or_else(damaged)?;
        let each = 8 * (width + 1) + 1;
        if (body.len() - 16) as u64 != count.saturating_mul(each as u64) {
            return Err(damaged());
        }
        let mut key = vec![0; width];
        for at in (16..body.len()).step_by(each) {
            for (index, place) in key.iter_mut().enumerate() {
                *place = word(at + 8 * index).ok_or_else(damaged)?;
            }
            let known = word(at + 8 * width).ok_or_else(damaged)?;
            let work = body[at + each - 1];
            let known = match known & EXACT {
                0 => Known::Not(known),
                _ => Known::Exact(known as u32),
            };
            let work = if work == 0 { 0 } else { 1 << (work - 1).min(63) };
            self.learn(&key, known, work);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Goal;
    use crate::face::{Face, Options};
    use std::sync::Arc;

    /// One heap; any number of stones is taken.
    struct Heap;

    impl Face for Heap {
        fn options(&self, key: &[u64], out: &mut Options<'_>) -> Result<(), Error> {
            for rest in 1..key[0] {
                out.part(&[rest]);
                out.end();
            }
            Ok(())
        }
        fn size(&self, key: &[u64]) -> u32 {
            key[0] as u32
        }
    }

    fn engine() -> Engine {
        Engine::new(Arc::new(Heap), Goal::Value, 1 << 16)
    }

    #[test]
    fn every_changed_byte_of_a_table_is_noticed() {
        let mut first = engine();
        let found = first.value(&[20], &mut |_| crate::Control::Continue);
        assert_eq!(found, crate::Found::Is(19));
        let mut bytes = Vec::new();
        first.save("heaps", &mut bytes).unwrap();
        let mut second = engine();
        second.load("heaps", &bytes).unwrap();
        assert_eq!(second.table().len(), first.table().len());
        assert_eq!(second.value(&[20], &mut |_| crate::Control::Continue), found);
        assert_eq!(second.positions(), 0);
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 4;
            assert!(engine().load("heaps", &damaged).is_err(), "byte {at}");
            assert!(engine().load("heaps", &bytes[..at]).is_err(), "cut at {at}");
        }
        let other = engine().load("coins", &bytes).unwrap_err().to_string();
        assert!(other.contains("another game"), "{other}");
    }
}
