//! Any finite set of positions as heaps: position i is the heap of size i.

use bouton_core::heap::{HeapRules, Options};

/// The options of each position, sums of others by number. Each has smaller numbers than the position itself.
pub struct Positions(Vec<Vec<Box<[u64]>>>);

impl Positions {
    /// Positions by their options; nothing if an option does not come before the position, so that play might
    /// not end.
    pub fn new(options: Vec<Vec<u64>>) -> Option<Positions> {
        let single = |own: Vec<u64>| own.into_iter().map(|to| Box::from([to])).collect();
        Positions::of_sums(options.into_iter().map(single).collect())
    }

    /// The same where an option is a sum of positions, an empty one if nothing is left.
    pub fn of_sums(options: Vec<Vec<Box<[u64]>>>) -> Option<Positions> {
        let mut own = options.iter().zip(0..);
        let ends = own.all(|(own, index)| own.iter().flatten().all(|to| *to < index));
        ends.then_some(Positions(options))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl HeapRules for Positions {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        let own = usize::try_from(size).ok().and_then(|size| self.0.get(size));
        own.into_iter().flatten().for_each(|option| out.push(option));
    }
}
