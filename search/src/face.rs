//! What the search asks of a game: the options of a position, as keys of their parts.

use bouton_core::error::Error;

use crate::table::Table;

/// Options that are looked up together: while one is fetched from memory, the next are made.
const TOGETHER: usize = 8;

/// A game whose positions are keys: some words, which are the position and nothing else. Two positions with the same
/// key are the same game; a key that is shorter than others is read as if zeros followed.
pub trait Face: Send + Sync {
    /// Hands out the options of a position, each as its parts: `part` for each of these, then `end`.
    fn options(&self, key: &[u64], out: &mut Options<'_>) -> Result<(), Error>;

    /// About how much work a position is; parts and options are tried from the smallest on.
    fn size(&self, key: &[u64]) -> u32;

    /// Its value, where a theorem gives it at a glance: options are asked for it.
    fn glance(&self, _key: &[u64]) -> Option<u32> {
        None
    }

    /// What a theorem says of a position.
    fn hint(&self, _key: &[u64]) -> Hint {
        Hint::Nothing
    }
}

/// What is known of a position without looking at its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Nothing.
    Nothing,
    /// Its value; where outcomes are searched for, 0 if it is lost and 1 if it is won.
    Value(u32),
    /// Its value is not this one.
    Not(u32),
}

/// Receives the options of a position one by one.
pub struct Options<'a> {
    width: usize,
    /// The keys of the parts of the option that is being told.
    words: Vec<u64>,
    /// Where each option ends that was told and not taken.
    ends: Vec<usize>,
    widest: usize,
    full: bool,
    table: Option<&'a Table>,
    take: &'a mut dyn FnMut(&[u64]) -> bool,
}

impl<'a> Options<'a> {
    pub(crate) fn new(
        width: usize,
        table: Option<&'a Table>,
        take: &'a mut dyn FnMut(&[u64]) -> bool,
    ) -> Options<'a> {
        Options { width, words: Vec::new(), ends: Vec::new(), widest: 0, full: false, table, take }
    }

    /// Uses this room instead of its own.
    pub(crate) fn lend(&mut self, (words, ends): (Vec<u64>, Vec<usize>)) {
        (self.words, self.ends) = (words, ends);
    }

    /// Gives the room back.
    pub(crate) fn give_back(self) -> (Vec<u64>, Vec<usize>) {
        (self.words, self.ends)
    }

    /// Hands out the options of a position to somebody else than the search; false if there are keys that are wider
    /// than so many words, and then not all are handed out.
    pub fn each(
        face: &dyn Face,
        key: &[u64],
        width: usize,
        take: &mut dyn FnMut(&[u64]),
    ) -> Result<bool, Error> {
        let mut all = |key: &[u64]| {
            take(key);
            true
        };
        let mut options = Options::new(width, None, &mut all);
        face.options(key, &mut options)?;
        options.flush();
        Ok(options.widest <= width)
    }

    /// Adds a part to the option that is being told.
    #[inline]
    pub fn part(&mut self, key: &[u64]) {
        let at = self.words.len();
        let length = match key {
            [_] => 1,
            _ => key.len() - key.iter().rev().take_while(|word| **word == 0).count(),
        };
        self.widest = self.widest.max(length);
        self.words.extend_from_slice(&key[..length.min(self.width)]);
        self.words.resize(at + self.width, 0);
        if let Some(table) = self.table {
            table.expect(&self.words[at..]);
        }
    }

    /// The option is told: all its parts were added, or it has none that matter.
    #[inline]
    pub fn end(&mut self) {
        self.ends.push(self.words.len());
        if self.ends.len() == TOGETHER {
            self.flush();
        }
    }

    /// Hands out what is waiting.
    pub(crate) fn flush(&mut self) {
        let mut from = 0;
        // Keys that do not fit make the search begin anew with wider ones.
        self.full |= self.widest > self.width;
        for end in self.ends.drain(..) {
            if !self.full {
                self.full = !(self.take)(&self.words[from..end]);
            }
            from = end;
        }
        self.words.clear();
    }

    /// Whether no more options are wanted.
    #[inline]
    pub fn full(&self) -> bool {
        self.full
    }

    /// The most words that a key had.
    pub(crate) fn widest(&self) -> usize {
        self.widest
    }
}
