//! The misère quotient of a heap game, heap by heap.
//!
//! Each heap gets the class of a sum of smaller ones if a known position says so (`pairs`); otherwise it
//! becomes a generator, and the P-positions of all sums of generators are computed anew (`diagram`).
//! What was known of the other heaps is then checked against the new classes, and a heap that fails becomes a
//! generator too: heaps may stop being sums of smaller ones once larger heaps are there (0.07 at heap 25).
//! So the classes are those of all sums of the heaps so far, proved and not guessed.

use bouton_core::ask::{Ask, Meter};
use bouton_core::error::Error;
use bouton_core::heap::HeapRules;
use bouton_core::order::InOrder;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Halt;
use crate::bits::Bits;
use crate::diagram::{Diagrams, Word};
use crate::monoid::{Class, MOST_CLASSES, Monoid, ONE};
use crate::moves::Moves;
use crate::pairs::Pairs;
use crate::period::{Period, Window};

/// The longest sequence in a diagram: what is longer looks infinite. The sequences of all quotients known to be
/// finite are several times shorter.
const LONGEST: usize = 24;

/// The most generators: a kind of heap is a byte.
const MOST_KINDS: usize = 250;

/// How far a quotient has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is that of all heaps: their classes repeat for ever.
    Periodic(Period),
    /// It is that of all heaps: there are no more.
    Complete,
    /// It is that of the heaps so far; more may follow.
    Open,
}

/// What a heap is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It has no move, so it is nothing.
    Dead,
    /// Its class generates others.
    Generator,
    /// It has the class of a sum of generators, by its number.
    Sum(u32),
}

/// The quotient of the heaps so far.
pub struct Engine<'a> {
    moves: Moves<'a>,
    misere: bool,
    meter: Meter<'a>,
    window: Option<Window>,
    /// How many heaps there are, where there is an end.
    heaps: Option<usize>,
    roles: Vec<Role>,
    /// Sums of generators, as sizes of heaps.
    sums: Vec<Box<[u32]>>,
    sum_numbers: FxHashMap<Box<[u32]>, u32>,
    generators: Vec<u32>,
    diagrams: Diagrams,
    options: Vec<Vec<Word>>,
    monoid: Monoid,
    pairs: Pairs,
    classes: Vec<Class>,
    status: Status,
    next_look: usize,
    wild_from: Option<usize>,
}

/// What is computed anew when there is another generator.
struct Renewed {
    monoid: Monoid,
    pairs: Pairs,
    classes: Vec<Class>,
}

impl<'a> Engine<'a> {
    /// The empty position alone.
    pub fn new(rules: &'a dyn HeapRules, misere: bool, ask: &Ask<'a>) -> Engine<'a> {
        let monoid = Monoid::trivial(misere);
        Engine {
            moves: Moves::new(rules),
            misere,
            meter: Meter::new(ask),
            window: Window::of(&rules.shape()),
            heaps: None,
            roles: vec![Role::Dead],
            sums: Vec::new(),
            sum_numbers: FxHashMap::default(),
            generators: Vec::new(),
            diagrams: Diagrams::new(LONGEST),
            options: Vec::new(),
            pairs: Pairs::nothing(misere),
            monoid,
            classes: vec![ONE],
            status: Status::Open,
            next_look: 4,
            wild_from: None,
        }
    }

    /// There are only so many heaps, heap 0 counted.
    pub fn ending(self, heaps: usize) -> Engine<'a> {
        let status = if heaps <= 1 { Status::Complete } else { Status::Open };
        Engine { heaps: Some(heaps), status, ..self }
    }

    /// What was found: the classes, the class of each heap, and the least pairs.
    pub fn into_parts(self) -> (Monoid, Vec<Class>, Pairs) {
        (self.monoid, self.classes, self.pairs)
    }

    /// How far the quotient has come.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// The first heap with which the quotient is not that of a game of Nim.
    pub fn wild_from(&self) -> Option<usize> {
        self.wild_from
    }

    /// Goes on to a heap, or until the quotient is that of all heaps.
    pub fn run(&mut self, to: usize) -> Result<(), Halt> {
        while self.status == Status::Open && self.classes.len() <= to {
            self.next()?;
            self.look();
        }
        Ok(())
    }

    fn look(&mut self) {
        let length = self.classes.len();
        if self.heaps == Some(length) {
            self.status = Status::Complete;
        } else if length >= self.next_look {
            self.next_look = length + 1 + length / 64;
            if let Some(period) = self.window.and_then(|window| window.find(&self.classes)) {
                self.status = Status::Periodic(period);
            }
        }
    }

    /// One more heap.
    fn next(&mut self) -> Result<(), Halt> {
        let heap = self.classes.len();
        let wins = wins(&self.moves, heap, &self.classes, &self.monoid, &mut self.meter)?;
        let Some(wins) = wins else {
            self.roles.push(Role::Dead);
            self.classes.push(ONE);
            return Ok(());
        };
        if let Some(class) = self.pairs.class(&self.monoid, &wins) {
            let word = self.monoid.word(class);
            let sum = word.iter().map(|kind| self.generators[usize::from(*kind)]).collect();
            let sum = self.sum_number(sum);
            self.roles.push(Role::Sum(sum));
            self.classes.push(class);
            return Ok(());
        }
        let (roles, generators) = (self.roles.clone(), self.generators.clone());
        self.roles.push(Role::Generator);
        self.generators.push(heap as u32);
        match self.renew() {
            Ok(Renewed { monoid, pairs, classes }) => {
                (self.monoid, self.pairs, self.classes) = (monoid, pairs, classes);
                if self.wild_from.is_none() && !self.monoid.is_tame() {
                    self.wild_from = Some(heap);
                }
                Ok(())
            }
            Err(halt) => {
                (self.roles, self.generators) = (roles, generators);
                Err(halt)
            }
        }
    }

    fn sum_number(&mut self, sum: Box<[u32]>) -> u32 {
        let next = self.sums.len() as u32;
        if let Some(known) = self.sum_numbers.get(&sum) {
            return *known;
        }
        self.sums.push(sum.clone());
        self.sum_numbers.insert(sum, next);
        next
    }

    /// The classes of all heaps so far, once there are other generators. Heaps that have no class become
    /// generators too.
    fn renew(&mut self) -> Result<Renewed, Halt> {
        loop {
            let (renewed, failing) = self.with_generators()?;
            let Some(heap) = failing else { return Ok(renewed) };
            self.roles[heap] = Role::Generator;
            let place = self.generators.partition_point(|generator| (*generator as usize) < heap);
            self.generators.insert(place, heap as u32);
            // Kinds above have other numbers now.
            self.diagrams = Diagrams::new(LONGEST);
            self.options.clear();
        }
    }

    fn with_generators(&mut self) -> Result<(Renewed, Option<usize>), Halt> {
        if self.generators.len() > MOST_KINDS {
            return Err(Halt::Endless);
        }
        self.options.truncate(self.generators.len() - 1);
        for kind in self.options.len()..self.generators.len() {
            let words = self.words(self.generators[kind] as usize)?;
            self.options.push(words);
        }
        let meter = &mut self.meter;
        let root = self.diagrams.lost(self.misere, &self.options, meter)?;
        let monoid = Monoid::of(&mut self.diagrams, root, self.options.len(), meter)?;
        let kind_of = |heap: u32| self.generators.partition_point(|generator| *generator < heap);
        let sums: Vec<Class> = self
            .sums
            .iter()
            .map(|sum| {
                sum.iter().fold(ONE, |sum, heap| monoid.sum(sum, monoid.kind(kind_of(*heap))))
            })
            .collect();
        let classes: Vec<Class> = self
            .roles
            .iter()
            .zip(0..)
            .map(|(role, heap)| match role {
                Role::Dead => ONE,
                Role::Generator => monoid.kind(kind_of(heap)),
                Role::Sum(sum) => sums[*sum as usize],
            })
            .collect();
        let (mut kinds, mut sums) = (Vec::new(), Vec::new());
        for (heap, role) in self.roles.iter().enumerate().filter(|(_, role)| **role != Role::Dead) {
            let wins = wins(&self.moves, heap, &classes, &monoid, &mut self.meter)?;
            let wins = wins.unwrap_or_default();
            match role {
                Role::Generator => kinds.push((classes[heap], wins)),
                // This is cheap to see, and the pairs are not cheap.
                _ if wins.meets(monoid.partners(classes[heap])) => {
                    let pairs = Pairs::nothing(self.misere);
                    return Ok((Renewed { monoid, pairs, classes }, Some(heap)));
                }
                _ => sums.push((heap, wins)),
            }
        }
        let pairs = Pairs::closed(&monoid, &kinds, self.misere, &mut self.meter)?;
        let fails = |(heap, wins): &&(usize, Bits)| !pairs.admits(&monoid, classes[*heap], wins);
        let failing = sums.iter().find(fails).map(|(heap, _)| *heap);
        Ok((Renewed { monoid, pairs, classes }, failing))
    }

    /// The options of a heap as sums of generators, each once.
    fn words(&mut self, heap: usize) -> Result<Vec<Word>, Halt> {
        let mut words: FxHashSet<Word> = FxHashSet::default();
        let (roles, sums, generators) = (&self.roles, &self.sums, &self.generators);
        let kind_of = |heap: u32| generators.partition_point(|generator| *generator < heap) as u8;
        let mut word: Vec<u8> = Vec::new();
        self.moves.each(heap, &mut self.meter, |option| {
            word.clear();
            for part in option {
                match roles[*part as usize] {
                    Role::Dead => {}
                    Role::Generator => word.push(kind_of(*part as u32)),
                    Role::Sum(sum) => {
                        word.extend(sums[sum as usize].iter().map(|heap| kind_of(*heap)));
                    }
                }
            }
            word.sort_unstable();
            if !words.contains(&word[..]) {
                words.insert(word.clone().into_boxed_slice());
            }
        })?;
        let mut words: Vec<Word> = words.into_iter().collect();
        words.put_in_order();
        Ok(words)
    }

    /// The reason of a stop, as an error.
    pub fn error(&self, halt: Halt) -> Error {
        match halt {
            Halt::Stopped(error) => error,
            Halt::Endless => Error::Stopped(format!(
                "stopped at heap {}: with it the quotient looks infinite, or has more than {MOST_CLASSES} classes",
                self.classes.len()
            )),
        }
    }
}

/// Beside which classes a heap can be won by a move of its own; nothing if it has no move.
fn wins(
    moves: &Moves<'_>,
    heap: usize,
    classes: &[Class],
    monoid: &Monoid,
    meter: &mut Meter<'_>,
) -> Result<Option<Bits>, Halt> {
    let mut options = Bits::new(monoid.order());
    if !moves.classes(heap, classes, monoid, &mut options, meter)? {
        return Ok(None);
    }
    let mut wins = Bits::new(monoid.order());
    for option in options.iter() {
        wins.unite(monoid.partners(option as Class));
    }
    Ok(Some(wins))
}
