//! Sums of heaps in misère play by the misère quotient of the game: each heap is a class, classes add by a table, and
//! the table says which are lost.

use crate::analysis::{Evidence, Method, QuotientEvidence, ValueStatus};
use crate::ask::{Ask, Meter};
use crate::erased::AnyMove;
use crate::error::Error;
use crate::heap::{HeapMove, HeapRules, Heaps};
use crate::misere::Quotient;
use crate::natural::Natural;
use crate::rules::Found;
use crate::search::Halt;
use crate::value::{Outcome, Play};

use super::Answer;

/// Sets of positions that a quotient may take here: about a second. Quotients known to be finite take fewer.
const MOST_SETS: u64 = 200_000;

/// Steps likewise.
const MOST_STEPS: u64 = 400_000_000;

/// A heap beyond this is answered by a period or not at all. The longest way to a period that is known among octal
/// codes of three digits is shorter.
const MOST_HEAP: usize = 20_000;

/// The answer by the quotient, if that reaches the heaps of the position. It is kept for other questions.
pub(super) fn answer(
    rules: &dyn HeapRules,
    kept: &mut Option<Quotient>,
    sizes: &Heaps,
    ask: &Ask<'_>,
) -> Result<Option<Answer>, Halt> {
    let reaches = |quotient: &Quotient| quotient.class_of(sizes).is_some();
    if !kept.as_ref().is_some_and(reaches) && !renewed(rules, kept, sizes, ask)? {
        return Ok(None);
    }
    let Some((quotient, outcome)) =
        kept.as_ref().and_then(|quotient| Some((quotient, quotient.outcome(sizes)?)))
    else {
        return Ok(None);
    };
    let winning = match outcome {
        Outcome::Next => {
            let found = quotient.winning(rules, sizes, ask.moves, &mut Meter::new(ask))?;
            found.map(|(pile, to)| AnyMove::of(HeapMove::one(pile, to)))
        }
        _ => Found::none(),
    };
    Ok(Some(Answer {
        outcome,
        value: None,
        value_status: ValueStatus::None,
        winning,
        remoteness: None,
        method: Method::Quotient,
        evidence: Evidence { quotient: Some(evidence(quotient)), ..Evidence::default() },
        parts: Vec::new(),
    }))
}

/// Computes the quotient as far as the heaps need it; answers whether it is worth another look.
fn renewed(
    rules: &dyn HeapRules,
    kept: &mut Option<Quotient>,
    sizes: &Heaps,
    ask: &Ask<'_>,
) -> Result<bool, Halt> {
    // What ended before, and is not the quotient of all heaps, would end again.
    if kept.as_ref().is_some_and(|quotient| quotient.stopped().is_some() || quotient.is_exact()) {
        return Ok(false);
    }
    let largest = sizes.iter().max().unwrap_or(Natural::ZERO);
    let largest = largest.to_u64().and_then(|size| usize::try_from(size).ok());
    // A little more than is asked, since the next question is often about a larger heap.
    let so_far = kept.as_ref().map_or(0, |quotient| quotient.computed_to() + 8);
    let to = largest.unwrap_or(MOST_HEAP).max(so_far).min(MOST_HEAP);
    if kept.as_ref().is_some_and(|quotient| quotient.computed_to() >= to) {
        return Ok(false);
    }
    let budget = budget(ask);
    let quotient = Quotient::of(rules, Play::Misere, to, &budget);
    if let Some(Error::Interrupted { .. }) = quotient.stopped() {
        return Err(Halt::Stopped(quotient.stopped().cloned().unwrap_or(Error::TooManyMoves)));
    }
    // What stopped at a small budget may come further with the usual one.
    let small = ask.positions < MOST_SETS || ask.steps < MOST_STEPS;
    let reaches = quotient.class_of(sizes).is_some();
    if reaches || !small || quotient.stopped().is_none() {
        *kept = Some(quotient);
    }
    Ok(reaches)
}

/// What a quotient may cost before other ways have their turn.
pub(super) fn budget<'a>(ask: &Ask<'a>) -> Ask<'a> {
    Ask {
        positions: ask.positions.min(MOST_SETS),
        steps: ask.steps.min(MOST_STEPS),
        bytes: ask.bytes / 2,
        ..*ask
    }
}

pub(super) fn evidence(quotient: &Quotient) -> QuotientEvidence {
    let period = quotient.period();
    QuotientEvidence {
        order: quotient.monoid().order(),
        p_positions: quotient.monoid().lost().count(),
        computed_to: quotient.computed_to(),
        period: period.map(|period| period.period),
        preperiod: period.map(|period| period.preperiod),
        heaps: None,
    }
}
