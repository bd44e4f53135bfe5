//! Questions by address, as functions of the module.

use bouton::address;
use bouton::games::GAMES;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::answer::{Explanation, Solution};
use crate::convert::data;
use crate::errors::Given;
use crate::game::{Game, chosen};
use crate::graph::Graph;
use crate::position::Position;
use crate::watch::{Limits, quickly};

/// The position that an object of Python means: an address, or a position.
pub fn opened(what: &Bound<'_, PyAny>) -> PyResult<Position> {
    let py = what.py();
    if let Ok(position) = what.cast::<Position>() {
        let position = position.get();
        return Ok(position.with(position.position.clone()));
    }
    if !what.is_instance_of::<PyString>() {
        // Rules in Python, or a game: where it begins.
        let (rules, play) = Game::of(what)?;
        return Game { rules, play }.start(py);
    }
    let text: String = what.extract()?;
    let question = address::open(&text).and_then(|question| {
        question.game.allows(question.play)?;
        Ok(question)
    });
    match question {
        Ok(question) => Ok(Position::of_question(question)),
        Err(error) => {
            let span = address::locate(&text, &error);
            quickly(py, Some(Given { text: &text, span }), Err(error))
        }
    }
}

/// The same with the position apart, and the convention that the call names.
fn asked_about(
    what: &Bound<'_, PyAny>,
    position: Option<&Bound<'_, PyAny>>,
    limits: &Limits,
) -> PyResult<Position> {
    let Some(position) = position else {
        let found = opened(what)?;
        let play = chosen(found.play, limits.misere);
        return Ok(Position { play, ..found });
    };
    let (rules, play) = Game::of(what)?;
    let play = chosen(play, limits.misere);
    let position = rules.position(position, play)?;
    Ok(Position { rules, position, play })
}

/// Opens an address: `position("kayles: 12 + nim: 4")`, or a game at a position: `position("kayles", 12)`.
#[pyfunction]
#[pyo3(signature = (address, /, position = None, *, misere = None))]
pub fn position(
    address: &Bound<'_, PyAny>,
    position: Option<&Bound<'_, PyAny>>,
    misere: Option<bool>,
) -> PyResult<Position> {
    asked_about(address, position, &Limits { misere, ..Limits::default() })
}

/// Who wins, with which moves, and how that is known.
#[pyfunction]
#[pyo3(signature = (address, /, position = None, **keywords))]
pub fn solve(
    py: Python<'_>,
    address: &Bound<'_, PyAny>,
    position: Option<&Bound<'_, PyAny>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Solution> {
    let limits = Limits::read(keywords)?;
    asked_about(address, position, &limits)?.solved(py, &limits)
}

/// Why, step by step.
#[pyfunction]
#[pyo3(signature = (address, /, position = None, **keywords))]
pub fn explain(
    py: Python<'_>,
    address: &Bound<'_, PyAny>,
    position: Option<&Bound<'_, PyAny>>,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Explanation> {
    let limits = Limits::read(keywords)?;
    asked_about(address, position, &limits)?.explained(py, &limits)
}

/// All positions that can be reached, with who wins each.
#[pyfunction]
#[pyo3(signature = (address, /, position = None, *, merge = true, **keywords))]
pub fn graph(
    py: Python<'_>,
    address: &Bound<'_, PyAny>,
    position: Option<&Bound<'_, PyAny>>,
    merge: bool,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Graph> {
    let limits = Limits::read(keywords)?;
    Graph::new(py, &asked_about(address, position, &limits)?, merge, &limits)
}

/// The catalogue: for each game what is told of it.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    data(py, &GAMES)
}
