//! `bouton compare`: where two nim-sequences part.

use bouton::Error;
use bouton::sequence::engine::{Engine, engine};
use bouton::sequence::file::ValueFile;
use bouton::sequence::{Period, Values, proved_by};
use serde_json::json;

use super::fail;
use crate::arguments::{Compare, Means};
use crate::output;
use crate::patience::listen_for_interrupt;
use crate::sequences::mapped::Bytes;
use crate::sequences::pace::Pace;
use crate::sequences::{Source, extend, heap_rules, room};

pub fn run(command: &Compare) -> u8 {
    listen_for_interrupt();
    match compare(command) {
        Ok(text) => {
            output::answer(&text);
            0
        }
        Err(error) => fail(&error, None, command.json),
    }
}

/// The first difference, or that there is none.
struct Found {
    /// The heap and both values.
    difference: Option<(usize, u32, u32)>,
    /// Whether proved periods extend the comparison to all heaps.
    proved: bool,
}

fn compare(command: &Compare) -> Result<String, Error> {
    let length = room::in_memory(&command.to, command.bounds.limits().bytes)?;
    let (a, b) = (Source::open(&command.a)?, Source::open(&command.b)?);
    let mut sides = [Side::new(&a, &command.means)?, Side::new(&b, &command.means)?];
    for (side, given) in sides.iter().zip([&command.a, &command.b]) {
        if let Side::File(file) = side
            && file.len() < length
        {
            let last = file
                .len()
                .checked_sub(1)
                .map_or("before heap 0".to_string(), |last| format!("at heap {last}"));
            return Err(Error::input(format!("{given} ends {last}: compare up to there")));
        }
    }
    let pace = Pace::new(length, command.bounds.limits(), command.json);
    let found = find(&mut sides, length, &pace)?;
    drop(pace);
    let (to, names) = (length - 1, [a.name(), b.name()]);
    if command.json {
        let difference = found.difference.map(|(heap, a, b)| json!({"heap": heap, "a": a, "b": b}));
        let object = json!({
            "a": names[0], "b": names[1], "to": to, "difference": difference, "proved_equal": found.proved,
        });
        return Ok(format!("{object}\n"));
    }
    Ok(match found {
        Found { difference: Some((heap, a, b)), .. } => {
            format!("first difference at heap {heap}: {} has {a}, {} has {b}\n", names[0], names[1])
        }
        Found { proved: true, .. } => format!(
            "no difference up to heap {to}, and none beyond: the periods of both are proved, and they agree\n"
        ),
        Found { .. } => format!("no difference up to heap {to}\n"),
    })
}

/// One of the two sequences.
enum Side<'a> {
    Computed(Box<dyn Engine + 'a>, &'a Source),
    File(&'a ValueFile<Bytes>),
}

impl<'a> Side<'a> {
    fn new(source: &'a Source, means: &Means) -> Result<Side<'a>, Error> {
        Ok(match source {
            Source::Game(game) => {
                let rules = heap_rules(game)?;
                Side::Computed(engine(rules, Values::default(), means.choice())?, source)
            }
            Source::File(file) => Side::File(file),
        })
    }

    fn extend(&mut self, length: usize, pace: &Pace) -> Result<(), Error> {
        match self {
            Side::Computed(engine, _) => extend(&mut **engine, length, pace, &mut |_| Ok(())),
            Side::File(_) => Ok(()),
        }
    }

    fn get(&self, heap: usize) -> u32 {
        match self {
            Side::Computed(engine, _) => engine.values().get(heap),
            Side::File(file) => file.get(heap),
        }
        .unwrap_or(0)
    }

    fn period(&self) -> Option<Period> {
        match self {
            Side::Computed(engine, Source::Game(game)) => proved_by(game.heap()?, &**engine),
            _ => None,
        }
    }
}

/// The first step of the comparison; steps double, so that an early difference is found early.
const FIRST: usize = 1 << 12;

fn find(sides: &mut [Side<'_>; 2], length: usize, pace: &Pace) -> Result<Found, Error> {
    let (mut compared, mut step) = (0, FIRST.min(length));
    while compared < length {
        for side in sides.iter_mut() {
            side.extend(step, pace)?;
        }
        let [a, b] = &*sides;
        for heap in compared..step {
            let (a, b) = (a.get(heap), b.get(heap));
            if a != b {
                return Ok(Found { difference: Some((heap, a, b)), proved: false });
            }
        }
        (compared, step) = (step, step.saturating_mul(2).min(length));
    }
    let proved = match [sides[0].period(), sides[1].period()] {
        [Some(a), Some(b)] => equal_for_ever(&a, &b, length),
        _ => false,
    };
    Ok(Found { difference: None, proved })
}

/// Whether sequences with these periods that agree on so many values agree on all. From the larger
/// preperiod on both repeat, with the same growth for each heap, after the least common multiple of
/// their periods.
fn equal_for_ever(a: &Period, b: &Period, length: usize) -> bool {
    let common = lcm(a.period, b.period);
    let growth = |period: &Period| {
        common.map(|common| u128::from(common / period.period) * u128::from(period.saltus))
    };
    let needed = common.and_then(|common| a.preperiod.max(b.preperiod).checked_add(common));
    growth(a) == growth(b) && needed.is_some_and(|needed| needed <= length as u64)
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut gcd, mut rest) = (a, b);
    while rest > 0 {
        (gcd, rest) = (rest, gcd % rest);
    }
    (a / gcd.max(1)).checked_mul(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bouton::sequence::Proof;

    #[test]
    fn equality_for_ever_needs_a_common_period_of_values() {
        let period = |period, preperiod, saltus| Period {
            period,
            preperiod,
            saltus,
            proof: Proof::GuySmith,
            computed_to: 0,
        };
        assert!(equal_for_ever(&period(4, 3, 0), &period(6, 5, 0), 17));
        assert!(!equal_for_ever(&period(4, 3, 0), &period(6, 5, 0), 16));
        assert!(!equal_for_ever(&period(4, 3, 0), &period(4, 3, 1), 100));
        assert!(equal_for_ever(&period(2, 0, 1), &period(4, 0, 2), 4));
        assert_eq!(lcm(u64::MAX, u64::MAX - 1), None);
    }
}
