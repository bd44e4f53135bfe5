//! The search for a period: an engine is driven forward until a theorem proves one.
//!
//! Windows of recent values are remembered at lengths that grow by an eighth. Each new value is
//! compared only with these windows, and with the values one candidate period back; nothing is done
//! again. A window that comes back after p heaps makes p a candidate, and from the heap where its
//! repetition begins follows the length at which a theorem can prove it. So the work is little more than
//! that of the values themselves, and about n0 + p of them suffice for a game with a sparse space.

use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Shape};
use bouton_core::order::InOrder;

use crate::engine::{self, Choice, Engine, Name};
use crate::forgetful::{Again, Archive};
use crate::observe::{Repetition, observe};
use crate::pairs::PairRules;
use crate::period::{self, Period, Proof, StateRepetition};
use crate::recurrence::{Memory, recurs};
use crate::state::{self, Space};
use crate::values::Values;
use crate::window::Window;
use crate::{TakeSet, witnesses};

/// What is known of a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is proved.
    Proved(Period),
    /// The values repeat as far as they were computed, and no theorem says that they go on.
    Observed(Repetition),
    /// Nothing of the kind was found.
    Open,
}

impl Verdict {
    /// The word for `"status"` in JSON and in tables.
    pub fn status(&self) -> &'static str {
        match self {
            Verdict::Proved(_) => "proved",
            Verdict::Observed(_) => "observed",
            Verdict::Open => "open",
        }
    }
}

/// A search for the period of one game; it can be continued.
pub struct Search<'a> {
    rules: &'a dyn HeapRules,
    engine: Box<dyn Engine + 'a>,
    window: Option<Window>,
    pairs: Option<PairRules>,
    states: Option<States>,
    memories: Vec<Memory>,
    candidates: Vec<Candidate>,
    /// Where the engine forgets: states to go back to.
    archive: Archive,
    /// Values below this heap were looked at.
    looked: usize,
    /// The length at which all theorems of windows are next tried; lengths double.
    next_trial: usize,
    largest: u32,
    proved: Option<Period>,
}

/// A period p with G(i) = G(i + p) for all i from `start` on, as far as was looked.
struct Candidate {
    period: usize,
    start: usize,
}

/// What the theorem for all-but sets looks at.
#[derive(Default)]
struct States {
    missing: Vec<u64>,
    values: Vec<u32>,
    seen: StateRepetition,
}

/// Candidates at one time; more are the noise of a sequence that nearly repeats.
const MOST_CANDIDATES: usize = 16;

/// Times that one window may come back in vain between two looks.
const MOST_TRIED: usize = 64;

/// The length at which the first window is remembered.
const FIRST: usize = 16;

/// Values between two questions to the caller.
const ASKED: usize = 2048;

/// Beyond this length only what came back is tried: a trial of everything needs memory for all values.
const LAST_TRIAL: usize = 1 << 20;

impl<'a> Search<'a> {
    /// A search from known values on.
    pub fn new(
        rules: &'a dyn HeapRules,
        known: Values,
        choice: Choice,
    ) -> Result<Search<'a>, Error> {
        Ok(Search::with_engine(rules, engine::engine(rules, known, choice)?))
    }

    /// A search that drives this engine, which computes the values of these rules.
    pub fn with_engine(rules: &'a dyn HeapRules, engine: Box<dyn Engine + 'a>) -> Search<'a> {
        let (window, pairs) = match rules.shape() {
            Shape::Code(code) => (Window::of(&rules.shape()), PairRules::of(code)),
            shape => (Window::of(&shape), None),
        };
        let states = match rules.shape() {
            Shape::Take(TakeSet::AllBut(missing)) => {
                Some(States { missing: missing.clone(), ..States::default() })
            }
            _ => None,
        };
        Search {
            rules,
            engine,
            states,
            window,
            pairs,
            memories: Vec::new(),
            candidates: Vec::new(),
            archive: Archive::default(),
            looked: 0,
            next_trial: 2 * FIRST,
            largest: 0,
            proved: None,
        }
    }

    /// A search that goes on from a state, which [`Search::state`] wrote; of the choice only the threads count.
    pub fn resume(
        rules: &'a dyn HeapRules,
        state: &[u8],
        choice: Choice,
    ) -> Result<Search<'a>, Error> {
        let name = rules.shape().spelled().ok_or_else(no_state)?;
        let state = state::read(&name, state)?;
        let looked = state.values.len();
        let choice = Choice { keep: state.values.limit(), ..choice };
        let engine =
            engine::resume(rules, state.values, state.space.as_ref(), state.largest, choice)?;
        Ok(Search {
            looked,
            largest: state.largest,
            memories: state.memories,
            archive: state.archive,
            ..Search::with_engine(rules, engine)
        })
    }

    /// All that a search without a history needs to go on, and that a certificate will need, as the bytes of
    /// a file. Any version of the engines can read it.
    pub fn state(&self) -> Result<Vec<u8>, Error> {
        let name = self.rules.shape().spelled().ok_or_else(no_state)?;
        let values = self.values();
        if values.limit().is_none() || self.looked < values.len() {
            return Err(no_state());
        }
        let space = self.engine.sparse_space().map(|space| Space::of(&space));
        Ok(state::write(
            &name,
            (values, space.as_ref()),
            (self.largest, &self.memories, &self.archive),
        ))
    }

    /// The engine, with all that it knows.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// The values below this heap are known.
    pub fn length(&self) -> usize {
        self.engine.values().len()
    }

    /// The largest value so far.
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// The engine that computed the last values.
    pub fn name(&self) -> Name {
        self.engine.name()
    }

    /// Goes on until a period is proved, `length` values are known, or `go_on` answers false.
    pub fn run(
        &mut self,
        length: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Option<&Period>, Error> {
        let mut asked = self.engine.values().len();
        while self.proved.is_none() && self.look(length, go_on)? {
            let next = self.next_length().min(length);
            let known = self.engine.values().len();
            // An engine asks by the work of one call, and calls are many.
            let goes_on = known - asked < ASKED || go_on(known);
            if known - asked >= ASKED {
                asked = known;
            }
            if !goes_on || (known < next && !self.engine.extend(next, go_on)?) {
                self.look(length, go_on)?;
                break;
            }
        }
        Ok(self.proved.as_ref())
    }

    /// More values, whatever is proved already: a certificate may need a few.
    pub fn extend(
        &mut self,
        length: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<bool, Error> {
        self.engine.extend(length, go_on)
    }

    /// All values that are kept.
    pub fn values(&self) -> &Values {
        self.engine.values()
    }

    /// Where the engine forgets: the states that were kept.
    pub(super) fn archive(&self) -> &Archive {
        &self.archive
    }

    /// The period, once it is proved.
    pub fn proved(&self) -> Option<&Period> {
        self.proved.as_ref()
    }

    /// What the search has come to.
    pub fn verdict(&self) -> Verdict {
        match &self.proved {
            Some(period) => Verdict::Proved(period.clone()),
            None => observe(self.engine.values()).map_or(Verdict::Open, Verdict::Observed),
        }
    }

    /// How far to go next: to the first proof in sight, or a sixteenth further.
    fn next_length(&self) -> usize {
        let length = self.engine.values().len();
        let step = match self.engine.values().limit() {
            Some(keep) => (length / 16).min(keep / 2),
            None => length / 16,
        };
        let block = (length + step.max(FIRST)).max(2 * FIRST);
        let sight = self.candidates.iter().filter_map(|candidate| self.enough(candidate)).min();
        sight.filter(|sight| *sight > length).map_or(block, |sight| sight.min(block))
    }

    /// The length at which a theorem can prove a candidate that goes on.
    fn enough(&self, candidate: &Candidate) -> Option<usize> {
        let Candidate { period, start } = *candidate;
        let window = self.window.as_ref().and_then(|window| window.enough(start, period));
        let sparse = self.pairs.as_ref().zip(self.engine.sparse_space()).map(|(pairs, space)| {
            let last_rare = space.rares.last().map_or(0, |(heap, _)| *heap);
            let reach = witnesses::reach_from(&space, start, usize::MAX);
            (start + last_rare.max(reach) + pairs.last() + 1).max(space.since) + period
        });
        window.into_iter().chain(sparse).min()
    }

    /// Looks at the values that are new, and tries to prove. False where there is nothing more to do.
    fn look(&mut self, length: usize, go_on: &mut dyn FnMut(usize) -> bool) -> Result<bool, Error> {
        let known = self.engine.values().len();
        while self.looked < known && self.proved.is_none() {
            // Long stretches that an engine brings at once are looked at as if they had come in pieces.
            let to = known.min((self.looked + self.looked / 16).max(2 * FIRST));
            // Until a space is found nothing is forgotten, and all theorems can be tried.
            let forgets = self.engine.values().start() > 0 || self.engine.sparse_space().is_some();
            if self.engine.values().limit().is_some() && forgets {
                self.look_at_forgetful(to, go_on)?;
                self.looked = to;
            } else {
                self.look_at(to);
                self.looked = to;
                self.prove();
                self.try_all();
            }
        }
        Ok(self.proved.is_none() && known < length)
    }

    /// Looks at the values up to `to`: do candidates go on, does a remembered window come back?
    fn look_at(&mut self, to: usize) {
        let values = self.engine.values();
        self.largest = values.largest(self.looked, to).max(self.largest);
        let from = self.looked;
        if let Some(states) = &mut self.states {
            for value in (from..to).filter_map(|heap| values.get(heap)) {
                states.values.push(value);
                self.proved = states.seen.look(&states.values, &states.missing);
                if self.proved.is_some() {
                    return;
                }
            }
            return;
        }
        self.candidates.retain(|candidate| {
            let first = from.saturating_sub(candidate.period);
            recurs(values, first, to - candidate.period, candidate.period)
        });
        for memory in &mut self.memories {
            for _ in 0..MOST_TRIED {
                let Some(period) = memory.come_back(values, to) else { break };
                let known = self.candidates.iter().any(|candidate| candidate.period == period);
                if known || self.candidates.len() >= MOST_CANDIDATES {
                    break;
                }
                if recurs(values, memory.start(), to - period, period) {
                    let start = walk_back(values, memory.start(), period);
                    self.candidates.push(Candidate { period, start });
                    break;
                }
            }
            memory.skip(to);
        }
        self.remember(to, (to / 4).min(256));
    }

    /// The same where the engine forgets: a remembered window must hold all that the theorem asks for.
    fn look_at_forgetful(
        &mut self,
        to: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(), Error> {
        let values = self.engine.values();
        self.largest = values.largest(self.looked, to).max(self.largest);
        let space = self.engine.sparse_space();
        let Some((pairs, space)) = self.pairs.as_ref().zip(space) else { return Ok(()) };
        for memory in &mut self.memories {
            while let Some(period) = memory.come_back(values, to) {
                // In an alternating space no period is odd (`witnesses.rs`): it comes back again.
                if space.alternating && period % 2 == 1 {
                    continue;
                }
                let window = witnesses::window(pairs, &space, memory.end() + period, period);
                if window.is_none_or(|window| window > memory.len()) {
                    break;
                }
                // A shorter period would have brought the window back sooner.
                let mut again = Again { rules: self.rules, pairs, space: &space, go_on };
                let preperiod = self.archive.preperiod(&mut again, memory, period)?;
                self.proved = Some(Period {
                    period: period as u64,
                    preperiod: preperiod as u64,
                    saltus: 0,
                    proof: Proof::BoundedWitnesses,
                    computed_to: to as u64 - 1,
                });
                return Ok(());
            }
        }
        let last_rare = space.rares.last().map_or(0, |(heap, _)| *heap);
        let reach = witnesses::reach_from(&space, space.since, usize::MAX);
        // Room for witnesses that are further away.
        let state = (reach.max(last_rare) + pairs.last() + 1) * 9 / 8;
        let most = values.limit().unwrap_or(usize::MAX) / 2;
        if state <= most && to >= state && to > last_rare {
            // To compute values again the rare heaps are enough; one value more shows where a period begins.
            self.archive.keep(values, to, last_rare + pairs.last() + 2);
            self.remember(to, state);
        }
        Ok(())
    }

    /// Remembers the last values now and then.
    fn remember(&mut self, to: usize, length: usize) {
        self.memories.retain(|memory| memory.is_fresh(to));
        let due = self.memories.last().is_none_or(|memory| to >= memory.end() + memory.end() / 8);
        if to >= FIRST && due {
            self.memories.extend(Memory::new(self.engine.values(), to, length));
        }
    }

    /// Tries the theorems on the candidates, the shortest period first.
    fn prove(&mut self) {
        self.candidates.put_in_order_by(|a, b| a.period.cmp(&b.period));
        let values = self.engine.values();
        for candidate in &self.candidates {
            let Candidate { period, start } = *candidate;
            let known = self.looked;
            let by_window = self.window.as_ref().filter(|window| {
                window.enough(start, period).is_some_and(|enough| enough <= known)
            });
            let (proof, start) = match (by_window, self.by_witnesses(period)) {
                (Some(window), _) => (window.proof(), start),
                (None, Some(from)) => (Proof::BoundedWitnesses, from),
                (None, None) => continue,
            };
            let period = least_period(values, period);
            self.proved = Some(Period {
                period: period as u64,
                preperiod: walk_back(values, start, period) as u64,
                saltus: 0,
                proof,
                computed_to: values.len() as u64 - 1,
            });
            return;
        }
    }

    /// The heap from which on the theorem of bounded witnesses proves a period, if it does.
    fn by_witnesses(&self, period: usize) -> Option<usize> {
        let (pairs, space) = self.pairs.as_ref().zip(self.engine.sparse_space())?;
        witnesses::proves(pairs, &space, self.engine.values(), period)
    }

    /// Now and then tries every period, and values that rise.
    fn try_all(&mut self) {
        let due = self.looked >= self.next_trial && self.looked <= LAST_TRIAL;
        if self.proved.is_some() || self.states.is_some() || !due {
            return;
        }
        self.next_trial = 2 * self.looked;
        let values: Vec<u32> = self.engine.values().iter_from(0).take(self.looked).collect();
        self.proved = period::prove(&self.rules.shape(), &values);
    }
}

fn no_state() -> Error {
    Error::Unsupported(
        "a search can be stopped and resumed for finite octal codes, where no history is kept"
            .to_string(),
    )
}

/// The first heap from which on the values repeat, going back from one where they do.
pub(super) fn walk_back(values: &Values, mut start: usize, period: usize) -> usize {
    while start > 0 {
        let value = values.get(start - 1);
        if value.is_none() || value != values.get(start - 1 + period) {
            break;
        }
        start -= 1;
    }
    start
}

/// The least period of values that are proved to repeat with `period` at their end: a divisor.
fn least_period(values: &Values, mut period: usize) -> usize {
    let length = values.len();
    let repeats = |shift: usize, period: usize| {
        (length - period..length).all(|heap| {
            let other = if heap + shift < length { heap + shift } else { heap + shift - period };
            values.get(heap) == values.get(other)
        })
    };
    for prime in prime_factors(period) {
        while period % prime == 0 && repeats(period / prime, period) {
            period /= prime;
        }
    }
    period
}

/// The primes that divide a number.
pub(super) fn prime_factors(mut number: usize) -> Vec<usize> {
    let mut primes = Vec::new();
    let mut prime = 2;
    while prime * prime <= number {
        if number % prime == 0 {
            primes.push(prime);
            while number % prime == 0 {
                number /= prime;
            }
        }
        prime += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, TakeSet};

    fn search(code: &str, length: usize) -> Verdict {
        let code: Code = code.parse().unwrap();
        let mut search = Search::new(&code, Values::default(), Choice::default()).unwrap();
        search.run(length, &mut |_| true).unwrap();
        search.verdict()
    }

    #[test]
    fn periods_are_found_and_least() {
        for (code, period, preperiod) in
            [("0.77", 12, 71), ("0.137", 34, 52), ("0.644", 442, 3256), ("0.16", 149459, 105351)]
        {
            let Verdict::Proved(found) = search(code, 1_000_000) else { panic!("{code}") };
            assert_eq!((found.period, found.preperiod), (period, preperiod), "{code}");
        }
    }

    #[test]
    fn the_theorem_of_bounded_witnesses_needs_fewer_values() {
        let Verdict::Proved(found) = search("0.16", 1_000_000) else { panic!("it is periodic") };
        assert_eq!(found.proof, Proof::BoundedWitnesses);
        // Guy and Smith would ask for 2 n0 + 2 p = 509,620 of them.
        assert!(found.computed_to < 330_000, "{}", found.computed_to);
    }

    #[test]
    fn what_only_looks_periodic_is_not_proved() {
        assert!(!matches!(search("0.226!", 20), Verdict::Proved(_)));
        struct Factorials(TakeSet);
        impl HeapRules for Factorials {
            fn options(&self, size: u64, out: &mut bouton_core::heap::Options<'_>) {
                self.0.for_each_up_to(size, |take| {
                    out.push(&[size - take]);
                    !out.full()
                });
            }
            fn shape(&self) -> Shape<'_> {
                Shape::Take(&self.0)
            }
        }
        let rules = Factorials(TakeSet::read(&["factorials"]).unwrap());
        let mut search = Search::new(&rules, Values::default(), Choice::default()).unwrap();
        search.run(5000, &mut |_| true).unwrap();
        let Verdict::Observed(seen) = search.verdict() else { panic!("{:?}", search.verdict()) };
        assert_eq!((seen.period, seen.preperiod), (25, 0));
        search.run(12_000, &mut |_| true).unwrap();
        assert!(!matches!(search.verdict(), Verdict::Proved(_)));
    }
}
