//! Failures as exceptions: `InputError`, `Stopped` and `Unsupported`, which are classes of `bouton/_errors.py`.

use bouton::error::{Budget, Error};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(intern!(py, "bouton._errors"))?.getattr(name)
}

fn made(py: Python<'_>, name: &str, message: &str, about: &Bound<'_, PyDict>) -> PyErr {
    let made = class(py, name).and_then(|class| class.call((message,), Some(about)));
    made.map_or_else(|error| error, PyErr::from_value)
}

/// An `InputError` with a sentence alone.
pub fn input_error(py: Python<'_>, message: &str) -> PyErr {
    made(py, "InputError", message, &PyDict::new(py))
}

/// Whether an exception says that a budget was spent.
pub fn is_stopped(py: Python<'_>, error: &PyErr) -> bool {
    class(py, "Stopped").is_ok_and(|class| error.matches(py, class).unwrap_or(false))
}

/// A text that was given, and the bytes of it that an error is about.
pub struct Given<'a> {
    pub text: &'a str,
    pub span: std::ops::Range<usize>,
}

/// The exception for an error.
pub fn exception(py: Python<'_>, error: &Error, given: Option<Given<'_>>) -> PyErr {
    let message = error.to_string();
    let about = PyDict::new(py);
    match described(error, given, &about) {
        Ok(name) => made(py, name, &message, &about),
        Err(error) => error,
    }
}

fn described(
    error: &Error,
    given: Option<Given<'_>>,
    about: &Bound<'_, PyDict>,
) -> PyResult<&'static str> {
    let kind = error.kind();
    if kind == "stopped" {
        match error.inner() {
            Error::Spent { budget, limit, positions } => {
                about.set_item("positions", positions)?;
                about.set_item("limit", limit)?;
                let budget = match budget {
                    Budget::Positions => "positions",
                    Budget::Steps => "steps",
                    Budget::Bytes => "memory",
                };
                about.set_item("budget", budget)?;
            }
            Error::Interrupted { positions, .. } => {
                about.set_item("positions", positions)?;
                about.set_item("budget", "seconds")?;
            }
            _ => {}
        }
        return Ok("Stopped");
    }
    if kind == "unsupported" {
        return Ok("Unsupported");
    }
    if let Some(Given { text, span }) = given {
        // Python counts letters.
        let letters = |at: usize| text.get(..at).map_or(0, |before| before.chars().count());
        about.set_item("given", text)?;
        about.set_item("span", (letters(span.start), letters(span.end)))?;
    }
    match error.inner() {
        Error::UnknownGame { near: Some(near), .. } => about.set_item("suggestion", near)?,
        Error::IllegalMove { legal, .. } => about.set_item("legal", legal)?,
        _ => {}
    }
    Ok("InputError")
}
