//! A question asked from Python: its budget, its clock, signals and progress, and the lock of the interpreter, which
//! is open while the engine works.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bouton::ask::{Ask, Flow, Progress};
use bouton::error::Error;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::errors::{Given, exception};
use crate::own;

/// How a question is to be answered: the keywords that all functions share.
pub struct Limits {
    pub misere: Option<bool>,
    pub moves: usize,
    pub value: bool,
    pub search: bool,
    pub fine: bool,
    pub positions: u64,
    pub memory: u64,
    pub threads: usize,
    pub seconds: Option<f64>,
    pub shown: Shown,
}

/// Who sees how far it is.
pub enum Shown {
    /// Whoever sits before a terminal or a notebook, after a second.
    Usual,
    Nobody,
    Called(Py<PyAny>),
}

const KEYWORDS: &str =
    "misere, moves, value, search, fine, seconds, positions, memory, threads, progress";

impl Default for Limits {
    fn default() -> Limits {
        let Ask { moves, value, search, fine, positions, bytes, threads, .. } = Ask::default();
        Limits {
            misere: None,
            moves,
            value,
            search,
            fine,
            positions,
            memory: bytes,
            threads,
            seconds: None,
            shown: Shown::Usual,
        }
    }
}

impl Limits {
    /// Reads the keywords of a call.
    pub fn read(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Limits> {
        let mut limits = Limits::default();
        for (key, value) in keywords.into_iter().flat_map(|keywords| keywords.iter()) {
            let key: String = key.extract()?;
            match key.as_str() {
                "misere" => limits.misere = value.extract()?,
                "moves" => limits.moves = value.extract()?,
                "value" => limits.value = value.extract()?,
                "search" => limits.search = value.extract()?,
                "fine" => limits.fine = value.extract()?,
                // What is left out is as usual.
                "seconds" | "positions" | "memory" | "threads" if value.is_none() => {}
                "seconds" => limits.seconds = Some(positive(&key, &value)?),
                "positions" => limits.positions = positive(&key, &value)? as u64,
                "memory" => limits.memory = positive(&key, &value)? as u64,
                "threads" => limits.threads = positive(&key, &value)? as usize,
                "progress" => limits.shown = shown(value)?,
                _ => {
                    return Err(PyTypeError::new_err(format!(
                        "there is no keyword {key} here; those of a question are {KEYWORDS}"
                    )));
                }
            }
        }
        Ok(limits)
    }
}

fn positive(key: &str, value: &Bound<'_, PyAny>) -> PyResult<f64> {
    let number: f64 = value.extract()?;
    match number > 0.0 {
        true => Ok(number),
        false => {
            Err(PyValueError::new_err(format!("{key} must be more than 0, and {number} is not")))
        }
    }
}

fn shown(value: Bound<'_, PyAny>) -> PyResult<Shown> {
    match value.cast::<PyBool>() {
        Ok(flag) if flag.is_true() => Ok(Shown::Usual),
        Ok(_) => Ok(Shown::Nobody),
        Err(_) if value.is_none() => Ok(Shown::Usual),
        Err(_) if value.is_callable() => Ok(Shown::Called(value.unbind())),
        Err(_) => Err(PyTypeError::new_err(
            "progress is True, False, or a function that is called with how far it is",
        )),
    }
}

/// Time between two looks at the clock's other duties: signals and progress.
const BETWEEN: Duration = Duration::from_millis(50);
/// Questions that take no longer show nothing by themselves.
const QUIET: Duration = Duration::from_secs(1);

/// Looks after one question while it is worked on.
pub struct Watch<'a> {
    limits: &'a Limits,
    began: Instant,
    seen: Mutex<Seen>,
}

/// What has happened so far.
#[derive(Default)]
struct Seen {
    /// When the next look is due.
    next: Duration,
    /// What an interruption or a function of the caller has raised.
    raised: Option<PyErr>,
    /// Why it stopped.
    reason: Option<String>,
    printer: Option<Py<PyAny>>,
    /// How many values there will be.
    of: Option<u64>,
}

impl<'a> Watch<'a> {
    fn new(limits: &'a Limits) -> Watch<'a> {
        let seen = Mutex::new(Seen { next: BETWEEN, ..Seen::default() });
        Watch { limits, began: Instant::now(), seen }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// There are so many values to be had.
    pub fn expect(&self, values: usize) {
        self.seen().of = Some(values as u64);
    }

    /// Whether to go on; so much is done.
    pub fn go_on(&self, done: usize) -> bool {
        let progress = Progress { positions: done as u64, steps: done as u64, search: None };
        self.tick(progress) == Flow::Continue
    }

    /// Why it does not go on, as an error.
    pub fn stopped(&self, done: &str) -> Error {
        let reason = self.seen().reason.clone().unwrap_or_else(|| "stopped".to_string());
        Error::Stopped(format!("stopped {done}: {reason}"))
    }

    /// Looks at the clock.
    pub fn tick(&self, progress: Progress) -> Flow {
        let elapsed = self.began.elapsed();
        let (of, printer) = {
            let mut seen = self.seen();
            if elapsed < seen.next {
                return Flow::Continue;
            }
            seen.next = elapsed + BETWEEN;
            (seen.of, seen.printer.take())
        };
        let over = self.limits.seconds.filter(|seconds| elapsed.as_secs_f64() >= *seconds);
        // The lock is open while Python runs, which may take its time.
        let (printer, raised) = match over {
            Some(_) => (printer, None),
            None => Python::attach(|py| {
                let mut printer = printer;
                let raised = self.look(py, elapsed, progress, of, &mut printer).err();
                (printer, raised)
            }),
        };
        let mut seen = self.seen();
        seen.printer = printer;
        let reason = match (over, raised) {
            (None, None) => return Flow::Continue,
            (Some(seconds), _) => format!("the time limit of {seconds} s was reached"),
            (None, raised) => {
                seen.raised = raised;
                "interrupted".to_string()
            }
        };
        seen.reason = Some(reason.clone());
        Flow::Stop(reason)
    }

    fn look(
        &self,
        py: Python<'_>,
        elapsed: Duration,
        progress: Progress,
        of: Option<u64>,
        printer: &mut Option<Py<PyAny>>,
    ) -> PyResult<()> {
        py.check_signals()?;
        let shows = match &self.limits.shown {
            Shown::Nobody => false,
            Shown::Called(_) => true,
            Shown::Usual => elapsed >= QUIET,
        };
        if !shows {
            return Ok(());
        }
        let module = py.import(intern!(py, "bouton._progress"))?;
        let Progress { positions, steps, .. } = progress;
        let told = (elapsed.as_secs_f64(), positions, steps, of);
        let told = module.getattr(intern!(py, "Progress"))?.call1(told)?;
        if let Shown::Called(function) = &self.limits.shown {
            return function.bind(py).call1((told,)).map(drop);
        }
        if printer.is_none() {
            *printer = Some(module.call_method0(intern!(py, "printer"))?.unbind());
        }
        match printer {
            Some(printer) => printer.bind(py).call_method1(intern!(py, "show"), (told,)).map(drop),
            None => Ok(()),
        }
    }
}

/// Does some work for a call from Python, without the interpreter's lock unless rules written in Python need it.
pub fn watched<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    in_python: bool,
    given: Option<Given<'_>>,
    work: impl FnOnce(&Watch<'_>) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let all = || {
        let watch = Watch::new(limits);
        let result = work(&watch);
        let mut seen = watch.seen();
        let (raised, printer) = (seen.raised.take(), seen.printer.take());
        drop(seen);
        (result, raised, printer)
    };
    let (result, raised, printer) = if in_python { all() } else { py.detach(all) };
    if let Some(printer) = printer {
        printer.bind(py).call_method0(intern!(py, "end"))?;
    }
    let own = own::raised();
    match raised.or(own) {
        Some(error) => Err(error),
        None => result.map_err(|error| exception(py, &error, given)),
    }
}

/// The same for what asks by `Ask`.
pub fn asked<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    in_python: bool,
    work: impl FnOnce(&Ask<'_>) -> Result<T, Error> + Send,
) -> PyResult<T> {
    watched(py, limits, in_python, None, |watch| {
        let tick = |progress| watch.tick(progress);
        work(&Ask {
            moves: limits.moves,
            value: limits.value,
            fine: limits.fine,
            positions: limits.positions,
            bytes: limits.memory,
            threads: if in_python { 1 } else { limits.threads },
            search: limits.search,
            tick: &tick,
            ..Ask::default()
        })
    })
}

/// What is quick enough to need no clock.
pub fn quickly<T>(
    py: Python<'_>,
    given: Option<Given<'_>>,
    result: Result<T, Error>,
) -> PyResult<T> {
    match own::raised() {
        Some(error) => Err(error),
        None => result.map_err(|error| exception(py, &error, given)),
    }
}
