//! Graphs as text: an edge list, DOT or JSON.
//!
//! ```text
//! # an edge list: one arc a line, or several; a name alone is a node
//! a b
//! b -> c          also b>c
//! d
//! ```
//!
//! Which of the three it is shows in the first letters. Equal arcs are kept once.

use rustc_hash::FxHashMap;

use super::Graph;
use crate::error::{Error, quoted};

mod dot;
#[cfg(feature = "files")]
mod json;

/// JSON comes from files, and its reader would be a part of every page.
#[cfg(not(feature = "files"))]
mod json {
    use super::{Builder, Error};

    pub fn read(_text: &str, _builder: &mut Builder) -> Result<(), Error> {
        Err(Error::Unsupported("graphs in JSON are read by the command line alone".to_string()))
    }
}

/// A graph whose nodes have names.
#[derive(Debug, Default)]
pub struct NamedGraph {
    /// The arcs.
    pub graph: Graph,
    /// The name of each node.
    pub names: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
    by_number: Vec<u32>,
    plain: u32,
}

/// The longest name of a node.
const LONGEST_NAME: usize = 1000;

impl NamedGraph {
    /// Reads any of the three forms.
    pub fn read(text: &str) -> Result<NamedGraph, Error> {
        let text = text.trim_start_matches('\u{feff}').trim();
        let plain = u32::try_from(text.len()).unwrap_or(FREE);
        let mut builder = Builder { plain, ..Builder::default() };
        if text.starts_with('{') || text.starts_with('[') {
            json::read(text, &mut builder)?;
        } else if is_dot(text) {
            dot::read(text, &mut builder)?;
        } else {
            edge_list(text, &mut builder)?;
        }
        builder.finish()
    }

    /// Reads arcs on one line: `a>b b>c d`.
    pub fn read_arcs(text: &str) -> Result<NamedGraph, Error> {
        let mut builder = Builder::default();
        for word in text.split_whitespace() {
            chain(word, 1, &mut builder)?;
        }
        builder.finish()
    }

    /// The node of a name.
    pub fn node(&self, name: &str) -> Option<u32> {
        lookup(&self.by_number, &self.numbers, self.plain, name)
    }
}

fn lookup(
    by_number: &[u32],
    numbers: &FxHashMap<Box<str>, u32>,
    plain: u32,
    name: &str,
) -> Option<u32> {
    match plain_number(name, plain) {
        Some(plain) => by_number.get(plain as usize).copied().filter(|node| *node != FREE),
        None => numbers.get(name).copied(),
    }
}

fn is_dot(text: &str) -> bool {
    let mut words =
        text.split(|letter: char| !letter.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or("");
    let named = ["digraph", "strict", "graph"].iter().any(|word| first.eq_ignore_ascii_case(word));
    (named && text.contains('{')) || text.starts_with("//") || text.starts_with("/*")
}

/// Collects nodes and arcs.
#[derive(Default)]
pub(super) struct Builder {
    names: Vec<Box<str>>,
    numbers: FxHashMap<Box<str>, u32>,
    /// The nodes whose names are small numbers: large graphs name them so, and need no hashing.
    by_number: Vec<u32>,
    /// Names below this are looked up in that table, which stays in proportion to the text.
    plain: u32,
    arcs: Vec<(u32, u32)>,
}

/// A number that names no node yet.
const FREE: u32 = u32::MAX;

/// Whether every bracket has its partner.
fn is_balanced(name: &str) -> bool {
    let mut open = Vec::new();
    name.chars().all(|letter| match letter {
        '(' | '[' | '{' => {
            open.push(letter);
            true
        }
        ')' => open.pop() == Some('('),
        ']' => open.pop() == Some('['),
        '}' => open.pop() == Some('{'),
        _ => true,
    }) && open.is_empty()
}

/// The number that a name is, if it is written in the one usual way.
fn plain_number(name: &str, below: u32) -> Option<u32> {
    let digits = name.as_bytes();
    if digits.is_empty() || digits.len() > 8 || (digits[0] == b'0' && digits.len() > 1) {
        return None;
    }
    let mut number = 0;
    for digit in digits {
        number = number * 10 + u32::from(digit.checked_sub(b'0').filter(|digit| *digit < 10)?);
    }
    Some(number).filter(|number| *number < below)
}

impl Builder {
    /// The node of a name, which may be new.
    fn node(&mut self, name: &str, line: usize) -> Result<u32, Error> {
        if let Some(node) = self.known(name) {
            return Ok(node);
        }
        if name.len() > LONGEST_NAME {
            return Err(Error::input(format!(
                "line {line}: a node has a name of {} characters, and at most {LONGEST_NAME} are read",
                name.chars().count()
            )));
        }
        let odd = name.chars().any(|letter| letter.is_whitespace() || letter.is_control());
        if !is_balanced(name) {
            return Err(Error::input(format!(
                "line {line}: {} cannot be the name of a node, because its brackets have no partners, and an address \
                 with it could not be read: rename it",
                quoted(name)
            )));
        }
        if odd || ["+", "-"].contains(&name) {
            return Err(Error::input(format!(
                "line {line}: {} cannot be the name of a node, because positions are names with blanks between them: \
                 write it without blanks, such as a_b",
                quoted(name)
            )));
        }
        if name.is_empty() {
            return Err(Error::input(format!("line {line}: a node has no name: write one")));
        }
        let number = u32::try_from(self.names.len()).ok().filter(|number| *number < u32::MAX - 2);
        let number = number.ok_or_else(|| Error::input("the graph has more than 2^32 nodes"))?;
        self.names.push(name.into());
        match plain_number(name, self.plain) {
            Some(plain) => {
                let needed = plain as usize + 1;
                if self.by_number.len() < needed {
                    self.by_number.resize(needed.max(2 * self.by_number.len()), FREE);
                }
                self.by_number[plain as usize] = number;
            }
            None => {
                self.numbers.insert(name.into(), number);
            }
        }
        Ok(number)
    }

    fn known(&self, name: &str) -> Option<u32> {
        lookup(&self.by_number, &self.numbers, self.plain, name)
    }

    fn arc(&mut self, from: u32, to: u32) {
        self.arcs.push((from, to));
    }

    fn finish(self) -> Result<NamedGraph, Error> {
        if self.names.is_empty() {
            return Err(Error::input(
                "the graph has no nodes: write arcs, one a line, such as a b for an arc from a to b",
            ));
        }
        let graph = Graph::from_arcs(self.names.len(), self.arcs);
        Ok(NamedGraph {
            graph,
            names: self.names,
            numbers: self.numbers,
            by_number: self.by_number,
            plain: self.plain,
        })
    }
}

/// `a>b>c`, or a node alone.
fn chain(word: &str, line: usize, builder: &mut Builder) -> Result<(), Error> {
    let mut before = None;
    for name in word.split("->").flat_map(|part| part.split('>')) {
        if name.is_empty() || name.contains(['<', '(', ')', '{', '}', ',']) {
            return Err(Error::input(format!(
                "{} is not an arc: write a>b for an arc from a to b, and nodes alone by their name",
                quoted(word)
            )));
        }
        let node = builder.node(name, line)?;
        if let Some(from) = before {
            builder.arc(from, node);
        }
        before = Some(node);
    }
    Ok(())
}

/// Whether these letters are a name whatever stands around them.
fn is_simple(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn edge_list(text: &str, builder: &mut Builder) -> Result<(), Error> {
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        // Two names and a blank: nearly every line of a large file.
        if let Some((from, to)) = line.split_once(' ')
            && is_simple(from)
            && is_simple(to)
        {
            let (from, to) = (builder.node(from, number)?, builder.node(to, number)?);
            builder.arc(from, to);
            continue;
        }
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') || line.starts_with('%') {
            continue;
        }
        if line.contains('>') {
            let tight = line.replace("->", ">").replace(" >", ">").replace("> ", ">");
            for word in tight.split_whitespace() {
                chain(word, number, builder)?;
            }
            continue;
        }
        let mut words = line
            .split(|letter: char| letter.is_whitespace() || letter == ',')
            .filter(|word| !word.is_empty());
        let Some(first) = words.next() else { continue };
        let from = builder.node(first, number)?;
        if let Some(second) = words.next() {
            let to = builder.node(second, number)?;
            builder.arc(from, to);
        }
        if let Some(extra) = words.next() {
            return Err(Error::input(format!(
                "line {number} has more than two names, the third is {}: write one arc a line, such as a b",
                quoted(extra)
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arcs(text: &str) -> Vec<String> {
        let named = NamedGraph::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut arcs = Vec::new();
        for node in 0..named.graph.len() as u32 {
            for option in named.graph.options(node) {
                arcs.push(format!(
                    "{}>{}",
                    named.names[node as usize], named.names[*option as usize]
                ));
            }
        }
        arcs.sort();
        arcs
    }

    #[test]
    fn the_three_forms_read_the_same_graph() {
        let expected = ["a>b", "a>c", "b>c", "c>a"];
        for text in [
            "a b\nb c\n# a comment\nc a\na c\na c\n",
            "a>b b>c\nc -> a\na->c",
            "a,b\nb,c\nc,a\na,c",
            "digraph G {\n a -> b -> c [label=\"x -> y\"];\n c -> a; a -> {c b} // again\n node [shape=box]; }",
            "strict digraph { \"a\" -> \"b\"; b -> c; /* no */ c -> a; a -> c; subgraph s { rank=same; a; b } }",
            r#"{"nodes":["a","b","c"],"arcs":[["a","b"],["b","c"],["c","a"],["a","c"]]}"#,
            r#"{"nodes":[{"id":"a"},{"id":"b"},{"id":"c"}],"edges":[{"from":"a","to":"b"},{"source":"b","target":"c"},{"from":"c","to":"a","winning":true},["a","c"]]}"#,
            r#"{"a":["b","c"],"b":["c"],"c":["a"]}"#,
            r#"[["a","b"],["b","c"],["c","a"],["a","c"]]"#,
            r#"{"directed":true,"arcs":[["a","b"],["b","c"],["c","a"],["a","c"]],"nodes":["c","a","b"]}"#,
        ] {
            assert_eq!(arcs(text), expected, "{text}");
        }
    }

    #[test]
    fn bad_graphs_are_refused_in_a_sentence() {
        let long = "x".repeat(1_000_000);
        for (text, hint) in [
            ("", "no nodes"),
            ("\n\n# nothing\n", "no nodes"),
            ("a b c", "line 1 has more than two names"),
            (&long, "a name of 1000000 characters"),
            ("a>", "is not an arc"),
            ("digraph { a -- b }", "undirected"),
            ("digraph { a -> }", "line 1"),
            ("digraph { a -> b", "not closed"),
            ("digraph { \"a -> b }", "not closed"),
            (r#"{"nodes":["a"],"arcs":[["a","z"]]}"#, "'z' is not among the nodes"),
            (r#"{"arcs":[["a","z"]],"nodes":["a"]}"#, "'z' is not among the nodes"),
            (r#"{"nodes":["a b"],"arcs":[]}"#, "cannot be the name of a node"),
            ("digraph { \"a b\" -> c }", "cannot be the name of a node"),
            (r#"{"nodes":["a"],"arcs":[["a"]]}"#, "two names"),
            (r#"{"nodes": ["#, "line 1"),
            ("{}", "no nodes"),
        ] {
            let message = NamedGraph::read(text).unwrap_err().to_string();
            assert!(message.contains(hint), "{}: {message}", quoted(text));
            assert!(message.len() < 400);
        }
    }
}
