//! What the crate promises.

mod certificates;
mod forms;
mod quotients;
mod words;
