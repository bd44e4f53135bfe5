//! `Session`: a game being played, with undo, hints, the engine's reply and the review.

use bouton::Ask;
use std::sync::{Mutex, PoisonError};

use bouton::error::Error;
use bouton::render::{svg, text};
use bouton::session::{End, Session as Played, Setup};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::{Explanation, Move};
use crate::convert::data;
use crate::errors::Given;
use crate::game::Game;
use crate::open::opened;
use crate::position::Position;
use crate::watch::{Limits, asked, quickly};

/// A game being played. A person sits at a seat, and engines at the others, unless `players` says otherwise.
#[pyclass(module = "bouton")]
pub struct Session {
    /// Nobody waits for it: whoever has the session has it alone.
    played: Mutex<Played>,
    from: Position,
}

impl Session {
    fn played(&mut self) -> &mut Played {
        self.played.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn in_python(&self) -> bool {
        self.from.rules.in_python()
    }

    fn asking<T: Send>(
        &mut self,
        py: Python<'_>,
        limits: &Limits,
        work: impl FnOnce(&mut Played, &Ask<'_>) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let in_python = self.in_python();
        let played = self.played();
        asked(py, limits, in_python, |ask| {
            let result = work(played, ask);
            played.game().sound()?;
            result
        })
    }
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (start, /, *, players = "person", seat = 1, strength = 100, seed = 0, names = Vec::new()))]
    fn new(
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        players: &str,
        seat: usize,
        strength: u8,
        seed: u64,
        names: Vec<String>,
    ) -> PyResult<Session> {
        let from = opened(start)?;
        let seats = quickly(py, None, from.rules.game.players(&from.position))?;
        if strength > 100 {
            return Err(crate::errors::input_error(
                py,
                &format!("the strength is a percentage from 0 to 100, and {strength} is none"),
            ));
        }
        let setup = match players {
            "person" => Setup::person_at(seat, seats, strength, seed),
            "people" => Ok(Setup::people(seats)),
            "engines" => Ok(Setup::engines(seats, strength, strength, seed)),
            other => Err(Error::input(format!(
                "players is 'person' (against engines), 'people' or 'engines', and not '{other}'"
            ))),
        };
        let setup = quickly(py, None, setup.and_then(|setup| setup.named(names)))?;
        let played = quickly(py, None, Played::new(from.question(), setup))?;
        Ok(Session { played: Mutex::new(played), from })
    }

    /// Re-opens a score sheet; rules that are no address, such as those in Python, are given as `game`.
    #[staticmethod]
    #[pyo3(signature = (sheet, /, *, game = None))]
    fn load(py: Python<'_>, sheet: &str, game: Option<&Bound<'_, PyAny>>) -> PyResult<Session> {
        let Some(game) = game else {
            let played = quickly(py, None, Played::load(sheet))?;
            let from = Position::of_question(played.question());
            return Ok(Session { played: Mutex::new(played), from });
        };
        let (rules, _) = Game::of(game)?;
        let mut own = |address: &str| rules.question(address);
        let played = quickly(py, None, Played::load_with(sheet, &mut own))?;
        rules.compare(py)?;
        let question = played.question();
        let from =
            Position { rules: rules.clone(), position: question.position, play: question.play };
        Ok(Session { played: Mutex::new(played), from })
    }

    /// The position on the board.
    #[getter]
    fn position(&mut self) -> Position {
        let position = self.played().position().clone();
        self.from.with(position)
    }

    /// Its address.
    #[getter]
    fn address(&mut self) -> String {
        self.played().address()
    }

    /// The seat to move, counted from 1.
    #[getter(to_move)]
    fn seat_to_move(&mut self) -> usize {
        self.played().to_move()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&mut self) -> bool {
        self.played().end().is_some()
    }

    /// The seats that have lost, once the game is over; nobody after a draw.
    #[getter]
    fn losers(&mut self) -> Option<Vec<usize>> {
        self.played().end().map(|end| match end {
            End::Finished { losers } => losers,
            End::Resigned { seat } => vec![seat],
            End::Drawn => Vec::new(),
        })
    }

    /// How it ended, in words; empty before that.
    #[getter]
    fn result(&mut self) -> String {
        match self.is_over() {
            true => self.played().result_in_words(),
            false => String::new(),
        }
    }

    /// The moves that stand, as they are played.
    #[getter]
    fn moves(&mut self) -> Vec<String> {
        self.played().moves().iter().map(|played| played.mv.clone()).collect()
    }

    /// All that a front end shows, as in the JSON of the page.
    #[getter]
    fn state<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        data(py, &self.played().state())
    }

    /// The legal moves; none once the game is over.
    #[pyo3(signature = (limit = 10_000))]
    fn legal(&mut self, py: Python<'_>, limit: usize) -> PyResult<Vec<Move>> {
        match self.is_over() {
            true => Ok(Vec::new()),
            false => self.position().moves(py, limit),
        }
    }

    /// Plays a move for whoever is to move.
    fn play(&mut self, py: Python<'_>, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
        let text = r#move.str()?.to_string();
        let given = Given { text: &text, span: 0..text.len() };
        let played = self.played().play(&text).map(drop);
        quickly(py, Some(given), played)?;
        Ok(self.position())
    }

    /// Lets the engine move, and gives its move.
    #[pyo3(signature = (**keywords))]
    fn reply(&mut self, py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let limits = Limits::read(keywords)?;
        let reply = self.asking(py, &limits, |played, ask| played.reply(ask))?;
        Ok(reply.played.mv)
    }

    /// Takes back the last move of a person and what engines answered to it; tells how many moves that were.
    fn undo(&mut self, py: Python<'_>) -> PyResult<usize> {
        quickly(py, None, self.played().undo())
    }

    /// Puts back what `undo` took.
    fn redo(&mut self, py: Python<'_>) -> PyResult<usize> {
        quickly(py, None, self.played().redo())
    }

    /// The player to move gives up.
    fn resign(&mut self, py: Python<'_>) -> PyResult<()> {
        quickly(py, None, self.played().resign())
    }

    /// Ends the game as a draw, once a position has come three times.
    fn draw(&mut self, py: Python<'_>) -> PyResult<()> {
        quickly(py, None, self.played().draw())
    }

    /// The next rung of help: is it won, where, which move, why. Its `trace` is a list of steps.
    #[pyo3(signature = (**keywords))]
    fn hint<'py>(
        &mut self,
        py: Python<'py>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits::read(keywords)?;
        let hint = self.asking(py, &limits, |played, ask| played.hint(ask))?;
        data(py, &hint)
    }

    /// Every move looked at again: which threw away a win, and what would have been right.
    #[pyo3(signature = (**keywords))]
    fn review<'py>(
        &mut self,
        py: Python<'py>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits::read(keywords)?;
        let review = self.asking(py, &limits, |played, ask| played.review(ask))?;
        data(py, &review)
    }

    /// Why the position on the board is won or lost.
    #[pyo3(signature = (**keywords))]
    fn explain(
        &mut self,
        py: Python<'_>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Explanation> {
        self.position().explained(py, &Limits::read(keywords)?)
    }

    /// The score sheet: text that `load` re-opens exactly.
    fn sheet(&mut self) -> String {
        self.played().sheet()
    }

    fn _repr_svg_(&mut self, py: Python<'_>) -> PyResult<String> {
        let svg = svg::scene(&self.played().scene(), &self.played().address());
        quickly(py, None, Ok(svg))
    }

    fn __repr__(&mut self) -> String {
        let moves = text::counted(self.played().moves().len() as u64, "move");
        match self.is_over() {
            true => format!("<{} after {moves}: {}>", self.played().address(), self.result()),
            false => format!(
                "<{} after {moves}, seat {} to move>",
                self.played().address(),
                self.seat_to_move()
            ),
        }
    }
}
