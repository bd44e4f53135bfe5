//! Games played with piles in which a move changes one pile: one method, and the rest follows.

mod balance;
pub mod beside;
mod moves;
pub mod together;

use std::io::BufRead;
use std::ops::Range;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

pub use balance::Balance;
pub use moves::HeapMove;

use crate::analysis::{LONGEST_TO, Theorem};
use crate::error::Error;
use crate::game::MOST_LISTED;
use crate::heaps::{Heaps, Row};
use crate::natural::Natural;
use crate::rules::{Found, Moves, Rules};
use crate::scene::Scene;
use crate::sequence::{Code, TakeSet};
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

    /// The theorem behind `value`, or behind the misère rule of [`tame`](HeapRules::tame) or
    /// [`misere_alone`](HeapRules::misere_alone).
    fn theorem(&self, _play: Play) -> Option<&'static Theorem> {
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
    fn theorem(&self, play: Play) -> Option<&'static Theorem> {
        (**self).theorem(play)
    }
    fn tame(&self) -> bool {
        (**self).tame()
    }
    fn misere_alone(&self, size: &Natural) -> Option<Outcome> {
        (**self).misere_alone(size)
    }
}

impl HeapGame<Box<dyn HeapRules>> {
    /// A game whose rules stand behind a pointer.
    pub fn boxed(rules: impl HeapRules) -> HeapGame<Box<dyn HeapRules>> {
        HeapGame(Box::new(rules))
    }
}

/// Receives the options of a heap one by one, and may have enough before the end.
pub struct Options<'a> {
    take: &'a mut dyn FnMut(&[u64]) -> bool,
    full: bool,
}

impl<'a> Options<'a> {
    /// Options go to `take`, which answers whether it wants more.
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

/// The view of a sum of one-heap games that the sequence engine needs.
pub trait Piles<P, M> {
    /// The rules of one heap.
    fn rules(&self) -> &dyn HeapRules;
    /// The heap sizes of a position.
    fn sizes<'a>(&self, position: &'a P) -> &'a Heaps;
    /// The move that turns one pile, counted from 0, into others.
    fn change(&self, pile: usize, to: Heaps) -> M;
}

/// Every `HeapRules` as a game with any number of heaps.
pub struct HeapGame<H>(pub H);

impl<H: HeapRules> HeapGame<H> {
    fn balance(&self, heaps: &Heaps, play: Play) -> Option<Balance> {
        if play == Play::Misere && !self.0.tame() {
            return None;
        }
        let row =
            heaps.row().and_then(|row| Balance::of_row(row, |size| self.0.word_value(size), play));
        row.or_else(|| Balance::of(heaps.iter().map(|size| self.0.value(&size)), play))
    }

    /// The moves that bring the value of the whole to `goal`, or that win, by theorem alone.
    fn balancing_moves(
        &self,
        heaps: &Heaps,
        balance: &Balance,
        goal: &Nimber,
        limit: usize,
    ) -> Option<Found<HeapMove>> {
        let value_of = |size: &Natural| self.0.value(size);
        let options_to =
            |size: &Natural, target: &Nimber, room| Ok(self.0.options_to(size, target, room));
        let word_value = |size| self.0.word_value(size);
        let count_to = |size, target| self.0.count_to(size, target);
        let count = |piles: Range<usize>| match heaps.row()? {
            Row::Shorts(sizes) => balance.count(&sizes[piles], goal, word_value, count_to),
            Row::Words(sizes) => balance.count(&sizes[piles], goal, word_value, count_to),
        };
        let found = balance.moves(heaps, goal, limit, value_of, options_to, count);
        found.ok().flatten().map(|found| found.map(|(pile, to)| HeapMove::one(pile, to)))
    }

    fn is_dead(&self, size: &Natural) -> bool {
        // Of huge heaps not every option can be listed, and to keep a heap is never wrong.
        let Some(word) = size.to_u64().filter(|word| *word <= MOST_ASKED) else { return false };
        let mut dead = true;
        self.0.options(
            word,
            &mut Options::new(&mut |_| {
                dead = false;
                false
            }),
        );
        dead
    }

    fn allows(&self, size: &Natural, wanted: &Heaps) -> bool {
        if let Some(answer) = self.0.allows(size, wanted) {
            return answer;
        }
        let Some(word) = size.to_u64() else { return false };
        let wanted = wanted.sorted(|_| true);
        let (mut allowed, mut looked) = (false, 0);
        self.0.options(
            word,
            &mut Options::new(&mut |option| {
                allowed = left(option).sorted(|_| true) == wanted;
                looked += 1;
                !allowed && looked < MOST_LISTED
            }),
        );
        allowed
    }
}

/// The largest heap that is asked whether it has a move at all.
const MOST_ASKED: u64 = 1 << 24;

/// The heaps that an option leaves: a heap of 0 where nothing is left, so that no pile vanishes.
pub(crate) fn left(option: &[u64]) -> Heaps {
    if option.is_empty() { Heaps::one(0) } else { Heaps::from(option) }
}

impl<H: HeapRules> Rules for HeapGame<H> {
    type Position = Heaps;
    type Move = HeapMove;

    fn moves(&self, heaps: &Heaps, out: &mut Moves<'_, HeapMove>) {
        for pile in 0..heaps.len() {
            let Some(size) = heaps.word(pile) else { return out.too_many() };
            self.0.options(
                size,
                &mut Options::new(&mut |option| {
                    out.push(HeapMove::one(pile, left(option)));
                    !out.full()
                }),
            );
            if out.full() {
                return;
            }
        }
    }

    fn play(&self, heaps: &Heaps, mv: &HeapMove) -> Heaps {
        mv.play(heaps)
    }

    /// The same positions as by `moves` and `play`, without a move in between (bench `misere_nim`).
    #[inline]
    fn options(&self, heaps: &Heaps, mut take: impl FnMut(Heaps) -> bool) -> bool {
        for pile in 0..heaps.len() {
            let Some(size) = heaps.word(pile) else { return false };
            let mut ended = false;
            self.0.options(
                size,
                &mut Options::new(&mut |option| {
                    ended = !take(heaps.moved(pile, option));
                    !ended
                }),
            );
            if ended {
                return true;
            }
        }
        true
    }

    fn read_from(&self, input: &mut dyn BufRead) -> Result<Heaps, Error> {
        Heaps::read_from(input)
    }

    fn simplify(&self, heaps: Heaps) -> Heaps {
        heaps.sorted(|size| !self.is_dead(size))
    }

    fn split(&self, heaps: &Heaps) -> Option<Vec<Heaps>> {
        (heaps.len() > 1).then(|| heaps.iter().map(|size| [size].into_iter().collect()).collect())
    }

    fn value(&self, heaps: &Heaps) -> Option<Nimber> {
        self.balance(heaps, Play::Normal).map(|balance| balance.sum)
    }

    fn outcome(&self, heaps: &Heaps, play: Play) -> Option<Outcome> {
        if play == Play::Misere && heaps.len() == 1 && !self.0.tame() {
            return self.0.misere_alone(&heaps.get(0));
        }
        self.balance(heaps, play).map(|balance| balance.outcome())
    }

    fn moves_to(&self, heaps: &Heaps, target: &Nimber, limit: usize) -> Option<Found<HeapMove>> {
        let balance = self.balance(heaps, Play::Normal)?;
        self.balancing_moves(heaps, &balance, target, limit)
    }

    fn winning(&self, heaps: &Heaps, play: Play, limit: usize) -> Option<Found<HeapMove>> {
        let balance = self.balance(heaps, play)?;
        self.balancing_moves(heaps, &balance, &Nimber::ZERO, limit)
    }

    fn find_move(&self, heaps: &Heaps, text: &str) -> Option<Result<HeapMove, Error>> {
        Some(HeapMove::read(text, heaps).and_then(|mv| match mv.single() {
            Some((pile, to)) if self.allows(&heaps.get(pile), to) => Ok(mv),
            Some(_) => Err(Error::input(format!("{mv} is not allowed by the rules"))),
            None => Err(Error::input(format!("{mv} changes several piles: a move changes one"))),
        }))
    }

    fn is_long(&self, heaps: &Heaps) -> bool {
        // A heap and a blank are at least two letters.
        heaps.len() > LONGEST_TO / 2
    }

    fn theorem(&self, _heaps: &Heaps, play: Play) -> Option<&'static Theorem> {
        self.0.theorem(play)
    }

    fn describe(&self, heaps: &Heaps, mv: &HeapMove) -> String {
        mv.describe(heaps)
    }

    fn scene(&self, heaps: &Heaps) -> Scene {
        Scene::piles(heaps, &|pile, size| self.allows(&heaps.get(pile), &Heaps::one(size)))
    }

    fn random(&self, size: u64, random: &mut ChaCha8Rng) -> Option<Heaps> {
        Some(random_heaps(size, random))
    }

    fn piles(&self) -> Option<&dyn Piles<Heaps, HeapMove>> {
        Some(self)
    }
}

impl<H: HeapRules> Piles<Heaps, HeapMove> for HeapGame<H> {
    fn rules(&self) -> &dyn HeapRules {
        &self.0
    }
    fn sizes<'a>(&self, heaps: &'a Heaps) -> &'a Heaps {
        heaps
    }
    fn change(&self, pile: usize, to: Heaps) -> HeapMove {
        HeapMove::one(pile, to)
    }
}

/// One to five heaps with about `size` stones in all.
pub fn random_heaps(size: u64, random: &mut ChaCha8Rng) -> Heaps {
    let count = random.random_range(1..=5u64);
    let sizes: Vec<u64> = (0..count).map(|_| random.random_range(0..=size * 2 / count)).collect();
    Heaps::from(&sizes[..])
}
