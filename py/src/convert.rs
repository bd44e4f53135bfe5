//! Plain data of the engine as objects of Python.

use bouton::natural::Natural;
use bouton::{Outcome, Play, Value};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyList};
use serde::Serialize;
use serde_json::Value as Json;

use crate::number::Nimber;

/// The word for a convention.
pub fn word(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misere",
    }
}

pub fn letter(outcome: Outcome) -> &'static str {
    outcome.letter()
}

/// A number of any size.
pub fn number<'py>(py: Python<'py>, number: &Natural) -> PyResult<Bound<'py, PyAny>> {
    match number.to_u64() {
        Some(word) => Ok(word.into_pyobject(py)?.into_any()),
        None => Ok(number.to_big().into_pyobject(py)?.into_any()),
    }
}

/// A value: a nimber, or an infinity with the nimbers of its options.
pub fn value<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Finite(nimber) => {
            let nimber = match nimber.0.to_u64() {
                Some(word) => word.into(),
                None => (&nimber.0.to_big()).into(),
            };
            Ok(Nimber(nimber).into_pyobject(py)?.into_any())
        }
        Value::Infinity(options) => {
            let options: PyResult<Vec<Bound<'py, PyAny>>> =
                options.iter().map(|option| number(py, &option.0)).collect();
            let class =
                py.import(intern!(py, "bouton._rules"))?.getattr(intern!(py, "Infinity"))?;
            class.call1((options?,))
        }
    }
}

/// Anything that has a JSON, as dicts and lists. Numbers beyond words are strings of digits there, as in the JSON.
pub fn data<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let json = serde_json::to_value(answer).map_err(|error| {
        pyo3::exceptions::PyValueError::new_err(format!("this has no JSON: {error}"))
    })?;
    object(py, &json)
}

fn object<'py>(py: Python<'py>, json: &Json) -> PyResult<Bound<'py, PyAny>> {
    Ok(match json {
        Json::Null => py.None().into_bound(py),
        Json::Bool(flag) => flag.into_pyobject(py)?.to_owned().into_any(),
        Json::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (_, Some(number)) => number.into_pyobject(py)?.into_any(),
            _ => number.as_f64().unwrap_or(f64::NAN).into_pyobject(py)?.into_any(),
        },
        Json::String(text) => text.into_pyobject(py)?.into_any(),
        Json::Array(items) => {
            let items: PyResult<Vec<Bound<'py, PyAny>>> =
                items.iter().map(|item| object(py, item)).collect();
            PyList::new(py, items?)?.into_any()
        }
        Json::Object(fields) => {
            let dict = PyDict::new(py);
            for (key, field) in fields {
                dict.set_item(key, object(py, field)?)?;
            }
            dict.into_any()
        }
    })
}

/// The words of an array: numpy's where it is installed, else one of the module `array`.
pub trait Cell: Copy {
    /// The code of the module `array`.
    const CODE: char;
    const BYTES: usize;
    fn write(self, out: &mut [u8]);
}

macro_rules! cells {
    ($($word:ty = $code:literal),*) => {
        $(impl Cell for $word {
            const CODE: char = $code;
            const BYTES: usize = size_of::<$word>();
            #[inline]
            fn write(self, out: &mut [u8]) {
                out.copy_from_slice(&self.to_ne_bytes());
            }
        })*
    };
}

cells!(u8 = 'B', u16 = 'H', u32 = 'I', i64 = 'q');

/// An array of these words.
pub fn array<'py, C: Cell>(py: Python<'py>, cells: &[C]) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyByteArray::new_with(py, cells.len() * C::BYTES, |bytes| {
        for (cell, out) in cells.iter().zip(bytes.chunks_exact_mut(C::BYTES)) {
            cell.write(out);
        }
        Ok(())
    })?;
    let made = py.import(intern!(py, "bouton._arrays"))?.getattr(intern!(py, "make"))?;
    made.call1((C::CODE, bytes))
}
