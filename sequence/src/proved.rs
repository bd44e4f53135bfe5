//! The period that known values prove, for those who have the values already.

use bouton_core::ask::{Ask, Meter};
use bouton_core::error::Error;
use bouton_core::heap::{HeapRules, Shape};
use bouton_core::natural::Natural;

use crate::engine::{Engine, Name, SparseSpace};
use crate::period::Period;
use crate::search::Search;
use crate::{Sequence, TakeSet, Values};

/// Values of an all-but set that are computed once more.
const MOST_AGAIN: usize = 1 << 17;

/// The rules by which a period is proved: those of the same game by its code, if there is one.
pub fn by_code(rules: &dyn HeapRules) -> &dyn HeapRules {
    match (rules.shape(), rules.shifted()) {
        (Shape::Other, Some((code, 0))) => code,
        _ => rules,
    }
}

/// The least period of a game that its first values prove, if they do.
pub fn proved_period(rules: &dyn HeapRules, values: &Values) -> Option<Period> {
    by_search(rules, values, None)
}

/// The same by all that an engine knows, of the game's sparse space in particular.
pub fn proved_by(rules: &dyn HeapRules, engine: &dyn Engine) -> Option<Period> {
    by_search(rules, engine.values(), engine.sparse_space())
}

fn by_search(
    rules: &dyn HeapRules,
    values: &Values,
    space: Option<SparseSpace<'_>>,
) -> Option<Period> {
    match rules.shape() {
        Shape::Take(TakeSet::AllBut(_)) => {
            // The states of such a set are not its values alone, so it is run once more: that is quick.
            let length = values.len().min(MOST_AGAIN);
            let mut sequence = Sequence::default();
            let ask = Ask::default();
            sequence.value(rules, &Natural::from(length), &mut Meter::new(&ask)).ok()?;
            sequence.period().cloned()
        }
        Shape::Other | Shape::Take(TakeSet::Named(_)) => None,
        _ if values.start() > 0 => None,
        _ => {
            let mut search = Search::with_engine(rules, Box::new(Known { values, space }));
            search.run(values.len(), &mut |_| true).ok()?.cloned()
        }
    }
}

/// What an engine knows, as an engine that computes nothing.
struct Known<'a> {
    values: &'a Values,
    space: Option<SparseSpace<'a>>,
}

impl Engine for Known<'_> {
    fn name(&self) -> Name {
        Name::Plain
    }

    fn values(&self) -> &Values {
        self.values
    }

    fn extend(&mut self, length: usize, _: &mut dyn FnMut(usize) -> bool) -> Result<bool, Error> {
        Ok(self.values.len() >= length)
    }

    fn sparse_space(&self) -> Option<SparseSpace<'_>> {
        self.space
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::engine::{Choice, engine};

    #[test]
    fn known_values_prove_a_period_or_nothing() {
        for (game, length, found) in [
            ("0.77", 200, Some((12, 71, 0))),
            ("0.77", 150, None),
            ("0.226!", 1000, None),
            ("1,3-4", 100, Some((7, 0, 0))),
            ("all-but 2,5", 300, Some((4, 0, 2))),
        ] {
            let words: Vec<&str> = game.split(',').collect();
            let rules: Box<dyn HeapRules> = match game.parse::<Code>() {
                Ok(code) => Box::new(code),
                Err(_) => Box::new(TakeSet::read(&words).unwrap()),
            };
            let rules = &*rules;
            let mut engine = engine(rules, Values::default(), Choice::default()).unwrap();
            engine.extend(length, &mut |_| true).unwrap();
            // The list method begins with more values than were asked for.
            let values: Values = engine.values().iter_from(0).take(length).collect();
            let period = proved_period(rules, &values);
            let period = period.map(|period| (period.period, period.preperiod, period.saltus));
            assert_eq!(period, found, "{game} to {length}");
        }
    }

    #[test]
    fn an_engine_that_saw_witnesses_proves_more() {
        let rules: Code = "0.16".parse().unwrap();
        let mut engine = engine(&rules, Values::default(), Choice::default()).unwrap();
        engine.extend(330_000, &mut |_| true).unwrap();
        assert_eq!(proved_period(&rules, engine.values()), None);
        let period = proved_by(&rules, &*engine).unwrap();
        assert_eq!((period.period, period.preperiod), (149_459, 105_351));
    }
}
