//! `bouton schema`: the JSON schema of answers.

use crate::arguments::Schema;
use crate::output;

pub fn run(schema: &Schema) -> u8 {
    // The library makes them, with its feature `schema`, and a test keeps these copies fresh: no program need carry
    // the maker.
    output::answer(match schema.of.as_str() {
        "pattern" => include_str!("../../data/pattern.schema.json"),
        "test" => include_str!("../../data/test.schema.json"),
        _ => include_str!("../../data/answer.schema.json"),
    });
    0
}
