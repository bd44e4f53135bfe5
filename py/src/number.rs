//! `Nimber`: an element of the field of nimbers, of any finite size.

use std::cmp::Ordering;

use bouton::error::Error;
use bouton::nimber::BigNimber;
use bouton::nimber::expression::{Answer, evaluate as evaluated};
use num_bigint::{BigInt, BigUint};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::errors::{Given, exception};

/// A nimber. They add by xor, and multiply as Conway found; `Nimber(5) * Nimber(7)`.
#[pyclass(frozen, module = "bouton")]
pub struct Nimber(pub BigNimber);

/// What an object of Python means as a nimber; nothing if it is of another kind.
fn meant(object: &Bound<'_, PyAny>) -> PyResult<Option<BigNimber>> {
    if let Ok(nimber) = object.cast::<Nimber>() {
        return Ok(Some(nimber.get().0.clone()));
    }
    if !object.is_instance_of::<PyInt>() || object.is_instance_of::<PyBool>() {
        return Ok(None);
    }
    let number: BigInt = object.extract()?;
    match BigUint::try_from(number) {
        Ok(number) => Ok(Some((&number).into())),
        Err(_) => Err(PyValueError::new_err("a nimber is not negative: each is its own negative")),
    }
}

fn nimber_of(object: &Bound<'_, PyAny>) -> PyResult<BigNimber> {
    match meant(object)? {
        Some(nimber) => Ok(nimber),
        None => {
            let kind = object.get_type().name()?;
            Err(PyTypeError::new_err(format!("a nimber is a number, and a {kind} is none")))
        }
    }
}

fn no_inverse() -> PyErr {
    PyZeroDivisionError::new_err("0 has no inverse")
}

/// What takes too long or makes no sense, as an exception.
fn told<T>(py: Python<'_>, result: Result<T, Error>) -> PyResult<T> {
    result.map_err(|error| exception(py, &error, None))
}

/// An operation with another number, from either side.
fn with<'py>(
    nimber: &Nimber,
    other: &Bound<'py, PyAny>,
    operation: impl FnOnce(&BigNimber, &BigNimber) -> PyResult<BigNimber>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = other.py();
    match meant(other)? {
        Some(other) => Ok(Nimber(operation(&nimber.0, &other)?).into_pyobject(py)?.into_any()),
        None => Ok(py.NotImplemented().into_bound(py)),
    }
}

#[pymethods]
impl Nimber {
    #[new]
    #[pyo3(signature = (value, /))]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Nimber> {
        if let Ok(text) = value.cast::<PyString>() {
            return match evaluate_text(value.py(), &text.to_string())? {
                Answer::Nimber(nimber) => match nimber.finite() {
                    Some(finite) => Ok(Nimber(finite)),
                    None => Err(PyValueError::new_err(format!(
                        "{nimber} is transfinite: evaluate works with it"
                    ))),
                },
                other => Err(PyValueError::new_err(format!("this is not one nimber: {other}"))),
            };
        }
        nimber_of(value).map(Nimber)
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        with(self, other, |a, b| Ok(a + b))
    }
    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }
    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }
    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }
    fn __xor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }
    fn __rxor__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }
    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        with(self, other, |a, b| Ok(a * b))
    }
    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(other)
    }
    fn __truediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        with(self, other, |a, b| a.checked_div(b).ok_or_else(no_inverse))
    }
    fn __rtruediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        with(self, other, |a, b| b.checked_div(a).ok_or_else(no_inverse))
    }

    /// A power; negative exponents are those of the inverse.
    fn __pow__(&self, py: Python<'_>, exponent: BigInt, modulo: Option<i64>) -> PyResult<Nimber> {
        if modulo.is_some() {
            return Err(PyTypeError::new_err("powers of nimbers have no modulus"));
        }
        let base = match exponent.sign() {
            num_bigint::Sign::Minus => self.0.inverse().ok_or_else(no_inverse)?,
            _ => self.0.clone(),
        };
        told(py, base.pow(exponent.magnitude())).map(Nimber)
    }

    /// Each nimber is its own negative.
    fn __neg__(&self) -> Nimber {
        Nimber(self.0.clone())
    }

    /// The one nimber whose square this is.
    fn sqrt(&self) -> Nimber {
        Nimber(self.0.sqrt())
    }

    /// 1 divided by it.
    fn inverse(&self) -> PyResult<Nimber> {
        self.0.inverse().map(Nimber).ok_or_else(no_inverse)
    }

    /// How many times it is multiplied with itself until 1 comes.
    fn order(&self, py: Python<'_>) -> PyResult<BigUint> {
        told(py, self.0.order())
    }

    /// The exponent of a base whose power this is.
    fn log(&self, py: Python<'_>, base: &Bound<'_, PyAny>) -> PyResult<BigUint> {
        let base = nimber_of(base)?;
        told(py, self.0.log(&base))
    }

    /// The degree of the least polynomial over 0 and 1 of which it is a root.
    fn degree(&self) -> u64 {
        self.0.degree()
    }

    /// That polynomial.
    fn minimal_polynomial(&self, py: Python<'_>) -> PyResult<String> {
        told(py, self.0.try_minimal_polynomial()).map(|polynomial| polynomial.to_string())
    }

    fn __int__(&self) -> BigUint {
        self.0.value()
    }
    fn __index__(&self) -> BigUint {
        self.0.value()
    }
    fn __bool__(&self) -> bool {
        !self.0.is_zero()
    }

    /// The hash of the number, since they are equal.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        self.0.value().into_pyobject(py)?.hash()
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operation: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let negative = other.is_instance_of::<PyInt>() && other.lt(0)?;
        let order = match negative {
            true => Some(Ordering::Greater),
            false => meant(other)?.map(|other| self.0.value().cmp(&other.value())),
        };
        match order {
            Some(order) => Ok(operation.matches(order).into_pyobject(py)?.to_owned().into_any()),
            None => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    /// As values are written: 0, *, *2, ...
    fn __str__(&self) -> String {
        match self.0.to_u64() {
            Some(0) => "0".to_string(),
            Some(1) => "*".to_string(),
            _ => format!("*{}", self.0.value()),
        }
    }

    fn __repr__(&self) -> String {
        format!("Nimber({})", self.0.value())
    }
}

fn evaluate_text(py: Python<'_>, text: &str) -> PyResult<Answer> {
    evaluated(text).map_err(|fault| {
        let place = text.char_indices().nth(fault.column - 1);
        let span = place.map_or(text.len()..text.len(), |(at, letter)| at..at + letter.len_utf8());
        exception(py, &fault.error, Some(Given { text, span }))
    })
}

/// The value of an expression, such as `5 * 7 + sqrt(2) / 12` or `solve(x^2 + x = 5)`: a `Nimber`, or a text where it is
/// transfinite, a polynomial, or several solutions.
#[pyfunction]
pub fn evaluate<'py>(py: Python<'py>, expression: &str) -> PyResult<Bound<'py, PyAny>> {
    match evaluate_text(py, expression)? {
        Answer::Nimber(nimber) => match nimber.finite() {
            Some(finite) => Ok(Nimber(finite).into_pyobject(py)?.into_any()),
            None => Ok(nimber.to_string().into_pyobject(py)?.into_any()),
        },
        other => Ok(other.to_string().into_pyobject(py)?.into_any()),
    }
}
