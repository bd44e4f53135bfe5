//! The disjunctive sum of unlike games: a game like any other.
//!
//! Its position is the address of the sum, `kayles: 12 + nim: 4`; a move names its part first,
//! `2: 1 -> 3`.

use std::io::BufRead;
use std::sync::Arc;

use crate::address::{LONGEST, split_sum};
use crate::analysis::{
    Analysis, Evidence, LONGEST_TO, Method, PartEvidence, ValueStatus, WinningMove,
};
use crate::ask::Ask;
use crate::error::{Error, quoted};
use crate::explain::Trace;
use crate::game::{Game, ListedMove, Listing, MOST_LISTED, Seats, Solver, check_length, with_play};
use crate::graph::{Explored, Graph, GraphSum};
use crate::heap::HeapRules;
use crate::heaps::Heaps;
use crate::natural::Natural;
use crate::rules::Found;
use crate::scene::{Completion, Scene};
use crate::solve::{self, Answer, Tables, Valued, reasons};
use crate::value::{Nimber, Outcome, Play, Value};
#[cfg(feature = "verification")]
use crate::verify::{Depth, Report};

/// Several games side by side; a move is a move in one of them.
pub struct Sum {
    parts: Arc<[Box<dyn Game>]>,
    name: String,
}

impl Sum {
    /// The sum of these games.
    pub fn new(parts: Vec<Box<dyn Game>>) -> Sum {
        let name = parts.iter().map(|part| part.name()).collect::<Vec<_>>().join(" + ");
        Sum { parts: parts.into(), name }
    }

    /// The position of the sum whose parts have these positions.
    pub fn join(&self, positions: &[impl AsRef<str>]) -> String {
        join(&self.parts, positions)
    }

    /// Reads the part number of a move or pick: `2: 1 -> 3`.
    fn part_of<'t>(&self, text: &'t str) -> Result<(usize, &'t str), Error> {
        let (number, rest) = text.split_once(':').unwrap_or(("", text));
        // Answers write the word, so it is read as well.
        match number.trim().trim_start_matches("part").trim().parse::<usize>() {
            Ok(number) if (1..=self.parts.len()).contains(&number) => Ok((number - 1, rest.trim())),
            _ => Err(Error::input(format!(
                "{} does not begin with a part from 1 to {}: write a move of part 2 as 2: followed by the move",
                quoted(text),
                self.parts.len()
            ))),
        }
    }
}

fn join(parts: &[Box<dyn Game>], positions: &[impl AsRef<str>]) -> String {
    let parts = parts.iter().zip(positions).map(|(part, position)| part.address(position.as_ref()));
    parts.collect::<Vec<_>>().join(" + ")
}

/// The positions of the parts, each as its game writes it.
fn split(games: &[Box<dyn Game>], position: &str) -> Result<Vec<String>, Error> {
    let texts = split_sum(position)?;
    if texts.len() != games.len() {
        return Err(Error::input(format!(
            "{} has {} parts where the sum has {}",
            quoted(position),
            texts.len(),
            games.len()
        )));
    }
    let own = |game: &dyn Game, text: &str| {
        let own =
            text.strip_prefix(game.name()).and_then(|rest| rest.trim_start().strip_prefix(':'));
        game.tidy(own.unwrap_or(text).trim())
    };
    games.iter().zip(texts).map(|(game, text)| own(&**game, text)).collect()
}

impl Game for Sum {
    fn name(&self) -> &str {
        &self.name
    }

    fn address(&self, position: &str) -> String {
        position.to_string()
    }

    fn tidy(&self, position: &str) -> Result<String, Error> {
        Ok(self.join(&split(&self.parts, position)?))
    }

    fn simplify(&self, position: &str) -> Result<String, Error> {
        let positions = split(&self.parts, position)?;
        let simple =
            self.parts.iter().zip(&positions).map(|(part, position)| part.simplify(position));
        Ok(self.join(&simple.collect::<Result<Vec<_>, _>>()?))
    }

    fn moves(&self, position: &str, limit: usize) -> Result<Listing, Error> {
        let positions = split(&self.parts, position)?;
        let mut listing = Listing { moves: Vec::new(), complete: true };
        for (index, part) in self.parts.iter().enumerate() {
            let own = part.moves(&positions[index], limit - listing.moves.len())?;
            listing.complete &= own.complete;
            for mv in own.moves {
                let mut after = positions.clone();
                after[index] = mv.to;
                listing.moves.push(ListedMove {
                    mv: format!("{}: {}", index + 1, mv.mv),
                    to: self.join(&after),
                    text: format!("in part {}: {}", index + 1, mv.text),
                });
            }
        }
        Ok(listing)
    }

    fn play(&self, position: &str, mv: &str) -> Result<String, Error> {
        let mut positions = split(&self.parts, position)?;
        let (part, mv) = self.part_of(mv)?;
        positions[part] = self.parts[part].play(&positions[part], mv)?;
        Ok(self.join(&positions))
    }

    fn allows(&self, play: Play) -> Result<(), Error> {
        self.parts.iter().try_for_each(|part| part.allows(play))
    }

    fn seats(&self, position: &str) -> Result<Option<Seats>, Error> {
        for (part, position) in self.parts.iter().zip(split(&self.parts, position)?) {
            if part.seats(&position)?.is_some() {
                return Err(Error::Unsupported(format!(
                    "{} has more than two players and cannot be part of a sum",
                    part.name()
                )));
            }
        }
        Ok(None)
    }

    fn solver(&self) -> Box<dyn Solver> {
        let solvers = self.parts.iter().map(|part| part.solver()).collect();
        Box::new(SumSolver { parts: self.parts.clone(), solvers })
    }

    fn explain(&self, position: &str, ask: &Ask<'_>) -> Result<Trace, Error> {
        let analysis = self.analyse(position, ask)?;
        Ok(Trace { steps: reasons::sum_steps(&analysis, ask), address: analysis.address })
    }

    fn scene(&self, position: &str) -> Result<Scene, Error> {
        let positions = split(&self.parts, position)?;
        let scenes = self.parts.iter().zip(&positions).map(|(part, position)| part.scene(position));
        let scenes = scenes.collect::<Result<Vec<Scene>, Error>>()?;
        let height = scenes.iter().map(|scene| scene.height).fold(0.0, f64::max);
        let mut whole = Scene { height, ..Scene::default() };
        for (index, part) in scenes.into_iter().enumerate() {
            let left = if index == 0 { 0.0 } else { whole.width + 1.0 };
            for mut shape in part.shapes {
                shape.id = format!("part-{}-{}", index + 1, shape.id);
                shape.label =
                    format!("Part {}, {}: {}", index + 1, self.parts[index].name(), shape.label);
                shape.pick = shape.pick.map(|pick| format!("{}: {pick}", index + 1));
                // All parts stand on one ground.
                shape.form.shift(left, whole.height - part.height);
                whole.shapes.push(shape);
            }
            whole.width = left + part.width;
            whole.capped = whole.capped.or(part.capped);
        }
        Ok(whole)
    }

    fn complete(&self, position: &str, picks: &[&str]) -> Result<Completion, Error> {
        let positions = split(&self.parts, position)?;
        let picks = picks.iter().map(|pick| self.part_of(pick)).collect::<Result<Vec<_>, _>>()?;
        let mut completion = Completion::default();
        for (index, part) in self.parts.iter().enumerate() {
            if picks.iter().any(|(own, _)| *own != index) {
                continue;
            }
            let picks: Vec<&str> = picks.iter().map(|(_, pick)| *pick).collect();
            let own = part.complete(&positions[index], &picks)?;
            completion.next.extend(own.next.iter().map(|pick| format!("{}: {pick}", index + 1)));
            completion.whole =
                completion.whole.or(own.whole.map(|mv| format!("{}: {mv}", index + 1)));
        }
        Ok(completion)
    }

    fn graph(&self, position: &str, merge: bool, ask: &Ask<'_>) -> Result<Graph, Error> {
        let positions = split(&self.parts, position)?;
        let sum = graph_sum(&self.parts, &positions, merge, ask)?;
        let start: Heaps = positions.iter().map(|_| Natural::ZERO).collect();
        let Explored { mut graph, positions: nodes, .. } =
            Graph::explore(&sum, &[start], false, ask)?;
        let text = |nodes: &Heaps| {
            let names = (0..nodes.len())
                .filter_map(|part| sum.0[part].names.get(nodes.word(part)? as usize));
            self.join(&names.collect::<Vec<_>>())
        };
        graph.names = nodes.iter().map(text).collect();
        Ok(graph)
    }

    fn heap(&self) -> Option<&dyn HeapRules> {
        None
    }

    #[cfg(feature = "verification")]
    fn verify(&self, _examples: &[&str], _depth: Depth, _ask: &Ask<'_>) -> Report {
        // A sum has no shortcuts of its own; the suite checks sums of the catalogue's games.
        Report::default()
    }
}

fn graph_sum(
    parts: &[Box<dyn Game>],
    positions: &[String],
    merge: bool,
    ask: &Ask<'_>,
) -> Result<GraphSum, Error> {
    let graphs =
        parts.iter().zip(positions).map(|(part, position)| part.graph(position, merge, ask));
    Ok(GraphSum(graphs.collect::<Result<Vec<_>, _>>()?))
}

struct SumSolver {
    parts: Arc<[Box<dyn Game>]>,
    solvers: Vec<Box<dyn Solver>>,
}

impl SumSolver {
    /// The value of each part.
    fn values(&mut self, positions: &[String], ask: &Ask<'_>) -> Result<Vec<Valued>, Error> {
        self.solvers
            .iter_mut()
            .zip(positions)
            .map(|(solver, position)| solver.value(position, ask))
            .collect()
    }

    /// The moves that bring the value of the whole to `target`.
    fn balancing_moves(
        &mut self,
        positions: &[String],
        values: &[Valued],
        target: &Nimber,
        ask: &Ask<'_>,
    ) -> Result<Found<WinningMove>, Error> {
        let mut found = Found { moves: Vec::new(), count: Some(Natural::ZERO), complete: true };
        for (index, valued) in values.iter().enumerate() {
            let others = values.iter().enumerate().filter(|(other, _)| *other != index);
            let others: Value = others.map(|(_, part)| part.value.clone()).sum();
            // Beside an infinity no move in another part makes the whole finite.
            let Value::Finite(others) = others else { continue };
            let goal = &others + target;
            if valued.value.finite() == Some(&goal) {
                continue;
            }
            let room = Ask { moves: ask.moves - found.moves.len(), ..*ask };
            let own = self.solvers[index].moves_to(&positions[index], &goal, &room)?;
            found.count = match (&found.count, &own.count) {
                (Some(so_far), Some(more)) => Some(so_far + more),
                _ => None,
            };
            found.complete &= own.complete;
            let whole = |to: String| {
                let mut after = positions.to_vec();
                after[index] = to;
                Some(join(&self.parts, &after)).filter(|text| text.len() <= LONGEST_TO)
            };
            found.moves.extend(own.moves.into_iter().map(|mv| WinningMove {
                part: index + 1,
                to: mv.to.and_then(whole),
                ..mv
            }));
        }
        Ok(found)
    }

    fn by_values(&mut self, positions: &[String], ask: &Ask<'_>) -> Result<Analysis, Error> {
        let values = self.values(positions, ask)?;
        let value: Value = values.iter().map(|part| part.value.clone()).sum();
        let outcome = value.outcome();
        let winning = match outcome {
            Outcome::Next => self.balancing_moves(positions, &values, &Nimber::ZERO, ask)?,
            _ => Found::none(),
        };
        // Where play can run in circles the number of plies is asked for; small sums have it.
        let looping = values.iter().any(|part| part.method == Method::Graph);
        let remoteness = if looping { self.plies(positions, &ask.small()) } else { None };
        let parts = values.into_iter().enumerate().map(|(index, part)| PartEvidence {
            address: self.parts[index].address(&positions[index]),
            value: Some(part.value),
            method: part.method,
            evidence: part.evidence,
        });
        Ok(Analysis {
            address: with_play(join(&self.parts, positions), ask.play),
            play: ask.play,
            outcome,
            value: Some(value),
            value_status: ValueStatus::Known,
            winning: winning.moves,
            winning_count: winning.count,
            winning_complete: winning.complete,
            remoteness,
            method: Method::Sum,
            evidence: Evidence { parts: parts.collect(), ..Evidence::default() },
        })
    }

    /// Plies to the end in normal play, from the graph of the whole sum, if that is small.
    fn plies(&self, positions: &[String], ask: &Ask<'_>) -> Option<u64> {
        let sum = graph_sum(&self.parts, positions, true, ask).ok()?;
        let start: Heaps = positions.iter().map(|_| Natural::ZERO).collect();
        let Explored { graph, .. } = Graph::explore(&sum, &[start], false, ask).ok()?;
        let verdict = *graph.verdicts(Play::Normal).first()?;
        (verdict.outcome != Outcome::Draw).then_some(verdict.remoteness)
    }

    /// Misère play: values of the parts do not decide, so the positions of the whole are looked at,
    /// each part as a graph.
    fn by_graphs(&mut self, positions: &[String], ask: &Ask<'_>) -> Result<Analysis, Error> {
        let sum = graph_sum(&self.parts, positions, true, ask)?;
        let start: Heaps = positions.iter().map(|_| Natural::ZERO).collect();
        let all = Ask { moves: usize::MAX, ..*ask };
        let answer = solve::ladder(&sum, &mut Tables::default(), &start, &all)?;
        let Answer { outcome, value, value_status, winning, remoteness, method, evidence } = answer;
        let (mut moves, mut all) = (Vec::new(), true);
        for (index, part) in self.parts.iter().enumerate() {
            let good: Vec<&str> = winning
                .moves
                .iter()
                .filter_map(|mv| mv.single().filter(|(own, _)| *own == index)?.1.word(0))
                .filter_map(|node| sum.0[index].names.get(node as usize))
                .map(String::as_str)
                .collect();
            if good.is_empty() {
                continue;
            }
            let listing = part.moves(&positions[index], MOST_LISTED)?;
            all &= listing.complete;
            for mv in listing.moves {
                if good.contains(&part.simplify(&mv.to)?.as_str()) {
                    let mut after = positions.to_vec();
                    after[index] = mv.to;
                    let to =
                        Some(join(&self.parts, &after)).filter(|text| text.len() <= LONGEST_TO);
                    moves.push(WinningMove { part: index + 1, mv: mv.mv, to, text: mv.text });
                }
            }
        }
        let mut winning = Found::first(moves, ask.moves);
        if !all {
            (winning.count, winning.complete) = (None, false);
        }
        Ok(Analysis {
            address: with_play(join(&self.parts, positions), ask.play),
            play: ask.play,
            outcome,
            value,
            value_status,
            winning: winning.moves,
            winning_count: winning.count,
            winning_complete: winning.complete,
            remoteness,
            method,
            evidence,
        })
    }
}

impl Solver for SumSolver {
    fn analyse(&mut self, position: &str, ask: &Ask<'_>) -> Result<Analysis, Error> {
        let positions = split(&self.parts, position)?;
        check_length(join(&self.parts, &positions).len())?;
        self.parts.iter().try_for_each(|part| part.allows(ask.play))?;
        if ask.play == Play::Misere {
            return self.by_graphs(&positions, ask);
        }
        self.by_values(&positions, ask)
    }

    fn analyse_from(&mut self, input: &mut dyn BufRead, ask: &Ask<'_>) -> Result<Analysis, Error> {
        let mut text = String::new();
        let mut input = std::io::Read::take(input, LONGEST as u64 + 1);
        std::io::Read::read_to_string(&mut input, &mut text)
            .map_err(|error| Error::input(format!("the input cannot be read: {error}")))?;
        if text.len() > LONGEST {
            return Err(Error::input(format!("a sum of more than {LONGEST} bytes cannot be read")));
        }
        self.analyse(&text, ask)
    }

    fn bytes(&self) -> u64 {
        self.solvers.iter().map(|solver| solver.bytes()).sum()
    }

    fn value(&mut self, position: &str, ask: &Ask<'_>) -> Result<Valued, Error> {
        let positions = split(&self.parts, position)?;
        let values = self.values(&positions, ask)?;
        let value = values.into_iter().map(|part| part.value).sum();
        Ok(Valued { value, method: Method::Sum, evidence: Evidence::default() })
    }

    fn moves_to(
        &mut self,
        position: &str,
        target: &Nimber,
        ask: &Ask<'_>,
    ) -> Result<Found<WinningMove>, Error> {
        let positions = split(&self.parts, position)?;
        let values = self.values(&positions, ask)?;
        self.balancing_moves(&positions, &values, target, ask)
    }
}
