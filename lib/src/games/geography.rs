//! Geography: a token goes from node to node of a graph, never to one where it has been.

use rustc_hash::FxHashMap;

use crate::address::Parameters;
use crate::analysis::{Numbers, Theorem};
use crate::boxed;
use crate::elements::{Elements, Named};
use crate::error::{Error, quoted};
use crate::explain::{Claim, Step};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::matching;
use crate::network::Network;
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use crate::value::{Outcome, Play};

/// A graph, whose lines may be one-way.
struct Geography {
    names: Vec<String>,
    numbers: FxHashMap<String, usize>,
    /// Where one can go from each node.
    arcs: Vec<Vec<usize>>,
    /// Whether every line can be gone both ways.
    both_ways: bool,
}

static MATCHING: Theorem = Theorem {
    name: "geography",
    play: Play::Normal,
    statement: "If every line can be gone both ways: pair nodes that a line joins, as many as possible, among the token's node \
                and those where it has not been. The mover wins exactly when every such pairing has the token's node in it",
    source: "by augmenting paths: where the strategy ended, a larger pairing would begin",
};

const MOST_NODES: usize = 512;
/// Pairs that are told one by one at most.
const MOST_TOLD: usize = 20;

impl Geography {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let mut rules = Geography {
            names: Vec::new(),
            numbers: FxHashMap::default(),
            arcs: Vec::new(),
            both_ways: true,
        };
        let text = parameters.list().join(" ");
        for word in text.split_whitespace() {
            rules.read_chain(word)?;
        }
        if rules.names.is_empty() {
            return Err(Error::input(
                "geography needs lines: write geography(a-b b-c c-a): a, or a>b for a line that is one-way",
            ));
        }
        let back = |from: usize, to: &usize| rules.arcs[*to].contains(&from);
        rules.both_ways =
            (0..rules.names.len()).all(|from| rules.arcs[from].iter().all(|to| back(from, to)));
        let rule = "Send the token along a line to a node where it has not been";
        Ok(boxed::open(rules, parameters)?.ruled(rule))
    }

    /// Reads `a-b>c`: lines that can be gone both ways, and one-way ones.
    fn read_chain(&mut self, word: &str) -> Result<(), Error> {
        let mut before: Option<(usize, char)> = None;
        let mut rest = word;
        loop {
            let end = rest.find(['-', '>']).unwrap_or(rest.len());
            let name = &rest[..end];
            if name.is_empty() || name.contains(['<', '=', '|', '*', '+']) || name == "none" {
                return Err(Error::input(format!(
                    "{} is not a line: write a-b, or a>b for a line that is one-way, with blanks between lines",
                    quoted(word)
                )));
            }
            let node = self.node(name)?;
            if let Some((other, sign)) = before {
                self.join(other, node);
                if sign == '-' {
                    self.join(node, other);
                }
            }
            let Some(sign) = rest[end..].chars().next() else { return Ok(()) };
            before = Some((node, sign));
            rest = &rest[end + 1..];
        }
    }

    fn node(&mut self, name: &str) -> Result<usize, Error> {
        if let Some(node) = self.numbers.get(name) {
            return Ok(*node);
        }
        if self.names.len() == MOST_NODES {
            return Err(Error::input(format!(
                "the graph has more than {MOST_NODES} nodes: that is too many"
            )));
        }
        self.names.push(name.to_string());
        self.arcs.push(Vec::new());
        self.numbers.insert(name.to_string(), self.names.len() - 1);
        Ok(self.names.len() - 1)
    }

    fn join(&mut self, from: usize, to: usize) {
        if from != to && !self.arcs[from].contains(&to) {
            self.arcs[from].push(to);
        }
    }

    /// The node of the token: the set has the free nodes, and behind all of them the token's once more.
    fn token(&self, set: &Elements) -> usize {
        let count = self.names.len();
        set.iter().find(|element| *element >= count).map_or(0, |element| element - count)
    }

    fn position(&self, token: usize, free: impl Iterator<Item = usize>) -> Elements {
        let count = self.names.len();
        let mut set = Elements::none(2 * count);
        free.filter(|node| *node != token).for_each(|node| set.insert(node));
        set.insert(count + token);
        set
    }

    fn free<'a>(&self, set: &'a Elements) -> impl Iterator<Item = usize> + use<'a> {
        let count = self.names.len();
        set.iter().take_while(move |element| *element < count)
    }

    /// A largest pairing of these nodes: the partner of each.
    fn pairing(&self, nodes: &[usize]) -> Vec<Option<usize>> {
        let mut among = vec![false; self.names.len()];
        nodes.iter().for_each(|node| among[*node] = true);
        let inside = |node: usize| {
            let near = self.arcs[node].iter().copied().filter(|other| among[*other]);
            if among[node] { near.collect() } else { Vec::new() }
        };
        let near: Vec<Vec<usize>> = (0..self.names.len()).map(inside).collect();
        matching::largest(&near)
    }

    /// A largest pairing of the token's node and the free ones, and whether all of them have the token's node; one that
    /// has not is taken where there is one.
    fn paired(&self, set: &Elements) -> (Vec<Option<usize>>, bool) {
        let token = self.token(set);
        let free: Vec<usize> = self.free(set).collect();
        let whole = self.pairing(&[&free[..], &[token]].concat());
        let without = self.pairing(&free);
        let size = |pairing: &[Option<usize>]| pairing.iter().flatten().count();
        if size(&without) == size(&whole) { (without, false) } else { (whole, true) }
    }

    fn pairs(&self, pairing: &[Option<usize>]) -> String {
        let pairs = pairing.iter().enumerate().filter_map(|(node, other)| {
            let other = (*other).filter(|other| node < *other)?;
            Some(format!("{} and {}", self.names[node], self.names[other]))
        });
        let pairs: Vec<String> = pairs.collect();
        if pairs.is_empty() { "none".to_string() } else { pairs.join("; ") }
    }
}

impl Rules for Geography {
    type Position = Elements;
    type Move = Named;

    fn moves(&self, set: &Elements, out: &mut Moves<'_, Named>) {
        for to in self.arcs[self.token(set)].iter().filter(|to| set.has(**to)) {
            out.push(Named { element: *to, name: self.names[*to].clone() });
        }
    }

    fn play(&self, set: &Elements, mv: &Named) -> Elements {
        self.position(mv.element, self.free(set))
    }

    fn read(&self, text: &str) -> Result<Elements, Error> {
        let (token, free) = text.split_once('|').map_or((text, "*"), |(token, free)| (token, free));
        let number = |name: &str| self.numbers.get(name).copied();
        let free = Elements::read(free.trim(), "nodes of the graph", &self.names, number)?;
        match number(token.trim()) {
            Some(token) => Ok(self.position(token, free.iter())),
            None => Err(Error::input(format!(
                "{} is not a node of the graph: write the node of the token, or that, a bar and the nodes where it has not \
                 been, such as a | b c",
                quoted(token)
            ))),
        }
    }

    fn write(&self, set: &Elements) -> String {
        let token = &self.names[self.token(set)];
        let free: Vec<&str> = self.free(set).map(|node| self.names[node].as_str()).collect();
        match free.len() {
            0 if self.names.len() > 1 => format!("{token} | none"),
            count if count + 1 == self.names.len() => token.clone(),
            _ => format!("{token} | {}", free.join(" ")),
        }
    }

    fn simplify(&self, set: Elements) -> Elements {
        // Nodes that cannot be reached any more play no part.
        let (mut seen, mut waiting) = (Elements::none(self.names.len()), vec![self.token(&set)]);
        while let Some(node) = waiting.pop() {
            for to in self.arcs[node].iter().filter(|to| set.has(**to)) {
                if !seen.has(*to) {
                    seen.insert(*to);
                    waiting.push(*to);
                }
            }
        }
        self.position(self.token(&set), seen.iter())
    }

    fn outcome(&self, set: &Elements, play: Play) -> Option<Outcome> {
        let known = self.both_ways && play == Play::Normal;
        known.then(|| Outcome::from_mover_wins(self.paired(set).1))
    }

    fn theorem(&self, _set: &Elements, play: Play) -> Option<&'static Theorem> {
        (self.both_ways && play == Play::Normal).then_some(&MATCHING)
    }

    fn explain(&self, set: &Elements, play: Play) -> Option<Vec<Step>> {
        if !self.both_ways || play == Play::Misere || set.len() > 2 * MOST_TOLD {
            return None;
        }
        let (pairing, wins) = self.paired(set);
        let idea = "Pair nodes that a line joins, as many as possible, among the token's node and those where it has not been. \
                    If the token's node has a partner in every such pairing, go to the partner. Wherever the other side then \
                    goes, that node has a partner too: otherwise the pairs along the way could be moved on by one, and the \
                    token's node would have been left over. So there is always a partner to go to. And if some pairing \
                    leaves the token's node over, it is the other side that can go to partners.";
        let token = &self.names[self.token(set)];
        let so = match wins {
            true => format!("every largest pairing has {token} in it"),
            false => format!("{token} is left over"),
        };
        let here = format!("A largest pairing here: {}. In it, {so}.", self.pairs(&pairing));
        let here = if wins { here.replace("In it, e", "E") } else { here };
        let claim = || {
            let outcome = Outcome::from_mover_wins(wins);
            [Claim::Outcome { position: self.write(set), outcome }]
        };
        Some(vec![Step::new("idea", idea), Step::new("here", here).claiming(claim)])
    }

    fn because(&self, set: &Elements, mv: &Named, play: Play) -> Option<Step> {
        let (pairing, wins) = self.paired(set);
        let known = self.both_ways && play == Play::Normal && wins;
        let token = self.token(set);
        let partner = pairing[token] == Some(mv.element);
        let text = match partner {
            true => format!("The partner of {} is {}: go there.", self.names[token], mv.name),
            false => format!(
                "Some largest pairing has {} and {} as a pair: go there.",
                self.names[token], mv.name
            ),
        };
        let (position, mv) = (self.write(set), mv.to_string());
        let claim = || [Claim::Move { position, mv, outcome: Outcome::Previous }];
        known.then(|| Step::new("pick", text).claiming(claim))
    }

    fn describe(&self, set: &Elements, mv: &Named) -> String {
        format!("go from {} to {}", self.names[self.token(set)], mv.name)
    }

    fn numbers(&self, _set: &Elements, mv: &Named) -> Numbers {
        Numbers { node: Some(mv.name.clone()), ..Numbers::default() }
    }

    fn scene(&self, set: &Elements) -> Scene {
        const MOST: usize = 60;
        let (side, places) = Network::circle(self.names.len().min(MOST));
        let mut scene = Scene { width: side, height: side, ..Scene::default() };
        let token = self.token(set);
        for (from, (x, y)) in places.iter().enumerate() {
            for to in self.arcs[from].iter().filter(|to| **to < places.len()) {
                let back = self.arcs[*to].contains(&from);
                if back && *to < from {
                    continue;
                }
                let (to_x, to_y) = places[*to];
                let form = Form::Line { x: *x, y: *y, to_x, to_y, arrow: !back };
                let label = format!("Line from {} to {}", self.names[from], self.names[*to]);
                scene.shapes.push(Shape::new(format!("line-{from}-{to}"), label, Role::Arc, form));
            }
        }
        for (node, (x, y)) in places.iter().enumerate() {
            let name = &self.names[node];
            let (role, label) = match (node == token, set.has(node)) {
                (true, _) => (Role::Stone, format!("Node {name} with the token")),
                (false, true) => (Role::Node, format!("Node {name}")),
                (false, false) => (Role::Gone, format!("Node {name}, where the token has been")),
            };
            let form = Form::Circle { x: *x, y: *y, radius: 0.55 };
            let shape = Shape::new(format!("node-{node}"), label, role, form).with_caption(name);
            let goes = set.has(node) && self.arcs[token].contains(&node);
            scene.shapes.push(match (goes, role) {
                (true, _) => shape.with_pick(Some(name.clone())),
                (false, Role::Stone) => shape.with_why("The token stands here."),
                (false, Role::Node) => shape.with_why("No line leads there from the token."),
                (false, _) => shape.with_why("The token has been here."),
            });
        }
        let hidden = self.names.len() - places.len();
        scene.capped = (hidden > 0).then(|| format!("{hidden} more nodes are not drawn."));
        scene
    }

    fn random(&self, _size: u64, random: &mut Random) -> Option<Elements> {
        let count = self.names.len();
        let token = random.between(0, count as u64 - 1) as usize;
        let free: Vec<usize> = (0..count).filter(|_| random.chance(0.8)).collect();
        Some(self.position(token, free.into_iter()))
    }
}

pub static ENTRY: Entry = Entry {
    name: "geography",
    aliases: &["vertex-geography"],
    title: "Geography",
    rules: "A token on a node of a graph. A move sends it along a line to a node where it has not been. Lines a-b can be gone \
            both ways, lines a>b one way only. The position is the token's node, a bar and the nodes where it has not been; \
            the token's node alone means that it has just begun there.",
    board: Board::Graph,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "lines",
        required: true,
        list: true,
        help: "lines a-b, or a>b where they are one-way, with blanks between them",
    }],
    examples: &[
        "geography(a-b-c-d-e b-e): a",
        "geography(a-b-c-d-e): c",
        "geography(1-2-3-4-5-1 1-6 2-7 3-8 4-9 5-10 6-8-10-7-9-6): 1",
        "geography(1-2-3-4 5-6-7-8 9-10-11-12 1-5-9 2-6-10 3-7-11 4-8-12 12-13): 1",
        "geography(a>b>c>d>e>a a>c b>e d>b e>c f>a d>f): a",
        "misere geography(a-b-c-d-e b-e): a",
    ],
    example_move: ("a", "b"),
    known: &[
        Known {
            address: "geography(a-b-c-d-e): c",
            outcome: "P",
            value: None,
            source: "by hand: the pairs a-b and d-e leave c over",
        },
        Known {
            address: "geography(a-b-c-d): a",
            outcome: "N",
            value: None,
            source: "by hand: the pairs a-b and c-d have all nodes",
        },
    ],
    theorems: &[&MATCHING],
    presets: &[],
    open: Geography::open,
};
