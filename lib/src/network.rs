//! Graphs with lines between named nodes, for games that are played on them: reading, neighbours, parts, pictures.

use rustc_hash::FxHashMap;

use crate::address::Parameters;
use crate::elements::Elements;
use crate::error::{Error, quoted};
use crate::scene::{Form, Role, Scene, Shape, around};

/// A graph. Lines may run from a node to itself, and several between the same two, where a game allows that.
pub(crate) struct Network {
    /// The names of the nodes.
    pub nodes: Vec<String>,
    /// The names of the lines: `a-b`, and `a-b#2` for a second one.
    pub lines: Vec<String>,
    /// The two ends of each line.
    pub ends: Vec<[usize; 2]>,
    /// The lines at each node.
    pub at: Vec<Vec<usize>>,
    numbers: FxHashMap<String, usize>,
}

const MOST_NODES: usize = 1024;
const MOST_LINES: usize = 4096;
/// Nodes and lines drawn at most.
const MOST_DRAWN: usize = 60;

impl Network {
    /// Reads `a-b b-c d`: lines, chains of them (`a-b-c`), and nodes that stand alone. `many` says whether lines may be
    /// given twice or join a node with itself.
    pub fn read(parameters: &Parameters, game: &str, many: bool) -> Result<Network, Error> {
        let text = parameters.list().join(" ");
        let mut network = Network {
            nodes: Vec::new(),
            lines: Vec::new(),
            ends: Vec::new(),
            at: Vec::new(),
            numbers: FxHashMap::default(),
        };
        let mut times: FxHashMap<[usize; 2], usize> = FxHashMap::default();
        for word in text.split_whitespace() {
            let mut before: Option<usize> = None;
            for name in word.split('-') {
                let bad = name.is_empty() || name.contains(['>', '<', '=', '|', '*', '#', '+']);
                if bad || name == "none" {
                    return Err(Error::input(format!(
                        "{} is not a line: write {game}(a-b b-c c-a), with blanks between lines, and nodes without lines by \
                         their name",
                        quoted(word)
                    )));
                }
                let node = network.node(name)?;
                if let Some(other) = before {
                    network.join(other, node, many, &mut times)?;
                }
                before = Some(node);
            }
        }
        match network.nodes.is_empty() {
            true => Err(Error::input(format!(
                "the graph has no nodes: write its lines, such as {game}(a-b b-c c-a)"
            ))),
            false => Ok(network),
        }
    }

    fn node(&mut self, name: &str) -> Result<usize, Error> {
        if let Some(node) = self.numbers.get(name) {
            return Ok(*node);
        }
        if self.nodes.len() == MOST_NODES {
            return Err(Error::input(format!(
                "the graph has more than {MOST_NODES} nodes: that is too many"
            )));
        }
        self.nodes.push(name.to_string());
        self.at.push(Vec::new());
        self.numbers.insert(name.to_string(), self.nodes.len() - 1);
        Ok(self.nodes.len() - 1)
    }

    fn join(
        &mut self,
        from: usize,
        to: usize,
        many: bool,
        times: &mut FxHashMap<[usize; 2], usize>,
    ) -> Result<(), Error> {
        let count = times.entry([from.min(to), from.max(to)]).or_default();
        *count += 1;
        let name = format!("{}-{}", self.nodes[from], self.nodes[to]);
        if !many && (from == to || *count > 1) {
            return Err(Error::input(match from == to {
                true => format!("{name} joins a node with itself: here a line joins two nodes"),
                false => format!("{name} is given twice: here at most one line joins two nodes"),
            }));
        }
        if self.lines.len() == MOST_LINES {
            return Err(Error::input(format!(
                "the graph has more than {MOST_LINES} lines: that is too many"
            )));
        }
        let line = self.lines.len();
        self.lines.push(if *count > 1 { format!("{name}#{count}") } else { name });
        self.ends.push([from, to]);
        self.at[from].push(line);
        if to != from {
            self.at[to].push(line);
        }
        Ok(())
    }

    /// The node of a name.
    pub fn node_of(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The line of a name, its ends in either order.
    pub fn line_of(&self, name: &str) -> Option<usize> {
        let (ends, times) = name.split_once('#').map_or((name, ""), |(ends, times)| (ends, times));
        let (a, b) = ends.split_once('-')?;
        let (a, b) = (self.node_of(a)?, self.node_of(b)?);
        let mut between = self.at[a].iter().copied().filter(|line| {
            let own = self.ends[*line];
            own == [a, b] || own == [b, a]
        });
        match times {
            "" => between.next(),
            times => between.find(|line| {
                self.lines[*line].split_once('#').is_some_and(|(_, own)| own == times)
            }),
        }
    }

    /// The other end of a line.
    pub fn across(&self, line: usize, node: usize) -> usize {
        let [a, b] = self.ends[line];
        if a == node { b } else { a }
    }

    /// The nodes that a line joins with this one.
    pub fn neighbours(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.at[node].iter().map(move |line| self.across(*line, node))
    }

    /// The parts of a set of things, where `near` lists what hangs together with one.
    pub fn parts(set: &Elements, near: impl Fn(usize, &mut Vec<usize>)) -> Vec<Elements> {
        let mut left = set.clone();
        let mut parts = Vec::new();
        loop {
            let Some(start) = left.iter().next() else { return parts };
            let mut part = set.with(set, |_, _| 0);
            let mut waiting = vec![start];
            left.remove(start);
            while let Some(element) = waiting.pop() {
                part.insert(element);
                let mut others = Vec::new();
                near(element, &mut others);
                for other in others {
                    if left.has(other) {
                        left.remove(other);
                        waiting.push(other);
                    }
                }
            }
            parts.push(part);
        }
    }

    /// Nodes in a circle, in the order in which they were given.
    pub fn circle(count: usize) -> (f64, Vec<(f64, f64)>) {
        let radius = (count as f64 * 0.42).max(1.6);
        let side = 2.0 * (radius + 1.0);
        let place = |index: usize| {
            let (right, down) = around(index as f64 / count.max(1) as f64);
            (side / 2.0 + radius * right, side / 2.0 + radius * down)
        };
        (side, (0..count).map(place).collect())
    }

    /// A picture: nodes at their places, and the lines between them. A game says what picking a node or a line means.
    pub fn scene(
        &self,
        drawing: &Drawing<'_>,
        node: &dyn Fn(usize) -> Option<Shown>,
        line: &dyn Fn(usize) -> Option<Shown>,
    ) -> Scene {
        let (width, height) = drawing.size;
        let mut scene = Scene { width, height, ..Scene::default() };
        let shown: Vec<usize> =
            (0..self.nodes.len()).filter(|index| node(*index).is_some()).collect();
        let drawn = &shown[..shown.len().min(MOST_DRAWN)];
        let (mut handles, mut left_out) = (Vec::new(), shown.len() > drawn.len());
        for (index, [a, b]) in self.ends.iter().enumerate() {
            let Some(look) = line(index) else { continue };
            if !drawn.contains(a) || !drawn.contains(b) || handles.len() == 2 * MOST_DRAWN {
                left_out = true;
                continue;
            }
            let ((x, y), (mut to_x, mut to_y)) = (drawing.places[*a], drawing.places[*b]);
            let twins = self.at[*a].iter().filter(|other| {
                **other < index && [[*a, *b], [*b, *a]].contains(&self.ends[**other])
            });
            let twin = twins.count() as f64;
            // Handles stand at different parts of their lines, since lines may cross in the middle.
            let part = 0.36 + 0.28 * ((index as f64 * 0.618_034) % 1.0);
            let middle = match a == b {
                true => (x + 0.9 + 0.5 * twin, y - 0.9),
                false => (x + (to_x - x) * part + 0.6 * twin, y + (to_y - y) * part + 0.3 * twin),
            };
            if a == b {
                (to_x, to_y) = middle;
            }
            let label = format!("Line {}", self.lines[index]);
            let form = Form::Line { x, y, to_x, to_y, arrow: false };
            scene.shapes.push(Shape::new(format!("line-{index}"), label, Role::Arc, form));
            if look.pick.is_some() {
                let form = Form::Circle { x: middle.0, y: middle.1, radius: 0.26 };
                let id = format!("line-{index}-handle");
                let shape = Shape::new(id, look.label, look.role, form);
                handles.push(shape.with_pick(look.pick));
            }
        }
        for index in drawn {
            let (Some(look), (x, y)) = (node(*index), drawing.places[*index]) else { continue };
            let form = Form::Circle { x, y, radius: 0.55 };
            let shape = Shape::new(format!("node-{index}"), look.label, look.role, form);
            let shape = shape.with_caption(&self.nodes[*index]).with_pick(look.pick);
            scene.shapes.push(shape.with_why(look.why));
        }
        scene.shapes.extend(handles);
        scene.capped = left_out.then(|| "Not all nodes and lines are drawn.".to_string());
        scene
    }
}

/// Where the nodes of a picture are, and how large it is.
pub(crate) struct Drawing<'a> {
    pub size: (f64, f64),
    pub places: &'a [(f64, f64)],
}

/// How a node or a line looks.
pub(crate) struct Shown {
    pub label: String,
    pub role: Role,
    pub pick: Option<String>,
    pub why: String,
}

impl Shown {
    /// Something that can be picked, or cannot.
    pub fn new(label: String, role: Role, pick: Option<String>) -> Shown {
        Shown { label, role, pick, why: String::new() }
    }
}
