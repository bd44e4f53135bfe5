//! A finite commutative monoid with its P-positions: the classes of positions that no sum tells apart.

use bouton_core::ask::Meter;

use crate::Halt;
use crate::bits::Bits;
use crate::diagram::{Diagrams, Set};

/// A class of positions. Class 0 is that of the empty position.
pub type Class = u16;

/// The class of the empty position.
pub const ONE: Class = 0;

/// The most classes that are looked at: the table has a cell for each two of them.
pub(crate) const MOST_CLASSES: usize = 10_000;

/// Classes, how they add, and which are lost.
#[derive(Clone, Debug, Default)]
pub struct Monoid {
    order: usize,
    table: Vec<Class>,
    lost: Vec<bool>,
    /// For each class, those beside which it is lost.
    partners: Vec<Bits>,
    /// How each class is reached: one heap of a kind added to an earlier class.
    paths: Vec<(Class, u8)>,
    /// The class of one heap of each kind.
    kinds: Vec<Class>,
}

impl Monoid {
    /// The classes of a set of P-positions of so many kinds of heaps: what is in the set once some heaps are
    /// there is all that these heaps mean (Myhill and Nerode).
    pub(crate) fn of(
        diagrams: &mut Diagrams,
        root: Set,
        kinds: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Monoid, Halt> {
        let mut numbers = rustc_hash::FxHashMap::default();
        numbers.insert(root, ONE);
        let (mut sets, mut paths, mut steps) = (vec![root], vec![(ONE, 0)], Vec::new());
        let mut next = 0;
        while next < sets.len() {
            for kind in 0..kinds as u8 {
                let set = diagrams.shift(sets[next], kind, meter)?;
                let found = sets.len() as Class;
                let class = *numbers.entry(set).or_insert(found);
                if class == found {
                    sets.push(set);
                    paths.push((next as Class, kind));
                    if sets.len() > MOST_CLASSES {
                        return Err(Halt::Endless);
                    }
                }
                steps.push(class);
            }
            next += 1;
        }
        let lost = sets.iter().map(|set| diagrams.holds_nothing(*set)).collect();
        let order = sets.len();
        meter.work((order * order) as u64 / 8)?;
        if (order * order) as u64 * 3 > meter.bytes_left(diagrams.bytes()) {
            return Err(Halt::Stopped(meter.out_of_memory()));
        }
        let mut table = vec![ONE; order * order];
        for a in 0..order {
            meter.work(order as u64)?;
            table[a * order] = a as Class;
            for b in 1..order {
                let (before, kind) = paths[b];
                let sum = usize::from(table[a * order + usize::from(before)]);
                table[a * order + b] = steps[sum * kinds + usize::from(kind)];
            }
        }
        let own = steps[..kinds].to_vec();
        Ok(Monoid::new(table, lost, paths, own))
    }

    fn new(
        table: Vec<Class>,
        lost: Vec<bool>,
        paths: Vec<(Class, u8)>,
        kinds: Vec<Class>,
    ) -> Monoid {
        let order = lost.len();
        let partners = (0..order).map(|a| {
            let row = &table[a * order..(a + 1) * order];
            let mut bits = Bits::new(order);
            for (b, sum) in row.iter().enumerate() {
                if lost[usize::from(*sum)] {
                    bits.insert(b);
                }
            }
            bits
        });
        let partners = partners.collect();
        Monoid { order, table, lost, partners, paths, kinds }
    }

    /// The monoid of the empty position alone.
    pub(crate) fn trivial(misere: bool) -> Monoid {
        Monoid::new(vec![ONE], vec![!misere], vec![(ONE, 0)], Vec::new())
    }

    /// The number of classes.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The class of two positions side by side.
    #[inline]
    pub fn sum(&self, a: Class, b: Class) -> Class {
        self.table[usize::from(a) * self.order + usize::from(b)]
    }

    /// The sums of a class with every class.
    pub fn row(&self, a: Class) -> &[Class] {
        &self.table[usize::from(a) * self.order..][..self.order]
    }

    /// Whether the positions of a class are lost by their mover.
    pub fn is_lost(&self, class: Class) -> bool {
        self.lost[usize::from(class)]
    }

    /// The classes whose positions are lost, ascending.
    pub fn lost(&self) -> impl Iterator<Item = Class> {
        self.classes().filter(|class| self.is_lost(*class))
    }

    /// All classes.
    pub fn classes(&self) -> std::ops::Range<Class> {
        0..self.order as Class
    }

    /// The classes beside which a class is lost.
    pub(crate) fn partners(&self, class: Class) -> &Bits {
        &self.partners[usize::from(class)]
    }

    /// The class of one heap of a kind.
    pub(crate) fn kind(&self, kind: usize) -> Class {
        self.kinds[kind]
    }

    /// A shortest list of kinds of heaps whose sum has this class, ascending.
    pub(crate) fn word(&self, mut class: Class) -> Vec<u8> {
        let mut word = Vec::new();
        while class != ONE {
            let (before, kind) = self.paths[usize::from(class)];
            word.push(kind);
            class = before;
        }
        word.sort_unstable();
        word
    }

    /// So many positions of a class side by side.
    pub fn times(&self, class: Class, count: u64) -> Class {
        let (mut power, mut rest, mut sum) = (class, count, ONE);
        while rest > 0 {
            if rest & 1 == 1 {
                sum = self.sum(sum, power);
            }
            power = self.sum(power, power);
            rest >>= 1;
        }
        sum
    }

    /// Whether this is the monoid of Nim with small heaps: the sums of heaps of 1, and beside them a group
    /// in which everything is its own opposite and only the neutral element is lost.
    pub fn is_tame(&self) -> bool {
        let lost: Vec<Class> = self.lost().collect();
        let square = |class| self.sum(class, class);
        match lost[..] {
            [] => self.order == 1,
            [one] if self.order == 2 => one != ONE && square(one) == ONE,
            [a, b] => [(a, b), (b, a)].into_iter().any(|(one, zero)| {
                one != ONE
                    && zero != ONE
                    && square(one) == ONE
                    && square(zero) == zero
                    && self
                        .classes()
                        .filter(|class| *class != ONE && *class != one)
                        .all(|class| square(class) == zero && self.sum(class, zero) == class)
            }),
            _ => false,
        }
    }
}
