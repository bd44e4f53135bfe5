//! The engines that compute nim-sequences in bulk: what they have in common, and which one is used.
//!
//! Every engine is exact. A heuristic chooses the path, never the values: tests compare each engine
//! with [`Plain`], the definition.

use std::fmt;

use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Named, Options, Shape, TakeSet};

use crate::all_but::AllBut;
use crate::breaking::Breaking;
pub use crate::breaking::level::Level;
use crate::classes::Classes;
use crate::list::List;
use crate::marks::Marks;
use crate::sets::ValueSets;
use crate::shifted::Shifted;
use crate::state::Space;
use crate::theorem::ByTheorem;
use crate::values::Values;

/// Computes the values of heaps 0, 1, 2, ... of one game.
pub trait Engine: Send {
    /// Which engine computes the next value; the choice may change on the way.
    fn name(&self) -> Name;

    /// The values so far.
    fn values(&self) -> &Values;

    /// Goes on until `length` values are known, or until `go_on` answers false. It is asked several
    /// times a second, with the number of values known, and what is known then stays. Returns
    /// whether `length` was reached.
    fn extend(
        &mut self,
        length: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<bool, Error>;

    /// What the engine knows of the game's sparse space, if it uses one.
    fn sparse_space(&self) -> Option<SparseSpace<'_>> {
        None
    }
}

/// The engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// The definition.
    Plain,
    /// Lists of rare positions, one heap at a time: the classic method, kept for comparison.
    List,
    /// Few values and few rare positions: groups of heaps in vector registers.
    Tiny,
    /// More of them: a bitset for each value.
    Sliced,
    /// Many values and many rare positions: few candidates, and ranks compared.
    Sifted,
    /// Games without a sparse space.
    Direct,
    /// A number from a set is taken.
    Window,
    /// Three or more heaps may be left: the sets of values of pairs.
    Pairs,
    /// A theorem gives the value of every heap.
    Theorem,
}

impl Name {
    /// All engines.
    pub const ALL: [Name; 9] = [
        Name::Plain,
        Name::List,
        Name::Tiny,
        Name::Sliced,
        Name::Sifted,
        Name::Direct,
        Name::Window,
        Name::Pairs,
        Name::Theorem,
    ];
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Name::Plain => "plain",
            Name::List => "list",
            Name::Tiny => "tiny",
            Name::Sliced => "sliced",
            Name::Sifted => "sifted",
            Name::Direct => "direct",
            Name::Window => "window",
            Name::Pairs => "pairs",
            Name::Theorem => "theorem",
        })
    }
}

/// How the values are split into rare and common ones, and how the rare ones are known to be taken.
///
/// A value v of heap n is rare if the parity of `v & mask` equals (n - `parity`) mod 2 where the
/// space is `alternating`, and 0 where it is not. Two common parts make a rare value.
#[derive(Clone, Copy, Debug)]
pub struct SparseSpace<'a> {
    /// The bits that count.
    pub mask: u32,
    /// Whether rare and common change places from heap to heap.
    pub alternating: bool,
    /// The parity of all digits that break a heap, where the space is alternating.
    pub parity: u32,
    /// All rare positions from heap 1 on, ascending, with their values.
    pub rares: &'a [(usize, u32)],
    /// From this heap on, every rare value below a heap's value was seen in this very space as the
    /// value of an option with a part of at most `reach`, or that is one heap,
    pub since: usize,
    /// (see `since`)
    pub reach: usize,
    /// except at these heaps, where the smallest part needed was this one.
    pub exceptions: &'a [(usize, usize)],
}

impl SparseSpace<'_> {
    /// Whether a value is rare at a heap.
    #[inline]
    pub fn is_rare(&self, heap: usize, value: u32) -> bool {
        let wanted = if self.alternating { (heap as u32 ^ self.parity) & 1 } else { 0 };
        (value & self.mask).count_ones() & 1 == wanted
    }
}

/// Work between two questions to the caller, in options looked at or so: some milliseconds.
const STEPS: u64 = 1 << 20;

/// The loop of an engine's `extend`: each step adds at least one value, and answers how much work it was.
pub(super) fn drive<E: Engine>(
    engine: &mut E,
    length: usize,
    go_on: &mut dyn FnMut(usize) -> bool,
    mut step: impl FnMut(&mut E) -> Result<u64, Error>,
) -> Result<bool, Error> {
    let mut work = 0;
    while engine.values().len() < length {
        work += step(engine)?;
        if work > STEPS {
            work = 0;
            if !go_on(engine.values().len()) {
                return Ok(engine.values().len() >= length);
            }
        }
    }
    Ok(true)
}

/// What the caller wants of an engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// A certain engine; otherwise the fastest for the game.
    pub engine: Option<Name>,
    /// Worker threads; 0 and 1 both mean the caller's thread alone.
    pub threads: usize,
    /// Keep only the first and the last so many values where the engine allows it.
    pub keep: Option<usize>,
    /// The vector instructions of the engines for octal games, for comparisons; otherwise the best there are.
    pub level: Option<Level>,
}

/// The engine for a game, with the values that are already known.
pub fn engine<'a>(
    rules: &'a dyn HeapRules,
    known: Values,
    choice: Choice,
) -> Result<Box<dyn Engine + 'a>, Error> {
    if choice.engine != Some(Name::Plain)
        && !ByTheorem::applies(rules)
        && let Some(shifted) = Shifted::new(rules, known.clone(), choice)
    {
        return Ok(Box::new(shifted));
    }
    let name = choice.engine.unwrap_or_else(|| fastest(rules));
    build(name, rules, known, choice).ok_or_else(|| does_not_apply(name))
}

/// The engine that goes on from a state, in the same space.
pub(super) fn resume<'a>(
    rules: &'a dyn HeapRules,
    values: Values,
    space: Option<&Space>,
    largest: u32,
    choice: Choice,
) -> Result<Box<dyn Engine + 'a>, Error> {
    let Some(space) = space else { return engine(rules, values, choice) };
    let engine = Breaking::resume(rules, values, space, largest, choice);
    Ok(Box::new(engine.ok_or_else(|| does_not_apply(Name::Tiny))?))
}

/// The engine that is used where the caller has no wish; it applies.
fn fastest(rules: &dyn HeapRules) -> Name {
    if ByTheorem::applies(rules) {
        Name::Theorem
    } else if Breaking::applies(rules) {
        // It starts so and goes on as the values show.
        Name::Tiny
    } else if matches!(rules.shape(), Shape::Take(_)) {
        Name::Window
    } else if ValueSets::applies(rules) {
        Name::Pairs
    } else {
        Name::Plain
    }
}

fn build<'a>(
    name: Name,
    rules: &'a dyn HeapRules,
    known: Values,
    choice: Choice,
) -> Option<Box<dyn Engine + 'a>> {
    match name {
        Name::Plain => Some(Box::new(Plain::new(rules, known))),
        Name::Theorem => Some(Box::new(ByTheorem::new(rules, known).ok()?)),
        Name::List => Some(Box::new(List::new(rules, known)?)),
        Name::Tiny | Name::Sliced | Name::Sifted | Name::Direct => {
            Some(Box::new(Breaking::new(rules, known, choice)?))
        }
        Name::Window => window(rules, known),
        Name::Pairs => Some(Box::new(ValueSets::new(rules, known)?)),
    }
}

fn window<'a>(rules: &'a dyn HeapRules, known: Values) -> Option<Box<dyn Engine + 'a>> {
    match rules.shape() {
        Shape::Take(TakeSet::AllBut(_)) => Some(Box::new(AllBut::new(rules, known)?)),
        Shape::Take(TakeSet::Named(Named::Squares)) => Some(Box::new(Marks::new(rules, known)?)),
        Shape::Take(_) => Some(Box::new(Classes::new(rules, known)?)),
        _ => None,
    }
}

fn does_not_apply(name: Name) -> Error {
    Error::input(format!(
        "the engine {name} does not apply to this game; leave the choice to bouton"
    ))
}

/// The definition: the least value that no option has.
pub struct Plain<'a> {
    rules: &'a dyn HeapRules,
    values: Values,
    /// `seen[v] == n + 1`: heap n has an option of value v.
    seen: Vec<u64>,
}

impl<'a> Plain<'a> {
    /// Goes on from known values.
    pub fn new(rules: &'a dyn HeapRules, known: Values) -> Plain<'a> {
        Plain { rules, values: known, seen: Vec::new() }
    }
}

impl Engine for Plain<'_> {
    fn name(&self) -> Name {
        Name::Plain
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn extend(
        &mut self,
        length: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<bool, Error> {
        let mut steps = 0;
        while self.values.len() < length {
            let heap = self.values.len();
            let (values, seen) = (&self.values, &mut self.seen);
            let (stamp, mut stopped) = (heap as u64 + 1, false);
            self.rules.options(
                heap as u64,
                &mut Options::new(&mut |option| {
                    let value = option
                        .iter()
                        .fold(0, |sum, part| sum ^ values.get(*part as usize).unwrap_or(0));
                    if value as usize >= seen.len() {
                        seen.resize(value as usize + 1, 0);
                    }
                    seen[value as usize] = stamp;
                    steps += 1;
                    if steps % STEPS == 0 {
                        stopped = !go_on(heap);
                    }
                    !stopped
                }),
            );
            if let Some(fault) = self.rules.fault() {
                return Err(fault);
            }
            if stopped {
                return Ok(false);
            }
            let mex = seen.iter().position(|at| *at != stamp).unwrap_or(seen.len());
            self.values.push(mex as u32);
            steps += 1;
        }
        Ok(true)
    }
}
