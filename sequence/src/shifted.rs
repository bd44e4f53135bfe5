//! Rules whose heap n has the value of a larger heap of a code: its engine, with the first values left out.

use bouton_core::error::Error;
use bouton_core::heap::HeapRules;

use crate::engine::{self, Choice, Engine, Name, Plain};
use crate::values::Values;

/// Computes the values of the code, and hands them on.
pub struct Shifted<'a> {
    inner: Box<dyn Engine + 'a>,
    /// How many values of the code are left out.
    by: usize,
    values: Values,
}

impl<'a> Shifted<'a> {
    /// Goes on from values that are known, all of them; `None` where the rules name no code.
    pub fn new(rules: &'a dyn HeapRules, known: Values, choice: Choice) -> Option<Shifted<'a>> {
        let (code, by) = rules.shifted()?;
        let by = usize::try_from(by).ok()?;
        if known.start() > 0 {
            return None;
        }
        let mut first = Plain::new(code, Values::default());
        first.extend(by, &mut |_| true).ok()?;
        let all = first.values().iter_from(0).chain(known.iter_from(0)).collect();
        // What is handed on may be forgotten; what it is made from may not.
        let inner = engine::engine(code, all, Choice { keep: None, ..choice }).ok()?;
        Some(Shifted { inner, by, values: known.keeping(choice.keep) })
    }
}

impl Engine for Shifted<'_> {
    fn name(&self) -> Name {
        self.inner.name()
    }

    fn values(&self) -> &Values {
        &self.values
    }

    fn extend(
        &mut self,
        length: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<bool, Error> {
        let by = self.by;
        let enough = length.saturating_add(by);
        let whole = self.inner.extend(enough, &mut |known| go_on(known.saturating_sub(by)))?;
        let from = self.values.len() + by;
        self.inner.values().iter_from(from).for_each(|value| self.values.push(value));
        Ok(whole)
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::heap::{Code, Options};

    use super::*;

    /// Kayles in rows with three pins more than it says.
    struct Shorter(Code);

    impl HeapRules for Shorter {
        fn options(&self, size: u64, out: &mut Options<'_>) {
            let rows = |taken: u64| {
                (0..=size + 3 - taken).map(move |left| [left, size + 3 - taken - left])
            };
            // A pin of a row that is too short to be one of these is counted as nothing here.
            for [left, right] in rows(1).chain(rows(2)) {
                out.push(&[left, right]);
            }
        }

        fn shifted(&self) -> Option<(&Code, u64)> {
            Some((&self.0, 3))
        }
    }

    #[test]
    fn the_first_values_are_left_out() {
        let code: Code = "0.77".parse().unwrap();
        let mut plain = Plain::new(&code, Values::default());
        plain.extend(303, &mut |_| true).unwrap();
        let rules = Shorter(code.clone());
        for known in [0, 1, 50] {
            let known: Values = plain.values().iter_from(3).take(known).collect();
            let mut engine = engine::engine(&rules, known, Choice::default()).unwrap();
            assert!(engine.extend(300, &mut |_| true).unwrap());
            assert!(engine.values().iter_from(0).eq(plain.values().iter_from(3)));
        }
    }
}
