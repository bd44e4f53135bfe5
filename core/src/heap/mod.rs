//! Heaps: a row of them, which is a position, and the rules of one: what a move may leave of it.
//!
//! Codes and subtraction sets are rules themselves; the engines of nim-sequences choose by them.

mod code;
mod notation;
mod pairs;
mod row;
mod spelling;
mod take;

pub use code::{Code, Condition, Digit, MOST_COUNTED, Tail};
#[doc(hidden)]
pub use pairs::PairsOf;
pub use row::{Heaps, Row, tally};
pub use take::{Named, TakeSet};

use crate::error::Error;
use crate::formula::ClosedForm;
use crate::found::Found;
use crate::natural::Natural;
use crate::theorem::Theorem;
use crate::value::{Nimber, Outcome, Play};

/// What may become of one heap. The position of such a game is any number of heaps.
pub trait HeapRules: Send + Sync + 'static {
    /// The options of a heap, each a list of heaps; an empty list means that nothing is left.
    fn options(&self, size: u64, out: &mut Options<'_>);

    /// What is known of the shape of the rules: it chooses the engine and the theorem that can
    /// prove a period.
    fn shape(&self) -> Shape<'_> {
        Shape::Other
    }

    /// A code, and a number of stones: heap n has the value of heap n and so many more of it.
    fn shifted(&self) -> Option<(&Code, u64)> {
        None
    }

    /// The Grundy value of a heap, by a theorem.
    fn value(&self, _size: &Natural) -> Option<Nimber> {
        None
    }

    /// The same for words; worth writing where rows of millions of heaps are usual.
    #[inline]
    fn word_value(&self, size: u64) -> Option<u64> {
        self.value(&Natural::from(size))?.0.to_u64()
    }

    /// How many options of a heap have a given value, by a theorem; for words likewise.
    #[inline]
    fn count_to(&self, size: u64, target: u64) -> Option<u64> {
        self.options_to(&Natural::from(size), &Nimber::from(target), 0)?.count?.to_u64()
    }

    /// The options of a given value, found without listing all of them.
    fn options_to(&self, _size: &Natural, _target: &Nimber, _limit: usize) -> Option<Found<Heaps>> {
        None
    }

    /// Whether a heap may become these heaps; needed where options are too many to list.
    fn allows(&self, _size: &Natural, _left: &Heaps) -> Option<bool> {
        None
    }

    /// Whether heaps are numbers whose divisors count, so that a picture shows their factors.
    fn divides(&self) -> bool {
        false
    }

    /// The theorem behind `value`, or behind the misère rule of [`tame`](HeapRules::tame) or
    /// [`misere_alone`](HeapRules::misere_alone).
    fn theorem(&self, _play: Play) -> Option<&'static Theorem> {
        None
    }

    /// The value of one heap as a formula that the theorem of normal play states.
    fn closed_form(&self) -> Option<ClosedForm> {
        None
    }

    /// What the last move of every game does, in the words of a player: `takes the last stone`.
    fn last_move(&self) -> Option<&'static str> {
        None
    }

    /// Whether misère play follows the rule of misère Nim on the Grundy values.
    fn tame(&self) -> bool {
        false
    }

    /// The misère outcome of a heap that stands alone, by a theorem.
    fn misere_alone(&self, _size: &Natural) -> Option<Outcome> {
        None
    }

    /// The value that a theorem gives a heap, with its numbers put in: `21 = 5 * 4 + 1: it is worth 1.`
    fn told(&self, _size: &Natural) -> Option<String> {
        None
    }

    /// How a heap that stands alone is played, where that needs no values.
    fn alone(&self, _size: &Natural, _play: Play) -> Option<String> {
        None
    }

    /// A position that is drawn rather than given by numbers, if the text looks so.
    fn drawn(&self, _text: &str) -> Option<Result<Heaps, Error>> {
        None
    }

    /// Whether a row is free squares on which something is put, and not things that are taken.
    fn is_strip(&self) -> bool {
        false
    }

    /// A move in words, where it does not take stones: what becomes of which pile, counted from 1.
    fn describe(&self, _pile: usize, _size: &Natural, _left: &Heaps) -> Option<String> {
        None
    }

    /// For rules that can fail, because their text does: what failed. Whoever lists options asks, since a failure
    /// leaves them without an end.
    fn fault(&self) -> Option<Error> {
        None
    }
}

/// Rules behind a pointer, for games that need no inlining: what is generic over games is then
/// compiled once for all of them.
impl HeapRules for Box<dyn HeapRules> {
    fn options(&self, size: u64, out: &mut Options<'_>) {
        (**self).options(size, out);
    }
    fn shape(&self) -> Shape<'_> {
        (**self).shape()
    }
    fn shifted(&self) -> Option<(&Code, u64)> {
        (**self).shifted()
    }
    fn value(&self, size: &Natural) -> Option<Nimber> {
        (**self).value(size)
    }
    fn word_value(&self, size: u64) -> Option<u64> {
        (**self).word_value(size)
    }
    fn count_to(&self, size: u64, target: u64) -> Option<u64> {
        (**self).count_to(size, target)
    }
    fn options_to(&self, size: &Natural, target: &Nimber, limit: usize) -> Option<Found<Heaps>> {
        (**self).options_to(size, target, limit)
    }
    fn allows(&self, size: &Natural, left: &Heaps) -> Option<bool> {
        (**self).allows(size, left)
    }
    fn divides(&self) -> bool {
        (**self).divides()
    }
    fn theorem(&self, play: Play) -> Option<&'static Theorem> {
        (**self).theorem(play)
    }
    fn closed_form(&self) -> Option<ClosedForm> {
        (**self).closed_form()
    }
    fn last_move(&self) -> Option<&'static str> {
        (**self).last_move()
    }
    fn tame(&self) -> bool {
        (**self).tame()
    }
    fn misere_alone(&self, size: &Natural) -> Option<Outcome> {
        (**self).misere_alone(size)
    }
    fn told(&self, size: &Natural) -> Option<String> {
        (**self).told(size)
    }
    fn drawn(&self, text: &str) -> Option<Result<Heaps, Error>> {
        (**self).drawn(text)
    }
    fn is_strip(&self) -> bool {
        (**self).is_strip()
    }
    fn alone(&self, size: &Natural, play: Play) -> Option<String> {
        (**self).alone(size, play)
    }
    fn describe(&self, pile: usize, size: &Natural, left: &Heaps) -> Option<String> {
        (**self).describe(pile, size, left)
    }
    fn fault(&self) -> Option<Error> {
        (**self).fault()
    }
}

/// Receives the options of a heap one by one, and may have enough before the end.
pub struct Options<'a> {
    take: &'a mut dyn FnMut(&[u64]) -> bool,
    full: bool,
}

impl<'a> Options<'a> {
    /// Options go to `take`, which answers whether it wants more.
    #[inline]
    pub fn new(take: &'a mut dyn FnMut(&[u64]) -> bool) -> Options<'a> {
        Options { take, full: false }
    }

    /// Adds an option.
    #[inline]
    pub fn push(&mut self, heaps: &[u64]) {
        if !self.full {
            self.full = !(self.take)(heaps);
        }
    }

    /// Whether no more options are wanted: loops over many options ask this and return.
    #[inline]
    pub fn full(&self) -> bool {
        self.full
    }
}

/// The shape of a heap game's rules.
pub enum Shape<'a> {
    /// A number from a set is taken from the heap.
    Take(&'a TakeSet),
    /// Taking and breaking by a code, such as 0.77.
    Code(&'a Code),
    /// Nothing is known.
    Other,
}

/// The heaps that an option leaves: a heap of 0 where nothing is left, so that no pile vanishes.
#[doc(hidden)]
pub fn left(option: &[u64]) -> Heaps {
    if option.is_empty() { Heaps::one(0) } else { Heaps::from(option) }
}
