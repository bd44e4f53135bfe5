//! Positions and their numbers: what a dict from positions to numbers would be, without its numbers, which are objects, too.
//!
//! ```text
//! slots    | upper half of the mixed hash, number + 1 |     0: empty; linear probing
//! objects  | the positions, in the order of their numbers |
//! ```
//!
//! Whether two objects are equal may be for Python to say, which may take its time, look up positions itself and let other threads run. So
//! nobody holds the table meanwhile: it is let go for each comparison, and looked at again from where that was.

use pyo3::prelude::*;

use super::Spot;

/// The positions of a game.
#[derive(Default)]
pub struct Numbers {
    slots: Vec<u64>,
    objects: Vec<Py<PyAny>>,
}

/// A way through the slots.
pub struct Way {
    hash: u64,
    at: usize,
    /// How many slots there were: if there are more, it begins anew.
    slots: usize,
}

impl Way {
    pub fn new(hash: isize) -> Way {
        // Hashes of small numbers are these numbers.
        Way { hash: (hash as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15), at: 0, slots: 0 }
    }
}

/// What stands at the next slot that matters.
pub enum Next {
    /// This very object.
    Same(Spot),
    /// An object with the same hash.
    Like(Spot, Py<PyAny>),
    /// Nothing: the position has no number yet.
    Free,
}

impl Numbers {
    /// The object of a number.
    pub fn object<'py>(&self, py: Python<'py>, spot: Spot) -> Bound<'py, PyAny> {
        self.objects[spot.0 as usize].bind(py).clone()
    }

    /// Goes on to the next slot that may be this position's.
    pub fn next(&self, way: &mut Way, position: &Bound<'_, PyAny>) -> Next {
        if self.slots.is_empty() {
            return Next::Free;
        }
        let mask = self.slots.len() - 1;
        if way.slots != self.slots.len() {
            (way.slots, way.at) = (self.slots.len(), home(way.hash));
        }
        loop {
            let slot = self.slots[way.at & mask];
            if slot == 0 {
                return Next::Free;
            }
            way.at += 1;
            if (slot ^ way.hash) >> 32 == 0 {
                let number = slot as u32 - 1;
                let object = &self.objects[number as usize];
                if object.is(position) {
                    return Next::Same(Spot(number));
                }
                return Next::Like(Spot(number), object.clone_ref(position.py()));
            }
        }
    }

    /// Gives a number to a position for which `next` has just said that the slot is free.
    pub fn add(&mut self, way: &Way, position: &Bound<'_, PyAny>) -> Spot {
        let mut at = way.at;
        if (self.objects.len() + 1) * 2 > self.slots.len() {
            self.grow();
            at = home(way.hash);
        }
        self.objects.push(position.clone().unbind());
        self.put(way.hash >> 32 << 32 | self.objects.len() as u64, at);
        Spot(self.objects.len() as u32 - 1)
    }

    fn put(&mut self, slot: u64, mut at: usize) {
        let mask = self.slots.len() - 1;
        while self.slots[at & mask] != 0 {
            at += 1;
        }
        self.slots[at & mask] = slot;
    }

    fn grow(&mut self) {
        let slots = vec![0; (self.slots.len() * 2).max(64)];
        for slot in std::mem::replace(&mut self.slots, slots) {
            if slot != 0 {
                self.put(slot, home(slot));
            }
        }
    }
}

/// Where the way of a hash begins: its upper half, which slots keep.
fn home(hash: u64) -> usize {
    (hash >> 32) as usize
}
