//! Games played with piles in which a move changes one pile: one method, and the rest follows.

mod balance;
pub mod beside;
mod moves;
pub mod together;

use std::io::BufRead;
use std::ops::Range;

pub use balance::Balance;
pub use bouton_core::heap::{HeapRules, Heaps, Options, Row, Shape};
pub use moves::HeapMove;

use bouton_core::formula::ClosedForm;
use bouton_core::heap::left;

use crate::analysis::Theorem;
use crate::error::Error;
use crate::explain::Step;
use crate::game::MOST_LISTED;
use crate::natural::Natural;
use crate::rules::{Found, Moves, Random, Rules, Stream};
use crate::scene::{Divided, Rows, Scene};
use crate::value::{Nimber, Outcome, Play};

impl HeapGame<Box<dyn HeapRules>> {
    /// A game whose rules stand behind a pointer.
    pub fn boxed(rules: impl HeapRules) -> HeapGame<Box<dyn HeapRules>> {
        HeapGame(Box::new(rules))
    }
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
            Row::Bytes(sizes) => balance.count_bytes(&sizes[piles], goal, word_value, count_to),
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

    /// Numbers with their factors, and a card for each that may be subtracted.
    fn divided(&self, heaps: &Heaps) -> Scene {
        let others = |place: usize| {
            let (mut cards, Some(size)) = (Vec::new(), heaps.word(place)) else {
                return Vec::new();
            };
            self.0.options(
                size,
                &mut Options::new(&mut |option| {
                    let rest: u64 = option.iter().sum();
                    let taken = size - rest.min(size);
                    cards.push((
                        format!("\u{2212} {taken}"),
                        format!("Subtract {taken} from {size}, leaving {rest}"),
                        HeapMove::one(place, left(option)).to_string(),
                    ));
                    cards.len() < MOST_ASKED_CARDS
                }),
            );
            cards
        };
        let why = "A divisor is subtracted: choose one from the cards.";
        Scene::factors(heaps, &Divided { power: &|_, _| None, why, others: &others })
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
/// Cards that a picture asks for; it draws fewer.
const MOST_ASKED_CARDS: usize = 100;

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

    fn read(&self, text: &str) -> Result<Heaps, Error> {
        self.0.drawn(text).unwrap_or_else(|| text.parse())
    }

    fn find_move(&self, heaps: &Heaps, text: &str) -> Option<Result<HeapMove, Error>> {
        Some(HeapMove::read(text, heaps).and_then(|mv| match mv.single() {
            Some((pile, to)) if self.allows(&heaps.get(pile), to) => Ok(mv),
            Some(_) => Err(Error::input(format!("{mv} is not allowed by the rules"))),
            None => Err(Error::input(format!("{mv} changes several piles: a move changes one"))),
        }))
    }

    fn theorem(&self, _heaps: &Heaps, play: Play) -> Option<&'static Theorem> {
        self.0.theorem(play)
    }

    fn closed_form(&self, play: Play) -> Option<ClosedForm> {
        self.0.closed_form().filter(|_| play == Play::Normal)
    }

    fn describe(&self, heaps: &Heaps, mv: &HeapMove) -> String {
        let own = |(pile, left)| self.0.describe(pile + 1, &heaps.get(pile), left);
        mv.single().and_then(own).unwrap_or_else(|| mv.describe(heaps))
    }

    fn explain(&self, heaps: &Heaps, play: Play) -> Option<Vec<Step>> {
        let mut sizes = heaps.iter().filter(|size| !size.is_zero());
        let alone = sizes.next().filter(|_| sizes.next().is_none())?;
        Some(vec![Step::new("idea", self.0.alone(&alone, play)?)])
    }

    fn last_move(&self) -> Option<&'static str> {
        self.0.last_move()
    }

    fn scene(&self, heaps: &Heaps) -> Scene {
        if self.0.divides() {
            return self.divided(heaps);
        }
        let allows = |size: u64, to: &[u64]| self.allows(&size.into(), &Heaps::from(to));
        let options = |size: u64, each: &mut dyn FnMut(&[u64]) -> bool| {
            self.0.options(size, &mut Options::new(each));
        };
        match Rows::of(&options, &allows) {
            Some(rows) if self.0.is_strip() => rows.of_squares().scene(heaps),
            Some(rows) => rows.scene(heaps),
            None => {
                Scene::piles(heaps, &|pile, size| self.allows(&heaps.get(pile), &Heaps::one(size)))
            }
        }
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<Heaps> {
        Some(random_heaps(size, random))
    }

    fn heap(&self) -> Option<&dyn HeapRules> {
        Some(&self.0)
    }

    fn fault(&self) -> Option<Error> {
        self.0.fault()
    }

    fn stream(&self) -> Option<&dyn Stream<Heaps>> {
        Some(self)
    }
}

impl<H: HeapRules> Stream<Heaps> for HeapGame<H> {
    fn read_from(&self, input: &mut dyn BufRead) -> Result<Heaps, Error> {
        Heaps::read_from(input)
    }
}

/// One to five heaps with about `size` stones in all.
pub fn random_heaps(size: u64, random: &mut Random) -> Heaps {
    let count = random.between(1, 5u64);
    let sizes: Vec<u64> = (0..count).map(|_| random.between(0, size * 2 / count)).collect();
    Heaps::from(&sizes[..])
}
