//! What nim-sequences promise. One program, so that it is linked once.

mod certificates;
mod periods;

use bouton_core::heap::HeapRules;
use bouton_sequence::{Code, TakeSet};

/// Rules of one heap as they are written: a code such as 0.77, or a set such as 1,3-4.
fn rules(text: &str) -> Box<dyn HeapRules> {
    match text.parse::<Code>() {
        Ok(code) => Box::new(code),
        Err(_) => Box::new(TakeSet::read(&text.split(',').collect::<Vec<_>>()).unwrap()),
    }
}
