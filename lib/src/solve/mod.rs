//! The ladder: the only place where a method is chosen.
//!
//! From the cheapest rung up:
//!
//! 1. **formula**: a theorem about this very position; nothing is explored.
//! 2. **sequence**: a sum of heaps; the values of one heap, with a proved period for huge ones.
//! 3. **search**: each position once, parts and symmetric positions merged.
//! 4. **graph**: if play can run in circles, all positions at once.
//!
//! If a budget ends before that, the answer is an error of kind "stopped", never a value.

pub(crate) mod loops;
pub(crate) mod reasons;

use crate::analysis::{Evidence, Method, ValueStatus};
use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::heap::{Balance, HeapRules, Piles};
use crate::heaps::Heaps;
use crate::natural::Natural;
use crate::rules::{Found, Position, Rules, list_moves};
use crate::search::Halt;
use crate::search::memo::{Goal, Memo, too_many_moves};
use crate::sequence::Sequence;
use crate::solve::loops::Loops;
use crate::value::{Nimber, Outcome, Play, Value};

/// What is kept between questions about one game.
pub(crate) struct Tables<R: Rules> {
    values: Memo<R>,
    misere: Memo<R>,
    sequence: Sequence,
    loops: Option<Loops<R::Position>>,
}

impl<R: Rules> Tables<R> {
    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        let loops = self.loops.as_ref().map_or(0, Loops::bytes);
        self.values.bytes() + self.misere.bytes() + self.sequence.bytes() + loops
    }
}

impl<R: Rules> Default for Tables<R> {
    fn default() -> Self {
        Tables {
            values: Memo::new(Goal::Value),
            misere: Memo::new(Goal::Wins(Play::Misere)),
            sequence: Sequence::default(),
            loops: None,
        }
    }
}

/// An answer in the game's own types.
pub(crate) struct Answer<M> {
    pub outcome: Outcome,
    pub value: Option<Value>,
    pub value_status: ValueStatus,
    pub winning: Found<M>,
    pub remoteness: Option<u64>,
    pub method: Method,
    pub evidence: Evidence,
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
pub(crate) fn ladder<R: Rules>(
    rules: &R,
    tables: &mut Tables<R>,
    position: &R::Position,
    ask: &Ask<'_>,
) -> Result<Answer<R::Move>, Error> {
    let value = if ask.play == Play::Normal { rules.value(position) } else { None };
    let outcome = if value.is_none() { rules.outcome(position, ask.play) } else { None };
    let answer = match (outcome, ask.play) {
        (Some(outcome), _) => {
            outcome_by_theorem(rules, tables, position, outcome, ask).map_err(Halt::from)
        }
        (None, Play::Normal) => by_value(rules, tables, position, value, ask),
        (None, Play::Misere) => misere(rules, tables, position, ask),
    };
    match answer {
        Ok(answer) => Ok(answer),
        Err(Halt::Loop) if ask.play == Play::Misere => loops::misere(rules, position, ask),
        Err(Halt::Loop) => loops::normal(rules, &mut tables.loops, position, ask),
        Err(Halt::Stopped(error)) => Err(error),
    }
}

/// Normal play through the Grundy value, which also says which moves win: those to value 0.
fn by_value<R: Rules>(
    rules: &R,
    tables: &mut Tables<R>,
    position: &R::Position,
    known: Option<Nimber>,
    ask: &Ask<'_>,
) -> Result<Answer<R::Move>, Halt> {
    let by_formula = known.is_some();
    let Valued { value, method, evidence } = match known {
        Some(value) => by_theorem(rules, position, value),
        None => acyclic_value(rules, tables, position, ask)?,
    };
    let outcome = value.outcome();
    let winning = match outcome {
        Outcome::Next => match acyclic_moves_to(rules, tables, position, &Nimber::ZERO, ask) {
            // The theorem stands, whether or not its moves can be listed.
            Err(Halt::Stopped(error)) if by_formula && error == too_many_moves() => {
                Found::unknown()
            }
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
    })
}

fn by_theorem<R: Rules>(rules: &R, position: &R::Position, value: Nimber) -> Valued {
    let evidence = rules.theorem(position, Play::Normal).map(|theorem| theorem.evidence());
    let evidence = evidence.unwrap_or_default();
    Valued { value: Value::Finite(value), method: Method::Formula, evidence }
}

/// The value, whether or not play can run in circles.
pub(crate) fn grundy<R: Rules>(
    rules: &R,
    tables: &mut Tables<R>,
    position: &R::Position,
    ask: &Ask<'_>,
) -> Result<Valued, Error> {
    match acyclic_value(rules, tables, position, ask) {
        Err(Halt::Loop) => loops::value(rules, &mut tables.loops, position, ask),
        Err(Halt::Stopped(error)) => Err(error),
        Ok(valued) => Ok(valued),
    }
}

/// The moves to positions of a given value, whether or not play can run in circles.
pub(crate) fn moves_to<R: Rules>(
    rules: &R,
    tables: &mut Tables<R>,
    position: &R::Position,
    target: &Nimber,
    ask: &Ask<'_>,
) -> Result<Found<R::Move>, Error> {
    match acyclic_moves_to(rules, tables, position, target, ask) {
        Err(Halt::Loop) => loops::moves_to(rules, &mut tables.loops, position, target, ask),
        Err(Halt::Stopped(error)) => Err(error),
        Ok(found) => Ok(found),
    }
}

/// The Grundy value: by theorem, by the sequence of the heaps, or by search.
fn acyclic_value<R: Rules>(
    rules: &R,
    tables: &mut Tables<R>,
    position: &R::Position,
    ask: &Ask<'_>,
) -> Result<Valued, Halt> {
    if let Some(value) = rules.value(position) {
        return Ok(by_theorem(rules, position, value));
    }
    if let Some(piles) = rules.piles() {
        let (heap, sizes) = (piles.rules(), piles.sizes(position));
        let balance = sequence_balance(heap, &mut tables.sequence, sizes, Play::Normal, ask)?;
        let evidence = sequence_evidence(&tables.sequence, sizes, Evidence::default());
        let value = Value::Finite(balance.sum);
        return Ok(Valued { value, method: Method::Sequence, evidence });
    }
    let value = tables.values.label_within(rules, position, &mut Meter::new(ask))?;
    let positions = Some(tables.values.len() as u64);
    let evidence = Evidence { positions, ..Evidence::default() };
    Ok(Valued { value: Value::from(u64::from(value)), method: Method::Search, evidence })
}

/// The moves to a given value, on the rung that gave the value of the position itself.
fn acyclic_moves_to<R: Rules>(
    rules: &R,
    tables: &mut Tables<R>,
    position: &R::Position,
    target: &Nimber,
    ask: &Ask<'_>,
) -> Result<Found<R::Move>, Halt> {
    if let Some(found) = rules.moves_to(position, target, ask.moves) {
        return Ok(found);
    }
    let mut meter = Meter::new(ask);
    if let (None, Some(piles)) = (rules.value(position), rules.piles()) {
        return sequence_moves(
            piles,
            &tables.sequence,
            position,
            Play::Normal,
            target,
            ask,
            &mut meter,
        );
    }
    matching_moves(rules, position, ask.moves, &mut meter, &mut |option, meter| {
        let value = match rules.value(option) {
            Some(value) => value,
            None => Nimber::from(u64::from(tables.values.label_within(rules, option, meter)?)),
        };
        Ok(value == *target)
    })
}

/// A theorem that gives the outcome alone. The value is searched for only as far as that is cheap,
/// unless the caller insists on it.
fn outcome_by_theorem<R: Rules>(
    rules: &R,
    tables: &mut Tables<R>,
    position: &R::Position,
    outcome: Outcome,
    ask: &Ask<'_>,
) -> Result<Answer<R::Move>, Error> {
    let evidence = rules.theorem(position, ask.play).map(|theorem| theorem.evidence());
    let mut answer = Answer {
        outcome,
        value: None,
        value_status: ValueStatus::None,
        winning: Found::none(),
        remoteness: None,
        method: Method::Formula,
        evidence: evidence.unwrap_or_default(),
    };
    if outcome == Outcome::Next {
        answer.winning = match rules.winning(position, ask.play, ask.moves) {
            Some(found) => found,
            None => winning_by_theorem(rules, position, ask),
        };
    }
    if ask.play == Play::Misere {
        return Ok(answer);
    }
    let budget = if ask.value { *ask } else { ask.small() };
    match tables.values.label(rules, position, &budget) {
        Ok(value) => {
            answer.value = Some(Value::from(u64::from(value)));
            answer.value_status = ValueStatus::Known;
        }
        Err(Halt::Stopped(error)) if ask.value => return Err(error),
        Err(_) => answer.value_status = ValueStatus::NotComputed,
    }
    // Where the theorem names some winning moves only, the search that gave the value knows all.
    let searched = answer.value_status == ValueStatus::Known;
    if searched
        && answer.winning.count.is_none()
        && let Ok(found) = moves_to(rules, tables, position, &Nimber::ZERO, &budget)
    {
        answer.winning = found;
    }
    Ok(answer)
}

/// The winning moves by asking the theorem about every option, where these can be listed.
fn winning_by_theorem<R: Rules>(
    rules: &R,
    position: &R::Position,
    ask: &Ask<'_>,
) -> Found<R::Move> {
    let mut meter = Meter::new(&ask.small());
    let found =
        matching_moves(rules, position, ask.moves, &mut meter, &mut |option, _| match rules
            .outcome(option, ask.play)
        {
            Some(outcome) => Ok(outcome == Outcome::Previous),
            None => Err(Halt::Loop),
        });
    found.unwrap_or_else(|_| Found::unknown())
}

/// Misère play without a theorem for the position: tame heaps by their sequence, or search.
fn misere<R: Rules>(
    rules: &R,
    tables: &mut Tables<R>,
    position: &R::Position,
    ask: &Ask<'_>,
) -> Result<Answer<R::Move>, Halt> {
    let mut meter = Meter::new(ask);
    if let Some(piles) = rules.piles().filter(|piles| piles.rules().tame()) {
        let (heap, sizes) = (piles.rules(), piles.sizes(position));
        let balance = sequence_balance(heap, &mut tables.sequence, sizes, Play::Misere, ask)?;
        let winning = match balance.outcome() {
            Outcome::Next => {
                let zero = &Nimber::ZERO;
                sequence_moves(
                    piles,
                    &tables.sequence,
                    position,
                    Play::Misere,
                    zero,
                    ask,
                    &mut meter,
                )?
            }
            _ => Found::none(),
        };
        let theorem =
            heap.theorem(Play::Misere).map(|theorem| theorem.evidence()).unwrap_or_default();
        return Ok(Answer {
            outcome: balance.outcome(),
            value: None,
            value_status: ValueStatus::None,
            winning,
            remoteness: None,
            method: Method::Sequence,
            evidence: sequence_evidence(&tables.sequence, sizes, theorem),
        });
    }
    let wins = tables.misere.label_within(rules, position, &mut meter)? != 0;
    let outcome = Outcome::from_mover_wins(wins);
    let winning = if wins {
        matching_moves(rules, position, ask.moves, &mut meter, &mut |option, meter| {
            Ok(tables.misere.label_within(rules, option, meter)? == 0)
        })?
    } else {
        Found::none()
    };
    let evidence = Evidence { positions: Some(tables.misere.len() as u64), ..Evidence::default() };
    Ok(Answer {
        outcome,
        value: None,
        value_status: ValueStatus::None,
        winning,
        remoteness: None,
        method: Method::Search,
        evidence,
    })
}

/// A question about an option, which may spend some of the budget.
type Test<'a, P> = dyn FnMut(&P, &mut Meter<'_>) -> Result<bool, Halt> + 'a;

/// The moves whose option passes a test, by listing all moves.
fn matching_moves<R: Rules>(
    rules: &R,
    position: &R::Position,
    limit: usize,
    meter: &mut Meter<'_>,
    test: &mut Test<'_, R::Position>,
) -> Result<Found<R::Move>, Halt> {
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

fn sequence_moves<P, M>(
    piles: &dyn Piles<P, M>,
    sequence: &Sequence,
    position: &P,
    play: Play,
    goal: &Nimber,
    ask: &Ask<'_>,
    meter: &mut Meter<'_>,
) -> Result<Found<M>, Halt> {
    let (heap, sizes) = (piles.rules(), piles.sizes(position));
    let known = |size: &Natural| heap.value(size).or_else(|| sequence.known(size));
    let Some(balance) = Balance::of(sizes.iter().map(|size| known(&size)), play) else {
        return Ok(Found::unknown());
    };
    let options_to =
        |size: &Natural, target: &Nimber, limit| match heap.options_to(size, target, limit) {
            Some(found) => Ok(Some(found)),
            None => sequence.options_to(heap, size, target, limit, meter).map(Some),
        };
    let found = balance.moves(sizes, goal, ask.moves, known, options_to, |_| None)?;
    Ok(found.unwrap_or_else(Found::unknown).map(|(pile, to)| piles.change(pile, to)))
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
