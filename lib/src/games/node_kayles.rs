//! Node Kayles: take a node of a graph, and its neighbours go with it.

use crate::address::Parameters;
use crate::analysis::Numbers;
use crate::boxed;
use crate::elements::{Elements, Named};
use crate::error::Error;
use crate::explain::parts;
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::network::{Drawing, Network, Shown};
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Role, Scene};

struct NodeKayles(Network);

impl NodeKayles {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let rule = "Take a node; the nodes that a line joins with it are gone too";
        let network = Network::read(parameters, "node-kayles", false)?;
        Ok(boxed::open(NodeKayles(network), parameters)?.ruled(rule))
    }

    /// The neighbours of a node that are still there.
    fn going(&self, nodes: &Elements, node: usize) -> Vec<String> {
        let there = self.0.neighbours(node).filter(|other| nodes.has(*other));
        there.map(|other| self.0.nodes[other].clone()).collect()
    }
}

impl Rules for NodeKayles {
    type Position = Elements;
    type Move = Named;

    fn moves(&self, nodes: &Elements, out: &mut Moves<'_, Named>) {
        for element in nodes.iter() {
            out.push(Named { element, name: self.0.nodes[element].clone() });
        }
    }

    fn play(&self, nodes: &Elements, mv: &Named) -> Elements {
        let mut left = nodes.clone();
        left.remove(mv.element);
        self.0.neighbours(mv.element).for_each(|other| left.remove(other));
        left
    }

    fn read(&self, text: &str) -> Result<Elements, Error> {
        Elements::read(text, "nodes of the graph", &self.0.nodes, |name| self.0.node_of(name))
    }

    fn write(&self, nodes: &Elements) -> String {
        nodes.write(&self.0.nodes)
    }

    fn split(&self, nodes: &Elements) -> Option<Vec<Elements>> {
        let parts = Network::parts(nodes, |node, near| near.extend(self.0.neighbours(node)));
        (parts.len() > 1).then_some(parts)
    }

    fn describe(&self, nodes: &Elements, mv: &Named) -> String {
        let going = self.going(nodes, mv.element);
        match going.len() {
            0 => format!("take {}", mv.name),
            1..=4 => format!("take {} with {}", mv.name, parts::list(&going)),
            count => format!("take {} with its {count} neighbours", mv.name),
        }
    }

    fn numbers(&self, _nodes: &Elements, mv: &Named) -> Numbers {
        Numbers { node: Some(mv.name.clone()), ..Numbers::default() }
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("takes the last node")
    }

    fn scene(&self, nodes: &Elements) -> Scene {
        let (side, places) = Network::circle(self.0.nodes.len());
        let drawing = Drawing { size: (side, side), places: &places };
        let node = |index: usize| {
            let name = &self.0.nodes[index];
            Some(match nodes.has(index) {
                true => Shown::new(format!("Node {name}"), Role::Node, Some(name.clone())),
                false => Shown {
                    why: "This node is gone.".to_string(),
                    ..Shown::new(format!("Node {name}, gone"), Role::Gone, None)
                },
            })
        };
        let line = |index: usize| {
            let both = self.0.ends[index].iter().all(|end| nodes.has(*end));
            both.then(|| Shown::new(String::new(), Role::Arc, None))
        };
        self.0.scene(&drawing, &node, &line)
    }

    fn random(&self, _size: u64, random: &mut Random) -> Option<Elements> {
        let mut nodes = Elements::none(self.0.nodes.len());
        (0..self.0.nodes.len()).filter(|_| random.chance(0.8)).for_each(|node| nodes.insert(node));
        Some(nodes)
    }
}

pub static ENTRY: Entry = Entry {
    name: "node-kayles",
    aliases: &[],
    title: "Node Kayles",
    rules: "A graph, given by its lines a-b, and the nodes that remain. A move takes a node, and with it go all remaining \
            nodes that a line joins with it. The position * means all nodes, none means none.",
    board: Board::Graph,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "lines",
        required: true,
        list: true,
        help: "lines a-b with blanks between them, chains a-b-c, and nodes without lines by their name",
    }],
    examples: &[
        "node-kayles(a-b-c-d-e): *",
        "node-kayles(a-b-c-d-e-f-g-a): *",
        "node-kayles(1-2-3-4-5-1 1-6 2-7 3-8 4-9 5-10 6-8-10-7-9-6): *",
        "node-kayles(1-2-3-4 5-6-7-8 9-10-11-12 1-5-9 2-6-10 3-7-11 4-8-12): *",
        "misere node-kayles(a-b-c-d-e-f-g h-c): *",
    ],
    example_move: ("a b c d e", "c"),
    known: &[
        Known {
            address: "node-kayles(a-b-c-d): *",
            outcome: "P",
            value: Some(0),
            source: "the values of Dawson's Chess (OEIS A002187): a path of n nodes is a row of n in it",
        },
        Known {
            address: "node-kayles(a-b-c-d-e): *",
            outcome: "N",
            value: Some(3),
            source: "the values of Dawson's Chess (OEIS A002187): a path of n nodes is a row of n in it",
        },
    ],
    theorems: &[],
    presets: &[],
    open: NodeKayles::open,
};
