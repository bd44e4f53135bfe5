//! The period that known values prove, for those who have the values already.

use crate::ask::{Ask, Meter};
use crate::heap::{HeapRules, Shape};
use crate::natural::Natural;
use crate::sequence::period::{Period, prove};
use crate::sequence::{Sequence, TakeSet, Values};

/// Values looked at; periods that need more of them are for the search for periods.
const MOST_LOOKED_AT: usize = 1 << 21;

/// The least period of a game that its first values prove, if they do.
pub fn proved_period(rules: &dyn HeapRules, values: &Values) -> Option<Period> {
    let shape = rules.shape();
    if matches!(shape, Shape::Take(TakeSet::AllBut(_))) {
        // The states of such a set are not its values alone, so it is run once more: that is quick.
        let length = values.len().min(MOST_LOOKED_AT >> 4);
        let mut sequence = Sequence::default();
        let ask = Ask::default();
        sequence.value(rules, &Natural::from(length), &mut Meter::new(&ask)).ok()?;
        return sequence.period().cloned();
    }
    if values.start() > 0 {
        return None;
    }
    let first: Vec<u32> = values.iter_from(0).take(MOST_LOOKED_AT).collect();
    prove(&shape, &first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::engine::{Choice, engine};

    #[test]
    fn known_values_prove_a_period_or_nothing() {
        for (game, length, found) in [
            ("octal(0.77)", 200, Some((12, 71, 0))),
            ("octal(0.77)", 150, None),
            ("octal(0.226!)", 1000, None),
            ("subtraction(1,3,4)", 100, Some((7, 0, 0))),
            ("subtraction(all-but 2,5)", 300, Some((4, 0, 2))),
        ] {
            let game = crate::address::open_named(game).unwrap();
            let rules = game.heap().unwrap();
            let mut engine = engine(rules, Values::default(), Choice::default()).unwrap();
            engine.extend(length, &mut |_| true).unwrap();
            // The list method begins with more values than were asked for.
            let values: Values = engine.values().iter_from(0).take(length).collect();
            let period = proved_period(rules, &values);
            let period = period.map(|period| (period.period, period.preperiod, period.saltus));
            assert_eq!(period, found, "{} to {length}", game.name());
        }
    }
}
