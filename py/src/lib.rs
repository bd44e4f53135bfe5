//! Bouton in Python: the native half of the package `bouton`. What it offers is written down in `bouton/_bouton.pyi`.
#![cfg(not(target_arch = "wasm32"))]

mod answer;
mod convert;
mod errors;
mod game;
mod graph;
mod memory;
mod number;
mod open;
mod own;
mod picture;
mod position;
mod sequence;
mod session;
mod watch;

/// The native half of the package.
#[pyo3::pymodule]
mod _bouton {
    #[pymodule_export]
    use super::answer::{Explanation, Move, Solution};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::graph::Graph;
    #[pymodule_export]
    use super::memory::{multiply_bytes, multiply_words};
    #[pymodule_export]
    use super::number::{Nimber, evaluate};
    #[pymodule_export]
    use super::open::{explain, games, graph, position, solve};
    #[pymodule_export]
    use super::picture::Picture;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::sequence::{
        certificate, check, losing, period, plot, quotient, table, table_map, values,
    };
    #[pymodule_export]
    use super::session::Session;
}
