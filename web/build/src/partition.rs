//! What comes when: the engine in parts, by what the first moves need and what only some visitors need.
//!
//! 1. What the first moves enter, measured by playing them (`profile.rs`), with the constants that it can read.
//! 2. Whatever else the page can come to, but for
//! 3. what can be reached through the *gates* of one room of the library alone: a part for each such room, fetched by
//!    whoever goes there.

use std::collections::BTreeSet;
use std::ops::Range;

use anyhow::{Result, bail};

use crate::linked::{Linked, Node, plain};

/// How many parts there are.
pub const PARTS: usize = 2 + ROOMS.len();

/// The names of the parts: later ones import from earlier ones under these.
pub const NAMES: [&str; PARTS] = ["first", "rest", ROOMS[0].0, ROOMS[1].0];

/// The rooms behind gates, and how the names of their gates begin, as the compiler writes them: games whose rules somebody
/// writes, with the interpreter and with verification, which looks at such rules; and patterns.
const ROOMS: [(&str, &[&str]); 2] = [
    ("own", &["_ZN6bouton3own", "_ZN6bouton6verify"]),
    ("pattern", &["_ZN6bouton7pattern", "_ZN6bouton6render7pattern"]),
];

/// In which part everything is.
pub struct Partition {
    /// The functions behind the gates of each room.
    behind: Vec<BTreeSet<String>>,
    /// The constants of each part, as addresses in order.
    constants: [Vec<Range<usize>>; PARTS],
}

impl Partition {
    /// For a `compiled` module, the names of the functions that JavaScript calls, and of those that the first moves enter.
    pub fn new(
        compiled: &[u8],
        called: &BTreeSet<String>,
        entered: &BTreeSet<String>,
    ) -> Result<Partition> {
        let linked = Linked::read(compiled)?;
        let known = |wanted: &str| linked.functions(|name| name == wanted).next().is_some();
        if let Some(name) = entered.iter().find(|name| !known(plain(name))) {
            bail!(
                "the function {name} is not in the compiled module, so nobody knows what it reads"
            );
        }
        let entered: BTreeSet<&str> = entered.iter().map(|name| plain(name)).collect();
        let called: BTreeSet<&str> = called.iter().map(|name| plain(name)).collect();
        let is_constant = |node| matches!(node, Node::Constant(_));
        let first = linked.reached(linked.functions(|name| entered.contains(name)), is_constant);
        // What is reached where the gates of one room are open, or none.
        let reached = |open: Option<usize>| {
            let passed = |node| match node {
                Node::Function(number) => {
                    let name = linked.name(number).unwrap_or_default();
                    let room = ROOMS.iter().position(|(_, gates)| is_gate(name, gates));
                    room.is_none() || room == open
                }
                Node::Constant(_) => true,
            };
            let roots = linked.functions(|name| entered.contains(name) || called.contains(name));
            linked.reached(roots, passed)
        };
        let closed = reached(None);
        let rooms: Vec<BTreeSet<Node>> = (0..ROOMS.len()).map(|room| reached(Some(room))).collect();
        // What several rooms need, or nobody who goes to one of them alone, is the rest's.
        let room = |node: &Node| {
            let mut having = (0..ROOMS.len()).filter(|room| rooms[*room].contains(node));
            let one = having.next().filter(|_| !closed.contains(node));
            one.filter(|_| having.next().is_none())
        };
        let mut behind = vec![BTreeSet::new(); ROOMS.len()];
        let mut elsewhere = BTreeSet::new();
        for node in linked.functions(|_| true) {
            if let Node::Function(number) = node {
                let names = room(&node).map_or(&mut elsewhere, |room| &mut behind[room]);
                names.extend(linked.name(number).map(str::to_string));
            }
        }
        // Names are not unique, and in doubt a function comes early.
        let counted: Vec<_> = behind.clone();
        for (room, names) in behind.iter_mut().enumerate() {
            let others = counted.iter().enumerate().filter(|(other, _)| *other != room);
            let others: Vec<_> = others.map(|(_, names)| names).chain([&elsewhere]).collect();
            names.retain(|name| others.iter().all(|other| !other.contains(name)));
        }
        let part = |node: &Node| match first.contains(node) {
            true => 0,
            false => room(node).map_or(1, |room| 2 + room),
        };
        let mut constants: [Vec<Range<usize>>; PARTS] = Default::default();
        for (address, part) in linked.constants(part)? {
            match constants[part].last_mut() {
                Some(run) if run.end == address => run.end += 1,
                _ => constants[part].push(address..address + 1),
            }
        }
        Ok(Partition { behind, constants })
    }

    /// The part of a function that the first moves do not enter. What has no name was not made by the compiler.
    pub fn part(&self, name: Option<&str>) -> usize {
        let room =
            self.behind.iter().position(|own| name.is_some_and(|name| own.contains(plain(name))));
        room.map_or(1, |room| 2 + room)
    }

    /// What of a segment is in a part, as places in it.
    pub fn within(
        &self,
        part: usize,
        start: usize,
        length: usize,
    ) -> impl Iterator<Item = Range<usize>> {
        let end = start + length;
        let runs = self.constants[part].iter();
        runs.filter(move |run| run.start < end && run.end > start)
            .map(move |run| run.start.max(start) - start..run.end.min(end) - start)
    }
}

fn is_gate(name: &str, gates: &[&str]) -> bool {
    gates.iter().any(|gate| name.starts_with(gate))
}
