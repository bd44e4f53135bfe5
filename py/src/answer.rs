//! Answers: `Solution` with its `Move`s, and `Explanation`.

use bouton::analysis::{Change, WinningMove};
use bouton::explain::Trace;
use bouton::render::{markdown, text};
use bouton::{Analysis, Outcome};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::convert::{data, letter, number, value, word};
use crate::errors::Given;
use crate::position::Position;
use crate::watch::quickly;

/// One move, in words and in numbers.
#[pyclass(frozen, module = "bouton")]
pub struct Move {
    told: WinningMove,
    /// As it is played, in a sum with its part.
    written: String,
    from: Position,
}

impl Move {
    pub fn new(told: WinningMove, written: String, from: Position) -> Move {
        Move { told, written, from }
    }
}

/// What becomes of a pile: a number, or several where it splits.
fn becomes<'py>(py: Python<'py>, change: &Change) -> PyResult<Option<Bound<'py, PyAny>>> {
    if let Some(size) = &change.to_size {
        return number(py, size).map(Some);
    }
    if change.parts.is_empty() {
        return Ok(None);
    }
    let parts: PyResult<Vec<_>> = change.parts.iter().map(|part| number(py, part)).collect();
    Ok(Some(PyTuple::new(py, parts?)?.into_any()))
}

#[pymethods]
impl Move {
    /// The part of a sum in which it is made, counted from 1.
    #[getter]
    fn part(&self) -> usize {
        self.told.part
    }

    /// The move in words.
    #[getter]
    fn text(&self) -> &str {
        &self.told.text
    }

    /// The pile that changes, counted from 1.
    #[getter]
    fn pile(&self) -> Option<usize> {
        self.told.numbers.change.pile
    }

    /// What that pile held.
    #[getter]
    fn from_<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.told.numbers.change.from.as_ref().map(|from| number(py, from)).transpose()
    }

    /// What it holds after the move; several numbers where it splits.
    #[getter]
    fn to<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        becomes(py, &self.told.numbers.change)
    }

    /// For a move that changes several piles: each with what it held and what it holds.
    #[getter]
    fn piles<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let change = |change: &Change| {
            let from = change.from.as_ref().map(|from| number(py, from)).transpose()?;
            (change.pile, from, becomes(py, change)?).into_pyobject(py)
        };
        self.told.numbers.piles.iter().map(change).collect()
    }

    /// The squares that it names, by row and column.
    #[getter]
    fn squares(&self) -> Vec<(u64, u64)> {
        self.told.numbers.squares.iter().map(|[row, column]| (*row, *column)).collect()
    }

    /// The coins that it turns.
    #[getter]
    fn coins(&self) -> Vec<u64> {
        self.told.numbers.coins.clone()
    }

    /// The token that moves, counted from 1.
    #[getter]
    fn token(&self) -> Option<usize> {
        self.told.numbers.token
    }

    /// The node to which it moves, or the element that is removed.
    #[getter]
    fn node(&self) -> Option<&str> {
        self.told.numbers.node.as_deref()
    }

    /// All numbers of the move, as in the JSON of answers.
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.told.numbers)
    }

    /// The position after it.
    #[getter]
    fn after(&self, py: Python<'_>) -> PyResult<Position> {
        let (game, position) = (&self.from.rules.game, &self.from.position);
        let found = game.find_move(position, &self.written);
        let given = Given { text: &self.written, span: 0..self.written.len() };
        let mv = quickly(py, Some(given), found)?;
        Ok(self.from.with(game.play(position, &mv)))
    }

    fn __str__(&self) -> &str {
        &self.written
    }

    fn __repr__(&self) -> String {
        format!("<{}: {}>", self.written, self.told.text)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Move>().is_ok_and(|other| {
            let other = other.get();
            other.written == self.written && other.from.position == self.from.position
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut state = DefaultHasher::new();
        self.written.hash(&mut state);
        state.finish()
    }
}

/// Who wins a position, with which moves, and how that is known.
#[pyclass(frozen, module = "bouton")]
pub struct Solution {
    analysis: Analysis,
    from: Position,
}

impl Solution {
    pub fn new(analysis: Analysis, from: Position) -> Solution {
        Solution { analysis, from }
    }

    pub fn letter(&self) -> &'static str {
        letter(self.analysis.outcome)
    }
}

#[pymethods]
impl Solution {
    /// What was answered; it re-opens exactly this.
    #[getter]
    fn address(&self) -> &str {
        &self.analysis.address
    }

    /// The position that was asked about.
    #[getter]
    fn position(&self) -> Position {
        self.from.with(self.from.position.clone())
    }

    /// "normal" or "misere".
    #[getter]
    fn convention(&self) -> &'static str {
        word(self.analysis.play)
    }

    /// "N": whoever moves next wins; "P": the other; "D": a draw.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.letter()
    }

    /// Whether the player to move wins.
    #[getter]
    fn is_won(&self) -> bool {
        self.analysis.outcome == Outcome::Next
    }

    /// The value: a `Nimber`, an `Infinity` where play runs in circles, or nothing; `value_status` says why.
    #[getter]
    pub fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.analysis.value {
            Some(known) => value(py, known),
            None => Ok(py.None().into_bound(py)),
        }
    }

    /// "known", "none" (there is no such thing) or "not computed".
    #[getter]
    fn value_status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.analysis.value_status)
    }

    /// The winning moves, as many as were asked for.
    #[getter]
    fn winning(&self) -> Vec<Move> {
        let told = |told: &WinningMove| {
            let written = self.analysis.written(told);
            Move::new(told.clone(), written, self.from.with(self.from.position.clone()))
        };
        self.analysis.winning.iter().map(told).collect()
    }

    /// How many winning moves there are, where that is known.
    #[getter]
    fn winning_count<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.analysis.winning_count.as_ref().map(|count| number(py, count)).transpose()
    }

    /// Whether `winning` holds them all.
    #[getter]
    fn winning_complete(&self) -> bool {
        self.analysis.winning_complete
    }

    /// Plies to the end under best play, where computed.
    #[getter]
    fn remoteness(&self) -> Option<u64> {
        self.analysis.remoteness
    }

    /// "formula", "sequence", "search", "graph", "quotient" or "sum".
    #[getter]
    fn method<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.analysis.method)
    }

    /// What the answer rests on, as in its JSON.
    #[getter]
    fn evidence<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.analysis.evidence)
    }

    /// The answer as the command line gives it with --json.
    fn json(&self) -> String {
        bouton::render::json::line(&self.analysis)
    }

    fn __str__(&self) -> String {
        text::analysis(&self.analysis, text::Style::default()).trim_end().to_string()
    }

    fn __repr__(&self) -> String {
        let value = match &self.analysis.value {
            Some(value) => format!(", value {value}"),
            None => String::new(),
        };
        format!("<{}: {}{value}>", self.analysis.address, self.letter())
    }

    fn _repr_markdown_(&self) -> String {
        format!("```text\n{}\n```\n", self.__str__())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let scene = self.from.rules.game.scene(&self.from.position);
        quickly(py, None, Ok(bouton::render::svg::scene(&scene, &self.analysis.address)))
    }
}

/// The reasoning about a position, step by step.
#[pyclass(frozen, module = "bouton")]
pub struct Explanation {
    trace: Trace,
}

impl Explanation {
    pub fn new(trace: Trace) -> Explanation {
        Explanation { trace }
    }
}

#[pymethods]
impl Explanation {
    /// The position that is explained.
    #[getter]
    fn address(&self) -> &str {
        &self.trace.address
    }

    /// The winning move that is explained.
    #[getter]
    fn r#move(&self) -> Option<&str> {
        self.trace.mv.as_deref()
    }

    /// The steps, each a dict with its `kind`, its `text`, and where there are any a `table`, `highlights` and `claims`.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.trace.steps)
    }

    fn __len__(&self) -> usize {
        self.trace.steps.len()
    }

    fn __str__(&self) -> String {
        text::trace(&self.trace, text::Style::default()).trim_end().to_string()
    }

    fn __repr__(&self) -> String {
        format!("<why {}: {} steps>", self.trace.address, self.trace.steps.len())
    }

    fn _repr_markdown_(&self) -> String {
        markdown::trace(&self.trace)
    }
}
