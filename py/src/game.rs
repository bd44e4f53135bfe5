//! `Game`, whose rules are fixed, and what its positions share.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use bouton::address::{self, Nowhere, Question};
use bouton::error::Error;
use bouton::game::AnyPosition;
use bouton::{Play, Solver, game};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString, PyTuple};

use crate::answer::{Explanation, Move, Solution};
use crate::convert::word;
use crate::errors::{Given, exception, input_error, is_stopped};
use crate::graph::Graph;
use crate::own::{self, Own, Spot};
use crate::position::Position;
use crate::watch::{Limits, Shown, asked, quickly};

/// A game as its positions share it.
pub struct Rules {
    pub game: game::Game,
    /// The rules written in Python, for each part of a sum.
    pub own: Vec<Option<Arc<Own>>>,
    /// What was worked out. Whoever asks takes it along, and others meanwhile begin anew.
    solver: Mutex<Option<Solver>>,
}

impl Rules {
    pub fn new(game: game::Game, own: Vec<Option<Arc<Own>>>) -> Arc<Rules> {
        Arc::new(Rules { game, own, solver: Mutex::default() })
    }

    /// A game of the catalogue, which has a part for each of its games.
    pub fn of(game: game::Game) -> Arc<Rules> {
        let parts = game.parts().map_or(1, <[game::Game]>::len);
        Rules::new(game, vec![None; parts])
    }

    pub fn in_python(&self) -> bool {
        self.own.iter().any(Option::is_some)
    }

    /// The rules in Python of a game that is no sum.
    pub fn own(&self) -> Option<&Arc<Own>> {
        match &self.own[..] {
            [Some(own)] => Some(own),
            _ => None,
        }
    }

    /// Asks with what earlier questions have found.
    pub fn solving<T>(
        &self,
        work: impl FnOnce(&mut Solver) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let kept = || self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = kept().take();
        let mut solver = taken.unwrap_or_else(|| self.game.solver());
        let result = work(&mut solver);
        // Rules that failed may leave something half done.
        if result.is_ok() {
            *kept() = Some(solver);
        }
        result
    }

    /// What an address of this game asks.
    pub fn question(&self, address: &str) -> Result<Question, Error> {
        let (play, rest) = match address.strip_prefix("misere ") {
            Some(rest) => (Play::Misere, rest),
            None => (Play::Normal, address),
        };
        let position = match self.game.parts() {
            Some(_) => Some(rest),
            None => rest.strip_prefix(self.game.name()).and_then(|rest| rest.strip_prefix(':')),
        };
        match position {
            Some(position) => Ok(Question::new(self.game.clone(), self.game.read(position)?, play)),
            None => Err(Error::input(format!("{address} is no position of {}", self.game.name()))),
        }
    }

    /// Compares what answers about rules in Python rest on with their `moves`, once there is a position to begin with; what
    /// disagrees is refused. Rules that take long are compared as far as that goes in a second.
    pub fn compare(&self, py: Python<'_>) -> PyResult<()> {
        let Some(own) = self.own().filter(|own| own.unsure()) else { return Ok(()) };
        let limits = Limits { seconds: Some(1.0), shown: Shown::Nobody, ..Limits::default() };
        let compared = asked(py, &limits, true, |ask| bouton::own::glance(&self.game, &[], ask));
        match compared {
            Err(error) if is_stopped(py, &error) => {
                own.stay_unsure();
                Ok(())
            }
            compared => compared,
        }
    }

    /// The position that an object of Python means.
    pub fn position(&self, object: &Bound<'_, PyAny>, play: Play) -> PyResult<AnyPosition> {
        let py = object.py();
        if let Ok(position) = object.cast::<Position>() {
            return self.adopted(py, position.get());
        }
        if let Some(own) = self.own() {
            // Where positions are no texts, a text is a position that was written.
            let written = object.is_instance_of::<PyString>()
                && own.start(py).is_some_and(|start| !start.is_instance_of::<PyString>());
            if !written {
                let spot = own.spot(object)?;
                self.compare(py)?;
                return Ok(AnyPosition::of(spot));
            }
        }
        if let Some(parts) = self.game.parts()
            && let Ok(items) = object.cast::<PyTuple>()
            && items.len() == parts.len()
        {
            let mut whole: Option<Question> = None;
            for (index, item) in items.iter().enumerate() {
                let part = Rules::new(parts[index].clone(), vec![self.own[index].clone()]);
                let position = part.position(&item, play)?;
                let part = Question::new(parts[index].clone(), position, play);
                whole = Some(match whole {
                    None => part,
                    Some(sum) => quickly(py, None, sum.plus(&part))?,
                });
            }
            if let Some(whole) = whole {
                return Ok(whole.position);
            }
        }
        let text = text_of(object)?;
        let given = Given { text: &text, span: 0..text.len() };
        let position = quickly(py, Some(given), self.game.read(&text))?;
        self.compare(py)?;
        Ok(position)
    }

    /// A position of this game or of one that is opened alike.
    pub fn adopted(&self, py: Python<'_>, position: &Position) -> PyResult<AnyPosition> {
        let other = &position.rules;
        let same = other.own.len() == self.own.len()
            && other.own.iter().zip(&self.own).all(|pair| match pair {
                (None, None) => true,
                (Some(one), Some(other)) => Arc::ptr_eq(one, other),
                _ => false,
            });
        match same && other.game.name() == self.game.name() {
            true => Ok(position.position.clone()),
            false => Err(input_error(
                py,
                &format!(
                    "this is a position of {}, and not of {}",
                    other.game.name(),
                    self.game.name()
                ),
            )),
        }
    }

    /// The position as an object of Python: that of its own rules, or its text.
    pub fn state<'py>(
        &self,
        py: Python<'py>,
        position: &AnyPosition,
    ) -> PyResult<Bound<'py, PyAny>> {
        match (self.own(), position.get::<Spot>()) {
            (Some(own), Some(spot)) => Ok(own.object(py, *spot)),
            _ => Ok(self.game.write(position).into_pyobject(py)?.into_any()),
        }
    }
}

/// A text where one is needed, or a sentence that says what is.
fn told(what: &Bound<'_, PyAny>, wanted: &str) -> PyResult<String> {
    what.extract().map_err(|_| {
        let kind =
            what.get_type().name().map_or_else(|_| "this".to_string(), |kind| kind.to_string());
        PyTypeError::new_err(format!("{wanted}, and here is something of the type {kind}"))
    })
}

/// Numbers and rows of them as text.
fn text_of(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(text.to_string());
    }
    if object.is_instance_of::<PyInt>() && !object.is_instance_of::<PyBool>() {
        return Ok(object.str()?.to_string());
    }
    let mut words = Vec::new();
    for item in object.try_iter()? {
        words.push(item?.str()?.to_string());
    }
    Ok(words.join(" "))
}

/// A game whose rules are fixed: `Game("moore(2)")`, or `Game(MyRules())` for rules written in Python.
#[pyclass(frozen, module = "bouton")]
pub struct Game {
    pub rules: Arc<Rules>,
    pub play: Play,
}

impl Game {
    /// The game that an object of Python means: a name, a game, rules in Python, or the game of a position.
    pub fn of(what: &Bound<'_, PyAny>) -> PyResult<(Arc<Rules>, Play)> {
        let py = what.py();
        if let Ok(game) = what.cast::<Game>() {
            return Ok((game.get().rules.clone(), game.get().play));
        }
        if let Ok(position) = what.cast::<Position>() {
            return Ok((position.get().rules.clone(), position.get().play));
        }
        if let Some(rules) = own::rules_of(what)? {
            let (own, game) = Own::open(&rules)?;
            let start = own.start(py).filter(|_| own.unsure());
            let rules = Rules::new(game, vec![Some(own)]);
            if let Some(start) = start {
                rules.position(&start, Play::Normal)?;
            }
            return Ok((rules, Play::Normal));
        }
        let text = told(what, "a game is a name, a Game, a Position, or rules in Python")?;
        match address::open_played(&text, &mut Nowhere) {
            Ok((game, play)) => Ok((Rules::of(game), play)),
            Err(error) => Err(match address::open(&text) {
                Ok(_) => input_error(
                    py,
                    &format!(
                        "{text} has a position, and a game has none: position(...) opens both"
                    ),
                ),
                Err(_) => {
                    let span = address::locate(&text, &error);
                    exception(py, &error, Some(Given { text: &text, span }))
                }
            }),
        }
    }

    fn at(&self, position: &Bound<'_, PyAny>, limits: &Limits) -> PyResult<Position> {
        let play = chosen(self.play, limits.misere);
        let position = self.rules.position(position, play)?;
        Ok(Position { rules: self.rules.clone(), position, play })
    }

    /// Where a game begins if nobody says: as its own rules say, or at the first example of the catalogue.
    pub fn start(&self, py: Python<'_>) -> PyResult<Position> {
        let rules = &self.rules;
        let position = match rules.own() {
            Some(own) => match own.start(py) {
                Some(start) => Ok(rules.position(&start, self.play)?),
                None => Err(Error::input(
                    "these rules have no start: give a position, or the class a start",
                )),
            },
            None => {
                let name = rules.game.name();
                let examples = address::entry(rules.game.bare_name()).map(|entry| entry.examples);
                let opened =
                    examples.unwrap_or_default().iter().filter_map(|text| address::open(text).ok());
                let mut own = opened.filter(|opened| opened.game.name() == name);
                own.next().map(|opened| opened.position).ok_or_else(|| {
                    Error::input(format!("no example of {name} is at hand: give a position"))
                })
            }
        };
        Ok(Position {
            rules: rules.clone(),
            position: quickly(py, None, position)?,
            play: self.play,
        })
    }
}

/// The convention that a call names, or else the one that stands.
pub fn chosen(play: Play, misere: Option<bool>) -> Play {
    match misere {
        None => play,
        Some(true) => Play::Misere,
        Some(false) => Play::Normal,
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (rules, /, *, misere = None))]
    fn new(rules: &Bound<'_, PyAny>, misere: Option<bool>) -> PyResult<Game> {
        let py = rules.py();
        let (rules, play) = Game::of(rules)?;
        let play = chosen(play, misere);
        quickly(py, None, rules.game.allows(play))?;
        Ok(Game { rules, play })
    }

    /// The name with its parameters, as it stands in an address.
    #[getter]
    fn name(&self) -> &str {
        self.rules.game.name()
    }

    /// "normal" or "misere".
    #[getter]
    fn convention(&self) -> &'static str {
        word(self.play)
    }

    /// The rules in words.
    #[getter]
    fn rules(&self) -> String {
        self.rules.game.instructions(self.play)
    }

    /// The games of a sum; a game that is none is its only part.
    #[getter]
    fn parts(&self) -> Vec<Game> {
        let own = self.rules.own.iter().cloned();
        let game = |(game, own): (&game::Game, Option<Arc<Own>>)| Game {
            rules: Rules::new(game.clone(), vec![own]),
            play: self.play,
        };
        match self.rules.game.parts() {
            Some(parts) => parts.iter().zip(own).map(game).collect(),
            None => vec![Game { rules: self.rules.clone(), play: self.play }],
        }
    }

    /// A position of this game.
    #[pyo3(signature = (position = None, /, *, misere = None))]
    fn __call__(
        &self,
        py: Python<'_>,
        position: Option<&Bound<'_, PyAny>>,
        misere: Option<bool>,
    ) -> PyResult<Position> {
        let Some(position) = position else { return self.start(py) };
        let found = self.at(position, &Limits { misere, ..Limits::default() })?;
        quickly(py, None, self.rules.game.allows(found.play))?;
        Ok(found)
    }

    /// Every position that can be reached, the first of them the given one.
    #[pyo3(signature = (position = None, /, *, merge = false, **keywords))]
    fn positions(
        &self,
        py: Python<'_>,
        position: Option<&Bound<'_, PyAny>>,
        merge: bool,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Position>> {
        let from = self.__call__(py, position, None)?;
        Ok(from.graph(py, merge, keywords)?.positions())
    }

    /// The moves of a position.
    #[pyo3(signature = (position, /, limit = 10_000))]
    fn moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        limit: usize,
    ) -> PyResult<Vec<Move>> {
        self.at(position, &Limits::default())?.moves(py, limit)
    }

    /// The position after a move.
    #[pyo3(signature = (position, r#move, /))]
    fn play(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        r#move: &Bound<'_, PyAny>,
    ) -> PyResult<Position> {
        self.at(position, &Limits::default())?.play(py, r#move)
    }

    /// Who wins a position, with which moves, and how that is known.
    #[pyo3(signature = (position, /, **keywords))]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Solution> {
        let limits = Limits::read(keywords)?;
        self.at(position, &limits)?.solved(py, &limits)
    }

    /// Why, step by step.
    #[pyo3(signature = (position, /, **keywords))]
    fn explain(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Explanation> {
        let limits = Limits::read(keywords)?;
        self.at(position, &limits)?.explained(py, &limits)
    }

    /// The picture of a position as data.
    fn scene<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.at(position, &Limits::default())?.scene(py)
    }

    /// All positions that can be reached, with who wins each.
    #[pyo3(signature = (position, /, *, merge = true, **keywords))]
    fn graph(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        merge: bool,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Graph> {
        self.at(position, &Limits::default())?.graph(py, merge, keywords)
    }

    /// The sum of two games: a move is a move in one of them.
    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Game> {
        let (other, play) = Game::of(other)?;
        if play != self.play {
            return Err(input_error(
                py,
                "one of the two is misère play and the other is not: a sum is played by one convention",
            ));
        }
        let parts = |rules: &Rules| match rules.game.parts() {
            Some(parts) => parts.to_vec(),
            None => vec![rules.game.clone()],
        };
        let games = [parts(&self.rules), parts(&other)].concat();
        if let Some(many) = games.iter().find(|game| game.has_many_players()) {
            let name = many.name();
            return Err(input_error(
                py,
                &format!("{name} has more than two players and cannot be part of a sum"),
            ));
        }
        let own = [self.rules.own.clone(), other.own.clone()].concat();
        Ok(Game { rules: Rules::new(game::Game::sum(games), own), play })
    }

    fn __repr__(&self) -> String {
        let word = if self.play == Play::Misere { "misere " } else { "" };
        format!("Game('{word}{}')", self.rules.game.name())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| {
            let other = other.get();
            Arc::ptr_eq(&self.rules, &other.rules) && self.play == other.play
                || !self.rules.in_python()
                    && !other.rules.in_python()
                    && self.rules.game.name() == other.rules.game.name()
                    && self.play == other.play
        })
    }

    fn __hash__(&self) -> u64 {
        let mut state = DefaultHasher::new();
        (self.rules.game.name(), self.play == Play::Misere).hash(&mut state);
        state.finish()
    }
}
