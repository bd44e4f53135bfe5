//! Tokens on a directed graph: a move sends a token along an arc.

use std::f64::consts::TAU;
use std::fmt;
use std::str::FromStr;

use crate::address::Parameters;
use crate::analysis::Numbers;
use crate::error::{Error, quoted};
use crate::explain::{Step as Told, parts};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::graph::Graph;
use crate::graph::read::NamedGraph;
use crate::rules::{Moves, Position, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape, around};
use crate::value::{Nimber, Play, Value};

/// A graph with names; a position is the nodes of the tokens.
struct Tokens(NamedGraph);

/// The nodes of the tokens. One token is the usual case, and graphs of millions of nodes are
/// explored with it, so that case owns no memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Places {
    One(u32),
    Many(Box<[u32]>),
}

impl Places {
    fn nodes(&self) -> &[u32] {
        match self {
            Places::One(node) => std::slice::from_ref(node),
            Places::Many(nodes) => nodes,
        }
    }
}

impl FromIterator<u32> for Places {
    fn from_iter<I: IntoIterator<Item = u32>>(nodes: I) -> Places {
        let nodes: Box<[u32]> = nodes.into_iter().collect();
        match nodes[..] {
            [node] => Places::One(node),
            _ => Places::Many(nodes),
        }
    }
}

impl Position for Places {
    fn weight(&self) -> usize {
        match self {
            Places::One(_) => size_of::<Places>(),
            Places::Many(nodes) => size_of::<Places>() + 4 * nodes.len(),
        }
    }
}

/// The numbers of the nodes; the names belong to the graph, which writes positions itself.
impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.nodes().iter().map(u32::to_string).collect();
        f.write_str(&numbers.join(" "))
    }
}

impl FromStr for Places {
    type Err = Error;
    fn from_str(text: &str) -> Result<Places, Error> {
        Err(Error::input(format!("{} cannot be read without its graph", quoted(text))))
    }
}

/// A token, counted from 0, goes to a node.
#[derive(Clone)]
struct Step {
    token: usize,
    to: u32,
    name: Box<str>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.token + 1, self.name)
    }
}

impl Tokens {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let arcs = parameters.list();
        let graph = match (parameters.file(), &arcs[..]) {
            (Some(text), []) => NamedGraph::read(text)?,
            (None, [_, ..]) => NamedGraph::read_arcs(&arcs.join(" "))?,
            (Some(_), _) => {
                return Err(Error::input("a graph is given by arcs or by file=, not both"));
            }
            (None, []) if parameters.get("file", None).is_some() => {
                return Err(Error::Unsupported(
                    "files are read by the command line alone: write the arcs out, such as graph(a>b b>c)".to_string(),
                ));
            }
            (None, []) => {
                return Err(Error::input(
                    "graph needs arcs: write graph(a>b b>c c>a): a, or graph(file=PATH): a",
                ));
            }
        };
        let rule = "Send one token along an arc of the graph; play that never ends is a draw";
        Ok(Game::open(Tokens(graph), parameters)?.ruled(rule))
    }

    fn name(&self, node: u32) -> &str {
        self.0.names.get(node as usize).map_or("", |name| name)
    }

    /// Where a token can go from a node, by name.
    fn leads_to(&self, node: &str) -> Vec<String> {
        let options = self.0.node(node).map(|node| self.0.graph.options(node)).unwrap_or_default();
        options.iter().map(|to| self.name(*to).to_string()).collect()
    }

    /// Several tokens where play can run in circles: what each node is worth, if these are few.
    fn in_circles(&self, tokens: &Places) -> Option<Vec<Told>> {
        const MOST: usize = 24;
        let mut nodes: Vec<u32> = Vec::new();
        let mut open = tokens.nodes().to_vec();
        while let Some(node) = open.pop() {
            if !nodes.contains(&node) {
                nodes.push(node);
                open.extend(self.0.graph.options(node));
            }
            if nodes.len() > MOST || open.len() > MOST * MOST {
                return None;
            }
        }
        nodes.sort_unstable();
        let place = |node: &u32| nodes.binary_search(node).ok().map(|place| place as u32);
        let options = |node: &u32| self.0.graph.options(*node).iter().filter_map(place).collect();
        let small = Graph::new(nodes.iter().map(options));
        let values = small.loopy_values();
        let worth = |node: &u32| Some(values.value(&small, place(node)?));
        let told = |value: Value| match value {
            Value::Finite(number) => number.0.to_string(),
            endless => endless.to_string(),
        };
        let mut table = vec![["", "leads to", "worth"].map(String::from).to_vec()];
        for node in &nodes {
            let name = self.name(*node);
            table.push(vec![name.to_string(), self.leads_to(name).join(", "), told(worth(node)?)]);
        }
        let idea = "Each token is a game of its own, and play can run in circles. From the ends backwards a node is worth the \
                    least number that nothing has to which it leads, provided that from everything else to which it leads \
                    one can go on to that number; where this fails it is worth infinity, with the numbers to which it leads \
                    in brackets. Numbers add by xor, and with numbers alone the whole is lost exactly when the result is 0. \
                    With one infinity it is won if the xor of the others is among its numbers, and else a draw; with more \
                    than one it is a draw.";
        let each: Vec<String> = (1..)
            .zip(tokens.nodes())
            .filter_map(|(token, node): (usize, _)| {
                Some(format!(
                    "token {token} on {} is worth {}",
                    self.name(*node),
                    told(worth(node)?)
                ))
            })
            .collect();
        let worths: Vec<Value> = tokens.nodes().iter().filter_map(worth).collect();
        let sum: Nimber = worths.iter().filter_map(|value| value.finite().cloned()).sum();
        let endless: Vec<&Value> = worths.iter().filter(|value| value.finite().is_none()).collect();
        let so = match &endless[..] {
            [] => format!("the xor is {}", sum.0),
            [Value::Infinity(numbers)] => match numbers.contains(&sum) {
                true => format!("the numbers together, {}, are among those of the infinity", sum.0),
                false => {
                    format!("the numbers together, {}, are not among those of the infinity", sum.0)
                }
            },
            _ => format!("there are {} infinities", endless.len()),
        };
        let here = format!("Here {}: {so}.", parts::list(&each));
        Some(vec![Told::new("idea", idea).with_table(table), Told::new("here", here)])
    }

    fn moved(&self, tokens: &Places, token: usize, to: u32) -> Places {
        match tokens {
            Places::One(_) => Places::One(to),
            Places::Many(nodes) => {
                let mut nodes = nodes.clone();
                if let Some(node) = nodes.get_mut(token) {
                    *node = to;
                }
                Places::Many(nodes)
            }
        }
    }
}

impl Rules for Tokens {
    type Position = Places;
    type Move = Step;

    fn moves(&self, tokens: &Places, out: &mut Moves<'_, Step>) {
        for token in 0..tokens.nodes().len() {
            for to in self.0.graph.options(tokens.nodes()[token]) {
                out.push(Step { token, to: *to, name: self.name(*to).into() });
                if out.full() {
                    return;
                }
            }
        }
    }

    fn play(&self, tokens: &Places, mv: &Step) -> Places {
        self.moved(tokens, mv.token, mv.to)
    }

    fn options(&self, tokens: &Places, mut take: impl FnMut(Places) -> bool) -> bool {
        (0..tokens.nodes().len()).all(|token| {
            let options = self.0.graph.options(tokens.nodes()[token]);
            options.iter().all(|to| take(self.moved(tokens, token, *to)))
        });
        true
    }

    fn read(&self, text: &str) -> Result<Places, Error> {
        let mut nodes = Vec::new();
        for name in text.split_whitespace() {
            let Some(node) = self.0.node(name) else {
                let known: Vec<&str> =
                    (0..self.0.names.len().min(8) as u32).map(|node| self.name(node)).collect();
                return Err(Error::input(format!(
                    "{} is not a node of the graph: its nodes are {}{}",
                    quoted(name),
                    known.join(", "),
                    if self.0.names.len() > 8 { ", ..." } else { "" }
                )));
            };
            nodes.push(node);
        }
        Ok(nodes.into_iter().collect())
    }

    fn check(&self, tokens: &Places) -> Result<(), Error> {
        match tokens.nodes().is_empty() {
            true => Err(Error::input(
                "there is no token: write the nodes on which tokens stand, such as a b",
            )),
            false => Ok(()),
        }
    }

    fn write(&self, tokens: &Places) -> String {
        let names: Vec<&str> =
            (0..tokens.nodes().len()).map(|token| self.name(tokens.nodes()[token])).collect();
        names.join(" ")
    }

    fn simplify(&self, tokens: Places) -> Places {
        match tokens {
            Places::Many(mut nodes) => {
                nodes.sort_unstable();
                Places::Many(nodes)
            }
            one => one,
        }
    }

    fn split(&self, tokens: &Places) -> Option<Vec<Places>> {
        let nodes = tokens.nodes();
        (nodes.len() > 1).then(|| nodes.iter().map(|node| Places::One(*node)).collect())
    }

    fn find_move(&self, tokens: &Places, text: &str) -> Option<Result<Step, Error>> {
        let (from, to) = text.split_once("->").or_else(|| text.split_once('>'))?;
        let (from, to) = (from.trim(), to.trim());
        let to_node = self.0.node(to)?;
        let allowed = |token: &usize| {
            self.0.graph.options(tokens.nodes()[*token]).binary_search(&to_node).is_ok()
        };
        // A token is named by its number, or by the node on which it stands.
        let by_number =
            from.parse::<usize>().ok().filter(|token| (1..=tokens.nodes().len()).contains(token));
        let by_number = by_number.map(|token| token - 1).filter(|token| allowed(token));
        let by_name = || {
            let node = self.0.node(from)?;
            (0..tokens.nodes().len())
                .filter(|token| tokens.nodes()[*token] == node)
                .find(|token| allowed(token))
        };
        by_number.or_else(by_name).map(|token| Ok(Step { token, to: to_node, name: to.into() }))
    }

    fn explain(&self, tokens: &Places, play: Play) -> Option<Vec<Told>> {
        let nodes: Vec<String> =
            tokens.nodes().iter().map(|node| self.name(*node).to_string()).collect();
        if let [node] = &nodes[..] {
            return parts::labels(node, &|node| self.leads_to(node), play);
        }
        if play == Play::Misere {
            return None;
        }
        let Some((values, step)) = parts::upwards(&nodes, &|node| self.leads_to(node)) else {
            return self.in_circles(tokens);
        };
        let idea = "Each token is a game of its own, worth a number that depends on its node alone: numbers add by xor, and \
                    all is lost exactly when the result is 0.";
        let labels: Vec<String> = (1..)
            .zip(&nodes)
            .map(|(token, node): (usize, _)| format!("token {token}, {node}"))
            .collect();
        let worth: Vec<u64> = nodes.iter().map(|node| values.of(node)).collect();
        let mut steps = vec![Told::new("idea", idea), step];
        steps.extend(parts::columns(&labels, &worth));
        Some(steps)
    }

    fn because(&self, tokens: &Places, mv: &Step, _play: Play) -> Option<Told> {
        let nodes = tokens.nodes().iter().map(|node| self.name(*node).to_string());
        let nodes: Vec<String> = nodes.filter(|_| tokens.nodes().len() > 1).collect();
        let from = nodes.get(mv.token)?;
        let (values, _) = parts::upwards(&nodes, &|node| self.leads_to(node))?;
        let sum = nodes.iter().fold(0, |sum, node| sum ^ values.of(node));
        let left = format!("Move it to {}, worth", mv.name);
        let token = format!("Token {} on {from}", mv.token + 1);
        Some(parts::becomes(&token, values.of(from), sum, &left, &[values.of(&mv.name)]))
    }

    fn describe(&self, tokens: &Places, mv: &Step) -> String {
        let from = self.name(tokens.nodes()[mv.token]);
        match tokens.nodes().len() {
            1 => format!("go from {from} to {}", mv.name),
            _ => format!("move token {} from {from} to {}", mv.token + 1, mv.name),
        }
    }

    fn numbers(&self, _tokens: &Places, mv: &Step) -> Numbers {
        let (token, node) = (Some(mv.token + 1), Some(mv.name.to_string()));
        Numbers { token, node, ..Numbers::default() }
    }

    fn scene(&self, tokens: &Places) -> Scene {
        const MOST: usize = 40;
        const MOST_COMING: usize = 4;
        let graph = &self.0.graph;
        // What can be reached, nearest first, in a circle.
        let mut shown: Vec<u32> = Vec::new();
        let mut more = false;
        let mut next = 0;
        let mut show = |node: u32, shown: &mut Vec<u32>| match shown.contains(&node) {
            true => {}
            false if shown.len() < MOST => shown.push(node),
            false => more = true,
        };
        (0..tokens.nodes().len()).for_each(|token| show(tokens.nodes()[token], &mut shown));
        while next < shown.len() {
            graph.options(shown[next]).iter().take(1000).for_each(|to| show(*to, &mut shown));
            next += 1;
        }
        let radius = (shown.len() as f64 * 2.2 / TAU).max(1.6);
        // Tokens that can go to a node, by their number from 0.
        let coming = |node: &u32| {
            let goes =
                |token: &usize| graph.options(tokens.nodes()[*token]).binary_search(node).is_ok();
            (0..tokens.nodes().len()).filter(goes).take(MOST_COMING).collect::<Vec<usize>>()
        };
        let most = shown.iter().map(|node| coming(node).len()).max().unwrap_or(0);
        let side = 2.0 * (radius + 1.0 + most.saturating_sub(1) as f64);
        let mut scene = Scene { width: side, height: side, ..Scene::default() };
        let centre = |index: usize| {
            let (right, down) = around(index as f64 / shown.len() as f64);
            (side / 2.0 + radius * right, side / 2.0 + radius * down)
        };
        for (index, from) in shown.iter().enumerate() {
            for (other, to) in shown.iter().enumerate() {
                if graph.options(*from).binary_search(to).is_err() {
                    continue;
                }
                let ((x, y), (to_x, to_y)) = (centre(index), centre(other));
                let form = Form::Line { x, y, to_x, to_y, arrow: true };
                let label = format!("Arc from {} to {}", self.name(*from), self.name(*to));
                scene.shapes.push(Shape::new(format!("arc-{from}-{to}"), label, Role::Arc, form));
            }
        }
        for (index, node) in shown.iter().enumerate() {
            let (x, y) = centre(index);
            let here: Vec<String> = (0..tokens.nodes().len())
                .filter(|token| tokens.nodes()[*token] == *node)
                .map(|token| (token + 1).to_string())
                .collect();
            let (role, label) = match here.is_empty() {
                true => (Role::Node, format!("Node {}", self.name(*node))),
                false => (
                    Role::Stone,
                    format!("Node {} with token {}", self.name(*node), here.join(" and ")),
                ),
            };
            // Picking a node sends the first token there that can go; signs outside it send others.
            let named = |token: usize| format!("{} -> {}", token + 1, self.name(*node));
            let coming = coming(node);
            scene.shapes.push(
                Shape::new(format!("node-{node}"), label, role, Form::Circle { x, y, radius: 0.6 })
                    .with_caption(self.name(*node))
                    .with_pick(coming.first().map(|token| named(*token))),
            );
            for (further, token) in coming.iter().enumerate().skip(1) {
                let out = 0.1 + further as f64;
                let (right, down) = ((x - side / 2.0) / radius, (y - side / 2.0) / radius);
                let form = Form::Circle { x: x + right * out, y: y + down * out, radius: 0.42 };
                let label = format!("Token {} to node {}", token + 1, self.name(*node));
                let id = format!("node-{node}-token-{}", token + 1);
                let shape = Shape::new(id, label, Role::Card, form);
                let caption = (token + 1).to_string();
                scene.shapes.push(shape.with_caption(caption).with_pick(Some(named(*token))));
            }
        }
        scene.capped = more.then(|| format!("Only the {MOST} nearest nodes are drawn."));
        scene
    }

    fn random(&self, _size: u64, random: &mut Random) -> Option<Places> {
        let count = random.between(1, 3);
        let nodes = self.0.names.len() as u32;
        Some((0..count).map(|_| random.between(0, u64::from(nodes) - 1) as u32).collect())
    }
}

pub static ENTRY: Entry = Entry {
    name: "graph",
    aliases: &["digraph"],
    title: "Tokens on a graph",
    rules: "Tokens on the nodes of a directed graph. A move sends one token along an arc; tokens do not hinder each \
            other and may share a node. Play that never ends is a draw.",
    board: Board::Graph,
    can: &[Ability::Misere],
    parameters: &[
        Parameter {
            key: "arcs",
            required: false,
            list: true,
            help: "arcs a>b with blanks between them, and nodes without arcs by their name",
        },
        Parameter {
            key: "file",
            required: false,
            list: false,
            help: "on the command line: a file with an edge list, DOT or JSON; - is standard input",
        },
    ],
    examples: &[
        "graph(a>b b>c c>a): a",
        "graph(a>b b>c c>a c>d): a",
        "graph(a>b b>c c>a c>d d>e): a d",
        "graph(0>1 0>2 0>3 1>2 2>3 3>4 3>5 4>6 5>6 1>6 0>6 7): 0 1",
        "graph(a>b b>a b>c c>d d>c a>d e): a b",
        "misere graph(a>b b>c c>a c>d): b",
    ],
    example_move: ("a", "1 -> b"),
    known: &[
        Known {
            address: "graph(a>b b>c c>a): a",
            outcome: "D",
            value: None,
            source: "a circle never ends",
        },
        Known {
            address: "graph(a>b b>a b>c): b",
            outcome: "N",
            value: None,
            source: "b goes to the end c",
        },
    ],
    theorems: &[],
    presets: &[],
    open: Tokens::open,
};
