//! Green Hackenbush: cut a line, and what is no longer joined to the ground falls.

use crate::address::Parameters;
use crate::analysis::{Numbers, Theorem};
use crate::boxed;
use crate::elements::{Elements, Named};
use crate::error::Error;
use crate::explain::{Claim, Step};
use crate::game::{Ability, Board, Entry, Game, Known, Parameter, Preset};
use crate::network::{Drawing, Network, Shown};
use crate::rules::{Moves, Random, Rules};
use crate::scene::{Form, Role, Scene, Shape};
use crate::value::{Nimber, Play};

struct Hackenbush {
    network: Network,
    /// The node `0`.
    ground: usize,
}

static FUSION: Theorem = Theorem {
    name: "hackenbush",
    play: Play::Normal,
    statement: "Fuse all nodes that lie on a circle into one: a line inside counts 1. Then from the top downwards a node is \
                worth the xor of what grows from it, where a line counts one more than the node at its upper end; the whole \
                is worth what the ground is",
    source: "Winning Ways, chapter 7, Hackenbush: the colon principle and the fusion principle",
};

/// Nodes that are told one by one at most.
const MOST_TOLD: usize = 24;

/// The graph as it hangs on the ground: a tree, once what lies on circles is one node.
struct Tree {
    /// The node that stands for each; nothing for nodes that are not joined to the ground.
    fused: Vec<Option<usize>>,
    /// The node below each one that stands for others, and the line to it, the ground's last.
    below: Vec<(usize, usize, usize)>,
    /// The lines inside each.
    inside: Vec<u64>,
    worth: Vec<u64>,
}

impl Hackenbush {
    fn open(parameters: &Parameters) -> Result<Game, Error> {
        let network = Network::read(parameters, "hackenbush", true)?;
        let Some(ground) = network.node_of("0") else {
            return Err(Error::input(
                "the ground is missing: it is the node 0, such as hackenbush(0-a a-b a-c): *",
            ));
        };
        let rule = "Cut a line; what is no longer joined to the ground, 0, falls";
        Ok(boxed::open(Hackenbush { network, ground }, parameters)?.ruled(rule))
    }

    /// The lines that are joined to the ground.
    fn standing(&self, lines: &Elements) -> Elements {
        let mut standing = Elements::none(self.network.lines.len());
        let mut seen = Elements::none(self.network.nodes.len());
        let mut waiting = vec![self.ground];
        seen.insert(self.ground);
        while let Some(node) = waiting.pop() {
            for line in self.network.at[node].iter().filter(|line| lines.has(**line)) {
                standing.insert(*line);
                let other = self.network.across(*line, node);
                if !seen.has(other) {
                    seen.insert(other);
                    waiting.push(other);
                }
            }
        }
        standing
    }

    /// A tree that spans what stands, level by level; every further line closes a circle with it, whose nodes are fused.
    fn tree(&self, lines: &Elements) -> Tree {
        let count = self.network.nodes.len();
        let mut parent: Vec<Option<(usize, usize)>> = vec![None; count];
        let mut level: Vec<Option<usize>> = vec![None; count];
        let (mut order, mut next) = (vec![self.ground], 0);
        level[self.ground] = Some(0);
        while next < order.len() {
            let node = order[next];
            next += 1;
            for line in self.network.at[node].iter().filter(|line| lines.has(**line)) {
                let other = self.network.across(*line, node);
                if level[other].is_none() {
                    level[other] = level[node].map(|level| level + 1);
                    parent[other] = Some((node, *line));
                    order.push(other);
                }
            }
        }
        let mut top: Vec<usize> = (0..count).collect();
        for line in lines.iter() {
            let [mut a, mut b] = self.network.ends[line].map(|end| find(&mut top, end));
            let in_tree = |node: usize| parent[node].is_some_and(|(_, own)| own == line);
            if self.network.ends[line].into_iter().any(in_tree) {
                continue;
            }
            while a != b {
                if level[a] < level[b] {
                    (a, b) = (b, a);
                }
                let Some((lower, _)) = parent[a] else { break };
                let lower = find(&mut top, lower);
                top[a] = lower;
                a = lower;
            }
        }
        let (mut inside, mut worth) = (vec![0u64; count], vec![0u64; count]);
        for line in lines.iter() {
            let [a, b] = self.network.ends[line].map(|end| find(&mut top, end));
            if a == b {
                inside[a] += 1;
                worth[a] ^= 1;
            }
        }
        let mut below = Vec::new();
        for node in order.iter().rev() {
            if let Some((lower, line)) = parent[*node].filter(|_| top[*node] == *node) {
                let lower = find(&mut top, lower);
                worth[lower] ^= worth[*node] + 1;
                below.push((*node, lower, line));
            }
        }
        let fused = (0..count).map(|node| level[node].map(|_| find(&mut top, node))).collect();
        Tree { fused, below, inside, worth }
    }

    /// What each line on the way to the one that is cut must count, from the ground upwards.
    fn way(&self, lines: &Elements, cut: usize) -> Option<String> {
        let tree = self.tree(lines);
        let bridge = tree.below.iter().find(|(.., line)| *line == cut);
        let node = match bridge {
            Some((_, lower, _)) => *lower,
            None => tree.fused[self.network.ends[cut][0]]?,
        };
        let (mut up, mut at) = (Vec::new(), node);
        while at != self.ground {
            let grows = tree.below.iter().find(|(upper, ..)| *upper == at)?;
            up.push(*grows);
            at = grows.1;
        }
        up.reverse();
        up.extend(bridge);
        let (mut told, mut target) = (Vec::new(), 0);
        let name = |node: usize| match node == self.ground {
            true => "the ground",
            false => self.network.nodes[node].as_str(),
        };
        for (place, (upper, lower, line)) in up.iter().enumerate() {
            let (worth, number) = (tree.worth[*lower], tree.worth[*upper] + 1);
            let becomes = number ^ worth ^ target;
            let line = &self.network.lines[*line];
            let xor = match target {
                0 => format!("{number} xor {worth}"),
                _ => format!("{number} xor {worth} xor {target}"),
            };
            let must = format!(
                "{line} counts {number}; for {} to be worth {target} instead of {worth} it must count {xor} = {becomes}",
                name(*lower)
            );
            let is_cut = bridge.is_some() && place + 1 == up.len();
            told.push(match (becomes, is_cut) {
                (0, true) => format!("{must}: cut it."),
                (1.., false) => {
                    format!("{must}, so {} must be worth {}.", name(*upper), becomes - 1)
                }
                _ => return None,
            });
            target = becomes.saturating_sub(1);
        }
        if bridge.is_none() {
            let (line, worth) = (&self.network.lines[cut], tree.worth[node]);
            told.push(format!(
                "{line} lies on a circle that is fused into {}, worth {worth}; cut it, and look again.",
                name(node)
            ));
        }
        Some(told.join(" "))
    }

    /// The table of nodes from the top downwards.
    fn table(&self, tree: &Tree) -> Vec<Vec<String>> {
        let names = &self.network.nodes;
        let mut table = vec![["node", "what grows from it", "xor"].map(String::from).to_vec()];
        let order = tree.below.iter().map(|(node, ..)| *node).chain([self.ground]);
        for node in order {
            let own = (0..names.len()).filter(|other| tree.fused[*other] == Some(node));
            let own: Vec<&str> = own.map(|other| names[other].as_str()).collect();
            let grows = tree.below.iter().filter(|(_, lower, _)| *lower == node);
            let mut parts: Vec<String> = grows
                .map(|(upper, _, line)| {
                    let worth = tree.worth[*upper];
                    format!("{}: {worth} + 1 = {}", self.network.lines[*line], worth + 1)
                })
                .collect();
            match tree.inside[node] {
                0 => {}
                1 => parts.push("1 line inside: 1".to_string()),
                count => parts.push(format!("{count} lines inside: {}", count % 2)),
            }
            let parts = if parts.is_empty() { "nothing".to_string() } else { parts.join(", ") };
            table.push(vec![own.join(" "), parts, tree.worth[node].to_string()]);
        }
        table
    }
}

/// The node that stands for this one.
fn find(top: &mut [usize], mut node: usize) -> usize {
    while top[node] != node {
        top[node] = top[top[node]];
        node = top[node];
    }
    node
}

impl Rules for Hackenbush {
    type Position = Elements;
    type Move = Named;

    fn moves(&self, lines: &Elements, out: &mut Moves<'_, Named>) {
        for element in lines.iter() {
            out.push(Named { element, name: self.network.lines[element].clone() });
        }
    }

    fn play(&self, lines: &Elements, mv: &Named) -> Elements {
        let mut left = lines.clone();
        left.remove(mv.element);
        self.standing(&left)
    }

    fn read(&self, text: &str) -> Result<Elements, Error> {
        let number = |name: &str| self.network.line_of(name);
        Elements::read(text, "lines of the picture", &self.network.lines, number)
    }

    fn write(&self, lines: &Elements) -> String {
        lines.write(&self.network.lines)
    }

    fn check(&self, lines: &Elements) -> Result<(), Error> {
        let standing = self.standing(lines);
        match lines.iter().find(|line| !standing.has(*line)) {
            Some(line) => Err(Error::input(format!(
                "{} is not joined to the ground, the node 0: it would have fallen",
                self.network.lines[line]
            ))),
            None => Ok(()),
        }
    }

    fn split(&self, lines: &Elements) -> Option<Vec<Elements>> {
        let parts = Network::parts(lines, |line, near| {
            let ends = self.network.ends[line].into_iter().filter(|end| *end != self.ground);
            near.extend(ends.flat_map(|end| self.network.at[end].iter().copied()));
        });
        (parts.len() > 1).then_some(parts)
    }

    fn value(&self, lines: &Elements) -> Option<Nimber> {
        Some(Nimber::from(self.tree(lines).worth[self.ground]))
    }

    fn find_move(&self, lines: &Elements, text: &str) -> Option<Result<Named, Error>> {
        let element = self.network.line_of(text.trim()).filter(|line| lines.has(*line))?;
        Some(Ok(Named { element, name: self.network.lines[element].clone() }))
    }

    fn theorem(&self, _lines: &Elements, play: Play) -> Option<&'static Theorem> {
        (play == Play::Normal).then_some(&FUSION)
    }

    fn explain(&self, lines: &Elements, play: Play) -> Option<Vec<Step>> {
        let tree = self.tree(lines);
        if play == Play::Misere || lines.is_empty() || tree.below.len() >= MOST_TOLD {
            return None;
        }
        let circles = tree.inside.iter().any(|count| *count > 0);
        let fusing = match circles {
            true => {
                " Nodes that lie on a circle may be fused into one, which changes no value; a line inside then stands alone \
                 and counts 1, so two of them cancel."
            }
            false => "",
        };
        let idea = format!(
            "A stalk of n lines is a Nim pile of n: cutting one leaves as many as one likes. Where several stalks grow from one \
             node, together they do what one stalk does whose length is the xor of theirs; so work from the top downwards: \
             a line counts one more than what grows from its upper end.{fusing} The whole is lost exactly when the ground \
             is worth 0."
        );
        let value = Nimber::from(tree.worth[self.ground]);
        let here = format!("From the top downwards; the ground is worth {}.", value.0);
        let claim = || [Claim::Value { position: self.write(lines), value }];
        let step = Step::new("here", here).with_table(self.table(&tree)).claiming(claim);
        Some(vec![Step::new("idea", idea), step])
    }

    fn because(&self, lines: &Elements, mv: &Named, play: Play) -> Option<Step> {
        let left = self.play(lines, mv);
        let tree = self.tree(&left);
        if play == Play::Misere || left.is_empty() || tree.below.len() >= MOST_TOLD {
            return None;
        }
        let text = match self.way(lines, mv.element) {
            Some(way) => format!("{way} Then the ground is worth 0:"),
            None => format!("Cut {}; then the ground is worth 0:", mv.name),
        };
        let claim = || [Claim::Value { position: self.write(&left), value: Nimber::ZERO }];
        Some(Step::new("pick", text).with_table(self.table(&tree)).claiming(claim))
    }

    fn describe(&self, lines: &Elements, mv: &Named) -> String {
        let falls = lines.len() - self.play(lines, mv).len() - 1;
        match falls {
            0 => format!("cut {}", mv.name),
            1 => format!("cut {}, and 1 line falls", mv.name),
            _ => format!("cut {}, and {falls} lines fall", mv.name),
        }
    }

    fn numbers(&self, _lines: &Elements, mv: &Named) -> Numbers {
        Numbers { node: Some(mv.name.clone()), ..Numbers::default() }
    }

    fn last_move(&self) -> Option<&'static str> {
        Some("cuts the last line")
    }

    fn scene(&self, lines: &Elements) -> Scene {
        // Levels above the ground, by the way of the whole picture, so that nothing moves when lines fall.
        let all = self.standing(&Elements::all(self.network.lines.len()));
        let mut level: Vec<Option<usize>> = vec![None; self.network.nodes.len()];
        level[self.ground] = Some(0);
        let mut rows: Vec<Vec<usize>> = vec![vec![self.ground]];
        while let Some(last) = rows.last().filter(|row| !row.is_empty()) {
            let mut row = Vec::new();
            for node in last {
                for line in self.network.at[*node].iter().filter(|line| all.has(**line)) {
                    let other = self.network.across(*line, *node);
                    if level[other].is_none() {
                        level[other] = Some(rows.len());
                        row.push(other);
                    }
                }
            }
            rows.push(row);
        }
        rows.pop();
        let widest = rows.iter().map(Vec::len).max().unwrap_or(1) as f64 * 2.4 + 1.6;
        // Above the highest node is room for the handle of a line to itself.
        let high = rows.len() as f64 * 2.0 + 0.4;
        let mut places = vec![(0.0, 0.0); self.network.nodes.len()];
        for (up, row) in rows.iter().enumerate() {
            for (index, node) in row.iter().enumerate() {
                let share = (index as f64 + 0.5) / row.len() as f64;
                // Odd levels stand a little to the left, so that lines do not run through nodes.
                let aside = if up % 2 == 1 { 0.3 } else { 0.0 };
                places[*node] =
                    (0.8 + (widest - 1.6) * share - aside, high - 1.0 - 2.0 * up as f64);
            }
        }
        let standing = |node: usize| {
            node == self.ground || self.network.at[node].iter().any(|line| lines.has(*line))
        };
        let node = |index: usize| {
            let label = match index == self.ground {
                true => "The ground".to_string(),
                false => format!("Node {}", self.network.nodes[index]),
            };
            standing(index).then(|| Shown::new(label, Role::Node, None))
        };
        let line = |index: usize| {
            let name = &self.network.lines[index];
            let pick = Some(name.clone());
            lines.has(index).then(|| Shown::new(format!("Line {name}"), Role::Link, pick))
        };
        let drawing = Drawing { size: (widest, high + 0.4), places: &places };
        let mut scene = self.network.scene(&drawing, &node, &line);
        let form = Form::Rectangle { x: 0.1, y: high - 0.4, width: widest - 0.2, height: 0.3 };
        scene.shapes.insert(0, Shape::new("ground", "The ground", Role::Ground, form));
        scene
    }

    fn random(&self, _size: u64, random: &mut Random) -> Option<Elements> {
        let count = self.network.lines.len();
        let mut lines = Elements::none(count);
        (0..count).filter(|_| random.chance(0.85)).for_each(|line| lines.insert(line));
        Some(self.standing(&lines))
    }
}

pub static ENTRY: Entry = Entry {
    name: "hackenbush",
    aliases: &["green-hackenbush"],
    title: "Green Hackenbush",
    rules: "A picture of lines a-b between nodes, joined to the ground, which is the node 0; the position lists the lines that \
            stand. A move cuts one line, and all lines fall that are no longer joined to the ground. A line may join a node \
            with itself, and several lines the same two nodes (the second is called a-b#2). The position * means all \
            lines, none means none.",
    board: Board::Graph,
    can: &[Ability::Misere],
    parameters: &[Parameter {
        key: "lines",
        required: true,
        list: true,
        help: "lines a-b with blanks between them, and chains 0-a-b; the node 0 is the ground",
    }],
    examples: &[
        "hackenbush(0-a-b-c 0-d-e): *",
        "hackenbush(0-a a-b a-c c-d c-e 0-f f-g): *",
        "hackenbush(0-a-b-c-0 b-d d-e-f-d): *",
        "hackenbush(0-a 0-a a-b b-b b-c c-a c-d d-e): *",
        "hackenbush(0-a 0-b a-c b-c c-d d-e e-f f-d c-g 0-h h-i i-j): *",
        "hackenbush(0-a-b-c-0 d-e-f a-d b-e c-f 0-b d-g e-g): *",
        "misere hackenbush(0-a-b 0-c a-d c-e): *",
    ],
    example_move: ("*", "a-b"),
    known: &[
        Known {
            address: "hackenbush(0-a-b-c 0-d-e): *",
            outcome: "N",
            value: Some(1),
            source: "Winning Ways, chapter 2: stalks of 3 and 2 are Nim piles",
        },
        Known {
            address: "hackenbush(0-a-b-0): *",
            outcome: "N",
            value: Some(1),
            source: "Winning Ways, chapter 7: a circle with an odd number of lines is worth 1",
        },
        Known {
            address: "hackenbush(0-a-b-c-0): *",
            outcome: "P",
            value: Some(0),
            source: "Winning Ways, chapter 7: a circle with an even number of lines is worth 0",
        },
    ],
    theorems: &[&FUSION],
    presets: &[Preset {
        name: "hackenbush-house",
        address: "hackenbush(0-a 0-b a-b a-c b-c c-d): 0-a 0-b a-b a-c b-c c-d",
        note: "two walls, a floor, a roof and a flag",
    }],
    open: Hackenbush::open,
};
