//! Periods of values that were read: proved from the rules, never from what a file says.

use std::time::{Duration, Instant};

use bouton::Error;
use bouton::heap::{HeapRules, Shape};
use bouton::sequence::engine::{Choice, Engine, engine};
use bouton::sequence::{Period, Values, proved_by};

use crate::patience::interrupted;

/// A period often needs more values than are asked for. So many are tried, in so much time.
const FEW_TRIED: usize = 1 << 12;
const MOST_TRIED: usize = 1 << 20;
const PATIENCE: Duration = Duration::from_secs(1);

/// A period that an engine proves within a second, if it does.
pub fn look(rules: &dyn HeapRules, engine: &mut dyn Engine) -> Result<Option<Period>, Error> {
    // Rules of which no theorem knows a window get no second look.
    if matches!(rules.shape(), Shape::Other) {
        return Ok(None);
    }
    let start = Instant::now();
    for length in [FEW_TRIED, MOST_TRIED] {
        engine.extend(length, &mut |_| !interrupted() && start.elapsed() < PATIENCE)?;
        let period = proved_by(rules, engine);
        if period.is_some() {
            return Ok(period);
        }
    }
    Ok(None)
}

/// The same for values that were read from a file. They may be anybody's: the period is looked for in
/// values computed here, and what was read must agree with these.
pub fn period(rules: &dyn HeapRules, read: &Values) -> Result<Option<Period>, Error> {
    let mut engine = engine(rules, Values::default(), Choice::default())?;
    let period = look(rules, &mut *engine)?;
    let computed = engine.values();
    for (heap, (own, read)) in computed.iter_from(0).zip(read.iter_from(0)).enumerate() {
        if own != read {
            return Err(Error::input(format!(
                "the value of heap {heap} is {read} in the file and {own} by the rules: the file does not hold \
                 the values of the game that it names"
            )));
        }
    }
    Ok(period)
}
