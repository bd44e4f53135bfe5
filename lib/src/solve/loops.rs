//! Positions from which play can run in circles: all that is reachable at once, from the ends
//! backwards.

use crate::analysis::{Evidence, Method, ValueStatus};
use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::graph::{Explored, Graph, LoopyValues, Verdict};
use crate::rules::{Found, Rules};
use crate::search::Halt;
use crate::search::memo::too_many_moves;
use crate::solve::{Answer, Valued, matching_moves};
use crate::value::{Nimber, Outcome, Play, Value};

/// An explored game with the loopy value and the verdict of every node.
pub(crate) struct Loops<P> {
    explored: Explored<P>,
    values: LoopyValues,
    verdicts: Vec<Verdict>,
}

impl<P> Loops<P> {
    /// Bytes of memory in use, about.
    pub fn bytes(&self) -> u64 {
        let (nodes, arcs) = (self.explored.graph.len(), self.explored.graph.arcs());
        (nodes * (2 * size_of::<P>() + 48) + arcs * 4) as u64
    }

    fn evidence(&self) -> Evidence {
        Evidence {
            positions: Some(self.explored.graph.len() as u64),
            arcs: Some(self.explored.graph.arcs() as u64),
            ..Evidence::default()
        }
    }
}

fn parts<R: Rules>(rules: &R, position: &R::Position) -> Vec<R::Position> {
    rules.split(position).unwrap_or_else(|| vec![position.clone()])
}

impl<P: Clone + Eq + std::hash::Hash> Loops<P> {
    fn explore<R: Rules<Position = P>>(
        rules: &R,
        starts: &[P],
        ask: &Ask<'_>,
    ) -> Result<Loops<P>, Error> {
        let explored = Graph::explore(rules, starts, true, ask)?;
        let values = explored.graph.loopy_values_within(ask)?;
        let verdicts = explored.graph.verdicts(Play::Normal);
        Ok(Loops { explored, values, verdicts })
    }

    fn node<R: Rules<Position = P>>(&self, rules: &R, position: &P) -> Option<u32> {
        self.explored.numbers.get(&rules.simplify(position.clone())).copied()
    }

    /// The value of a position, if it or all its parts were explored.
    pub fn value<R: Rules<Position = P>>(&self, rules: &R, position: &P) -> Option<Value> {
        let own = |position: &P| {
            Some(self.values.value(&self.explored.graph, self.node(rules, position)?))
        };
        own(position).or_else(|| parts(rules, position).iter().map(own).sum())
    }
}

/// Makes sure that a position and its options are explored: its parts one by one, or the position
/// as a whole where an option falls apart differently.
fn explored<'t, R: Rules>(
    rules: &R,
    table: &'t mut Option<Loops<R::Position>>,
    position: &R::Position,
    ask: &Ask<'_>,
) -> Result<&'t Loops<R::Position>, Error> {
    let covers = |loops: &Loops<R::Position>| {
        let mut complete = loops.value(rules, position).is_some();
        complete && {
            let all = rules.options(position, |option| {
                complete = loops.value(rules, &option).is_some();
                complete
            });
            all && complete
        }
    };
    let loops = match table.take().filter(|loops| covers(loops)) {
        Some(loops) => loops,
        None => {
            let by_parts = Loops::explore(rules, &parts(rules, position), ask)?;
            if covers(&by_parts) {
                by_parts
            } else {
                Loops::explore(rules, std::slice::from_ref(position), ask)?
            }
        }
    };
    Ok(table.insert(loops))
}

/// The loopy value of a position.
pub(crate) fn value<R: Rules>(
    rules: &R,
    table: &mut Option<Loops<R::Position>>,
    position: &R::Position,
    ask: &Ask<'_>,
) -> Result<Valued, Error> {
    let loops = explored(rules, table, position, ask)?;
    let value = loops.value(rules, position).ok_or_else(too_many_moves)?;
    Ok(Valued { value, method: Method::Graph, evidence: loops.evidence() })
}

/// The moves to positions of a given finite value.
pub(crate) fn moves_to<R: Rules>(
    rules: &R,
    table: &mut Option<Loops<R::Position>>,
    position: &R::Position,
    target: &Nimber,
    ask: &Ask<'_>,
) -> Result<Found<R::Move>, Error> {
    let loops = explored(rules, table, position, ask)?;
    let mut meter = Meter::new(ask);
    matching_moves(rules, position, ask.moves, &mut meter, &mut |option, _| {
        Ok(loops.value(rules, option).is_some_and(|value| value.finite() == Some(target)))
    })
    .map_err(without_circles)
}

/// What is explored has no circles left to find.
fn without_circles(halt: Halt) -> Error {
    match halt {
        Halt::Stopped(error) => error,
        Halt::Loop => too_many_moves(),
    }
}

/// Normal play: who wins follows from the value, and the number of plies from the graph.
pub(crate) fn normal<R: Rules>(
    rules: &R,
    table: &mut Option<Loops<R::Position>>,
    position: &R::Position,
    ask: &Ask<'_>,
) -> Result<Answer<R::Move>, Error> {
    let Valued { value, method, evidence } = self::value(rules, table, position, ask)?;
    let winning = match value.outcome() {
        Outcome::Next => moves_to(rules, table, position, &Nimber::ZERO, ask)?,
        _ => Found::none(),
    };
    let loops = table.as_ref().ok_or_else(too_many_moves)?;
    let remoteness = match loops.node(rules, position) {
        Some(node) => plies(loops.verdicts[node as usize]),
        // A sum explored part by part has no graph of its own to count plies in, unless it is small.
        None => Graph::explore(rules, std::slice::from_ref(position), true, &ask.small())
            .ok()
            .and_then(|whole| plies(*whole.graph.verdicts(Play::Normal).first()?)),
    };
    Ok(Answer {
        outcome: value.outcome(),
        value: Some(value),
        value_status: ValueStatus::Known,
        winning,
        remoteness,
        method,
        evidence,
    })
}

/// Misère play: the graph of the whole position, because values of parts do not decide.
pub(crate) fn misere<R: Rules>(
    rules: &R,
    position: &R::Position,
    ask: &Ask<'_>,
) -> Result<Answer<R::Move>, Error> {
    let Explored { graph, numbers, .. } =
        Graph::explore(rules, std::slice::from_ref(position), true, ask)?;
    let verdicts = graph.verdicts(Play::Misere);
    let mut meter = Meter::new(ask);
    let winning = matching_moves(rules, position, ask.moves, &mut meter, &mut |option, _| {
        let node = numbers.get(&rules.simplify(option.clone()));
        Ok(node.is_some_and(|node| verdicts[*node as usize].outcome == Outcome::Previous))
    })
    .map_err(without_circles)?;
    let Some(start) = verdicts.first() else { return Err(too_many_moves()) };
    Ok(Answer {
        outcome: start.outcome,
        value: None,
        value_status: ValueStatus::None,
        winning,
        remoteness: plies(*start),
        method: Method::Graph,
        evidence: Evidence {
            positions: Some(graph.len() as u64),
            arcs: Some(graph.arcs() as u64),
            ..Evidence::default()
        },
    })
}

fn plies(verdict: Verdict) -> Option<u64> {
    (verdict.outcome != Outcome::Draw).then_some(verdict.remoteness)
}
