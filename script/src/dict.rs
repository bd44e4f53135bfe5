//! Dicts: entries in the order in which they came, found by a table of places.

use crate::fault::{Outcome, wrong};
use crate::value::{DEEPEST, Store, Value};

#[derive(Clone, Debug, Default)]
pub(crate) struct Dict {
    /// Entries that were taken out are `Unset`.
    entries: Vec<(u64, Value, Value)>,
    /// Places of entries plus one, by their hash; 0 is free. Its length is a power of 2, or 0.
    places: Vec<u32>,
    gone: usize,
}

impl Dict {
    pub fn len(&self) -> usize {
        self.entries.len() - self.gone
    }

    pub fn entries(&self) -> impl Iterator<Item = (Value, Value)> {
        let here = self.entries.iter().filter(|entry| !matches!(entry.1, Value::Unset));
        here.map(|(_, key, value)| (*key, *value))
    }

    /// The entry at or behind a place, for loops, and the place behind it.
    pub fn entry_from(&self, place: usize) -> Option<(Value, usize)> {
        let rest = self.entries.get(place..)?;
        let found = rest.iter().position(|entry| !matches!(entry.1, Value::Unset))?;
        Some((rest[found].1, place + found + 1))
    }

    fn find(&self, store: &Store, hash: u64, key: Value) -> Outcome<Option<usize>> {
        if self.places.is_empty() {
            return Ok(None);
        }
        let mask = self.places.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            match self.places[place] {
                0 => return Ok(None),
                entry => {
                    let (own, found, _) = self.entries[entry as usize - 1];
                    if own == hash && !matches!(found, Value::Unset) && store.equal(found, key)? {
                        return Ok(Some(entry as usize - 1));
                    }
                }
            }
            place = (place + 1) & mask;
        }
    }

    pub fn get(&self, store: &Store, key: Value) -> Outcome<Option<Value>> {
        let found = self.find(store, store.hash(key, DEEPEST)?, key)?;
        Ok(found.map(|entry| self.entries[entry].2))
    }

    pub fn insert(&mut self, store: &Store, key: Value, value: Value) -> Outcome<()> {
        let hash = store.hash(key, DEEPEST)?;
        if let Some(entry) = self.find(store, hash, key)? {
            self.entries[entry].2 = value;
            return Ok(());
        }
        self.entries.push((hash, key, value));
        if self.entries.len() * 2 > self.places.len() {
            self.rebuild();
        } else {
            self.put(self.entries.len() - 1);
        }
        Ok(())
    }

    fn put(&mut self, entry: usize) {
        let mask = self.places.len() - 1;
        let mut place = self.entries[entry].0 as usize & mask;
        while self.places[place] != 0 {
            place = (place + 1) & mask;
        }
        self.places[place] = entry as u32 + 1;
    }

    fn rebuild(&mut self) {
        self.entries.retain(|entry| !matches!(entry.1, Value::Unset));
        self.gone = 0;
        self.places.clear();
        self.places.resize((self.entries.len() * 4).next_power_of_two().max(8), 0);
        (0..self.entries.len()).for_each(|entry| self.put(entry));
    }

    pub fn remove(&mut self, store: &Store, key: Value) -> Outcome<Option<Value>> {
        let Some(entry) = self.find(store, store.hash(key, DEEPEST)?, key)? else {
            return Ok(None);
        };
        self.gone += 1;
        self.entries[entry].1 = Value::Unset;
        Ok(Some(self.entries[entry].2))
    }

    pub fn clear(&mut self) {
        *self = Dict::default();
    }
}

impl Store {
    /// The same for equal values; lists and dicts, which change, have none.
    pub fn hash(&self, value: Value, depth: usize) -> Outcome<u64> {
        use std::hash::Hasher;
        let mut hasher = rustc_hash::FxHasher::default();
        match value {
            Value::None => hasher.write_u8(0),
            Value::Bool(truth) => hasher.write_u8(1 + u8::from(truth)),
            Value::Int(number) => hasher.write_i64(number),
            Value::Big(index) => {
                for digit in self.bigs[index as usize].iter_u64_digits() {
                    hasher.write_u64(digit);
                }
            }
            Value::Text(slice) => hasher.write(self.text(slice).as_bytes()),
            Value::Tuple(slice) if depth == 0 && slice.length > 0 => {
                return wrong("this tuple is nested too deep to be a key");
            }
            Value::Tuple(slice) => {
                self.step(1 + slice.length as usize / 8)?;
                hasher.write_u32(slice.length);
                for item in self.tuple(slice) {
                    hasher.write_u64(self.hash(*item, depth - 1)?);
                }
            }
            Value::Range(range) => {
                let span = self.ranges[range as usize];
                hasher.write_i64(span.first);
                hasher.write_i64(span.count);
            }
            Value::List(_) => {
                return wrong("a list cannot be a key, because it can change: write a tuple");
            }
            Value::Dict(_) => {
                return wrong("a dict cannot be a key, because it can change: write a tuple");
            }
            _ => return wrong(format!("{} cannot be a key", self.kind(value))),
        }
        // The low bits choose the place.
        let hash = hasher.finish();
        Ok(hash ^ hash >> 32)
    }
}
