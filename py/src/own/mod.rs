//! Games whose rules are written in Python: `moves(position)`, with any hashable object as a position.
//!
//! Each position is kept once and has a number; the engine sees the numbers, and Python is asked for the moves of
//! each position once. What a search compares and hashes are then words, so that a game is as fast as its `moves`.
//!
//! An exception ends the question. It waits in the thread that asked, for whoever leaves the engine to raise it:
//! the engine's own errors are sentences and cannot carry it. What `moves` costs nobody knows, so the clock is looked at
//! between its calls, too.

mod numbers;
mod picture;
mod reading;
mod shared;

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bouton::error::Error;
use bouton::game;
use bouton::heap::Options;
use bouton::rules::Position;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString, PyTuple, PyType};

use crate::errors::input_error;
use numbers::{Next, Numbers};
use reading::{Each, Reading};
use shared::Shared;

/// The number of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spot(pub u32);

impl Display for Spot {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "position {}", self.0)
    }
}

/// Only its rules can read a position.
impl FromStr for Spot {
    type Err = Error;
    fn from_str(_text: &str) -> Result<Spot, Error> {
        Err(Error::Unsupported("a position is read by its rules".to_string()))
    }
}

/// About what an object takes with its places in the tables: a tuple of some numbers.
const WEIGHT: usize = 320;

impl Position for Spot {
    fn weight(&self) -> usize {
        WEIGHT
    }
    /// Positions are numbered as they are met, so neighbours are asked about together.
    fn page(self) -> (Spot, u32) {
        (Spot(self.0 / 64), self.0 % 64)
    }
    /// Words that `unpack` does not take back: the search for big positions asks for moves again and again, which
    /// costs more here than to keep every position.
    fn pack(&self, words: &mut Vec<u64>) -> bool {
        words.push(u64::from(self.0) << 1 | 1);
        true
    }
}

/// A move: where it leads, and its name if it has one. Most moves are never written, so the text of the others is made
/// when it is asked for.
#[derive(Clone)]
pub struct Way {
    to: Spot,
    name: Option<Arc<str>>,
    rules: Arc<Own>,
}

impl Display for Way {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => f.write_str(name),
            // Commas with a blank stand between the picks of a move.
            None => f.write_str(&self.rules.written(self.to).replace(", ", ",")),
        }
    }
}

/// Why rules do not answer.
pub enum Failure {
    Raised(PyErr),
    /// A budget of the question was spent between two of their calls.
    Stopped(Error),
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Failure {
        Failure::Raised(error)
    }
}

type Asked<T> = Result<T, Failure>;

thread_local! {
    static FAILED: RefCell<Option<Failure>> = const { RefCell::new(None) };
}

/// What ended the question of this thread, if rules did.
pub fn failure() -> Option<Failure> {
    FAILED.take()
}

fn fail(failure: Failure) {
    FAILED.with_borrow_mut(|failed| {
        failed.get_or_insert(failure);
    });
}

/// The answer, or what stands for it after a failure.
fn caught<T>(asked: Asked<T>, otherwise: impl FnOnce() -> T) -> T {
    asked.unwrap_or_else(|failure| {
        fail(failure);
        otherwise()
    })
}

/// Rules that an object has.
pub struct Own {
    /// What its class is called.
    class: String,
    moves: Py<PyAny>,
    named: Py<PyType>,
    simplify: Option<Py<PyAny>>,
    split: Option<Py<PyAny>>,
    scene: Option<Py<PyAny>>,
    write: Option<Py<PyAny>>,
    read: Option<Py<PyAny>>,
    explain: Option<Py<PyAny>>,
    start: Option<Py<PyAny>>,
    places: Mutex<Places>,
    /// Whether a move has had a name so far.
    names: AtomicBool,
    /// Where walks begin: the first position that anybody had.
    first: OnceLock<Spot>,
    /// On how many positions `simplify` and `split` were compared with `moves`.
    compared: OnceLock<u64>,
}

/// What is known of each position.
#[derive(Default)]
struct Places {
    numbers: Numbers,
    /// The moves, once they were all listed.
    options: Vec<Option<Arc<[Spot]>>>,
    /// What `simplify` has made of them, as far as it was asked.
    simple: Vec<Option<Spot>>,
    /// What `split` has made of them.
    parts: Vec<Option<Option<Arc<[Spot]>>>>,
}

/// What is known at this place of a list.
fn noted<T: Clone>(list: &[Option<T>], spot: Spot) -> Option<T> {
    list.get(spot.0 as usize).cloned().flatten()
}

fn note<T: Clone>(list: &mut Vec<Option<T>>, spot: Spot, what: T) {
    let index = spot.0 as usize;
    if list.len() <= index {
        list.resize(index + 1, None);
    }
    list[index] = Some(what);
}

impl Own {
    /// The rules of an instance of `Rules`, and the game as the engine sees it.
    pub fn open(rules: &Bound<'_, PyAny>) -> PyResult<(Arc<Own>, game::Game)> {
        let py = rules.py();
        let method = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            let found = rules.getattr_opt(name)?.filter(|found| !found.is_none());
            Ok(found.map(Bound::unbind))
        };
        let own = Arc::new(Own {
            class: rules.get_type().name()?.to_string(),
            simplify: method("simplify")?,
            split: method("split")?,
            scene: method("scene")?,
            moves: rules.getattr(intern!(py, "moves"))?.unbind(),
            named: py
                .import(intern!(py, "bouton._rules"))?
                .getattr(intern!(py, "Named"))?
                .cast_into::<PyType>()?
                .unbind(),
            write: method("write")?,
            read: method("read")?,
            explain: method("explain")?,
            start: method("start")?,
            places: Mutex::default(),
            names: AtomicBool::new(false),
            first: OnceLock::new(),
            compared: OnceLock::new(),
        });
        let name: String = rules.getattr(intern!(py, "name"))?.extract()?;
        let rule: String = rules.getattr(intern!(py, "rule"))?.extract()?;
        // No catalogue has this name, so that an address never opens another game.
        let game = game::Game::new(Shared(own.clone()), format!("python({name})")).ruled(rule);
        Ok((own, game))
    }

    fn places(&self) -> std::sync::MutexGuard<'_, Places> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The position itself.
    pub fn object<'py>(&self, py: Python<'py>, spot: Spot) -> Bound<'py, PyAny> {
        self.places().numbers.object(py, spot)
    }

    /// The number of a position, a new one if it has none.
    pub fn spot(&self, position: &Bound<'_, PyAny>) -> PyResult<Spot> {
        self.numbered(
            position,
            |spot| spot,
            |numbers, way| {
                let spot = numbers.add(way, position);
                self.first.get_or_init(|| spot);
                spot
            },
        )
    }

    /// The number of a position, if it has one.
    pub fn found(&self, position: &Bound<'_, PyAny>) -> Option<Spot> {
        self.numbered(position, Some, |_, _| None).ok()?
    }

    /// Looks a position up.
    fn numbered<T>(
        &self,
        position: &Bound<'_, PyAny>,
        there: fn(Spot) -> T,
        new: impl FnOnce(&mut Numbers, &numbers::Way) -> T,
    ) -> PyResult<T> {
        let hash = position.hash().map_err(|error| unhashable(position, error))?;
        let mut way = numbers::Way::new(hash);
        loop {
            let (spot, object) = {
                let numbers = &mut self.places().numbers;
                match numbers.next(&mut way, position) {
                    Next::Same(spot) => return Ok(there(spot)),
                    Next::Like(spot, object) => (spot, object.into_bound(position.py())),
                    Next::Free => return Ok(new(numbers, &way)),
                }
            };
            if object.eq(position)? {
                return Ok(there(spot));
            }
        }
    }

    fn known(&self, spot: Spot) -> Option<Arc<[Spot]>> {
        noted(&self.places().options, spot)
    }

    /// Each move of a position as Python lists it, as long as `take` wants more. Answers whether it took all.
    fn listed<'py>(
        &self,
        position: &Bound<'py, PyAny>,
        take: &mut dyn FnMut(Each<'py>) -> PyResult<bool>,
    ) -> Asked<bool> {
        let mut reading = Reading::begin(self, position)?;
        while let Some(each) = reading.next(self, position.py())? {
            if !take(each)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The positions after each move, as long as `take` wants more.
    fn follow(&self, spot: Spot, take: &mut dyn FnMut(Spot) -> bool) -> Asked<()> {
        if let Some(options) = self.known(spot) {
            options.iter().all(|option| take(*option));
            return Ok(());
        }
        Python::attach(|py| {
            let mut options = Vec::new();
            let all = self.listed(&self.object(py, spot), &mut |each| {
                let option = self.spot(&each.position)?;
                options.push(option);
                Ok(take(option))
            })?;
            if all {
                self.note_options(spot, options);
            }
            Ok(())
        })
    }

    fn note_options(&self, spot: Spot, options: Vec<Spot>) {
        note(&mut self.places().options, spot, options.into());
    }

    /// What `simplify` makes of a position.
    fn simple(&self, spot: Spot) -> Asked<Spot> {
        let Some(simplify) = &self.simplify else { return Ok(spot) };
        if let Some(simple) = noted(&self.places().simple, spot) {
            return Ok(simple);
        }
        let simple =
            Python::attach(|py| self.spot(&simplify.bind(py).call1((self.object(py, spot),))?))?;
        note(&mut self.places().simple, spot, simple);
        Ok(simple)
    }

    /// What `split` makes of a position; what is its own part does not fall apart.
    fn parts(&self, spot: Spot) -> Asked<Option<Arc<[Spot]>>> {
        let Some(split) = &self.split else { return Ok(None) };
        if let Some(parts) = noted(&self.places().parts, spot) {
            return Ok(parts);
        }
        let parts = Python::attach(|py| -> Asked<Option<Arc<[Spot]>>> {
            let found = split.bind(py).call1((self.object(py, spot),))?;
            if found.is_none() {
                return Ok(None);
            }
            let items = found.try_iter().map_err(|error| {
                let told = PyTypeError::new_err(format!(
                    "split returns a list of positions, or None, and here it returned {}",
                    shown(&found)
                ));
                told.set_cause(py, Some(error));
                told
            })?;
            let parts = items.map(|item| self.spot(&item?));
            let parts: Arc<[Spot]> = parts.collect::<PyResult<_>>()?;
            Ok(Some(parts).filter(|parts| parts[..] != [spot]))
        })?;
        note(&mut self.places().parts, spot, parts.clone());
        Ok(parts)
    }

    fn shortcuts(&self) -> Vec<&'static str> {
        let names = [("simplify", &self.simplify), ("split", &self.split)];
        let names = names.into_iter().filter(|(_, method)| method.is_some());
        names.map(|(name, _)| name).collect()
    }

    /// Whether `simplify` and `split` are still to be compared with `moves`.
    pub fn unsure(&self) -> bool {
        self.compared.get().is_none() && !self.shortcuts().is_empty()
    }

    /// There was no time to compare them.
    pub fn stay_unsure(&self) {
        let _ = self.compared.set(0);
    }

    /// How a position is written.
    pub fn text(&self, position: &Bound<'_, PyAny>) -> PyResult<String> {
        match &self.write {
            Some(write) => write.bind(position.py()).call1((position,))?.extract(),
            None => Ok(position.repr()?.to_string()),
        }
    }

    /// A position as text; empty after an exception.
    fn written(&self, spot: Spot) -> String {
        let text = Python::attach(|py| self.text(&self.object(py, spot)));
        caught(text.map_err(Failure::from), String::new)
    }

    /// The moves; the same option without a name is one move.
    fn ways(self: &Arc<Own>, spot: Spot) -> Asked<Vec<Way>> {
        let mut seen = HashSet::new();
        let mut ways: Vec<Way> = Vec::new();
        let mut add = |to, name: Option<Arc<str>>| {
            if name.is_some() || seen.insert(to) {
                ways.push(Way { to, name, rules: self.clone() });
            }
        };
        match self.known(spot) {
            Some(options) if !self.names.load(Ordering::Relaxed) => {
                options.iter().for_each(|option| add(*option, None));
            }
            _ => Python::attach(|py| {
                self.listed(&self.object(py, spot), &mut |each| {
                    let to = self.spot(&each.position)?;
                    let name = each.name.map(|name| name.str()).transpose()?;
                    add(to, name.map(|name| name.to_string().into()));
                    Ok(true)
                })
                .map(drop)
            })?,
        }
        Ok(ways)
    }

    /// A position from its text: as `read` has it, or as a literal of Python.
    fn understood(&self, text: &str) -> PyResult<Spot> {
        Python::attach(|py| {
            if let Some(read) = &self.read {
                return self.spot(&read.bind(py).call1((text,))?);
            }
            if let (Some(start), "start") = (&self.start, text) {
                return self.spot(start.bind(py));
            }
            let literal =
                py.import(intern!(py, "bouton._rules"))?.getattr(intern!(py, "literal"))?;
            let start = self.start.as_ref().map(|start| start.bind(py));
            self.spot(&literal.call1((text, start))?)
        })
    }

    /// The beginning of a game, if the rules name one.
    pub fn start<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        self.start.as_ref().map(|start| start.bind(py).clone())
    }

    /// The smaller numbers to which a move leads from a number.
    fn smaller(&self, size: u64, out: &mut Options<'_>) -> Asked<()> {
        Python::attach(|py| {
            let position = size.into_pyobject(py).map_err(PyErr::from)?.into_any();
            self.listed(&position, &mut |each| {
                let option = each.position;
                match option.extract::<u64>() {
                    Ok(smaller) if smaller < size => out.push(&[smaller]),
                    _ => {
                        let shown = option.repr()?;
                        return Err(input_error(
                            py,
                            &format!(
                                "values in a row are those of numbers that only become smaller, and a move leads from \
                                 {size} to {shown}: ask for single positions instead, with solve"
                            ),
                        ));
                    }
                }
                Ok(!out.full())
            })?;
            Ok(())
        })
    }

    /// Whether positions are single numbers, as far as the rules say.
    fn is_row(&self) -> bool {
        Python::attach(|py| {
            let number = |start: &Bound<'_, PyAny>| {
                start.is_instance_of::<PyInt>() && !start.is_instance_of::<PyBool>()
            };
            self.start.as_ref().is_none_or(|start| number(start.bind(py)))
        })
    }
}

fn unhashable(position: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let py = position.py();
    if position.hash().is_ok() {
        return error;
    }
    let kind =
        position.get_type().name().map_or_else(|_| "this".to_string(), |name| name.to_string());
    let told = PyTypeError::new_err(format!(
        "a position must be hashable, and a {kind} is not: write lists as tuples and sets as frozensets"
    ));
    told.set_cause(py, Some(error));
    told
}

fn raised() -> Error {
    Error::Stopped("stopped: the rules raised an exception".to_string())
}

/// An object in a message.
fn shown(object: &Bound<'_, PyAny>) -> String {
    object.repr().map_or_else(|_| "something else".to_string(), |text| text.to_string())
}

/// Whether an object is one of these rules, or their class, of which an instance is made.
pub fn rules_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    if object.is_instance_of::<PyString>() || object.is_instance_of::<PyTuple>() {
        return Ok(None);
    }
    let rules = py.import(intern!(py, "bouton._rules"))?.getattr(intern!(py, "Rules"))?;
    if object.is_instance(&rules)? {
        return Ok(Some(object.clone()));
    }
    match object.cast::<PyType>() {
        Ok(class) if class.is_subclass(&rules)? => Ok(Some(class.call0()?)),
        _ => Ok(None),
    }
}
