//! Sizes of heaps from text, of any length: one pass, in chunks.

use std::sync::Arc;

use super::{Heaps, Large, PACKED, Repr};
use crate::error::{Error, quoted};
use crate::natural::{MOST_DIGITS, Natural};

/// Collects sizes, from bytes or one by one, in the narrowest form that holds all so far: only the
/// last of the four lists that is not empty counts.
#[derive(Default)]
pub(super) struct Reader {
    bytes: Vec<u8>,
    shorts: Vec<u32>,
    words: Vec<u64>,
    big: Vec<Natural>,
    /// The part of a number that stood at the end of the last chunk.
    cut: Vec<u8>,
}

impl Reader {
    pub(super) fn push(&mut self, size: Natural) {
        match size.to_u64() {
            Some(word) => self.push_word(word),
            None => {
                if self.big.is_empty() {
                    self.widen_to_words();
                    self.big = self.words.drain(..).map(Natural::from).collect();
                }
                self.big.push(size);
            }
        }
    }

    #[inline]
    pub(super) fn push_word(&mut self, word: u64) {
        if word <= u64::from(u8::MAX) && self.is_narrow() {
            self.bytes.push(word as u8);
        } else {
            self.push_wide(word);
        }
    }

    /// Whether all sizes so far are bytes.
    #[inline]
    fn is_narrow(&self) -> bool {
        self.shorts.is_empty() && self.words.is_empty() && self.big.is_empty()
    }

    fn push_wide(&mut self, word: u64) {
        if !self.big.is_empty() {
            self.big.push(Natural::from(word));
        } else if word <= u64::from(u32::MAX) && self.words.is_empty() {
            self.widen_to_shorts();
            self.shorts.push(word as u32);
        } else {
            self.widen_to_words();
            self.words.push(word);
        }
    }

    /// Single digits with one blank behind each, many at a time, as far as there are no others; the bytes read.
    fn push_digits(&mut self, bytes: &[u8]) -> usize {
        const ROW: usize = 16;
        if !self.is_narrow() {
            return 0;
        }
        let mut read = 0;
        for row in bytes.as_chunks::<{ 2 * ROW }>().0 {
            let (mut sizes, mut other) = ([0; ROW], false);
            for (size, pair) in sizes.iter_mut().zip(row.as_chunks::<2>().0) {
                // What is left of a digit and a blank is the size.
                let left = u16::from_le_bytes(*pair) ^ u16::from_le_bytes(*b"0 ");
                other |= left > 9;
                *size = left as u8;
            }
            if other {
                break;
            }
            self.bytes.extend_from_slice(&sizes);
            read += row.len();
        }
        read
    }

    fn widen_to_shorts(&mut self) {
        if !self.bytes.is_empty() {
            self.shorts = std::mem::take(&mut self.bytes).into_iter().map(u32::from).collect();
        }
    }

    fn widen_to_words(&mut self) {
        self.widen_to_shorts();
        if !self.shorts.is_empty() {
            self.words = std::mem::take(&mut self.shorts).into_iter().map(u64::from).collect();
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

    pub(super) fn feed(&mut self, chunk: &[u8]) -> Result<(), Error> {
        let mut at = 0;
        if !self.cut.is_empty() {
            at = token_end(chunk, 0);
            self.cut.extend_from_slice(&chunk[..at]);
            if at == chunk.len() {
                // An endless number, or bytes that are none, must not be kept for ever.
                return if self.cut.len() <= MOST_DIGITS {
                    Ok(())
                } else {
                    Err(Error::input(format!(
                        "{} goes on for more than {MOST_DIGITS} bytes: write sizes with blanks between them",
                        quoted(&String::from_utf8_lossy(&self.cut[..200]))
                    )))
                };
            }
            let token = std::mem::take(&mut self.cut);
            self.push_token(&token)?;
        }
        while at < chunk.len() {
            // A single digit and a blank, as in a long row of small heaps.
            if let [digit @ b'0'..=b'9', blank, ..] = chunk[at..]
                && separates(blank)
            {
                self.push_word(u64::from(digit - b'0'));
                at += 2 + self.push_digits(&chunk[at + 2..]);
                continue;
            }
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
                    1..=19 => self.push_word(word),
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

    pub(super) fn heaps(self) -> Heaps {
        let large = if !self.big.is_empty() {
            Large::Big(self.big)
        } else if !self.words.is_empty() {
            Large::Words(self.words)
        } else if !self.shorts.is_empty() {
            Large::Shorts(self.shorts)
        } else if self.bytes.len() <= PACKED {
            let mut sizes = [0; PACKED];
            sizes[..self.bytes.len()].copy_from_slice(&self.bytes);
            return Heaps::pack(sizes, self.bytes.len());
        } else {
            Large::Bytes(self.bytes)
        };
        Heaps(Repr::Large(Arc::new(large)))
    }

    pub(super) fn finish(mut self) -> Result<Heaps, Error> {
        let token = std::mem::take(&mut self.cut);
        self.push_token(&token)?;
        if self.bytes.is_empty() && self.is_narrow() {
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
