//! `bouton schema`: the JSON schema of answers.

use crate::output;

pub fn run() -> u8 {
    // The library makes it, with its feature `schema`, and a test keeps this copy fresh: no program need carry the maker.
    output::answer(include_str!("../../data/answer.schema.json"));
    0
}
