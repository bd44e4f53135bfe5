//! The engine for games whose heaps have a value by a theorem: it only writes the values down.

use bouton_core::error::Error;
use bouton_core::heap::HeapRules;

use crate::engine::{Engine, Name, drive};
use crate::values::Values;

/// Values by the game's own theorem, which `verify` compares with the definition.
pub struct ByTheorem<'a> {
    rules: &'a dyn HeapRules,
    values: Values,
}

impl<'a> ByTheorem<'a> {
    /// Whether the game has such a theorem.
    pub fn applies(rules: &dyn HeapRules) -> bool {
        // A theorem may leave out some sizes, so some of different kinds are tried.
        [0, 1, 2, 3, 12, 97, 1 << 20].into_iter().all(|heap| rules.word_value(heap).is_some())
    }

    /// Goes on from known values; gives them back where there is no theorem.
    pub fn new(rules: &'a dyn HeapRules, known: Values) -> Result<ByTheorem<'a>, Values> {
        if ByTheorem::applies(rules) { Ok(ByTheorem { rules, values: known }) } else { Err(known) }
    }
}

impl Engine for ByTheorem<'_> {
    fn name(&self) -> Name {
        Name::Theorem
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn extend(
        &mut self,
        length: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<bool, Error> {
        drive(self, length, go_on, |engine| {
            let heap = engine.values.len();
            let value = engine.rules.word_value(heap as u64);
            let Some(value) = value.and_then(|value| u32::try_from(value).ok()) else {
                return Err(Error::Unsupported(format!(
                    "the theorem gives heap {heap} no value below 2^32, and larger ones are not kept in lists"
                )));
            };
            engine.values.push(value);
            // As slow as a few options.
            Ok(4)
        })
    }
}
