//! Products of arrays of numpy, in their own memory.
//!
//! The stable interface of Python 3.9 has no buffers, so an array tells where its words are by numpy's own protocol,
//! `__array_interface__`. The products of 10^6 pairs take little longer than it takes to fetch them from memory, so nothing is
//! copied. As with numpy's own functions, which let other threads run, too, nobody may write to an array while it is multiplied;
//! `docs/python.md` says so. Somebody who does gets products of one word or the other, since no word is a place or a
//! length here. The plain twin, which takes bytes and gives bytes, is in `bouton/nimber.py`; a test compares the two.
#![allow(unsafe_code)]

use bouton::nimber::{Nimber64, slices};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The memory of an array of words, one after the other.
struct Words {
    address: usize,
    length: usize,
}

impl Words {
    /// What an array says of itself; refused if it is anything but whole words in a row.
    fn of(array: &Bound<'_, PyAny>, written: bool) -> PyResult<Words> {
        let py = array.py();
        let interface = array.getattr(intern!(py, "__array_interface__"))?;
        let kind: String = interface.get_item(intern!(py, "typestr"))?.extract()?;
        let word = if cfg!(target_endian = "big") { ">u8" } else { "<u8" };
        let strides = interface.get_item(intern!(py, "strides"))?;
        if kind != word || !strides.is_none() {
            return Err(PyTypeError::new_err("an array of uint64, one after the other, is needed"));
        }
        let shape: Vec<usize> = interface.get_item(intern!(py, "shape"))?.extract()?;
        let (address, fixed): (usize, bool) = interface.get_item(intern!(py, "data"))?.extract()?;
        if fixed && written {
            return Err(PyValueError::new_err("the array for the products cannot be written to"));
        }
        let length = shape.iter().product();
        if length == 0 {
            // What is empty may be anywhere.
            return Ok(Words { address: align_of::<Nimber64>(), length });
        }
        if address == 0 || address % align_of::<Nimber64>() != 0 {
            return Err(PyTypeError::new_err("the words of an array must lie where words do"));
        }
        Ok(Words { address, length })
    }

    /// Whether some word is in both arrays.
    fn meets(&self, other: &Words) -> bool {
        let end = |words: &Words| words.address + words.length * size_of::<Nimber64>();
        self.address < end(other) && other.address < end(self)
    }

    /// The words.
    ///
    /// # Safety
    ///
    /// Somebody holds the array, and nobody writes to it meanwhile.
    unsafe fn seen(&self) -> &[Nimber64] {
        // SAFETY: an array of numpy keeps its memory while somebody holds it, and says where that begins and how long it is;
        // the place is that of a word (`of`). `Nimber64` is one word, and every word is one.
        unsafe { std::slice::from_raw_parts(self.address as *const Nimber64, self.length) }
    }

    /// The words, to be written.
    ///
    /// # Safety
    ///
    /// As for `seen`, and nobody reads them meanwhile.
    unsafe fn written(&mut self) -> &mut [Nimber64] {
        // SAFETY: as above, and the array says that it can be written to (`of`).
        unsafe { std::slice::from_raw_parts_mut(self.address as *mut Nimber64, self.length) }
    }
}

/// The products of pairs of words, into an array of the same length that has no word in common with them.
#[pyfunction]
pub fn multiply_words(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    out: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let (a, b, mut out) = (Words::of(a, false)?, Words::of(b, false)?, Words::of(out, true)?);
    if a.length != b.length || a.length != out.length {
        return Err(PyValueError::new_err("the arrays have different lengths"));
    }
    if out.meets(&a) || out.meets(&b) {
        return Err(PyValueError::new_err("the array for the products is one of the factors"));
    }
    py.detach(|| {
        // SAFETY: the caller of this function holds the arrays; that nobody writes to them is what it promises, and `out` is
        // apart from the others.
        let (a, b, out) = unsafe { (a.seen(), b.seen(), out.written()) };
        // They have one length, so there is no error.
        let _ = slices::product(a, b, out);
    });
    Ok(())
}

/// The same with bytes: words in the order of this machine.
#[pyfunction]
pub fn multiply_bytes<'py>(py: Python<'py>, a: &[u8], b: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let words = |bytes: &[u8]| -> Vec<Nimber64> {
        let word = |chunk: &[u8]| <[u8; 8]>::try_from(chunk).map(u64::from_ne_bytes).unwrap_or(0);
        bytes.chunks_exact(8).map(|chunk| Nimber64::new(word(chunk))).collect()
    };
    if a.len() != b.len() || a.len() % 8 != 0 {
        return Err(PyValueError::new_err("two rows of words of the same length are needed"));
    }
    let (a, b) = (words(a), words(b));
    let mut out = vec![Nimber64::ZERO; a.len()];
    let _ = slices::product(&a, &b, &mut out);
    let bytes: Vec<u8> = out.iter().flat_map(|nimber| nimber.0.to_ne_bytes()).collect();
    Ok(PyBytes::new(py, &bytes))
}
