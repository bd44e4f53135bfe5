//! A question asked from Python: its budget, its clock, signals and progress, and the lock of the interpreter, which
//! is open while the engine works.

use std::cell::{Cell, RefCell};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bouton::ask::{Ask, Flow, Progress};
use bouton::error::Error;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::errors::{Given, exception};
use crate::own::{self, Failure};

/// How a question is to be answered: the keywords that all functions share.
pub struct Limits {
    pub misere: Option<bool>,
    pub moves: usize,
    pub value: bool,
    pub outcome: bool,
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
    "misere, moves, value, outcome, search, fine, seconds, positions, memory, threads, progress";

impl Default for Limits {
    fn default() -> Limits {
        let Ask { moves, value, outcome, search, fine, positions, bytes, threads, .. } =
            Ask::default();
        Limits {
            misere: None,
            moves,
            value,
            outcome,
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
                "outcome" => limits.outcome = value.extract()?,
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
pub struct Watch {
    seconds: Option<f64>,
    shown: Shown,
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

/// How far the thread of a question has come with rules written in Python.
#[derive(Clone, Copy, Default)]
struct Calls {
    made: u64,
    /// When the clock is looked at next, counted in calls; when it was last, and what it said.
    next: u64,
    last: u64,
    clock: Duration,
}

thread_local! {
    /// The questions about rules written in Python that this thread works on: rules may ask others.
    static ASKED: RefCell<Vec<Arc<Watch>>> = const { RefCell::new(Vec::new()) };
    static CALLS: Cell<Calls> = const { Cell::new(Calls { made: 0, next: 0, last: 0, clock: Duration::ZERO }) };
}

/// Calls between two looks at the clock, unless these took longer each.
const QUICK_CALLS: u64 = 16;
const QUICK: Duration = Duration::from_micros(100);

/// Rules are about to be asked for moves; an error if the question must not go on. The engine looks at the clock after so many
/// moves, which is no measure where each may take a second.
pub fn between_calls() -> Result<(), Error> {
    let mut calls = CALLS.get();
    calls.made += 1;
    if calls.made < calls.next {
        CALLS.set(calls);
        return Ok(());
    }
    let Some(watch) = ASKED.with_borrow(|asked| asked.last().cloned()) else { return Ok(()) };
    let clock = watch.began.elapsed();
    // Before the first call nothing is known of what they take.
    let quick = QUICK * (calls.made - calls.last) as u32;
    let known = calls.last > 0 && clock.saturating_sub(calls.clock) < quick;
    let stride = if known { QUICK_CALLS } else { 1 };
    (calls.next, calls.last, calls.clock) = (calls.made + stride, calls.made, clock);
    CALLS.set(calls);
    let progress = Progress { positions: calls.made, steps: calls.made, search: None };
    match watch.tick(progress) {
        Flow::Continue => Ok(()),
        Flow::Stop(reason) => Err(Error::Interrupted { positions: calls.made, reason }),
    }
}

/// The question of a thread while it is worked on.
struct Present(Calls);

impl Present {
    fn new(watch: &Arc<Watch>) -> Present {
        ASKED.with_borrow_mut(|asked| asked.push(watch.clone()));
        Present(CALLS.replace(Calls::default()))
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        CALLS.set(self.0);
        ASKED.with_borrow_mut(Vec::pop);
    }
}

impl Watch {
    fn new(py: Python<'_>, limits: &Limits) -> Watch {
        let seen = Mutex::new(Seen { next: BETWEEN, ..Seen::default() });
        let shown = match &limits.shown {
            Shown::Usual => Shown::Usual,
            Shown::Nobody => Shown::Nobody,
            Shown::Called(function) => Shown::Called(function.clone_ref(py)),
        };
        Watch { seconds: limits.seconds, shown, began: Instant::now(), seen }
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
        let over = self.seconds.filter(|seconds| elapsed.as_secs_f64() >= *seconds);
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
        let shows = match &self.shown {
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
        if let Shown::Called(function) = &self.shown {
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
    work: impl FnOnce(&Watch) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let watch = Arc::new(Watch::new(py, limits));
    let result = if in_python {
        let _present = Present::new(&watch);
        work(&watch)
    } else {
        py.detach(|| work(&watch))
    };
    let mut seen = watch.seen();
    let (raised, printer) = (seen.raised.take(), seen.printer.take());
    drop(seen);
    if let Some(printer) = printer {
        printer.bind(py).call_method0(intern!(py, "end"))?;
    }
    let failure = own::failure();
    match (raised, failure) {
        (Some(error), _) | (None, Some(Failure::Raised(error))) => Err(error),
        (None, Some(Failure::Stopped(error))) => Err(exception(py, &error, given)),
        (None, None) => result.map_err(|error| exception(py, &error, given)),
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
            outcome: limits.outcome && !limits.value,
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
    match own::failure() {
        Some(Failure::Raised(error)) => Err(error),
        Some(Failure::Stopped(error)) => Err(exception(py, &error, given)),
        None => result.map_err(|error| exception(py, &error, given)),
    }
}
