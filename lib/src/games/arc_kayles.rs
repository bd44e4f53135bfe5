//! Arc Kayles: take a line of a graph, and all that touch it go with it.

use crate::address::Parameters;
use crate::analysis::Numbers;
use crate::boxed;
use crate::elements::{Elements, Named};
use crate::error::Error;
use crate::game::{Ability, Board, Entry, Game, Known, Parameter};
use crate::network::{Drawing, Network, Shown};
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Role, Scene};

struct ArcKayles(Network);

impl ArcKayles {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let rule = "Take a line; all lines that share a node with it are gone too";
        let network = Network::read(parameters, "arc-kayles", false)?;
        Ok(boxed::open(ArcKayles(network), parameters)?.ruled(rule))
    }

    /// The lines that share a node with one, itself among them.
    fn touching(&self, line: usize) -> impl Iterator<Item = usize> + '_ {
        self.0.ends[line].into_iter().flat_map(|end| self.0.at[end].iter().copied())
    }
}

impl Rules for ArcKayles {
    type Position = Elements;
    type Move = Named;

    fn moves(&self, lines: &Elements, out: &mut Moves<'_, Named>) {
        for element in lines.iter() {
            out.push(Named { element, name: self.0.lines[element].clone() });
        }
    }

    fn play(&self, lines: &Elements, mv: &Named) -> Elements {
        let mut left = lines.clone();
        self.touching(mv.element).for_each(|other| left.remove(other));
        left
    }

    fn read(&self, text: &str) -> Result<Elements, Error> {
        Elements::read(text, "lines of the graph", &self.0.lines, |name| self.0.line_of(name))
    }

    fn write(&self, lines: &Elements) -> String {
        lines.write(&self.0.lines)
    }

    fn split(&self, lines: &Elements) -> Option<Vec<Elements>> {
        let parts = Network::parts(lines, |line, near| near.extend(self.touching(line)));
        (parts.len() > 1).then_some(parts)
    }

    fn find_move(&self, lines: &Elements, text: &str) -> Option<Result<Named, Error>> {
        let element = self.0.line_of(text.trim()).filter(|line| lines.has(*line))?;
        Some(Ok(Named { element, name: self.0.lines[element].clone() }))
    }

    fn describe(&self, lines: &Elements, mv: &Named) -> String {
        let mut going = lines.clone();
        going.remove(mv.element);
        let before = going.len();
        self.touching(mv.element).for_each(|other| going.remove(other));
        match before - going.len() {
            0 => format!("take {}", mv.name),
            1 => format!("take {} with the line that touches it", mv.name),
            count => format!("take {} with the {count} lines that touch it", mv.name),
        }
    }

    fn numbers(&self, _lines: &Elements, mv: &Named) -> Numbers {
        Numbers { node: Some(mv.name.clone()), ..Numbers::default() }
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("takes the last line")
    }

    fn scene(&self, lines: &Elements) -> Scene {
        let (side, places) = Network::circle(self.0.nodes.len());
        let drawing = Drawing { size: (side, side), places: &places };
        let node = |index: usize| {
            let name = &self.0.nodes[index];
            let joined = self.0.at[index].iter().any(|line| lines.has(*line));
            let role = if joined { Role::Node } else { Role::Gone };
            Some(Shown::new(format!("Node {name}"), role, None))
        };
        let line = |index: usize| {
            let name = &self.0.lines[index];
            let pick = Some(name.clone());
            lines.has(index).then(|| Shown::new(format!("Line {name}"), Role::Link, pick))
        };
        self.0.scene(&drawing, &node, &line)
    }

    fn random(&self, _size: u64, random: &mut Random) -> Option<Elements> {
        let mut lines = Elements::none(self.0.lines.len());
        (0..self.0.lines.len()).filter(|_| random.chance(0.8)).for_each(|line| lines.insert(line));
        Some(lines)
    }
}

pub static ENTRY: Entry = Entry {
    name: "arc-kayles",
    aliases: &["edge-kayles"],
    title: "Arc Kayles",
    rules: "A graph, given by its lines a-b; the position lists the lines that remain. A move takes a line with both its \
            nodes, so that all remaining lines go which share a node with it. The position * means all lines, none means \
            none.",
    board: Board::Graph,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "lines",
        required: true,
        list: true,
        help: "lines a-b with blanks between them, and chains a-b-c",
    }],
    examples: &[
        "arc-kayles(a-b-c-d-e): *",
        "arc-kayles(a-b-c-d-e-f-a a-d): *",
        "arc-kayles(1-2-3-4-5-1 1-6 2-7 3-8 4-9 5-10 6-8-10-7-9-6): *",
        "arc-kayles(1-2-3-4 5-6-7-8 9-10-11-12 1-5-9 2-6-10 3-7-11 4-8-12): *",
        "misere arc-kayles(a-b-c-d-e-f-g h-c): *",
    ],
    example_move: ("*", "b-c"),
    known: &[
        Known {
            address: "arc-kayles(a-b-c-d-e): *",
            outcome: "P",
            value: Some(0),
            source: "the values of Dawson's Kayles (OEIS A002187): a path of n nodes is a row of n in it",
        },
        Known {
            address: "arc-kayles(a-b-c-d-e-f): *",
            outcome: "N",
            value: Some(3),
            source: "the values of Dawson's Kayles (OEIS A002187): a path of n nodes is a row of n in it",
        },
    ],
    theorems: &[],
    presets: &[],
    open: ArcKayles::open,
};
