//! Subtraction sets with many values, such as the squares: 64 heaps at a time, option by option.
//!
//! For each number of the set the values of 64 neighbouring heaps are read in a row and marked, each in
//! the table of the heap it is an option of. It equals `engine::Plain`, without the walk through memory
//! for each heap. Sets with few values are better off value by value (`classes`).

use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Named, Shape, TakeSet};

use crate::engine::{Engine, Name, drive};
use crate::values::Values;

/// The engine for the squares.
pub struct Marks {
    values: Values,
    /// The same values for the inner loop.
    heaps: Vec<u32>,
    numbers: Vec<usize>,
    rest: std::iter::Peekable<Box<dyn Iterator<Item = u64> + Send>>,
    /// For each of 64 heaps: the values of its options.
    marks: Vec<u8>,
    largest: u32,
}

const BLOCK: usize = 64;

impl Marks {
    /// Goes on from known values, which must be complete; `None` where the engine does not apply.
    pub fn new(rules: &dyn HeapRules, known: Values) -> Option<Marks> {
        let Shape::Take(TakeSet::Named(named @ Named::Squares)) = rules.shape() else {
            return None;
        };
        if known.start() > 0 {
            return None;
        }
        let heaps: Vec<u32> = known.iter_from(0).collect();
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let (numbers, rest) = (Vec::new(), named.elements().peekable());
        Some(Marks { values: known, heaps, numbers, rest, marks: Vec::new(), largest })
    }

    /// The values of the next `count` heaps, at most 64.
    fn block(&mut self, count: usize) {
        let start = self.heaps.len();
        while let Some(number) = self.rest.next_if(|number| *number < (start + count) as u64) {
            self.numbers.push(number as usize);
        }
        // Each new value is at most one more than the largest before it.
        let width = self.largest as usize + BLOCK + 1;
        self.marks.clear();
        self.marks.resize(width * count, 0);
        let near = self.numbers.partition_point(|number| *number < BLOCK);
        for number in &self.numbers[near..] {
            // The first heap of the block from which the number can be taken.
            let first = number.saturating_sub(start);
            let options = &self.heaps[(start + first) - number..];
            let tables = self.marks.chunks_exact_mut(width).skip(first);
            tables.zip(options).for_each(|(table, value)| table[*value as usize] = 1);
        }
        for table in self.marks.chunks_exact_mut(width) {
            let heap = self.heaps.len();
            for number in self.numbers[..near].iter().filter(|number| **number <= heap) {
                table[self.heaps[heap - number] as usize] = 1;
            }
            let value = table.iter().position(|mark| *mark == 0).unwrap_or(width) as u32;
            self.largest = self.largest.max(value);
            self.heaps.push(value);
            self.values.push(value);
        }
    }
}

impl Engine for Marks {
    fn name(&self) -> Name {
        Name::Window
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn extend(
        &mut self,
        length: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<bool, Error> {
        drive(self, length, go_on, |engine| {
            engine.block((length - engine.values.len()).min(BLOCK));
            Ok((engine.numbers.len() * BLOCK + BLOCK) as u64)
        })
    }
}
