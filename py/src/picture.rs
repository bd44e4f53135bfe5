//! A picture, which notebooks show.

use pyo3::prelude::*;

/// An SVG.
#[pyclass(frozen, module = "bouton")]
pub struct Picture {
    svg: String,
    title: String,
}

impl Picture {
    pub fn new(svg: String, title: String) -> Picture {
        Picture { svg, title }
    }
}

#[pymethods]
impl Picture {
    /// The text of the picture.
    #[getter]
    fn svg(&self) -> &str {
        &self.svg
    }

    /// What it shows.
    #[getter]
    fn title(&self) -> &str {
        &self.title
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    /// Writes it to a file.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, &self.svg)?)
    }

    fn __repr__(&self) -> String {
        format!("<picture of {}>", self.title)
    }
}
