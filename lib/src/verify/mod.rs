//! Every shortcut against the definition, and every false claim in print against a counterexample.

pub mod disagreements;
mod loopy;
pub(crate) mod shortcuts;
pub mod theory;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{OnceLock, mpsc};

use serde::Serialize;

use crate::address;
use crate::ask::{Ask, Flow};
use crate::error::Error;
use crate::game::Entry;
use crate::games::GAMES;

/// How far a check goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// A few seconds for all games.
    Quick,
    /// Minutes: larger positions, more random ones.
    Deep,
}

/// What a check of one game has found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The game.
    pub game: String,
    /// Positions labelled by the definition.
    pub positions: u64,
    /// How often each shortcut was compared with the definition.
    pub checks: BTreeMap<String, u64>,
    /// On how many positions each theorem was compared with the definition.
    pub theorems: BTreeMap<String, u64>,
    /// For each shortcut that disagrees, the smallest position where it does.
    pub faults: Vec<Fault>,
}

/// A disagreement between a shortcut and the definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The shortcut.
    pub shortcut: String,
    /// The position.
    pub address: String,
    /// What the definition says.
    pub expected: String,
    /// What the shortcut says.
    pub found: String,
}

impl Report {
    fn count(&mut self, shortcut: &str) {
        *self.checks.entry(shortcut.to_string()).or_default() += 1;
    }

    /// Adds another report of the same game; of two faults of a shortcut the smaller stays.
    fn merge(&mut self, other: Report) {
        self.positions += other.positions;
        for (shortcut, count) in other.checks {
            *self.checks.entry(shortcut).or_default() += count;
        }
        for (theorem, count) in other.theorems {
            *self.theorems.entry(theorem).or_default() += count;
        }
        other.faults.into_iter().for_each(|fault| self.fault(fault));
    }

    fn fault(&mut self, fault: Fault) {
        match self.faults.iter_mut().find(|known| known.shortcut == fault.shortcut) {
            Some(known) if is_smaller(&fault, known) => *known = fault,
            Some(_) => {}
            None => self.faults.push(fault),
        }
    }
}

/// Whether a fault is shown on a smaller position than another.
fn is_smaller(a: &Fault, b: &Fault) -> bool {
    (a.address.len(), &a.address) < (b.address.len(), &b.address)
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

/// On how many positions this build has compared a theorem with the definition: counted by
/// `bouton verify`, kept in `data/verified.json` by `cargo xtask sync`.
pub fn checked(theorem: &str) -> u64 {
    static COUNTS: OnceLock<BTreeMap<String, u64>> = OnceLock::new();
    let counts = COUNTS.get_or_init(|| {
        serde_json::from_str(include_str!("../../../data/verified.json")).unwrap_or_default()
    });
    counts.get(theorem).copied().unwrap_or(0)
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
        let (mut early, mut shown) = (BTreeMap::new(), 0);
        for (index, report) in receiver {
            early.insert(index, report);
            while let Some(report) = early.remove(&shown) {
                each(report?);
                shown += 1;
            }
        }
        Ok(())
    })
}

/// The counts that `data/verified.json` should hold.
pub fn count_checked(depth: Depth, workers: usize) -> Result<BTreeMap<String, u64>, Error> {
    let mut counts = BTreeMap::new();
    games(GAMES, depth, workers, &|| false, &mut |report| counts.extend(report.theorems))?;
    Ok(counts)
}
