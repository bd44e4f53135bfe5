//! Tokens on a directed graph: a move sends a token along an arc.

use std::f64::consts::TAU;
use std::fmt;
use std::str::FromStr;

use crate::address::Parameters;
use crate::analysis::Numbers;
use crate::error::{Error, quoted};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::graph::read::NamedGraph;
use crate::rules::{Moves, Position, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};

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
        Game::open(Tokens(graph), parameters)
    }

    fn name(&self, node: u32) -> &str {
        self.0.names.get(node as usize).map_or("", |name| name)
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

    fn describe(&self, tokens: &Places, mv: &Step) -> String {
        let from = self.name(tokens.nodes()[mv.token]);
        match tokens.nodes().len() {
            1 => format!("go from {from} to {}", mv.name),
            _ => format!("token {} goes from {from} to {}", mv.token + 1, mv.name),
        }
    }

    fn numbers(&self, _tokens: &Places, mv: &Step) -> Numbers {
        let (token, node) = (Some(mv.token + 1), Some(mv.name.to_string()));
        Numbers { token, node, ..Numbers::default() }
    }

    fn scene(&self, tokens: &Places) -> Scene {
        const MOST: usize = 40;
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
        let side = 2.0 * radius + 2.0;
        let mut scene = Scene { width: side, height: side, ..Scene::default() };
        let centre = |index: usize| {
            let angle = index as f64 / shown.len() as f64 * TAU;
            (side / 2.0 + radius * angle.sin(), side / 2.0 - radius * angle.cos())
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
            // Picking a node sends the first token there that can go.
            let token = (0..tokens.nodes().len())
                .find(|token| graph.options(tokens.nodes()[*token]).binary_search(node).is_ok());
            let pick = token.map(|token| format!("{} -> {}", token + 1, self.name(*node)));
            scene.shapes.push(
                Shape::new(format!("node-{node}"), label, role, Form::Circle { x, y, radius: 0.6 })
                    .with_caption(self.name(*node))
                    .with_pick(pick),
            );
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
            other and may share a node. Whoever cannot move loses; play that never ends is a draw.",
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
