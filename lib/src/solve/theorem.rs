//! What a theorem answers that gives the outcome alone: the winning moves, and the value where that is cheap.

use crate::analysis::{Evidence, Method, ValueStatus};
use crate::ask::{Ask, Meter};
use crate::erased::{AnyMove, AnyPosition, AnyRules};
use crate::error::Error;
use crate::game::Game;
use crate::rules::{Found, Position, list_moves};
use crate::search::Halt;
use crate::solve::{Answer, Tables, matching_moves, moves_to};
use crate::value::{Nimber, Outcome, Play, Value};

/// A theorem that gives the outcome alone. The value is searched for only as far as that is cheap,
/// unless the caller insists on it.
pub(super) fn outcome(
    game: &Game,
    tables: &mut Tables,
    position: &AnyPosition,
    outcome: Outcome,
    play: Play,
    ask: &Ask<'_>,
) -> Result<Answer, Error> {
    let rules = game.rules();
    let evidence = rules.theorem(position, play).map(Evidence::from);
    let mut answer = Answer {
        outcome,
        value: None,
        value_status: ValueStatus::None,
        winning: Found::none(),
        remoteness: None,
        method: Method::Formula,
        evidence: evidence.unwrap_or_default(),
        parts: Vec::new(),
    };
    if ask.outcome {
        if outcome == Outcome::Next {
            answer.winning = Found::unknown();
        }
        if play == Play::Normal {
            answer.value_status = ValueStatus::NotComputed;
        }
        return Ok(answer);
    }
    if outcome == Outcome::Next {
        answer.winning = match rules.winning(position, play, ask.moves) {
            Some(found) => found,
            None => every_winning(rules, position, play, ask),
        };
    }
    if play == Play::Misere {
        return Ok(answer);
    }
    // Where the theorem names some winning moves only, outcomes are searched: that is much less than values.
    let mut searched = 0;
    let few = || list_moves(rules, position, MOST_SEARCHED).1;
    if outcome == Outcome::Next && answer.winning.count.is_none() && few() {
        let mut meter = Meter::new(&ask.medium());
        let found =
            matching_moves(
                rules,
                position,
                ask.moves,
                &mut meter,
                &mut |option, meter| match rules.outcome(option, play) {
                    Some(outcome) => Ok(outcome == Outcome::Previous),
                    None => tables.outcomes.is(rules, option, 0, meter),
                },
            );
        searched = tables.outcomes.len();
        if let Ok(found) = found {
            name_first(&mut answer.winning, found, ask.moves);
        }
    }
    // A search for values looks at more positions, and is not begun where it cannot end.
    if (searched > MOST_BEFORE_VALUES || position.weight() > MOST_WEIGHT) && !ask.value {
        answer.value_status = ValueStatus::NotComputed;
        return Ok(answer);
    }
    let budget = if ask.value { *ask } else { ask.small() };
    match tables.values.label(rules, position, &mut Meter::new(&budget)) {
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
        && let Ok(found) = moves_to(game, tables, position, &Nimber::ZERO, &budget)
    {
        name_first(&mut answer.winning, found, ask.moves);
    }
    Ok(answer)
}

/// A position of more moves is too large for a search that looks for all that win.
const MOST_SEARCHED: usize = 1_000;

/// Positions of a search for outcomes beyond which the one for values is not tried.
const MOST_BEFORE_VALUES: usize = 4_000;

/// Positions that take more memory are too large for it as well.
const MOST_WEIGHT: usize = 4_000;

/// Replaces the winning moves that a theorem names by all that were found. What the theorem names comes first, because
/// its story is told of it.
fn name_first(winning: &mut Found<AnyMove>, found: Found<AnyMove>, limit: usize) {
    let named = std::mem::replace(winning, found).moves.into_iter().next();
    if let Some(named) = named {
        let moves = &mut winning.moves;
        moves.retain(|mv| mv.to_string() != named.to_string());
        moves.insert(0, named);
        moves.truncate(limit);
    }
}

/// The winning moves by asking the theorem about every option, where these can be listed.
fn every_winning(
    rules: &dyn AnyRules,
    position: &AnyPosition,
    play: Play,
    ask: &Ask<'_>,
) -> Found<AnyMove> {
    let mut meter = Meter::new(&ask.small());
    let found =
        matching_moves(rules, position, ask.moves, &mut meter, &mut |option, _| match rules
            .outcome(option, play)
        {
            Some(outcome) => Ok(outcome == Outcome::Previous),
            None => Err(Halt::Loop),
        });
    found.unwrap_or_else(|_| Found::unknown())
}
