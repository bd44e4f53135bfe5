//! The engine for games whose heaps have a value by a theorem: it only writes the values down.

use crate::error::Error;
use crate::heap::HeapRules;
use crate::sequence::engine::{Engine, Name, drive};
use crate::sequence::values::Values;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;
    use crate::sequence::engine::Plain;

    #[test]
    fn theorems_agree_with_the_definition() {
        let mut games = 0;
        for entry in GAMES {
            for example in entry.examples {
                let Ok(opened) = crate::address::open(example) else { continue };
                let Some(rules) = opened.game.heap() else { continue };
                let Ok(mut theorem) = ByTheorem::new(rules, Values::default()) else { continue };
                let mut plain = Plain::new(rules, Values::default());
                theorem.extend(300, &mut |_| true).unwrap();
                plain.extend(300, &mut |_| true).unwrap();
                assert_eq!(theorem.values(), plain.values(), "{example}");
                games += 1;
            }
        }
        assert!(games >= 4, "only {games} games have a theorem");
    }
}
