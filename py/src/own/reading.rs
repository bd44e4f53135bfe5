//! What `moves` returns, read one move after the other: no more of it than is wanted.

use bouton::rules::OneByOne;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};
use std::sync::atomic::Ordering;

use super::{Asked, Failure, Own, Spot, fail, shown};
use crate::watch;

/// A move as Python gives it.
pub struct Each<'py> {
    pub name: Option<Bound<'py, PyAny>>,
    pub position: Bound<'py, PyAny>,
}

enum Items {
    /// With how many were read. A list may change while it is gone through.
    List(Py<PyList>, usize),
    Others(Py<PyIterator>),
}

/// The moves of a position that are still to come.
pub struct Reading(Items);

impl Reading {
    /// Asks for the moves of a position.
    pub fn begin(own: &Own, position: &Bound<'_, PyAny>) -> Asked<Reading> {
        watch::between_calls().map_err(Failure::Stopped)?;
        let py = position.py();
        let moves = own.moves.bind(py).call1((position,))?;
        let moves = match moves.cast_into_exact::<PyList>() {
            Ok(list) => return Ok(Reading(Items::List(list.unbind(), 0))),
            Err(error) => error.into_inner(),
        };
        let items = moves.try_iter().map_err(|error| {
            let hint = if moves.is_none() { ": is a return missing?" } else { "" };
            let told = PyTypeError::new_err(format!(
                "moves returns the positions that a move can lead to, and here it returned {}{hint}",
                shown(&moves)
            ));
            told.set_cause(py, Some(error));
            told
        })?;
        Ok(Reading(Items::Others(items.unbind())))
    }

    /// The next move.
    pub fn next<'py>(&mut self, own: &Own, py: Python<'py>) -> PyResult<Option<Each<'py>>> {
        let item = match &mut self.0 {
            Items::List(list, index) => {
                let list = list.bind(py);
                if *index >= list.len() {
                    return Ok(None);
                }
                *index += 1;
                list.get_item(*index - 1)?
            }
            Items::Others(items) => match items.bind(py).clone().next() {
                None => return Ok(None),
                Some(item) => item?,
            },
        };
        if item.get_type_ptr() == own.named.bind(py).as_type_ptr() {
            own.names.store(true, Ordering::Relaxed);
            let name = item.getattr(intern!(py, "name"))?;
            let position = item.getattr(intern!(py, "position"))?;
            return Ok(Some(Each { name: Some(name), position }));
        }
        Ok(Some(Each { name: None, position: item }))
    }
}

/// The positions after each move, each when it is asked for. A search for outcomes comes by once, so they are not kept.
pub fn one_by_one(own: &Own, spot: Spot) -> OneByOne<'_, Spot> {
    if let Some(options) = own.known(spot) {
        let mut index = 0;
        return Box::new(move || {
            index += 1;
            options.get(index - 1).copied()
        });
    }
    let mut reading = None;
    Box::new(move || {
        let next = Python::attach(|py| -> Asked<Option<Spot>> {
            let reading = match &mut reading {
                Some(reading) => reading,
                None => reading.insert(Reading::begin(own, &own.object(py, spot))?),
            };
            match reading.next(own, py)? {
                Some(each) => Ok(Some(own.spot(&each.position)?)),
                None => Ok(None),
            }
        });
        next.unwrap_or_else(|failure| {
            fail(failure);
            None
        })
    })
}
