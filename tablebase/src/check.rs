//! Checks a tablebase: every checksum, every entry from its options, and that nothing is missing.
//!
//! This code shares nothing with what builds: it knows keys, entries and the definitions. Distances prove wins and
//! losses by themselves, since each rests on entries that are nearer to the end; a draw rests on having a draw as an
//! option and no win. Values without circles are the mex of those of the options. Where play runs in circles a value is
//! no matter of the options alone, so the labels are worked out again by their definition, sweep by sweep.

use std::collections::BTreeSet;

use bouton_core::error::Error;

use crate::entry::{Ending, Entry, Worth};
use crate::keys::{Options, Positions, hash, shard_of};
use crate::manifest::{Digest, hexadecimal};
use crate::table::Tablebase;

/// What a check found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Entries that were derived again.
    pub positions: u64,
    /// Options that were looked up for that.
    pub arcs: u64,
    /// The first faults, as sentences.
    pub faults: Vec<String>,
}

/// Faults that are told at most.
const MOST_FAULTS: usize = 20;

/// Asked now and then whether to go on, with the number of positions done.
pub type Tick<'a> = &'a dyn Fn(u64) -> Result<(), Error>;

/// Checks all of it. `tell` writes a key as a position, for the faults.
pub fn check(
    table: &Tablebase,
    positions: &dyn Positions,
    tell: &dyn Fn(&[u8]) -> String,
    tick: Tick<'_>,
) -> Result<Report, Error> {
    let mut report = Report::default();
    let manifest = table.manifest();
    let shards = manifest.shards.len() as u32;
    for shard in 0..shards {
        let piece = &manifest.shards[shard as usize];
        match table.bytes(shard) {
            Ok(bytes) => {
                let bytes = (*bytes).as_ref();
                let sum = sum(bytes, tick)?;
                if bytes.len() as u64 != piece.bytes || sum != piece.crc32 {
                    report.faults.push(format!("{} does not agree with its checksum", piece.file));
                }
            }
            Err(reason) => report.faults.push(format!("{}: {reason}", piece.file)),
        }
    }
    // What is damaged cannot be looked up in.
    if !report.faults.is_empty() {
        return Ok(report);
    }
    let mut digest = Digest::default();
    let mut start = false;
    let (mut options, mut entries) = (Options::default(), Vec::new());
    for shard in 0..shards {
        let held = table.shard(shard)?;
        let mut last: Option<Vec<u8>> = None;
        for block in 0..held.blocks() {
            let Ok(block) = held.block(block) else {
                report.faults.push(format!("a block of shard {shard} is damaged"));
                return Ok(report);
            };
            for (key, id) in block.iter() {
                if report.positions % 256 == 0 {
                    tick(report.positions)?;
                }
                report.positions += 1;
                if last.as_deref().is_some_and(|last| last >= key) {
                    report.faults.push(format!("shard {shard} is not in order at {}", tell(key)));
                }
                last = Some(key.to_vec());
                if shard_of(hash(key), shards) != shard {
                    report.faults.push(format!("{} stands in the wrong shard", tell(key)));
                }
                start |= hexadecimal(key) == manifest.start;
                let Some(entry) = held.entry(id) else { continue };
                digest.add(entry, 1);
                options.clear();
                positions.options(key, &mut options)?;
                options.dedup();
                entries.clear();
                for option in options.iter() {
                    match table.find(option)? {
                        Some(found) => entries.push(found),
                        None => {
                            report.faults.push(format!("{} has no entry", tell(option)));
                        }
                    }
                }
                report.arcs += options.len() as u64;
                if entries.len() == options.len() {
                    let values = if manifest.circles { Ok(()) } else { value(entry, &entries) };
                    if let Err(wrong) = endings(entry, &entries).and(values) {
                        report.faults.push(format!("{}: {wrong}", tell(key)));
                    }
                }
                if report.faults.len() >= MOST_FAULTS {
                    return Ok(report);
                }
            }
        }
    }
    if !start {
        report.faults.push("the position that the table was built for has no entry".to_string());
    }
    if (report.positions, report.arcs) != (manifest.positions, manifest.arcs) {
        report.faults.push(format!(
            "there are {} positions and {} arcs, and the manifest says {} and {}",
            report.positions, report.arcs, manifest.positions, manifest.arcs
        ));
    }
    if digest != manifest.digest {
        report.faults.push("the counts of the manifest are not those of the entries".to_string());
    }
    if manifest.circles && report.faults.is_empty() {
        circles(table, positions, tell, tick, &mut report)?;
    }
    Ok(report)
}

/// The checksum of many bytes, piece by piece.
fn sum(bytes: &[u8], tick: Tick<'_>) -> Result<u32, Error> {
    let mut sum = crc32fast::Hasher::new();
    for piece in bytes.chunks(1 << 20) {
        sum.update(piece);
        tick(0)?;
    }
    Ok(sum.finalize())
}

/// Whether the distances of an entry follow from those of its options; otherwise what is wrong.
pub fn endings(entry: &Entry, options: &[&Entry]) -> Result<(), String> {
    let normal = options.iter().map(|option| option.normal);
    ending("normal", entry.normal, normal, false)?;
    let Some(misere) = entry.misere else {
        return match options.iter().any(|option| option.misere.is_some()) {
            true => Err("misère play is wanting".to_string()),
            false => Ok(()),
        };
    };
    let all = options.iter().map(|option| option.misere).collect::<Option<Vec<Ending>>>();
    let all = all.ok_or("misère play of an option is wanting")?;
    ending("misère", misere, all.into_iter(), true)
}

/// By the definition: the mover wins with an option that is lost, the nearest; loses if all options are won, by the
/// farthest; otherwise nobody can force an end.
fn ending(
    play: &str,
    told: Ending,
    options: impl Iterator<Item = Ending>,
    end_is_won: bool,
) -> Result<(), String> {
    // Among plies, those of lost positions are even in normal play and odd in misère play.
    let lost = |plies: u32| (plies % 2 == 1) == end_is_won;
    let (mut nearest, mut farthest, mut draws) = (None::<u32>, None::<u32>, false);
    for option in options {
        match option {
            Ending::Draw => draws = true,
            Ending::Plies(plies) if lost(plies) => {
                nearest = Some(nearest.map_or(plies, |least| least.min(plies)));
            }
            Ending::Plies(plies) => farthest = farthest.max(Some(plies)),
        }
    }
    let right = match (nearest, draws) {
        (Some(plies), _) => Ending::Plies(plies + 1),
        (None, true) => Ending::Draw,
        (None, false) => Ending::Plies(farthest.map_or(0, |plies| plies + 1)),
    };
    match right == told {
        true => Ok(()),
        false => Err(format!("{play} play ends with {told:?}, and by its options with {right:?}")),
    }
}

/// Without circles, a value is the least that no option has.
fn value(entry: &Entry, options: &[&Entry]) -> Result<(), String> {
    let mut values = BTreeSet::new();
    for option in options {
        match &option.worth {
            Worth::Finite(value) => values.insert(*value),
            Worth::Infinite(_) => {
                return Err("an option is an infinity without circles".to_string());
            }
        };
    }
    let least = (0..).find(|value| !values.contains(value)).unwrap_or(0);
    match entry.worth == Worth::Finite(least) {
        true => Ok(()),
        false => Err(format!("the value is {:?}, and by its options {least}", entry.worth)),
    }
}

/// The labels by their definition: a position gets the label m if m is the mex of the labels that its options have, and
/// every option without a label, or with a larger one, has itself an option labelled m.
fn circles(
    table: &Tablebase,
    positions: &dyn Positions,
    tell: &dyn Fn(&[u8]) -> String,
    tick: Tick<'_>,
    report: &mut Report,
) -> Result<(), Error> {
    const NONE: u32 = u32::MAX;
    // All positions, as numbers: the options of each by looking them up in the sorted list of all keys.
    let mut keys: Vec<Vec<u8>> = Vec::new();
    let mut told: Vec<Worth> = Vec::new();
    for shard in 0..table.manifest().shards.len() as u32 {
        let held = table.shard(shard)?;
        for block in 0..held.blocks() {
            tick(keys.len() as u64)?;
            let Ok(block) = held.block(block) else { return Ok(()) };
            for (key, id) in block.iter() {
                keys.push(key.to_vec());
                told.extend(held.entry(id).map(|entry| entry.worth.clone()));
            }
        }
    }
    let mut order: Vec<u32> = (0..keys.len() as u32).collect();
    order.sort_unstable_by(|one, two| keys[*one as usize].cmp(&keys[*two as usize]));
    let mut arcs: Vec<Vec<u32>> = Vec::with_capacity(keys.len());
    let mut options = Options::default();
    for (number, key) in keys.iter().enumerate() {
        if number % 256 == 0 {
            tick(number as u64)?;
        }
        options.clear();
        positions.options(key, &mut options)?;
        options.dedup();
        let find = |option: &[u8]| {
            let place = order.binary_search_by(|at| keys[*at as usize].as_slice().cmp(option));
            place.ok().map(|place| order[place])
        };
        arcs.push(options.iter().filter_map(find).collect());
    }
    let mut labels = vec![NONE; keys.len()];
    let mut round = 0;
    loop {
        // Who may get this label: all smaller ones are among its options.
        let has = |labels: &[u32], node: u32, label: u32| {
            arcs[node as usize].iter().any(|option| labels[*option as usize] == label)
        };
        let complete = |node: &u32| {
            let mut seen = vec![false; round as usize];
            for option in &arcs[*node as usize] {
                if let Some(seen) = seen.get_mut(labels[*option as usize] as usize) {
                    *seen = true;
                }
            }
            labels[*node as usize] == NONE && seen.iter().all(|seen| *seen)
        };
        let candidates: Vec<u32> = (0..keys.len() as u32).filter(complete).collect();
        if candidates.is_empty() {
            break;
        }
        loop {
            tick(report.positions)?;
            let mut changed = false;
            for node in &candidates {
                let reverts =
                    |option: &u32| labels[*option as usize] < round || has(&labels, *option, round);
                if labels[*node as usize] == NONE
                    && !has(&labels, *node, round)
                    && arcs[*node as usize].iter().all(reverts)
                {
                    labels[*node as usize] = round;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        round += 1;
    }
    for (node, told) in told.iter().enumerate() {
        let right = match labels[node] {
            NONE => {
                let labels = arcs[node].iter().map(|option| labels[*option as usize]);
                let finite: BTreeSet<u32> = labels.filter(|label| *label != NONE).collect();
                Worth::Infinite(finite.into_iter().collect())
            }
            label => Worth::Finite(label),
        };
        if *told != right && report.faults.len() < MOST_FAULTS {
            let key = tell(&keys[node]);
            report
                .faults
                .push(format!("{key}: the value is {told:?}, and by the definition {right:?}"));
        }
    }
    Ok(())
}
