//! What the search asks of a game: the options of a position, as keys of their parts.

use bouton_core::error::Error;

use crate::table::{Table, hash};

/// Options that are looked up together: while one is fetched from memory, the next are made.
const TOGETHER: usize = 4;

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

    /// Whether no play can come back to where it was, whatever the position.
    fn ends(&self) -> bool {
        false
    }

    /// Bytes of memory that it takes for itself.
    fn bytes(&self) -> u64 {
        0
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

/// One option as the search takes it: the keys of its parts one after another, their hashes, and the xor of the values
/// of parts that were told by value.
pub(crate) struct Told<'a> {
    pub words: &'a [u64],
    pub hashes: &'a [u64],
    pub fold: u32,
}

/// Where an option ends in the room for options, and what its known parts are worth.
#[derive(Clone, Copy)]
struct End {
    words: usize,
    hashes: usize,
    fold: u32,
}

/// Room for options that are being told.
#[derive(Default)]
pub(crate) struct Room {
    words: Vec<u64>,
    hashes: Vec<u64>,
    ends: Vec<End>,
}

/// Receives the options of a position one by one.
pub struct Options<'a> {
    width: usize,
    /// The keys of the parts of options that are told and not taken.
    room: Room,
    /// What the known parts of the option that is being told are worth.
    fold: u32,
    widest: usize,
    full: bool,
    table: Option<&'a Table>,
    take: &'a mut dyn FnMut(Told<'_>) -> bool,
}

impl<'a> Options<'a> {
    pub(crate) fn new(
        width: usize,
        table: Option<&'a Table>,
        take: &'a mut dyn FnMut(Told<'_>) -> bool,
    ) -> Options<'a> {
        Options { width, room: Room::default(), fold: 0, widest: 0, full: false, table, take }
    }

    /// Uses this room instead of its own.
    pub(crate) fn lend(&mut self, room: Room) {
        self.room = room;
    }

    /// Gives the room back.
    pub(crate) fn give_back(self) -> Room {
        self.room
    }

    /// Hands out the options of a position to somebody else than the search; false if there are keys that are wider
    /// than so many words, and then not all are handed out. Not for games that tell parts by their value.
    pub fn each(
        face: &dyn Face,
        key: &[u64],
        width: usize,
        take: &mut dyn FnMut(&[u64]),
    ) -> Result<bool, Error> {
        let mut all = |told: Told<'_>| {
            debug_assert_eq!(told.fold, 0, "a part told by its value has no key");
            take(told.words);
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
        let Room { words, hashes, .. } = &mut self.room;
        let hash = match (key, self.width) {
            ([word], 1) => {
                words.push(*word);
                self.widest = self.widest.max(1);
                hash(&[*word])
            }
            _ => {
                let at = words.len();
                let length = key.len() - key.iter().rev().take_while(|word| **word == 0).count();
                self.widest = self.widest.max(length);
                words.extend_from_slice(&key[..length.min(self.width)]);
                words.resize(at + self.width, 0);
                hash(&words[at..])
            }
        };
        hashes.push(hash);
        if let Some(table) = self.table {
            table.expect(hash);
        }
    }

    /// Adds a part that is worth this, whatever its key.
    #[inline]
    pub fn worth(&mut self, value: u32) {
        self.fold ^= value;
    }

    /// The option is told: all its parts were added, or it has none that matter.
    #[inline]
    pub fn end(&mut self) {
        let Room { words, hashes, ends } = &mut self.room;
        ends.push(End { words: words.len(), hashes: hashes.len(), fold: self.fold });
        self.fold = 0;
        if ends.len() == TOGETHER {
            self.flush();
        }
    }

    /// Hands out what is waiting.
    pub(crate) fn flush(&mut self) {
        let (mut word, mut part) = (0, 0);
        // Keys that do not fit make the search begin anew with wider ones.
        self.full |= self.widest > self.width;
        let Room { words, hashes, ends } = &mut self.room;
        for End { words: to, hashes: parts, fold } in ends.drain(..) {
            if !self.full {
                let told = Told { words: &words[word..to], hashes: &hashes[part..parts], fold };
                self.full = !(self.take)(told);
            }
            (word, part) = (to, parts);
        }
        words.clear();
        hashes.clear();
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
