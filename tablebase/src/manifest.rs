//! The manifest: which game a tablebase is of, which files it has, and what was counted.

use std::collections::BTreeMap;

use bouton_core::error::Error;
use bouton_core::value::Play;
use serde::{Deserialize, Serialize};

use crate::entry::{Ending, Entry, Worth};
use crate::{VERSION, shard_file};

/// What the manifest of every tablebase says of its kind.
pub const FORMAT: &str = "bouton tablebase";

/// What is told of a whole tablebase. Nothing in it depends on how many workers made it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Always [`FORMAT`].
    pub format: String,
    /// The version of the format.
    pub version: u32,
    /// The game with its parameters.
    pub game: String,
    /// The address whose positions these are.
    pub address: String,
    /// The key of its position, in hexadecimal digits.
    pub start: String,
    /// The program that made it.
    pub program: String,
    /// How it was made.
    pub made: String,
    /// Positions in all.
    pub positions: u64,
    /// Arcs between them, equal ones counted once.
    pub arcs: u64,
    /// Whether play can run in circles.
    pub circles: bool,
    /// What was counted.
    pub digest: Digest,
    /// The files, in order.
    pub shards: Vec<Piece>,
}

/// One of the files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piece {
    /// Its name.
    pub file: String,
    /// Entries in it.
    pub positions: u64,
    /// Its length.
    pub bytes: u64,
    /// Its checksum (CRC-32).
    pub crc32: u32,
}

/// Counts over all positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Digest {
    /// Positions by the number of plies to the end of normal play.
    pub normal: Counts,
    /// The same in misère play, if the game allows it.
    pub misere: Option<Counts>,
    /// Positions by their value.
    pub values: BTreeMap<u32, u64>,
    /// Positions by the finite values among the options of their infinity, written with commas.
    pub infinities: BTreeMap<String, u64>,
}

/// Counts under one convention.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Positions that are drawn.
    pub draws: u64,
    /// Positions by plies to the end.
    pub plies: BTreeMap<u32, u64>,
}

impl Counts {
    fn add(&mut self, ending: Ending, times: u64) {
        match ending {
            Ending::Draw => self.draws += times,
            Ending::Plies(plies) => *self.plies.entry(plies).or_default() += times,
        }
    }

    fn merge(&mut self, other: &Counts) {
        self.draws += other.draws;
        for (plies, count) in &other.plies {
            *self.plies.entry(*plies).or_default() += count;
        }
    }

    /// Positions won by the mover, lost by the mover, and drawn.
    pub fn outcomes(&self, play: Play) -> [u64; 3] {
        let mut outcomes = [0, 0, self.draws];
        for (plies, count) in &self.plies {
            let won = (plies % 2 == 1) == (play == Play::Normal);
            outcomes[usize::from(!won)] += count;
        }
        outcomes
    }

    /// The longest win of the mover and the longest resistance, in plies.
    pub fn longest(&self, play: Play) -> [Option<u32>; 2] {
        let longest = |won: bool| {
            let of = |plies: &&u32| ((**plies % 2 == 1) == (play == Play::Normal)) == won;
            self.plies.keys().rfind(of).copied()
        };
        [longest(true), longest(false)]
    }
}

impl Digest {
    /// Counts an entry so many times.
    pub fn add(&mut self, entry: &Entry, times: u64) {
        self.normal.add(entry.normal, times);
        if let Some(misere) = entry.misere {
            self.misere.get_or_insert_default().add(misere, times);
        }
        match &entry.worth {
            Worth::Finite(value) => *self.values.entry(*value).or_default() += times,
            Worth::Infinite(values) => {
                let words: Vec<String> = values.iter().map(u32::to_string).collect();
                *self.infinities.entry(words.join(",")).or_default() += times;
            }
        }
    }

    /// Adds the counts of other positions.
    pub fn merge(&mut self, other: &Digest) {
        self.normal.merge(&other.normal);
        if let Some(misere) = &other.misere {
            self.misere.get_or_insert_default().merge(misere);
        }
        for (value, count) in &other.values {
            *self.values.entry(*value).or_default() += count;
        }
        for (values, count) in &other.infinities {
            *self.infinities.entry(values.clone()).or_default() += count;
        }
    }
}

impl Manifest {
    /// Reads a manifest; `place` names the tablebase in errors.
    pub fn read(text: &[u8], place: &str) -> Result<Manifest, Error> {
        let foreign = || Error::input(format!("{place} is not a tablebase: its manifest is none"));
        let data: serde_json::Value = serde_json::from_slice(text).map_err(|_| foreign())?;
        if data["format"] != FORMAT {
            return Err(foreign());
        }
        if data["version"] != VERSION {
            return Err(Error::input(format!(
                "{place} is a tablebase of version {}, and this program reads version {VERSION}: build it again",
                data["version"]
            )));
        }
        let manifest: Manifest = serde_json::from_value(data).map_err(|error| {
            Error::input(format!("the manifest of {place} is damaged: {error}"))
        })?;
        let named = |(index, piece): (usize, &Piece)| piece.file == shard_file(index as u32);
        let count = manifest.shards.len();
        if !count.is_power_of_two()
            || count > 1 << 16
            || !manifest.shards.iter().enumerate().all(named)
            || manifest.shards.iter().map(|piece| piece.positions).sum::<u64>()
                != manifest.positions
        {
            return Err(Error::input(format!(
                "the manifest of {place} is damaged: its files are not those of a tablebase"
            )));
        }
        Ok(manifest)
    }

    /// Its text.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Bytes of all shards.
    pub fn bytes(&self) -> u64 {
        self.shards.iter().map(|piece| piece.bytes).sum()
    }
}

/// A key in hexadecimal digits.
pub fn hexadecimal(key: &[u8]) -> String {
    key.iter().map(|byte| format!("{byte:02x}")).collect()
}
