//! `Graph`: all positions that can be reached, as arrays.

use std::sync::Arc;

use bouton::Play;
use bouton::game::AnyPosition;
use bouton::graph::diagram::Diagram;
use bouton::graph::{self, Verdict};
use bouton::render::{dot, graph_svg};
use bouton::{Outcome, Value};
use pyo3::exceptions::PyIndexError;
use pyo3::intern;
use pyo3::prelude::*;

use crate::convert::{array, letter, word};
use crate::game::{Rules, chosen};
use crate::picture::Picture;
use crate::position::Position;
use crate::watch::{Limits, asked};

/// All positions that can be reached from one, and the moves between them.
#[pyclass(frozen, module = "bouton")]
pub struct Graph {
    rules: Arc<Rules>,
    play: Play,
    address: String,
    merged: bool,
    graph: graph::Graph,
    positions: Vec<AnyPosition>,
    verdicts: Vec<Verdict>,
    values: Option<Vec<Value>>,
}

impl Graph {
    pub fn new(py: Python<'_>, from: &Position, merge: bool, limits: &Limits) -> PyResult<Graph> {
        let rules = from.rules.clone();
        let play = chosen(from.play, limits.misere);
        let (graph, positions, verdicts, values) = asked(py, limits, rules.in_python(), |ask| {
            rules.game.allows(play)?;
            let found = rules.game.graph_with_positions(&from.position, merge, ask);
            rules.game.sound()?;
            let (graph, positions) = found?;
            let verdicts = graph.verdicts(play);
            let values = match play {
                Play::Normal => {
                    let values = graph.loopy_values_within(ask)?;
                    let nodes = 0..graph.len() as u32;
                    Some(nodes.map(|node| values.value(&graph, node)).collect())
                }
                Play::Misere => None,
            };
            Ok((graph, positions, verdicts, values))
        })?;
        let address = rules.game.address(&from.position, play);
        Ok(Graph { rules, play, address, merged: merge, graph, positions, verdicts, values })
    }

    fn at(&self, node: usize) -> Position {
        Position {
            rules: self.rules.clone(),
            position: self.positions[node].clone(),
            play: self.play,
        }
    }

    pub fn positions(&self) -> Vec<Position> {
        (0..self.positions.len()).map(|node| self.at(node)).collect()
    }

    fn diagram(&self) -> Diagram {
        Diagram::of(&self.graph, self.address.clone(), self.merged, self.play)
    }
}

#[pymethods]
impl Graph {
    /// The position from which everything is reached: node 0.
    #[getter]
    fn address(&self) -> &str {
        &self.address
    }

    /// "normal" or "misere".
    #[getter]
    fn convention(&self) -> &'static str {
        word(self.play)
    }

    /// The text of each node.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.graph.names.clone()
    }

    /// The node from which each arc leaves.
    #[getter]
    fn sources<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let nodes = 0..self.graph.len() as u32;
        let sources: Vec<u32> = nodes
            .flat_map(|node| std::iter::repeat_n(node, self.graph.options(node).len()))
            .collect();
        array(py, &sources)
    }

    /// The node that each arc reaches.
    #[getter]
    fn targets<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let nodes = 0..self.graph.len() as u32;
        let targets: Vec<u32> = nodes.flat_map(|node| self.graph.options(node).to_vec()).collect();
        array(py, &targets)
    }

    /// A letter for each node: N, P or D.
    #[getter]
    fn outcomes(&self) -> String {
        self.verdicts.iter().map(|verdict| letter(verdict.outcome)).collect()
    }

    /// The value of each node; -1 where it is an infinity. Nothing in misère play.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(values) = &self.values else { return Ok(None) };
        let number = |value: &Value| {
            let word = value.finite().and_then(|nimber| nimber.0.to_u64());
            word.and_then(|word| i64::try_from(word).ok()).unwrap_or(-1)
        };
        array(py, &values.iter().map(number).collect::<Vec<i64>>()).map(Some)
    }

    /// For each node the plies to the end under best play; -1 for a draw.
    #[getter]
    fn remoteness<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let plies = |verdict: &Verdict| match verdict.outcome {
            Outcome::Draw => -1,
            _ => i64::try_from(verdict.remoteness).unwrap_or(i64::MAX),
        };
        array(py, &self.verdicts.iter().map(plies).collect::<Vec<i64>>())
    }

    /// How many arcs there are.
    #[getter]
    fn arcs(&self) -> usize {
        self.graph.arcs()
    }

    /// The nodes that a node has as options.
    fn options(&self, node: usize) -> PyResult<Vec<u32>> {
        match node < self.graph.len() {
            true => Ok(self.graph.options(node as u32).to_vec()),
            false => Err(no_node(node, self.graph.len())),
        }
    }

    /// The position of a node.
    fn __getitem__(&self, node: usize) -> PyResult<Position> {
        match node < self.positions.len() {
            true => Ok(self.at(node)),
            false => Err(no_node(node, self.positions.len())),
        }
    }

    fn __len__(&self) -> usize {
        self.graph.len()
    }

    /// The same as a `networkx.DiGraph`. Nodes are the positions of rules in Python, or texts.
    fn to_networkx<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let made = py.import(intern!(py, "bouton._arrays"))?.getattr(intern!(py, "to_networkx"))?;
        made.call1((slf,))
    }

    /// The same in the language of Graphviz.
    fn dot(&self) -> String {
        dot::graph(&self.diagram())
    }

    /// The drawing, of up to some hundred nodes.
    #[pyo3(signature = (nodes = 400))]
    fn picture(&self, py: Python<'_>, nodes: usize) -> PyResult<Picture> {
        if self.graph.len() > nodes {
            return Err(crate::errors::input_error(
                py,
                &format!(
                    "the graph has {} nodes, and {nodes} are drawn at most: ask for a smaller position, or say \
                     picture(nodes={})",
                    self.graph.len(),
                    self.graph.len()
                ),
            ));
        }
        let svg =
            asked(py, &Limits::default(), false, |ask| graph_svg::graph(&self.diagram(), ask))?;
        Ok(Picture::new(svg, format!("the graph of {}", self.address)))
    }

    /// The drawing; nothing where there are too many nodes to draw, so that a notebook shows the text.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        const MOST: usize = 400;
        if self.graph.len() > MOST {
            return Ok(None);
        }
        asked(py, &Limits::default(), false, |ask| graph_svg::graph(&self.diagram(), ask)).map(Some)
    }

    fn __repr__(&self) -> String {
        format!(
            "<graph of {}: {} nodes, {} arcs>",
            self.address,
            self.graph.len(),
            self.graph.arcs()
        )
    }
}

fn no_node(node: usize, nodes: usize) -> PyErr {
    PyIndexError::new_err(format!(
        "there is no node {node}: the graph has nodes 0 to {}",
        nodes - 1
    ))
}
