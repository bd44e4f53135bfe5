//! The misère quotient as data: classes, their sums, the P-classes, and the class of each heap.

use bouton_core::Found;
use bouton_core::ask::{Ask, Meter};
use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Heaps, Options, PairsOf, Shape, left};
use bouton_core::natural::Natural;
use bouton_core::value::{Outcome, Play};

use crate::engine::{Engine, Status};
use crate::monoid::{Class, Monoid, ONE};
use crate::pairs::Pairs;
use crate::period::Period;

/// The quotient of a heap game, or of its heaps up to one.
#[derive(Clone, Debug)]
pub struct Quotient {
    play: Play,
    monoid: Monoid,
    classes: Vec<Class>,
    status: Status,
    wild_from: Option<usize>,
    pairs: Pairs,
    stopped: Option<Error>,
}

/// Options listed one by one where the classes of all heaps are known by a period: a tenth of a second.
const MOST_LISTED: u64 = 1 << 22;

impl Quotient {
    /// The quotient of the heaps up to `to`, or of all heaps where it closes before that. What stops earlier
    /// says why, and is exact as far as it goes.
    ///
    /// ```
    /// use bouton_core::ask::Ask;
    /// use bouton_core::heap::Code;
    /// use bouton_core::value::Play;
    /// use bouton_misere::Quotient;
    ///
    /// let kayles: Code = "0.77".parse().unwrap();
    /// let quotient = Quotient::of(&kayles, Play::Misere, 1000, &Ask::default());
    /// assert_eq!((quotient.monoid().order(), quotient.monoid().lost().count()), (40, 9));
    /// let period = quotient.period().unwrap();
    /// assert_eq!((period.period, period.preperiod), (12, 71));
    /// ```
    pub fn of(rules: &dyn HeapRules, play: Play, to: usize, ask: &Ask<'_>) -> Quotient {
        Quotient::run(Engine::new(rules, play == Play::Misere, ask), play, to)
    }

    /// The quotient of finitely many positions and their sums. Position i is the heap of size i; its options have
    /// smaller numbers.
    pub fn of_positions(
        rules: &dyn HeapRules,
        count: usize,
        play: Play,
        ask: &Ask<'_>,
    ) -> Quotient {
        Quotient::run(Engine::new(rules, play == Play::Misere, ask).ending(count), play, count)
    }

    fn run(mut engine: Engine<'_>, play: Play, to: usize) -> Quotient {
        let stopped = engine.run(to).err().map(|halt| engine.error(halt));
        let (wild_from, status) = (engine.wild_from(), engine.status().clone());
        let (monoid, classes, pairs) = engine.into_parts();
        Quotient { play, monoid, classes, status, wild_from, pairs, stopped }
    }

    /// Normal or misère: in normal play the quotient is the group of the Grundy values.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The classes and their sums.
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The classes of the heaps that were looked at one by one, from heap 0 on.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The largest heap that was looked at.
    pub fn computed_to(&self) -> usize {
        self.classes.len() - 1
    }

    /// How the classes of heaps repeat, once that is proved.
    pub fn period(&self) -> Option<Period> {
        match self.status {
            Status::Periodic(period) => Some(period),
            _ => None,
        }
    }

    /// Whether it is the quotient of all heaps.
    pub fn is_exact(&self) -> bool {
        self.status != Status::Open
    }

    /// Why it ended before the heap that was asked for.
    pub fn stopped(&self) -> Option<&Error> {
        self.stopped.as_ref()
    }

    /// The first heap with which the quotient is not that of a game of Nim.
    pub fn wild_from(&self) -> Option<usize> {
        self.wild_from
    }

    /// Whether the game is tame: none of its sums differs from one of Nim. Nothing where that is open.
    pub fn tame(&self) -> Option<bool> {
        match self.wild_from {
            Some(_) => Some(false),
            None => self.is_exact().then_some(true),
        }
    }

    /// What positions of each class win beside.
    pub(crate) fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// The class of a heap, where it is known.
    pub fn class(&self, size: &Natural) -> Option<Class> {
        if let Some(class) = size.to_u64().and_then(|size| self.class_of_word(size)) {
            return Some(class);
        }
        let Period { period, preperiod } = self.period()?;
        let beyond = size.minus(&Natural::from(preperiod))?;
        Some(self.classes[(preperiod + beyond.modulo(period)) as usize])
    }

    fn class_of_word(&self, size: u64) -> Option<Class> {
        if size < self.classes.len() as u64 {
            return Some(self.classes[size as usize]);
        }
        let Period { period, preperiod } = self.period()?;
        Some(self.classes[(preperiod + (size - preperiod) % period) as usize])
    }

    /// The class of some heaps together, where all are known.
    pub fn class_of(&self, heaps: &Heaps) -> Option<Class> {
        heaps.iter().try_fold(ONE, |sum, size| Some(self.monoid.sum(sum, self.class(&size)?)))
    }

    /// Who wins these heaps, where all are known.
    pub fn outcome(&self, heaps: &Heaps) -> Option<Outcome> {
        let class = self.class_of(heaps)?;
        Some(Outcome::from_mover_wins(!self.monoid.is_lost(class)))
    }

    /// The moves that leave a lost position, each a pile and what becomes of it.
    pub fn winning(
        &self,
        rules: &dyn HeapRules,
        heaps: &Heaps,
        limit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Found<(usize, Heaps)>, Error> {
        let mut found = Found::<(usize, Heaps)>::none();
        let classes: Option<Vec<Class>> = heaps.iter().map(|size| self.class(&size)).collect();
        let Some(classes) = classes else { return Ok(Found::unknown()) };
        // The sums of the classes before and behind each pile.
        let mut behind = vec![ONE; classes.len() + 1];
        for (pile, class) in classes.iter().enumerate().rev() {
            behind[pile] = self.monoid.sum(*class, behind[pile + 1]);
        }
        let mut before = ONE;
        for (pile, size) in heaps.iter().enumerate() {
            let others = self.monoid.sum(before, behind[pile + 1]);
            before = self.monoid.sum(before, classes[pile]);
            let room = limit.saturating_sub(found.moves.len());
            let own = self.options_beside(rules, &size, others, room, meter)?;
            found.complete &= own.complete;
            found.count = found.count.zip(own.count).map(|(sum, more)| &sum + &more);
            found.moves.extend(own.moves.into_iter().map(|to| (pile, to)));
        }
        Ok(found)
    }

    /// The options of a heap that are lost beside a class.
    fn options_beside(
        &self,
        rules: &dyn HeapRules,
        size: &Natural,
        others: Class,
        limit: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Found<Heaps>, Error> {
        if let Some(found) = self.by_remainders(rules, size, others, limit) {
            return Ok(found);
        }
        let Some(size) = size.to_u64() else { return Ok(Found::unknown()) };
        let (mut found, mut listed, mut spent) = (Found::none(), 0, Ok(()));
        rules.options(
            size,
            &mut Options::new(&mut |option| {
                let class = option.iter().try_fold(others, |sum, part| {
                    Some(self.monoid.sum(sum, self.class_of_word(*part)?))
                });
                if class.is_some_and(|class| self.monoid.is_lost(class)) {
                    found.add(left(option), limit);
                }
                listed += 1;
                spent = meter.work(1);
                spent.is_ok() && listed < MOST_LISTED
            }),
        );
        spent?;
        if listed == MOST_LISTED {
            (found.count, found.complete) = (None, false);
        }
        Ok(found)
    }

    /// The same for heaps far beyond the preperiod of a code that leaves at most two heaps: pairs with a given sum fall
    /// into as many kinds as the period is long.
    fn by_remainders(
        &self,
        rules: &dyn HeapRules,
        size: &Natural,
        others: Class,
        limit: usize,
    ) -> Option<Found<Heaps>> {
        let period = self.period()?;
        let Shape::Code(code) = rules.shape() else { return None };
        if code.most_heaps()? > 2 || !code.is_unconditional() {
            return None;
        }
        let last = code.last_digit()?;
        let far = Natural::from(2 * (period.preperiod + 1));
        let lost = |class: Class| self.monoid.is_lost(self.monoid.sum(class, others));
        let mut found = Found::none();
        for taken in 0..=last {
            let rest = size.minus(&Natural::from(taken)).filter(|rest| *rest >= far)?;
            if code.may_leave(taken, 1) && lost(self.class(&rest)?) {
                found.add([rest.clone()].into_iter().collect(), limit);
            }
            if code.may_leave(taken, 2) {
                let Period { period, preperiod } = period;
                let pairs = PairsOf { sum: &rest, unequal: false, preperiod, period };
                let fits = |small: &Natural, large: &Natural| {
                    let classes = self.class(small).zip(self.class(large));
                    classes.is_some_and(|(small, large)| lost(self.monoid.sum(small, large)))
                };
                pairs.add(&fits, limit, &mut found);
            }
        }
        Some(found)
    }
}
