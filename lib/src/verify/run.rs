//! Running the checks: one game, all games on several threads, and what they count.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use super::{Depth, Fault, Report, is_smaller};
use crate::address;
use crate::ask::{Ask, Flow};
use crate::error::Error;
use crate::game::Entry;
use crate::games::GAMES;

impl Report {
    pub(super) fn count(&mut self, shortcut: &str) {
        *self.checks.entry(shortcut.to_string()).or_default() += 1;
    }

    /// Adds another report of the same game; of two faults of a shortcut the smaller stays.
    pub(super) fn merge(&mut self, other: Report) {
        self.positions += other.positions;
        for (shortcut, count) in other.checks {
            *self.checks.entry(shortcut).or_default() += count;
        }
        for (theorem, count) in other.theorems {
            *self.theorems.entry(theorem).or_default() += count;
        }
        other.faults.into_iter().for_each(|fault| self.fault(fault));
    }

    pub(super) fn fault(&mut self, fault: Fault) {
        match self.faults.iter_mut().find(|known| known.shortcut == fault.shortcut) {
            Some(known) if is_smaller(&fault, known) => *known = fault,
            Some(_) => {}
            None => self.faults.push(fault),
        }
    }
}

/// Checks one game of the catalogue: each set of parameters that its examples open.
pub fn game(entry: &Entry, depth: Depth, ask: &Ask<'_>) -> Result<Report, Error> {
    let mut whole = Report { game: entry.name.to_string(), ..Report::default() };
    let mut opened: Vec<(String, Vec<String>)> = Vec::new();
    for example in entry.examples {
        let address = address::parse(example)?;
        for part in address.parts {
            let name = part.parameters.to_string();
            match opened.iter_mut().find(|(known, _)| *known == name) {
                Some((_, positions)) => positions.push(part.position),
                None => opened.push((name, vec![part.position])),
            }
        }
    }
    for (name, positions) in opened {
        let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
        whole.merge(address::open_named(&name)?.verify(&positions, depth, ask));
    }
    let unchecked =
        entry.theorems.iter().filter(|theorem| !whole.theorems.contains_key(theorem.name));
    let mut unchecked: Vec<&str> = unchecked.map(|theorem| theorem.name).collect();
    if whole.positions == 0 {
        unchecked.push("everything");
    }
    for name in unchecked {
        whole.fault(Fault {
            shortcut: name.to_string(),
            address: entry.name.to_string(),
            expected: "some positions to check it on".to_string(),
            found: "none".to_string(),
        });
    }
    Ok(whole)
}

/// Checks one game with its parameters, such as `moore(2)`.
pub fn named(
    text: &str,
    source: &mut dyn address::Source,
    depth: Depth,
    ask: &Ask<'_>,
) -> Result<Report, Error> {
    let (game, positions) = address::open_to_verify(text, source)?;
    let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
    let report = game.verify(&positions, depth, ask);
    game.sound()?;
    if report.positions == 0 {
        return Err(Error::input(format!(
            "{} has no position to begin with: an own game says start = ..., and others have examples",
            game.name()
        )));
    }
    Ok(report)
}

/// Checks several games, as many at a time as there are workers; the reports come in the order of
/// the games. Once `stop` answers true, unfinished games are left out.
pub fn games(
    entries: &[&Entry],
    depth: Depth,
    workers: usize,
    stop: &(dyn Fn() -> bool + Sync),
    each: &mut dyn FnMut(Report),
) -> Result<(), Error> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<(usize, Result<Report, Error>)>| {
        let tick = |_| match stop() {
            true => Flow::Stop("interrupted".to_string()),
            false => Flow::Continue,
        };
        let ask = Ask { tick: &tick, ..Ask::default() };
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(entry) = entries.get(index).filter(|_| !stop()) else { return };
            let report = game(entry, depth, &ask);
            // A game that was interrupted has no report; and whoever listens no more has had an
            // error, so that there is nothing left to do.
            if stop() || sender.send((index, report)).is_err() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            let (work, sender) = (&work, sender.clone());
            scope.spawn(move || work(sender));
        }
        drop(sender);
        let mut early: Vec<Option<Result<Report, Error>>> = entries.iter().map(|_| None).collect();
        let mut shown = 0;
        for (index, report) in receiver {
            early[index] = Some(report);
            while let Some(report) = early.get_mut(shown).and_then(Option::take) {
                each(report?);
                shown += 1;
            }
        }
        Ok(())
    })
}

/// The counts that `lib/data/verified.json` should hold.
pub fn count_checked(depth: Depth, workers: usize) -> Result<BTreeMap<String, u64>, Error> {
    let mut counts = BTreeMap::new();
    games(GAMES, depth, workers, &|| false, &mut |report| counts.extend(report.theorems))?;
    Ok(counts)
}
