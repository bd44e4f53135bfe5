//! The table of outcomes: 64 neighbouring positions share a page.
//!
//! A million outcomes of a heap game take a few megabytes this way, and the moves of one position
//! mostly ask the same few pages. The pages stand in the order in which they came, so neighbours in
//! the search are neighbours in memory; `slots` is open addressing with linear probing over them:
//!
//! ```text
//! slots    | upper half of the hash, number of the page + 1 |     0: empty
//! entries  | position that names the page | lost | won |
//! ```
//!
//! It equals a `HashMap<P, Page>`; what it earns is in docs/decisions/0003 (bench `misere_nim`).

use std::hash::{Hash, Hasher};

/// Which places of a page are known to be lost and won for the mover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Bit i: the position at place i is lost.
    pub lost: u64,
    /// Bit i: it is won.
    pub won: u64,
}

/// Pages by the position that names them.
pub struct Pages<P> {
    slots: Vec<u64>,
    entries: Vec<(P, Page)>,
}

impl<P> Default for Pages<P> {
    fn default() -> Self {
        Pages { slots: vec![0; 16], entries: Vec::new() }
    }
}

#[inline(always)]
fn hash(page: &impl Hash) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    page.hash(&mut hasher);
    hasher.finish()
}

impl<P: Eq + Hash> Pages<P> {
    /// Whether there are no pages.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * 8 + self.entries.capacity() * size_of::<(P, Page)>()
    }

    /// The page of this name.
    #[inline(always)]
    pub fn get(&self, page: &P) -> Option<&Page> {
        let hash = hash(page);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if (slot ^ hash) >> 32 == 0 {
                let (known, found) = &self.entries[(slot as u32 - 1) as usize];
                if known == page {
                    return Some(found);
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// The page of this name, which is begun if there is none.
    pub fn get_or_insert(&mut self, page: P) -> &mut Page {
        if (self.entries.len() + 1) * 4 > self.slots.len() {
            self.grow();
        }
        let hash = hash(&page);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        let index = loop {
            let slot = self.slots[at];
            if slot == 0 {
                self.entries.push((page, Page::default()));
                self.slots[at] = hash >> 32 << 32 | self.entries.len() as u64;
                break self.entries.len() - 1;
            }
            let index = (slot as u32 - 1) as usize;
            if (slot ^ hash) >> 32 == 0 && self.entries[index].0 == page {
                break index;
            }
            at = (at + 1) & mask;
        };
        &mut self.entries[index].1
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots = vec![0; mask + 1];
        for (index, (page, _)) in self.entries.iter().enumerate() {
            let hash = hash(page);
            let mut at = hash as usize & mask;
            while self.slots[at] != 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = hash >> 32 << 32 | (index as u64 + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn pages_equal_a_hash_map(names in prop::collection::vec(0u16..300, 0..2000)) {
            let (mut pages, mut plain) = (Pages::default(), HashMap::new());
            for (round, name) in names.iter().enumerate() {
                pages.get_or_insert(*name).won |= 1 << (round % 64);
                plain.entry(*name).or_insert_with(Page::default).won |= 1 << (round % 64);
            }
            for name in 0..400u16 {
                prop_assert_eq!(pages.get(&name), plain.get(&name));
            }
        }
    }
}
