//! Sets of positions as decision diagrams, each set kept once, so that equal sets have equal numbers.
//!
//! A position of m kinds of heaps is a vector of m multiplicities. A set of such vectors is a sequence, by
//! the multiplicity of the last kind, of sets of vectors of the other kinds; the sequence is ultimately
//! periodic and kept as short as it can be. At level 0 there are two sets: the empty one, and the one
//! that holds the empty vector.
//!
//! ```text
//! misère Nim with heaps of 1:   level 1   no yes | no yes | ...     preperiod 0, period 2
//! ```

use bouton_core::ask::Meter;
use rustc_hash::FxHashMap;

use crate::Halt;

/// The number of a set. At level 0, [`EMPTY`] and [`UNIT`].
pub type Set = u32;

/// The empty set at level 0.
pub const EMPTY: Set = 0;

/// The set of the empty vector at level 0.
pub const UNIT: Set = 1;

/// A place that no set has.
const FREE: Set = Set::MAX;

/// A vector: the kinds of its heaps, counted from 0, ascending, each as often as it occurs.
pub type Word = Box<[u8]>;

/// A sequence of sets of the level below.
#[derive(Clone, Copy)]
struct Node {
    start: u32,
    length: u16,
    preperiod: u16,
    level: u8,
}

/// All sets there are, and what is known of them.
pub struct Diagrams {
    nodes: Vec<Node>,
    cells: Vec<Set>,
    /// Open addressing by the contents of a node; [`FREE`] where free.
    places: Vec<Set>,
    unions: FxHashMap<u64, Set>,
    shifts: FxHashMap<u64, Set>,
    solutions: FxHashMap<Set, Set>,
    /// The empty set of each level.
    empty: Vec<Set>,
    /// The longest sequence that is followed.
    longest: usize,
}

/// A sequence as it is made.
struct Sequence {
    cells: Vec<Set>,
    preperiod: usize,
}

impl Diagrams {
    /// No sets but those of level 0. Sequences longer than `longest` end the work.
    pub fn new(longest: usize) -> Diagrams {
        let end = Node { start: 0, length: 0, preperiod: 0, level: 0 };
        Diagrams {
            nodes: vec![end; 2],
            cells: Vec::new(),
            places: vec![FREE; 1 << 10],
            unions: FxHashMap::default(),
            shifts: FxHashMap::default(),
            solutions: FxHashMap::default(),
            empty: vec![EMPTY],
            longest,
        }
    }

    /// Bytes of memory in use, by estimate.
    pub fn bytes(&self) -> u64 {
        let memo = self.unions.capacity() + self.shifts.capacity() + self.solutions.capacity();
        (self.nodes.capacity() * 12 + (self.cells.capacity() + self.places.len()) * 4 + memo * 20)
            as u64
    }

    /// The empty set of a level.
    fn empty(&mut self, level: usize, meter: &mut Meter<'_>) -> Result<Set, Halt> {
        while self.empty.len() <= level {
            let below = self.empty[self.empty.len() - 1];
            let empty = self.number(
                Sequence { cells: vec![below], preperiod: 0 },
                self.empty.len() as u8,
                meter,
            )?;
            self.empty.push(empty);
        }
        Ok(self.empty[level])
    }

    fn is_empty(&self, set: Set) -> bool {
        self.empty.get(usize::from(self.nodes[set as usize].level)) == Some(&set)
    }

    /// The sets of a sequence, its preperiod and its level.
    fn parts(&self, set: Set) -> (&[Set], usize, u8) {
        let Node { start, length, preperiod, level } = self.nodes[set as usize];
        (&self.cells[start as usize..start as usize + usize::from(length)], preperiod.into(), level)
    }

    /// The set at a place of a sequence, however far.
    fn at(&self, set: Set, place: usize) -> Set {
        let (cells, preperiod, _) = self.parts(set);
        match place < cells.len() {
            true => cells[place],
            false => cells[preperiod + (place - preperiod) % (cells.len() - preperiod)],
        }
    }

    /// The one number of a sequence.
    fn number(
        &mut self,
        mut sequence: Sequence,
        level: u8,
        meter: &mut Meter<'_>,
    ) -> Result<Set, Halt> {
        sequence.shorten();
        let Sequence { cells, preperiod } = sequence;
        if cells.len() > self.longest {
            return Err(Halt::Endless);
        }
        let mask = self.places.len() - 1;
        let mut place = hash(&cells, preperiod) as usize & mask;
        while self.places[place] != FREE {
            let known = self.places[place];
            let (there, before, _) = self.parts(known);
            // Sets of level 0 are elements only, and the level shows in the elements of the others.
            if there == cells && before == preperiod {
                return Ok(known);
            }
            place = (place + 1) & mask;
        }
        let set = self.nodes.len() as Set;
        self.places[place] = set;
        let start = u32::try_from(self.cells.len()).map_err(|_| Halt::Endless)?;
        let length = cells.len() as u16;
        self.nodes.push(Node { start, length, preperiod: preperiod as u16, level });
        self.cells.extend_from_slice(&cells);
        meter.position(self.bytes())?;
        if self.nodes.len() * 2 > self.places.len() {
            self.grow();
        }
        Ok(set)
    }

    fn grow(&mut self) {
        let mask = self.places.len() * 4 - 1;
        let mut places = vec![FREE; mask + 1];
        for set in 2..self.nodes.len() as Set {
            let (cells, preperiod, _) = self.parts(set);
            let mut place = hash(cells, preperiod) as usize & mask;
            while places[place] != FREE {
                place = (place + 1) & mask;
            }
            places[place] = set;
        }
        self.places = places;
    }

    /// What is in either set.
    pub fn or(&mut self, a: Set, b: Set, meter: &mut Meter<'_>) -> Result<Set, Halt> {
        if a == b || self.is_empty(b) {
            return Ok(a);
        }
        if self.is_empty(a) {
            return Ok(b);
        }
        let level = self.nodes[a as usize].level;
        if level == 0 {
            return Ok(UNIT);
        }
        let key = u64::from(a.min(b)) << 32 | u64::from(a.max(b));
        if let Some(known) = self.unions.get(&key) {
            return Ok(*known);
        }
        let ((cells_a, before_a, _), (cells_b, before_b, _)) = (self.parts(a), self.parts(b));
        let preperiod = before_a.max(before_b);
        let (period_a, period_b) = (cells_a.len() - before_a, cells_b.len() - before_b);
        let length = preperiod + period_a / gcd(period_a, period_b) * period_b;
        if length > 16 * self.longest {
            return Err(Halt::Endless);
        }
        meter.work(length as u64)?;
        let mut cells = Vec::with_capacity(length);
        for place in 0..length {
            cells.push(self.or(self.at(a, place), self.at(b, place), meter)?);
        }
        let union = self.number(Sequence { cells, preperiod }, level, meter)?;
        self.unions.insert(key, union);
        Ok(union)
    }

    /// What is in the set once one more heap of a kind is there.
    pub fn shift(&mut self, set: Set, kind: u8, meter: &mut Meter<'_>) -> Result<Set, Halt> {
        if self.is_empty(set) {
            return Ok(set);
        }
        let key = u64::from(set) << 8 | u64::from(kind);
        if let Some(known) = self.shifts.get(&key) {
            return Ok(*known);
        }
        let (cells, preperiod, level) = self.parts(set);
        let mut cells = cells.to_vec();
        meter.work(cells.len() as u64)?;
        let shifted = if kind + 1 == level {
            match preperiod {
                0 => cells.rotate_left(1),
                _ => drop(cells.remove(0)),
            }
            Sequence { cells, preperiod: preperiod.saturating_sub(1) }
        } else {
            for cell in &mut cells {
                *cell = self.shift(*cell, kind, meter)?;
            }
            Sequence { cells, preperiod }
        };
        let shifted = self.number(shifted, level, meter)?;
        self.shifts.insert(key, shifted);
        Ok(shifted)
    }

    /// What is in the set once these heaps are there too.
    fn shift_all(&mut self, set: Set, word: &[u8], meter: &mut Meter<'_>) -> Result<Set, Halt> {
        word.iter().try_fold(set, |set, kind| self.shift(set, *kind, meter))
    }

    /// Whether the empty vector is in the set.
    pub fn holds_nothing(&self, mut set: Set) -> bool {
        while set > UNIT {
            set = self.parts(set).0[0];
        }
        set == UNIT
    }

    /// The one set L such that a vector is in L exactly if it is not in `won` and no option of it is in
    /// L; `options` has the options of a heap of each kind, made of smaller kinds.
    pub fn solve(
        &mut self,
        won: Set,
        options: &[Vec<Word>],
        meter: &mut Meter<'_>,
    ) -> Result<Set, Halt> {
        if won <= UNIT {
            return Ok(UNIT - won);
        }
        if let Some(known) = self.solutions.get(&won) {
            return Ok(*known);
        }
        let (cells, before, level) = self.parts(won);
        let length = cells.len();
        let own = &options[usize::from(level) - 1];
        // By the number of heaps of this kind: what is lost with so many depends on what is lost with
        // one fewer, and on where in `won` this is. When both come back, so does all that follows.
        let (mut lost, mut seen) = (Vec::new(), FxHashMap::default());
        let solution = loop {
            let (count, place) = (lost.len(), self.at(won, lost.len()));
            let mut worked = place;
            if let Some(last) = lost.last() {
                for word in own {
                    let reached = self.shift_all(*last, word, meter)?;
                    worked = self.or(worked, reached, meter)?;
                }
            }
            let next = self.solve(worked, options, meter)?;
            let phase =
                if count < length { count } else { before + (count - before) % (length - before) };
            if let Some(first) = seen.insert((next, phase), count) {
                break Sequence { cells: lost, preperiod: first };
            }
            lost.push(next);
            if lost.len() > 2 * self.longest {
                return Err(Halt::Endless);
            }
        };
        let solution = self.number(solution, level, meter)?;
        self.solutions.insert(won, solution);
        Ok(solution)
    }

    /// The P-positions of all vectors of so many kinds. In misère play the empty vector is won.
    pub fn lost(
        &mut self,
        misere: bool,
        options: &[Vec<Word>],
        meter: &mut Meter<'_>,
    ) -> Result<Set, Halt> {
        let mut won = if misere { UNIT } else { EMPTY };
        for level in 1..=options.len() {
            let empty = self.empty(level - 1, meter)?;
            won = self.number(
                Sequence { cells: vec![won, empty], preperiod: 1 },
                level as u8,
                meter,
            )?;
        }
        self.solve(won, options, meter)
    }
}

impl Sequence {
    /// As short as it can be: the least period, then the least preperiod.
    fn shorten(&mut self) {
        let Sequence { cells, preperiod } = self;
        let period = cells.len() - *preperiod;
        let cycle = &cells[*preperiod..];
        let repeats = |shorter: &usize| {
            period % shorter == 0 && cycle[*shorter..] == cycle[..period - shorter]
        };
        let least = (1..period).find(repeats).unwrap_or(period);
        cells.truncate(*preperiod + least);
        while *preperiod > 0 && cells.last() == Some(&cells[*preperiod - 1]) {
            *preperiod -= 1;
            cells.pop();
        }
    }
}

fn hash(cells: &[Set], preperiod: usize) -> u64 {
    let mix =
        |state: u64, cell: u64| (state.rotate_left(5) ^ cell).wrapping_mul(0x517c_c1b7_2722_0a95);
    let state = cells.iter().fold(preperiod as u64, |state, cell| mix(state, u64::from(*cell)));
    state ^ state >> 29
}

fn gcd(mut a: usize, mut b: usize) -> usize {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}
