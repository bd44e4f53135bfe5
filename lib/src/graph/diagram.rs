//! All that a drawing of a game's graph or tree shows, as plain data.

use serde::Serialize;

use super::Graph;
use crate::ask::Ask;
use crate::error::{Budget, Error, quoted};
use crate::game::{AnyPosition, Game};
use crate::value::{Outcome, Play, Value};

/// A graph or tree of positions, judged and sorted into layers; its JSON is the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Diagram {
    /// What was asked; it re-opens exactly this position.
    pub address: String,
    /// Normal or misère.
    pub play: Play,
    /// Whether a position is drawn once for each way to reach it.
    pub tree: bool,
    /// Whether positions that differ by symmetry are one.
    pub merged: bool,
    /// The positions; the first is the start.
    pub nodes: Vec<Node>,
    /// The moves. Several moves from one position to another are one arc.
    pub arcs: Vec<Arc>,
}

/// A position in a diagram.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Node {
    /// Its number in the diagram, from 0.
    pub id: usize,
    /// The position as its game writes it; empty where nothing is left.
    pub position: String,
    /// Who wins, or a draw.
    pub outcome: Outcome,
    /// Plies to the end under best play; nothing for a draw.
    pub remoteness: Option<u64>,
    /// The value in normal play.
    pub value: Option<Value>,
    /// The longest play from here in plies; nothing where play can run in circles.
    pub longest: Option<u64>,
    /// The layer it is drawn in, from 0 at the bottom. Where play cannot run in circles every move
    /// goes to a lower layer.
    pub layer: u64,
    /// Whether it is where play begins.
    pub start: bool,
    /// Whether there is no move.
    pub terminal: bool,
}

/// A move in a diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Arc {
    /// The node it leaves.
    pub from: usize,
    /// The node it reaches.
    pub to: usize,
    /// Whether it leaves a P-position to the opponent.
    pub winning: bool,
}

/// What there is in a graph, for graphs of any size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// What was asked.
    pub address: String,
    /// Normal or misère.
    pub play: Play,
    /// Whether positions that differ by symmetry are one.
    pub merged: bool,
    /// Positions.
    pub vertices: usize,
    /// Moves from one position to another.
    pub arcs: usize,
    /// Positions that the previous player wins.
    pub previous: usize,
    /// Positions that the next player wins.
    pub next: usize,
    /// Draws.
    pub draws: usize,
    /// Positions without a move.
    pub terminal: usize,
    /// The longest play in plies; nothing where play can run in circles.
    pub longest: Option<u64>,
    /// Nodes of the game tree; nothing where it has no end, or beyond 128 bits.
    pub tree: Option<u128>,
}

/// Nodes drawn at most, whatever is asked for.
pub const MOST_NODES: usize = 100_000;

/// Positions counted at most when a graph is too large to be drawn: a fraction of a second.
const MOST_COUNTED: u64 = 100_000;
const MOST_STEPS: u64 = 10_000_000;

impl Diagram {
    /// The graph of everything reachable, each position once. More than `most` nodes are refused
    /// with their number where it can be counted quickly.
    pub fn graph(
        game: &Game,
        position: &AnyPosition,
        play: Play,
        merged: bool,
        most: usize,
        ask: &Ask<'_>,
    ) -> Result<Diagram, Error> {
        let address = address(game, position, play)?;
        let graph = explore(game, position, merged, most, ask)?;
        if graph.len() > most {
            return Err(too_many("the graph", &address, graph.len() as u128, true, most));
        }
        Ok(Diagram::of(&graph, address, merged, play))
    }

    /// The diagram of a graph that is already explored; node 0 is the start.
    pub fn of(graph: &Graph, address: String, merged: bool, play: Play) -> Diagram {
        let mut diagram = Diagram::empty(address, merged, false, play);
        diagram.nodes = judged(graph, play);
        if let Some(start) = diagram.nodes.first_mut() {
            start.start = true;
        }
        for from in 0..graph.len() {
            for to in graph.options(from as u32) {
                diagram.push_arc(from, *to as usize);
            }
        }
        diagram
    }

    /// The game tree: each position once for every play that reaches it.
    pub fn tree(
        game: &Game,
        position: &AnyPosition,
        play: Play,
        merged: bool,
        most: usize,
        ask: &Ask<'_>,
    ) -> Result<Diagram, Error> {
        let address = address(game, position, play)?;
        let graph = explore(game, position, merged, most, ask)?;
        let layers = graph.layers(&graph.verdicts(play));
        if layers.longest[0].is_none() {
            return Err(Error::Unsupported(format!(
                "in {} play can run in circles, so its tree has no end: its graph can be drawn",
                quoted(&address)
            )));
        }
        match layers.tree[0] {
            None => return Err(too_many("the tree", &address, u128::MAX, false, most)),
            Some(count) if count > most as u128 => {
                return Err(too_many("the tree", &address, count, true, most));
            }
            Some(_) => {}
        }
        let nodes = judged(&graph, play);
        let mut diagram = Diagram::empty(address, merged, true, play);
        // Depth first, so that the options of a node stand side by side from left to right.
        let mut open: Vec<(u32, Option<usize>, u64)> = vec![(0, None, 0)];
        let mut deepest = 0;
        while let Some((number, parent, depth)) = open.pop() {
            let id = diagram.nodes.len();
            let node = Node { id, layer: depth, start: id == 0, ..nodes[number as usize].clone() };
            diagram.nodes.push(node);
            deepest = deepest.max(depth);
            if let Some(parent) = parent {
                diagram.push_arc(parent, id);
            }
            let options = graph.options(number).iter().rev();
            open.extend(options.map(|option| (*option, Some(id), depth + 1)));
        }
        diagram.nodes.iter_mut().for_each(|node| node.layer = deepest - node.layer);
        Ok(diagram)
    }

    fn empty(address: String, merged: bool, tree: bool, play: Play) -> Diagram {
        Diagram { address, play, tree, merged, nodes: Vec::new(), arcs: Vec::new() }
    }

    fn push_arc(&mut self, from: usize, to: usize) {
        let winning = self.nodes[from].outcome == Outcome::Next
            && self.nodes[to].outcome == Outcome::Previous;
        self.arcs.push(Arc { from, to, winning });
    }

    /// How many nodes have this outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        self.nodes.iter().filter(|node| node.outcome == outcome).count()
    }
}

impl Summary {
    /// Counts what can be reached from a position, as far as the budget goes.
    pub fn new(
        game: &Game,
        position: &AnyPosition,
        play: Play,
        merged: bool,
        ask: &Ask<'_>,
    ) -> Result<Summary, Error> {
        let address = address(game, position, play)?;
        let graph = game.graph(position, merged, ask)?;
        let verdicts = graph.verdicts(play);
        let layers = graph.layers(&verdicts);
        let count = |outcome| verdicts.iter().filter(|verdict| verdict.outcome == outcome).count();
        let ends = (0..graph.len() as u32).filter(|node| graph.options(*node).is_empty());
        Ok(Summary {
            address,
            play,
            merged,
            vertices: graph.len(),
            arcs: graph.arcs(),
            previous: count(Outcome::Previous),
            next: count(Outcome::Next),
            draws: count(Outcome::Draw),
            terminal: ends.count(),
            longest: layers.longest[0],
            tree: layers.tree[0],
        })
    }
}

/// The address of the position, if the question makes sense.
fn address(game: &Game, position: &AnyPosition, play: Play) -> Result<String, Error> {
    game.allows(play)?;
    let address = game.address(position, play);
    if game.has_many_players() {
        return Err(Error::Unsupported(format!(
            "{} has more than two players, so its positions are neither P nor N: write an address for two players",
            quoted(&address)
        )));
    }
    Ok(address)
}

/// The graph, also where it has somewhat more than `most` nodes, so that they are counted.
fn explore(
    game: &Game,
    position: &AnyPosition,
    merged: bool,
    most: usize,
    ask: &Ask<'_>,
) -> Result<Graph, Error> {
    let few = Ask { positions: ask.positions.min(most as u64), ..*ask };
    let error = match game.graph(position, merged, &few) {
        // Another budget than that of the drawing is told as it is.
        Err(error @ Error::Spent { budget: Budget::Positions, .. }) => error,
        other => return other,
    };
    if ask.positions <= most as u64 {
        return Err(error);
    }
    let positions = ask.positions.min(MOST_COUNTED.max(most as u64));
    let more = Ask { positions, steps: ask.steps.min(MOST_STEPS), ..*ask };
    game.graph(position, merged, &more).map_err(|error| {
        let found = match error {
            Error::Spent { budget: Budget::Positions, .. } => positions,
            _ => few.positions,
        };
        let address = game.address(position, Play::Normal);
        too_many("the graph", &address, found.into(), false, most)
    })
}

/// The refusal to draw so many nodes, which are all (`exact`) or only those counted.
fn too_many(what: &str, address: &str, count: u128, exact: bool, most: usize) -> Error {
    let more = if exact { "" } else { "more than " };
    let what = format!(
        "{what} of {} has {more}{count} nodes, and at most {most} are drawn",
        quoted(address)
    );
    if count > MOST_NODES as u128 || !exact && count == MOST_NODES as u128 {
        return Error::Stopped(format!(
            "{what}: no drawing has more than {MOST_NODES}, so ask for a smaller position"
        ));
    }
    Error::TooManyNodes { what, needed: exact.then_some(count as u64) }
}

/// The nodes of a graph with all that is known about them.
fn judged(graph: &Graph, play: Play) -> Vec<Node> {
    let verdicts = graph.verdicts(play);
    let layers = graph.layers(&verdicts);
    let values = (play == Play::Normal).then(|| graph.loopy_values());
    let node = |number: usize| Node {
        id: number,
        position: graph.names.get(number).cloned().unwrap_or_default(),
        outcome: verdicts[number].outcome,
        remoteness: (verdicts[number].outcome != Outcome::Draw)
            .then_some(verdicts[number].remoteness),
        value: values.as_ref().map(|values| values.value(graph, number as u32)),
        longest: layers.longest[number],
        layer: layers.layers[number],
        start: false,
        terminal: graph.options(number as u32).is_empty(),
    };
    (0..graph.len()).map(node).collect()
}
