//! `Position`: one position of a game, with the convention by which it is played.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use bouton::address::Question;
use bouton::error::Error;
use bouton::explain::Trace;
use bouton::game::AnyPosition;
use bouton::render::svg;
use bouton::{Analysis, Ask, Play};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::{Explanation, Move, Solution};
use crate::convert::{data, word};
use crate::errors::Given;
use crate::game::{Game, Rules, chosen};
use crate::graph::Graph;
use crate::own::Own;
use crate::picture::Picture;
use crate::watch::{Limits, asked, quickly};

/// A position of a game, and how it is played.
#[pyclass(frozen, module = "bouton")]
pub struct Position {
    pub rules: Arc<Rules>,
    pub position: AnyPosition,
    pub play: Play,
}

impl Position {
    pub fn of_question(question: Question) -> Position {
        let Question { game, position, play, .. } = question;
        Position { rules: Rules::of(game), position, play }
    }

    pub fn question(&self) -> Question {
        Question::new(self.rules.game.clone(), self.position.clone(), self.play)
    }

    pub fn address(&self) -> String {
        self.rules.game.address(&self.position, self.play)
    }

    pub fn solved(&self, py: Python<'_>, limits: &Limits) -> PyResult<Solution> {
        let play = chosen(self.play, limits.misere);
        let ask = |ask: &Ask<'_>| -> Result<Analysis, Error> {
            self.rules.solving(|solver| solver.analyse(&self.position, play, ask))
        };
        let analysis = asked(py, limits, self.rules.in_python(), ask)?;
        let from = Position { rules: self.rules.clone(), position: self.position.clone(), play };
        Ok(Solution::new(analysis, from))
    }

    pub fn explained(&self, py: Python<'_>, limits: &Limits) -> PyResult<Explanation> {
        let play = chosen(self.play, limits.misere);
        let ask = |ask: &Ask<'_>| -> Result<Trace, Error> {
            self.rules.solving(|solver| solver.explain(&self.position, play, ask))
        };
        Ok(Explanation::new(asked(py, limits, self.rules.in_python(), ask)?))
    }

    pub fn with(&self, position: AnyPosition) -> Position {
        Position { rules: self.rules.clone(), position, play: self.play }
    }
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { rules: self.rules.clone(), play: self.play }
    }

    /// "normal" or "misere".
    #[getter]
    fn convention(&self) -> &'static str {
        word(self.play)
    }

    /// The text that opens exactly this.
    #[getter(address)]
    fn own_address(&self) -> String {
        self.address()
    }

    /// The position itself for rules written in Python, else its text.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let state = self.rules.state(py, &self.position)?;
        quickly(py, None, Ok(state))
    }

    /// The parts of a sum, each in normal play; a position that is none is its only part.
    #[getter]
    fn parts(&self) -> Vec<Position> {
        let parts = self.question().parts();
        let own = self.rules.own.iter().cloned();
        let part = |(part, own): (Question, Option<Arc<Own>>)| {
            let Question { game, position, play, .. } = part;
            Position { rules: Rules::new(game, vec![own]), position, play }
        };
        parts.into_iter().zip(own).map(part).collect()
    }

    /// "N": whoever moves next wins; "P": the other; "D": a draw.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        let limits = Limits { moves: 1, outcome: true, ..Limits::default() };
        Ok(self.solved(py, &limits)?.letter())
    }

    /// The Grundy value, searched for if need be.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits { moves: 1, value: true, ..Limits::default() };
        self.solved(py, &limits)?.value(py)
    }

    /// In a game for more than two, for each seat, the mover's first, whether it can be sure not to lose; else nothing.
    #[getter]
    fn seats(&self, py: Python<'_>) -> PyResult<Option<Vec<bool>>> {
        let seats = quickly(py, None, self.rules.game.seats(&self.position))?;
        Ok(seats.map(|seats| seats.seats))
    }

    /// The moves.
    #[pyo3(signature = (limit = 10_000))]
    pub fn moves(&self, py: Python<'_>, limit: usize) -> PyResult<Vec<Move>> {
        let game = &self.rules.game;
        let (moves, _) = game.moves(&self.position, limit);
        let told = moves.iter().map(|mv| {
            let told = game.told(&self.position, mv);
            Move::new(told, mv.to_string(), self.with(self.position.clone()))
        });
        let told = told.collect();
        quickly(py, None, Ok(told))
    }

    /// The position after a move: a `Move`, its text, or, for rules in Python, the position that it leads to.
    pub fn play(&self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
        let game = &self.rules.game;
        if let (Some(own), true) = (self.rules.own(), r#move.cast::<Move>().is_err()) {
            let (moves, _) = game.moves(&self.position, usize::MAX);
            // Asked after the moves, which give numbers to where they lead.
            let known = own.found(r#move).map(AnyPosition::of);
            let mut after = moves.iter().map(|mv| game.play(&self.position, mv));
            if let Some(after) = after.find(|after| known.as_ref() == Some(after)) {
                return quickly(py, None, Ok(self.with(after)));
            }
        }
        let text = r#move.str()?.to_string();
        let found = game.find_move(&self.position, &text);
        let mv = quickly(py, Some(Given { text: &text, span: 0..text.len() }), found)?;
        let after = game.play(&self.position, &mv);
        quickly(py, None, Ok(self.with(after)))
    }

    /// Who wins, with which moves, and how that is known.
    #[pyo3(signature = (**keywords))]
    fn solve(&self, py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Solution> {
        self.solved(py, &Limits::read(keywords)?)
    }

    /// Why, step by step.
    #[pyo3(signature = (**keywords))]
    fn explain(
        &self,
        py: Python<'_>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Explanation> {
        self.explained(py, &Limits::read(keywords)?)
    }

    /// The picture as data.
    pub fn scene<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let scene = data(py, &self.rules.game.scene(&self.position))?;
        quickly(py, None, Ok(scene))
    }

    /// The picture.
    fn picture(&self, py: Python<'_>) -> PyResult<Picture> {
        let address = self.address();
        let svg = svg::scene(&self.rules.game.scene(&self.position), &address);
        quickly(py, None, Ok(Picture::new(svg, address)))
    }

    /// All positions that can be reached, with who wins each.
    #[pyo3(signature = (*, merge = true, **keywords))]
    pub fn graph(
        &self,
        py: Python<'_>,
        merge: bool,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Graph> {
        Graph::new(py, self, merge, &Limits::read(keywords)?)
    }

    /// The sum of two positions: a move is a move in one of them.
    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Position> {
        let opened;
        let other = match other.cast::<Position>() {
            Ok(position) => position.get(),
            Err(_) => {
                opened = crate::open::opened(other)?;
                &opened
            }
        };
        let sum = quickly(py, None, self.question().plus(&other.question()))?;
        let own = [self.rules.own.clone(), other.rules.own.clone()].concat();
        Ok(Position { rules: Rules::new(sum.game, own), position: sum.position, play: sum.play })
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.rules.game.write(&self.position);
        quickly(py, None, Ok(text))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let address = self.address();
        quickly(py, None, Ok(format!("<{address}>")))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let svg = svg::scene(&self.rules.game.scene(&self.position), &self.address());
        quickly(py, None, Ok(svg))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let py = other.py();
        other.cast::<Position>().is_ok_and(|other| {
            let other = other.get();
            self.play == other.play
                && self.rules.adopted(py, other).is_ok_and(|own| own == self.position)
        })
    }

    fn __hash__(&self) -> u64 {
        let mut state = DefaultHasher::new();
        (self.rules.game.name(), self.play == Play::Misere).hash(&mut state);
        self.position.hash(&mut state);
        state.finish()
    }
}
