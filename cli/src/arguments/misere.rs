//! The options of `misere`.

use std::path::PathBuf;

use clap::Args;

use super::{Budget, amount, count, seconds, size};

/// The misère quotient of a game: its classes, how they add, and which are lost.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton misere kayles
  bouton misere \"octal(0.123)\" --json
  bouton misere 0.75
  bouton misere dawsons-kayles --to 20
  bouton misere \"chomp: 2x3\"
  bouton misere --census octal --digits 1

A game of heaps is looked at heap by heap until the quotient is proved to be that of all heaps; an address with a
position gives the quotient of sums of what can follow it. What does not close in time, or looks
infinite, is told as far as it is exact, with exit status 3. With --certificate FILE the quotient is written
down; bouton check FILE checks it. docs/misere.md says what all of this means.

With --census all codes of a game are gone over, on all cores, into a table: with -o FILE it is kept on the way, and the
same command goes on with it after an interruption; with --json the file holds an object per line instead.")]
pub struct Misere {
    /// The game with its parameters, or a code; or an address, for its position and all that can follow
    #[arg(value_name = "GAME", required_unless_present = "census", allow_negative_numbers = true)]
    pub game: Vec<String>,
    /// Look no further than this heap
    #[arg(long, value_name = "N", value_parser = count)]
    pub to: Option<u64>,
    /// Normal play by the same engine: the group of the Grundy values
    #[arg(long)]
    pub normal: bool,
    /// Write the quotient to a file that bouton check can check
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "certificate")]
    pub force: bool,
    /// As JSON; with --census one object per code
    #[arg(long)]
    pub json: bool,
    /// All codes of a game instead, such as octal
    #[arg(long, value_name = "GAME", conflicts_with_all = ["game", "certificate", "normal"])]
    pub census: Option<String>,
    /// With --census: digits behind the point
    #[arg(long, value_name = "N", default_value = "3", requires = "census")]
    pub digits: usize,
    /// With --census: write to a table, or go on with it
    #[arg(long, short, value_name = "FILE", requires = "census")]
    pub output: Option<PathBuf>,
    /// With --census: worker threads; as many as there are cores if left out
    #[arg(long, value_name = "N", requires = "census", value_parser = count)]
    pub threads: Option<u64>,
    /// Sets of positions that may be stored
    #[arg(long, value_name = "N", default_value = "100000000", value_parser = count)]
    pub positions: u64,
    /// Memory in all, such as 500MB or 4GB
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = size)]
    pub memory: u64,
    /// Seconds; 60 if left out, and 2 of processor time for each code of a census
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub seconds: Option<f64>,
}

/// The genus of each heap: its value, and its misère values beside heaps of *2.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton genus kayles --to 12
  bouton genus grundy --to 20 --json

2^20 says: the value is 2, and beside 0, 1, 2, 3, ... heaps of *2 the misère values are 2, 0, 2, 0, ...; the last two go on
for ever. Tame, restive, restless and wild are defined in docs/misere.md.")]
pub struct Genus {
    /// The game with its parameters, or a code
    #[arg(value_name = "GAME", required = true)]
    pub game: Vec<String>,
    /// The last heap
    #[arg(long, value_name = "N", default_value = "20", value_parser = amount)]
    pub to: usize,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub budget: Budget,
}

/// The misère canonical form of a position: what it is in every sum.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton canonical \"kayles: 5\"
  bouton canonical \"grundy: 13\" --json
  bouton canonical \"nim: 2 2\"

A Nim heap is written as its size, X# is the game with the one option X, and [...] the game with the options in it;
docs/misere.md tells more. Positions are equal in misère play exactly if their forms are.")]
pub struct Canonical {
    /// The address: a game, its parameters and a position; numbers alone are Nim
    #[arg(value_name = "ADDRESS", required = true, allow_negative_numbers = true)]
    pub address: Vec<String>,
    /// Write at most this many letters
    #[arg(long, value_name = "N", default_value = "10000", value_parser = amount)]
    pub length: usize,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub budget: Budget,
}
