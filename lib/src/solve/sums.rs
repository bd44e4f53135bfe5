//! Sums of unlike games: the values of the parts in normal play; in misère play these only where all parts are tame, else
//! quotients, canonical forms, or the graphs of the parts.

use std::sync::Arc;

use crate::analysis::{Evidence, Method, ValueStatus};
use crate::ask::{Ask, Meter};
use crate::erased::{AnyMove, AnyPosition};
use crate::error::Error;
use crate::game::{Game, MOST_LISTED};
use crate::graph::{Explored, Graph, GraphSum};
use crate::heap::{Balance, HeapMove, HeapRules, Heaps};
use crate::natural::Natural;
use crate::rules::Found;
use crate::scene::Completion;
use crate::search::numbered::Numbering;
use crate::solve::{self, Answer, Tables, Valued};
use crate::sum::{SumMove, SumPosition, part_of};
use crate::value::{Nimber, Outcome, Play, Value};

/// The positions of the parts.
pub(crate) fn positions(position: &AnyPosition) -> &[AnyPosition] {
    position.get::<SumPosition>().map_or(&[], |sum| &sum.0)
}

/// The value of each part.
fn values(
    parts: &[Game],
    tables: &mut [Tables],
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Vec<Valued>, Error> {
    let own = parts.iter().zip(tables).zip(positions(position));
    own.map(|((part, tables), position)| solve::grundy(part, tables, position, ask)).collect()
}

/// The value of the whole.
pub(crate) fn value(
    parts: &[Game],
    tables: &mut [Tables],
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Valued, Error> {
    let values = values(parts, tables, position, ask)?;
    let value = values.into_iter().map(|part| part.value).sum();
    Ok(Valued { value, method: Method::Sum, evidence: Evidence::default() })
}

/// The moves that bring the value of the whole to `target`.
pub(crate) fn moves_to(
    parts: &[Game],
    tables: &mut [Tables],
    position: &AnyPosition,
    target: &Nimber,
    ask: &Ask<'_>,
) -> Result<Found<AnyMove>, Error> {
    let values = values(parts, tables, position, ask)?;
    balancing_moves(parts, tables, position, &values, target, ask)
}

fn balancing_moves(
    parts: &[Game],
    tables: &mut [Tables],
    position: &AnyPosition,
    values: &[Valued],
    target: &Nimber,
    ask: &Ask<'_>,
) -> Result<Found<AnyMove>, Error> {
    let positions = positions(position);
    let mut found = Found { moves: Vec::new(), count: Some(Natural::ZERO), complete: true };
    let whole: Value = values.iter().map(|part| part.value.clone()).sum();
    let infinite = values.iter().filter(|part| part.value.finite().is_none()).count();
    for (part, valued) in values.iter().enumerate() {
        // Beside an infinity no move in another part makes the whole finite.
        let others = match (&whole, valued.value.finite()) {
            (Value::Finite(whole), Some(own)) => whole + own,
            (_, None) if infinite == 1 => {
                let finite = values.iter().filter_map(|part| part.value.finite());
                finite.cloned().sum()
            }
            _ => continue,
        };
        let goal = &others + target;
        if valued.value.finite() == Some(&goal) {
            continue;
        }
        let room = Ask { moves: ask.moves - found.moves.len(), ..*ask };
        let own = solve::moves_to(&parts[part], &mut tables[part], &positions[part], &goal, &room)?;
        add(&mut found, part, own);
    }
    Ok(found)
}

/// The moves of one more part.
fn add(found: &mut Found<AnyMove>, part: usize, own: Found<AnyMove>) {
    found.count = match (&found.count, &own.count) {
        (Some(so_far), Some(more)) => Some(so_far + more),
        _ => None,
    };
    found.complete &= own.complete;
    found.moves.extend(own.moves.into_iter().map(|mv| AnyMove::of(SumMove { part, mv })));
}

/// Normal play: the values of the parts, added by xor.
pub(crate) fn normal(
    parts: &[Game],
    tables: &mut [Tables],
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Answer, Error> {
    let values = values(parts, tables, position, ask)?;
    let value: Value = values.iter().map(|part| part.value.clone()).sum();
    let outcome = value.outcome();
    let winning = match outcome {
        Outcome::Next if ask.outcome => Found::unknown(),
        Outcome::Next => balancing_moves(parts, tables, position, &values, &Nimber::ZERO, ask)?,
        _ => Found::none(),
    };
    // Where play can run in circles the number of plies is asked for; small sums have it.
    let looping = values.iter().any(|part| part.method == Method::Graph);
    let remoteness = if looping { plies(parts, position, &ask.small()) } else { None };
    Ok(Answer {
        outcome,
        value: Some(value),
        value_status: ValueStatus::Known,
        winning,
        remoteness,
        method: Method::Sum,
        evidence: Evidence::default(),
        parts: values,
    })
}

/// Each part as a graph with the positions of its nodes.
fn explored(
    parts: &[Game],
    position: &AnyPosition,
    merge: bool,
    ask: &Ask<'_>,
) -> Result<(GraphSum, Vec<Box<dyn Numbering>>), Error> {
    let (mut graphs, mut numberings) = (Vec::new(), Vec::new());
    for (part, own) in parts.iter().zip(positions(position)) {
        let Explored { graph, positions } = part.explore(own, merge, ask)?;
        graphs.push(graph);
        numberings.push(positions);
    }
    Ok((GraphSum(graphs), numberings))
}

/// The start of a sum of graphs: node 0 of each.
fn start(parts: &[Game]) -> Heaps {
    parts.iter().map(|_| Natural::ZERO).collect()
}

/// Everything reachable, each node with the address of its sum, and its position.
pub(crate) fn graph_with_positions(
    parts: &[Game],
    position: &AnyPosition,
    merge: bool,
    ask: &Ask<'_>,
) -> Result<(Graph, Vec<AnyPosition>), Error> {
    let (sum, numberings) = explored(parts, position, merge, ask)?;
    let explored = Graph::explore_sum(Arc::new(sum), &[start(parts)], ask)?;
    let Explored { mut graph, positions } = explored;
    let mut sums = Vec::with_capacity(graph.len());
    for node in 0..graph.len() as u32 {
        let node = positions.position(node);
        let heaps = node.get::<Heaps>().into_iter().flat_map(Heaps::iter);
        let (mut addresses, mut own) = (Vec::new(), Vec::new());
        for ((node, part), numbering) in heaps.zip(parts).zip(&numberings) {
            let node = node.to_u64().unwrap_or(0) as u32;
            addresses.push(part.address_of(&numbering.write(node), Play::Normal));
            own.push(numbering.position(node));
        }
        graph.names.push(addresses.join(" + "));
        sums.push(AnyPosition::of(SumPosition(own.into())));
    }
    Ok((graph, sums))
}

/// Plies to the end in normal play, from the graph of the whole sum, if that is small.
fn plies(parts: &[Game], position: &AnyPosition, ask: &Ask<'_>) -> Option<u64> {
    let (sum, _) = explored(parts, position, true, ask).ok()?;
    let Explored { graph, .. } = Graph::explore_sum(Arc::new(sum), &[start(parts)], ask).ok()?;
    let verdict = *graph.verdicts(Play::Normal).first()?;
    (verdict.outcome != Outcome::Draw).then_some(verdict.remoteness)
}

/// Misère play, by the cheapest rung that reaches.
pub(crate) fn misere(
    parts: &[Game],
    tables: &mut [Tables],
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Answer, Error> {
    if let Some(answer) = tame(parts, tables, position, ask)? {
        return Ok(answer);
    }
    #[cfg(feature = "misere")]
    if let Some(answer) = super::joint::answer(parts, position, ask)? {
        return Ok(answer);
    }
    #[cfg(feature = "misere")]
    if let Some(answer) = super::forms::sum(parts, position, ask)? {
        return Ok(answer);
    }
    searched(parts, position, ask)
}

/// The heaps of a part, where each pile is a game of its own.
pub(super) fn heaps<'a>(
    part: &'a Game,
    position: &'a AnyPosition,
) -> Option<(&'a dyn HeapRules, &'a Heaps)> {
    part.rules().heap().zip(position.get::<Heaps>())
}

/// Misère play of parts that are all tame: the rule of misère Nim on the values of all their heaps together.
fn tame(
    parts: &[Game],
    tables: &mut [Tables],
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Option<Answer>, Error> {
    let own = parts.iter().zip(positions(position)).map(|(part, own)| heaps(part, own));
    let Some(own) = own.collect::<Option<Vec<_>>>() else { return Ok(None) };
    if !own.iter().all(|(heap, _)| heap.tame()) {
        return Ok(None);
    }
    let mut balance = Balance { play: Play::Misere, sum: Nimber::ZERO, large: 0 };
    for ((heap, sizes), tables) in own.iter().zip(tables.iter_mut()) {
        let values = solve::heap_values(*heap, tables.sequence(), sizes, ask)?;
        values.iter().for_each(|value| balance.add(value));
    }
    let mut winning = Found { moves: Vec::new(), count: Some(Natural::ZERO), complete: true };
    let (outcome, mut meter) = (balance.outcome(), Meter::new(ask));
    for (part, ((heap, sizes), tables)) in own.iter().zip(tables.iter_mut()).enumerate() {
        if outcome == Outcome::Next {
            let (sequence, goal) = (&*tables.sequence(), &Nimber::ZERO);
            let room = Ask { moves: ask.moves - winning.moves.len(), ..*ask };
            let found =
                solve::balanced_moves(*heap, sequence, sizes, &balance, goal, &room, &mut meter)?;
            add(&mut winning, part, found);
        }
    }
    Ok(Some(Answer {
        outcome,
        value: None,
        value_status: ValueStatus::None,
        winning,
        remoteness: None,
        method: Method::Sum,
        evidence: Evidence::default(),
        parts: values(parts, tables, position, ask)?,
    }))
}

/// Misère play by the positions of the whole, each part as a graph.
fn searched(parts: &[Game], position: &AnyPosition, ask: &Ask<'_>) -> Result<Answer, Error> {
    let (sum, numberings) = explored(parts, position, true, ask)?;
    // The sum of the graphs is itself a game: one more with rules of its own.
    let whole = Game::new(sum, "sum of graphs");
    let from = AnyPosition::of(start(parts));
    let all = Ask { moves: usize::MAX, ..*ask };
    let answer = solve::ladder(&whole, &mut Tables::new(&whole), &from, Play::Misere, &all)?;
    let (mut moves, mut complete) = (Vec::new(), true);
    for (part, game) in parts.iter().enumerate() {
        let good: Vec<u32> = answer
            .winning
            .moves
            .iter()
            .filter_map(|mv| mv.get::<HeapMove>()?.single().filter(|(own, _)| *own == part))
            .filter_map(|(_, to)| Some(to.word(0)? as u32))
            .collect();
        if good.is_empty() {
            continue;
        }
        let own = &positions(position)[part];
        let (listed, all) = game.moves(own, MOST_LISTED);
        complete &= all;
        for mv in listed {
            let node = numberings[part].find(&game.play(own, &mv));
            if node.is_some_and(|node| good.contains(&node)) {
                moves.push(AnyMove::of(SumMove { part, mv }));
            }
        }
    }
    let mut winning = Found::first(moves, ask.moves);
    if !complete {
        (winning.count, winning.complete) = (None, false);
    }
    Ok(Answer { winning, ..answer })
}

/// Which picks of the scene may follow these, and which move they make: all picks of a move are in
/// one part.
pub(crate) fn complete(
    parts: &[Game],
    position: &AnyPosition,
    picks: &[&str],
) -> Result<Completion, Error> {
    let picks = picks.iter().map(|pick| part_of(pick, parts.len()));
    let picks = picks.collect::<Result<Vec<_>, _>>()?;
    let mut completion = Completion::default();
    for (index, (part, position)) in parts.iter().zip(positions(position)).enumerate() {
        if picks.iter().any(|(own, _)| *own != index) {
            continue;
        }
        let picks: Vec<&str> = picks.iter().map(|(_, pick)| *pick).collect();
        let own = part.complete(position, &picks)?;
        completion.next.extend(own.next.iter().map(|pick| format!("{}: {pick}", index + 1)));
        completion.whole = completion.whole.or(own.whole.map(|mv| format!("{}: {mv}", index + 1)));
    }
    Ok(completion)
}
