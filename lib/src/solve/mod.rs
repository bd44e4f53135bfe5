//! The ladder: the only place where a method is chosen.
//!
//! From the cheapest rung up:
//!
//! 1. **formula**: a theorem about this very position; nothing is explored.
//! 2. **sequence**: a sum of heaps; the values of one heap, with a proved period for huge ones.
//! 3. **quotient**: in misère play a sum of heaps is its class in the misère quotient, where that can be had.
//! 4. **search**: in misère play of heaps by canonical forms, where these are few; otherwise each position once, parts and symmetric positions merged.
//! 5. **graph**: if play can run in circles, all positions at once.
//!
//! A sum of unlike games has a ladder for each part (`sums`): in normal play the values of the parts
//! decide. In misère play it has the same rungs as one game: values where all parts are tame, the quotient of all heaps together,
//! canonical forms, and search of the graphs of all parts.
//!
//! If a budget ends before that, the answer is an error of kind "stopped", never a value.

#[cfg(feature = "misere")]
mod forms;
#[cfg(feature = "misere")]
pub(crate) mod joint;
pub(crate) mod loops;
#[cfg(feature = "misere")]
pub(crate) mod quotient;
pub(crate) mod search;
pub(crate) mod sums;
mod theorem;

use crate::analysis::{Evidence, Method, ValueStatus};
use crate::ask::{Ask, Meter};
use crate::erased::{AnyMove, AnyPosition, AnyRules};
use crate::error::Error;
use crate::game::Game;
use crate::graph::Below;
use crate::heap::Heaps;
use crate::heap::{Balance, HeapMove, HeapRules};
use crate::natural::Natural;
use crate::rules::{Found, Position, list_moves};
use crate::search::Halt;
use crate::search::memo::{Goal, too_many_moves};
use crate::search::numbered::Ways;
use crate::sequence::{Sequence, within_reach};
use crate::solve::loops::{Loops, Whole};
use crate::solve::search::Searches;
use crate::value::{Nimber, Outcome, Play, Value};

/// What is kept between questions about one game.
pub(crate) struct Tables {
    values: Searches,
    outcomes: Searches,
    misere: Searches,
    sequence: Sequence,
    loops: Option<Loops>,
    whole: Option<Whole>,
    /// What lies below positions: as they can stand on the board, and merged where they simplify to the same.
    below: [Option<Below>; 2],
    #[cfg(feature = "misere")]
    quotient: Option<crate::misere::Quotient>,
    /// For a sum, those of its parts.
    parts: Vec<Tables>,
}

impl Tables {
    /// Nothing is known yet.
    pub fn new(game: &Game) -> Tables {
        Tables {
            values: Searches::new(game.rules(), Goal::Value),
            outcomes: Searches::new(game.rules(), Goal::Wins(Play::Normal)),
            misere: Searches::new(game.rules(), Goal::Wins(Play::Misere)),
            sequence: Sequence::default(),
            loops: None,
            whole: None,
            below: [None, None],
            #[cfg(feature = "misere")]
            quotient: None,
            parts: game.parts().unwrap_or_default().iter().map(Tables::new).collect(),
        }
    }

    /// The values of single heaps.
    pub fn sequence(&mut self) -> &mut Sequence {
        &mut self.sequence
    }

    /// The misère quotient of the heaps, as far as it was needed.
    #[cfg(feature = "misere")]
    pub fn quotient(&self) -> Option<&crate::misere::Quotient> {
        self.quotient.as_ref()
    }

    /// What is known of a part of a sum.
    pub fn part(&mut self, part: usize) -> Option<&mut Tables> {
        self.parts.get_mut(part)
    }

    fn graph_bytes(&self) -> u64 {
        let loops = self.loops.as_ref().map_or(0, Loops::bytes);
        let below: u64 = self.below.iter().flatten().map(Below::bytes).sum();
        loops + self.whole.as_ref().map_or(0, Whole::bytes) + below
    }

    /// What lies below positions of the game, explored as it is asked for; positions that simplify to the same are one
    /// if `merge` says so. It begins anew when it takes half of what the question may.
    pub fn below(&mut self, game: &Game, merge: bool, ask: &Ask<'_>) -> &mut Below {
        let ways = if merge { Ways::Merged } else { Ways::Options };
        let below = &mut self.below[usize::from(merge)];
        below.take_if(|below| below.bytes() > ask.bytes / 2);
        below.get_or_insert_with(|| Below::new(game.rules().numbering(ways)))
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        let parts: u64 = self.parts.iter().map(Tables::bytes).sum();
        let searches = [&self.values, &self.outcomes, &self.misere];
        let searches: u64 = searches.into_iter().map(Searches::bytes).sum();
        searches + self.sequence.bytes() + self.graph_bytes() + parts
    }

    /// The same without the tables for big positions, which keep within their size by themselves.
    pub fn growing_bytes(&self) -> u64 {
        let parts: u64 = self.parts.iter().map(Tables::growing_bytes).sum();
        let searches = [&self.values, &self.outcomes, &self.misere];
        let searches: u64 = searches.into_iter().map(Searches::small_bytes).sum();
        searches + self.sequence.bytes() + self.graph_bytes() + parts
    }

    /// The searches of this play.
    pub fn searches(&mut self, play: Play) -> &mut Searches {
        match play {
            Play::Normal => &mut self.values,
            Play::Misere => &mut self.misere,
        }
    }
}

/// An answer before it is put into words.
pub(crate) struct Answer {
    pub outcome: Outcome,
    pub value: Option<Value>,
    pub value_status: ValueStatus,
    pub winning: Found<AnyMove>,
    pub remoteness: Option<u64>,
    pub method: Method,
    pub evidence: Evidence,
    /// For a sum that was answered by the values of its parts, these.
    pub parts: Vec<Valued>,
}

/// A value and how it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The value.
    pub value: Value,
    /// The rung that gave it.
    pub method: Method,
    /// What it rests on.
    pub evidence: Evidence,
}

/// Answers a question about a position.
pub(crate) fn ladder(
    game: &Game,
    tables: &mut Tables,
    position: &AnyPosition,
    play: Play,
    ask: &Ask<'_>,
) -> Result<Answer, Error> {
    let rules = game.rules();
    rules.allows(play)?;
    if game.has_many_players() {
        return Err(Error::Unsupported(format!(
            "{} has more than two players, so a position is not simply won or lost: ask what each seat can be \
             sure of",
            game.name()
        )));
    }
    if let Some(parts) = game.parts() {
        return match play {
            Play::Normal => sums::normal(parts, &mut tables.parts, position, ask),
            Play::Misere => sums::misere(parts, &mut tables.parts, position, ask),
        };
    }
    let by_value_theorem = play == Play::Normal && !ask.search;
    let value = if by_value_theorem { rules.value(position) } else { None };
    let by_theorem = value.is_none() && !ask.search;
    let outcome = if by_theorem { rules.outcome(position, play) } else { None };
    let answer = match (outcome, play) {
        (Some(outcome), _) => {
            theorem::outcome(game, tables, position, outcome, play, ask).map_err(Halt::from)
        }
        // A value takes all options. Where these are at hand it is there as soon as an outcome, since parts have values.
        (None, Play::Normal)
            if ask.outcome
                && value.is_none()
                && rules.one_by_one(position).is_some()
                && rules.split(position).is_none() =>
        {
            by_outcome(rules, &mut tables.outcomes, position, ask)
        }
        (None, Play::Normal) => by_value(rules, tables, position, value, ask),
        (None, Play::Misere) => misere(rules, tables, position, ask),
    };
    match answer {
        Ok(answer) => Ok(answer),
        Err(Halt::Loop) if play == Play::Misere => {
            loops::misere(game, &mut tables.whole, position, ask)
        }
        Err(Halt::Loop) => loops::normal(game, &mut tables.loops, position, ask),
        Err(Halt::Stopped(error)) => Err(error),
    }
}

/// Normal play through the Grundy value, which also says which moves win: those to value 0.
fn by_value(
    rules: &dyn AnyRules,
    tables: &mut Tables,
    position: &AnyPosition,
    known: Option<Nimber>,
    ask: &Ask<'_>,
) -> Result<Answer, Halt> {
    let by_formula = known.is_some();
    let Valued { value, method, evidence } = match known {
        Some(value) => by_theorem(rules, position, value),
        None => acyclic_value(rules, tables, position, ask)?,
    };
    let outcome = value.outcome();
    let winning = match outcome {
        Outcome::Next if ask.outcome => Found::unknown(),
        Outcome::Next => match acyclic_moves_to(rules, tables, position, &Nimber::ZERO, ask) {
            // The theorem stands, whether or not its moves can be listed.
            Err(Halt::Stopped(Error::TooManyMoves)) if by_formula => Found::unknown(),
            found => found?,
        },
        _ => Found::none(),
    };
    Ok(Answer {
        outcome,
        value: Some(value),
        value_status: ValueStatus::Known,
        winning,
        remoteness: None,
        method,
        evidence,
        parts: Vec::new(),
    })
}

fn by_theorem(rules: &dyn AnyRules, position: &AnyPosition, value: Nimber) -> Valued {
    let evidence = rules.theorem(position, Play::Normal).map(Evidence::from);
    let evidence = evidence.unwrap_or_default();
    Valued { value: Value::Finite(value), method: Method::Formula, evidence }
}

/// The value, whether or not play can run in circles.
pub(crate) fn grundy(
    game: &Game,
    tables: &mut Tables,
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Valued, Error> {
    if let Some(parts) = game.parts() {
        return sums::value(parts, &mut tables.parts, position, ask);
    }
    match acyclic_value(game.rules(), tables, position, ask) {
        Err(Halt::Loop) => loops::value(game, &mut tables.loops, position, ask),
        Err(Halt::Stopped(error)) => Err(error),
        Ok(valued) => Ok(valued),
    }
}

/// The moves to positions of a given value, whether or not play can run in circles.
pub(crate) fn moves_to(
    game: &Game,
    tables: &mut Tables,
    position: &AnyPosition,
    target: &Nimber,
    ask: &Ask<'_>,
) -> Result<Found<AnyMove>, Error> {
    if let Some(parts) = game.parts() {
        return sums::moves_to(parts, &mut tables.parts, position, target, ask);
    }
    match acyclic_moves_to(game.rules(), tables, position, target, ask) {
        Err(Halt::Loop) => loops::moves_to(game, &mut tables.loops, position, target, ask),
        Err(Halt::Stopped(error)) => Err(error),
        Ok(found) => Ok(found),
    }
}

/// The Grundy value: by theorem, by the sequence of the heaps, or by search.
fn acyclic_value(
    rules: &dyn AnyRules,
    tables: &mut Tables,
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Valued, Halt> {
    if let Some(value) = rules.value(position)
        && !ask.search
    {
        return Ok(by_theorem(rules, position, value));
    }
    if let (Some(heap), Some(sizes)) = (rules.heap(), position.get::<Heaps>()) {
        let balance = sequence_balance(heap, &mut tables.sequence, sizes, Play::Normal, ask)?;
        let evidence = sequence_evidence(&tables.sequence, sizes, Evidence::default());
        let value = Value::Finite(balance.sum);
        return Ok(Valued { value, method: Method::Sequence, evidence });
    }
    let value = tables.values.label(rules, position, &mut Meter::new(ask))?;
    let positions = Some(tables.values.len() as u64);
    let evidence = Evidence { positions, assumed: rules.assumed(), ..Evidence::default() };
    Ok(Valued { value: Value::from(u64::from(value)), method: Method::Search, evidence })
}

/// The moves to a given value, on the rung that gave the value of the position itself.
fn acyclic_moves_to(
    rules: &dyn AnyRules,
    tables: &mut Tables,
    position: &AnyPosition,
    target: &Nimber,
    ask: &Ask<'_>,
) -> Result<Found<AnyMove>, Halt> {
    if let Some(found) = rules.moves_to(position, target, ask.moves) {
        return Ok(found);
    }
    let mut meter = Meter::new(ask);
    let piles = rules.heap().zip(position.get::<Heaps>());
    if let (None, Some((heap, sizes))) = (rules.value(position), piles) {
        let sequence = &tables.sequence;
        return sequence_moves(heap, sequence, sizes, Play::Normal, target, ask, &mut meter);
    }
    matching_moves(rules, position, ask.moves, &mut meter, &mut |option, meter| {
        match (rules.value(option), target.0.to_u64().map(u32::try_from)) {
            (Some(value), _) if !ask.search => Ok(value == *target),
            (_, Some(Ok(target))) => tables.values.is(rules, option, target, meter),
            // No search counts so far.
            _ => Ok(false),
        }
    })
}

/// Misère play without a theorem for the position: tame heaps by their sequence, others by the quotient
/// of the game, or search.
fn misere(
    rules: &dyn AnyRules,
    tables: &mut Tables,
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Answer, Halt> {
    let mut meter = Meter::new(ask);
    let tame = rules.heap().filter(|heap| heap.tame());
    if let (Some(heap), Some(sizes)) = (tame, position.get::<Heaps>()) {
        let balance = sequence_balance(heap, &mut tables.sequence, sizes, Play::Misere, ask)?;
        let (sequence, zero) = (&tables.sequence, &Nimber::ZERO);
        let winning = match balance.outcome() {
            Outcome::Next => {
                sequence_moves(heap, sequence, sizes, Play::Misere, zero, ask, &mut meter)?
            }
            _ => Found::none(),
        };
        let theorem = heap.theorem(Play::Misere).map(Evidence::from).unwrap_or_default();
        return Ok(Answer {
            outcome: balance.outcome(),
            value: None,
            value_status: ValueStatus::None,
            winning,
            remoteness: None,
            method: Method::Sequence,
            evidence: sequence_evidence(&tables.sequence, sizes, theorem),
            parts: Vec::new(),
        });
    }
    if let (Some(heap), Some(sizes)) = (rules.heap(), position.get::<Heaps>()) {
        sizes.iter().try_for_each(|size| within_reach(heap, &size))?;
    }
    #[cfg(feature = "misere")]
    if let (Some(heap), Some(sizes)) = (rules.heap(), position.get::<Heaps>()) {
        if let Some(answer) = quotient::answer(heap, &mut tables.quotient, sizes, ask)? {
            return Ok(answer);
        }
        // What was searched before need not be worked out in another way.
        if tables.misere.len() == 0
            && let Some(answer) = forms::answer(heap, sizes, ask)?
        {
            return Ok(answer);
        }
    }
    let answer = by_outcome(rules, &mut tables.misere, position, ask)?;
    Ok(Answer { value_status: ValueStatus::None, ..answer })
}

/// A search for outcomes, and, where they are wanted, for those of all moves.
fn by_outcome(
    rules: &dyn AnyRules,
    outcomes: &mut Searches,
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Answer, Halt> {
    let mut meter = Meter::new(ask);
    let wins = outcomes.label(rules, position, &mut meter)? != 0;
    let winning = match wins {
        false => Found::none(),
        true if ask.outcome => Found::unknown(),
        true => matching_moves(rules, position, ask.moves, &mut meter, &mut |option, meter| {
            outcomes.is(rules, option, 0, meter)
        })?,
    };
    let positions = Some(outcomes.len() as u64);
    let evidence = Evidence { positions, assumed: rules.assumed(), ..Evidence::default() };
    Ok(Answer {
        outcome: Outcome::from_mover_wins(wins),
        value: None,
        value_status: ValueStatus::NotComputed,
        winning,
        remoteness: None,
        method: Method::Search,
        evidence,
        parts: Vec::new(),
    })
}

/// A question about an option, which may spend some of the budget.
type Test<'a> = dyn FnMut(&AnyPosition, &mut Meter<'_>) -> Result<bool, Halt> + 'a;

/// The moves whose option passes a test, by listing all moves.
fn matching_moves(
    rules: &dyn AnyRules,
    position: &AnyPosition,
    limit: usize,
    meter: &mut Meter<'_>,
    test: &mut Test<'_>,
) -> Result<Found<AnyMove>, Halt> {
    let (moves, complete) = list_moves(rules, position, meter.moves_left());
    if !complete {
        return Err(Halt::Stopped(too_many_moves()));
    }
    meter.work(moves.len() as u64)?;
    let mut matching = Vec::new();
    for mv in moves {
        let option = rules.play(position, &mv);
        meter.work(option.weight() as u64 / 64)?;
        if test(&option, meter)? {
            matching.push(mv);
        }
    }
    Ok(Found::first(matching, limit))
}

/// The value of one heap: by theorem, or from the sequence.
fn heap_value(
    heap: &dyn HeapRules,
    sequence: &mut Sequence,
    size: &Natural,
    meter: &mut Meter<'_>,
) -> Result<Nimber, Error> {
    match heap.value(size) {
        Some(value) => Ok(value),
        None => sequence.value(heap, size, meter),
    }
}

/// The values of some heaps, in order.
pub(crate) fn heap_values(
    heap: &dyn HeapRules,
    sequence: &mut Sequence,
    sizes: &Heaps,
    ask: &Ask<'_>,
) -> Result<Vec<Nimber>, Error> {
    let mut meter = Meter::new(ask);
    sizes.iter().map(|size| heap_value(heap, sequence, &size, &mut meter)).collect()
}

fn sequence_balance(
    heap: &dyn HeapRules,
    sequence: &mut Sequence,
    sizes: &Heaps,
    play: Play,
    ask: &Ask<'_>,
) -> Result<Balance, Error> {
    let mut meter = Meter::new(ask);
    let mut failed = None;
    let values = sizes.iter().map(|size| match heap_value(heap, sequence, &size, &mut meter) {
        Ok(value) => Some(value),
        Err(error) => {
            failed = Some(error);
            None
        }
    });
    let balance = Balance::of(values, play);
    balance.ok_or_else(|| failed.unwrap_or_else(too_many_moves))
}

fn sequence_moves(
    heap: &dyn HeapRules,
    sequence: &Sequence,
    sizes: &Heaps,
    play: Play,
    goal: &Nimber,
    ask: &Ask<'_>,
    meter: &mut Meter<'_>,
) -> Result<Found<AnyMove>, Halt> {
    let known = |size: &Natural| heap.value(size).or_else(|| sequence.known(size));
    let Some(balance) = Balance::of(sizes.iter().map(|size| known(&size)), play) else {
        return Ok(Found::unknown());
    };
    Ok(balanced_moves(heap, sequence, sizes, &balance, goal, ask, meter)?)
}

/// The moves of some heaps that give the whole its balance; there may be more heaps beside these.
fn balanced_moves(
    heap: &dyn HeapRules,
    sequence: &Sequence,
    sizes: &Heaps,
    balance: &Balance,
    goal: &Nimber,
    ask: &Ask<'_>,
    meter: &mut Meter<'_>,
) -> Result<Found<AnyMove>, Error> {
    let known = |size: &Natural| heap.value(size).or_else(|| sequence.known(size));
    let options_to =
        |size: &Natural, target: &Nimber, limit| match heap.options_to(size, target, limit) {
            Some(found) => Ok(Some(found)),
            None => sequence.options_to(heap, size, target, limit, meter).map(Some),
        };
    let found = balance.moves(sizes, goal, ask.moves, known, options_to, |_| None)?;
    let found = found.unwrap_or_else(Found::unknown);
    Ok(found.map(|(pile, to)| AnyMove::of(HeapMove::one(pile, to))))
}

/// The values computed one by one, and the period if a heap is larger than those.
fn sequence_evidence(sequence: &Sequence, sizes: &Heaps, so_far: Evidence) -> Evidence {
    let computed = Natural::from(sequence.values().len());
    let beyond = sizes.iter().any(|size| size >= computed);
    Evidence {
        period: sequence.period().filter(|_| beyond).map(|period| period.evidence()),
        computed_to: (sequence.values().len() as u64).checked_sub(1),
        ..so_far
    }
}
