//! Positions from which play can run in circles: all that is reachable at once, from the ends
//! backwards.

use crate::analysis::{Evidence, Method, ValueStatus};
use crate::ask::{Ask, Meter};
use crate::erased::{AnyMove, AnyPosition};
use crate::error::Error;
use crate::game::Game;
use crate::graph::{Explored, Graph, LoopyValues, Verdict};
use crate::rules::Found;
use crate::search::Halt;
use crate::search::memo::too_many_moves;
use crate::search::numbered::Ways;
use crate::solve::{Answer, Valued, matching_moves};
use crate::value::{Nimber, Outcome, Play, Value};

/// An explored game with the loopy value and the verdict of every node.
pub(crate) struct Loops {
    explored: Explored,
    values: LoopyValues,
    verdicts: Vec<Verdict>,
    assumed: Option<String>,
}

fn parts(game: &Game, position: &AnyPosition) -> Vec<AnyPosition> {
    game.rules().split(position).unwrap_or_else(|| vec![position.clone()])
}

impl Loops {
    /// Bytes of memory in use, about.
    pub fn bytes(&self) -> u64 {
        let (nodes, arcs) = (self.explored.graph.len(), self.explored.graph.arcs());
        self.explored.positions.bytes() + (nodes * 48 + arcs * 4) as u64
    }

    fn evidence(&self) -> Evidence {
        Evidence {
            positions: Some(self.explored.graph.len() as u64),
            arcs: Some(self.explored.graph.arcs() as u64),
            assumed: self.assumed.clone(),
            ..Evidence::default()
        }
    }

    fn explore(game: &Game, starts: &[AnyPosition], ask: &Ask<'_>) -> Result<Loops, Error> {
        let explored = Graph::explore(game.rules().numbering(Ways::Merged), starts, ask)?;
        let values = explored.graph.loopy_values_within(ask)?;
        let verdicts = explored.graph.verdicts(Play::Normal);
        Ok(Loops { explored, values, verdicts, assumed: game.rules().assumed() })
    }

    fn node(&self, position: &AnyPosition) -> Option<u32> {
        self.explored.positions.find(position)
    }

    /// The value of a position, if it or all its parts were explored.
    fn value(&self, game: &Game, position: &AnyPosition) -> Option<Value> {
        let own = |position: &AnyPosition| {
            Some(self.values.value(&self.explored.graph, self.node(position)?))
        };
        own(position).or_else(|| parts(game, position).iter().map(own).sum())
    }

    /// Whether the value of a position and those of all its options are known.
    fn covers(&self, game: &Game, position: &AnyPosition, meter: &Meter<'_>) -> bool {
        let (moves, complete) = game.moves(position, meter.moves_left());
        let mut options = moves.iter().map(|mv| game.play(position, mv));
        complete
            && self.value(game, position).is_some()
            && options.all(|option| self.value(game, &option).is_some())
    }
}

/// Makes sure that a position and its options are explored: its parts one by one, or the position
/// as a whole where an option falls apart differently.
fn explored<'t>(
    game: &Game,
    table: &'t mut Option<Loops>,
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<&'t Loops, Error> {
    let meter = Meter::new(ask);
    let loops = match table.take().filter(|loops| loops.covers(game, position, &meter)) {
        Some(loops) => loops,
        None => {
            let by_parts = Loops::explore(game, &parts(game, position), ask)?;
            if by_parts.covers(game, position, &meter) {
                by_parts
            } else {
                Loops::explore(game, std::slice::from_ref(position), ask)?
            }
        }
    };
    Ok(table.insert(loops))
}

/// The loopy value of a position.
pub(crate) fn value(
    game: &Game,
    table: &mut Option<Loops>,
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Valued, Error> {
    let loops = explored(game, table, position, ask)?;
    let value = loops.value(game, position).ok_or_else(too_many_moves)?;
    Ok(Valued { value, method: Method::Graph, evidence: loops.evidence() })
}

/// The moves to positions of a given finite value.
pub(crate) fn moves_to(
    game: &Game,
    table: &mut Option<Loops>,
    position: &AnyPosition,
    target: &Nimber,
    ask: &Ask<'_>,
) -> Result<Found<AnyMove>, Error> {
    let loops = explored(game, table, position, ask)?;
    let mut meter = Meter::new(ask);
    matching_moves(game.rules(), position, ask.moves, &mut meter, &mut |option, _| {
        Ok(loops.value(game, option).is_some_and(|value| value.finite() == Some(target)))
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
pub(crate) fn normal(
    game: &Game,
    table: &mut Option<Loops>,
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Answer, Error> {
    let Valued { value, method, evidence } = self::value(game, table, position, ask)?;
    let winning = match value.outcome() {
        Outcome::Next => moves_to(game, table, position, &Nimber::ZERO, ask)?,
        _ => Found::none(),
    };
    let loops = table.as_ref().ok_or_else(too_many_moves)?;
    let remoteness = match loops.node(position) {
        Some(node) => plies(loops.verdicts[node as usize]),
        // A sum explored part by part has no graph of its own to count plies in, unless it is small.
        None => game
            .explore(position, true, &ask.small())
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
        parts: Vec::new(),
    })
}

/// The graph of a whole position with the misère verdict of every node.
pub(crate) struct Whole {
    explored: Explored,
    verdicts: Vec<Verdict>,
}

impl Whole {
    fn explore(game: &Game, position: &AnyPosition, ask: &Ask<'_>) -> Result<Whole, Error> {
        let explored = game.explore(position, true, ask)?;
        let verdicts = explored.graph.verdicts(Play::Misere);
        Ok(Whole { explored, verdicts })
    }

    fn verdict(&self, position: &AnyPosition) -> Option<Verdict> {
        self.explored.positions.find(position).map(|node| self.verdicts[node as usize])
    }

    /// Bytes of memory in use, about.
    pub fn bytes(&self) -> u64 {
        let (nodes, arcs) = (self.explored.graph.len(), self.explored.graph.arcs());
        self.explored.positions.bytes() + (nodes * 24 + arcs * 4) as u64
    }
}

/// Misère play: the graph of the whole position, because values of parts do not decide. What can follow an explored
/// position is explored too, so a game that is played on needs its graph once.
pub(crate) fn misere(
    game: &Game,
    table: &mut Option<Whole>,
    position: &AnyPosition,
    ask: &Ask<'_>,
) -> Result<Answer, Error> {
    let whole = match table.take().filter(|whole| whole.verdict(position).is_some()) {
        Some(whole) => whole,
        None => Whole::explore(game, position, ask)?,
    };
    let whole = table.insert(whole);
    let start = whole.verdict(position).ok_or_else(too_many_moves)?;
    let mut meter = Meter::new(ask);
    let winning =
        matching_moves(game.rules(), position, ask.moves, &mut meter, &mut |option, _| {
            let verdict = whole.verdict(option);
            Ok(verdict.is_some_and(|verdict| verdict.outcome == Outcome::Previous))
        })
        .map_err(without_circles)?;
    let graph = &whole.explored.graph;
    Ok(Answer {
        outcome: start.outcome,
        value: None,
        value_status: ValueStatus::None,
        winning,
        remoteness: plies(start),
        method: Method::Graph,
        evidence: Evidence {
            positions: Some(graph.len() as u64),
            arcs: Some(graph.arcs() as u64),
            ..Evidence::default()
        },
        parts: Vec::new(),
    })
}

fn plies(verdict: Verdict) -> Option<u64> {
    (verdict.outcome != Outcome::Draw).then_some(verdict.remoteness)
}
