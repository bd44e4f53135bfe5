//! The options of `period`, `check` and `survey`.

use std::path::PathBuf;

use clap::Args;

use super::{count, seconds, size};

/// The period of a heap game's nim-sequence, with its proof.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton period kayles
  bouton period \"octal(0.137)\" --json
  bouton period \"subtraction(1,3,4)\"
  bouton period \"octal(0.226!)\" --to 1000
  bouton period \"octal(0.56)\" --no-history --state 0.56.state

A period is called proved only by a theorem; otherwise it is 'observed, not proved', or 'none found
below N'. With --certificate FILE a proof is written down; bouton check FILE checks it. A long search is
stopped and resumed by --no-history --state FILE: the same command goes on where the file ends.")]
pub struct Period {
    /// The game, with its parameters
    #[arg(value_name = "GAME", required = true)]
    pub game: Vec<String>,
    /// Write the proof to a file that bouton check can check
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "certificate")]
    pub force: bool,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Seconds to look
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    pub seconds: f64,
    /// Look no further than this heap
    #[arg(long, value_name = "N", value_parser = count)]
    pub to: Option<u64>,
    /// Memory for the values, such as 500MB or 4GB
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = size)]
    pub memory: u64,
    /// Worker threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    pub threads: u64,
    /// Keep only the values that the search needs, where the engine can do with them
    #[arg(long)]
    pub no_history: bool,
    /// Go on from this file if it is there, and write to it every minute and at the end
    #[arg(long, value_name = "FILE", requires = "no_history")]
    pub state: Option<PathBuf>,
}

/// Checks a certificate of a period or a quotient, by code of its own.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton period kayles --certificate kayles.cert
  bouton check kayles.cert
  bouton check large.cert --spot 10
  bouton misere kayles --certificate quotient.cert
  bouton check quotient.cert

Exit status: 0 passed, 1 rejected, 2 not a certificate, 3 not decided within --seconds and --memory. What a passed check proves is told in
docs/nim-sequences.md and docs/misere.md.")]
pub struct Check {
    /// The certificate; - is standard input
    #[arg(value_name = "CERTIFICATE")]
    pub file: PathBuf,
    /// Only so many segments, chosen by chance
    #[arg(long, value_name = "N", value_parser = count)]
    pub spot: Option<u64>,
    /// Only segments of at most so many heaps: those of long certificates are partly short
    #[arg(long, value_name = "N", value_parser = count)]
    pub heaps: Option<u64>,
    /// Chooses the segments of a spot check
    #[arg(long, value_name = "N", default_value = "1", requires = "spot")]
    pub seed: u64,
    /// Worker threads; as many as there are cores if left out
    #[arg(long, value_name = "N", value_parser = count)]
    pub threads: Option<u64>,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Seconds to check
    #[arg(long, value_name = "S", default_value = "3600", value_parser = seconds)]
    pub seconds: f64,
    /// Memory in all, such as 500MB or 4GB
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = size)]
    pub memory: u64,
}

/// The periods of all codes of a kind, as a table that can be continued.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton survey octal --digits 1 --seconds 0.2
  bouton survey octal --digits 3 --seconds 10 --output survey.csv
  bouton survey --open --seconds 10 --most 2

With --output the table is kept on the way: run the same again after an interruption and it goes on.
Codes that were given as many seconds before and stayed open are not computed again; what the table calls
proved is proved again, so that nothing rests on what somebody wrote into it.

With --open the open codes of the atlas are gone on with, most promising first, each from a state of its own
in the folder --states, until each was given --seconds in all: give more seconds to go further. A proof that
is found is written there, too, for bouton check.")]
pub struct Survey {
    /// The game that takes the codes
    #[arg(required_unless_present = "open")]
    pub game: Option<String>,
    /// Go on with the open codes of the atlas
    #[arg(long, conflicts_with_all = ["digits", "output"])]
    pub open: bool,
    /// The folder of --open: states, proofs and a table
    #[arg(long, value_name = "FOLDER", default_value = "open-codes", requires = "open")]
    pub states: PathBuf,
    /// With --open: only so many codes
    #[arg(long, value_name = "N", requires = "open", value_parser = count)]
    pub most: Option<u64>,
    /// Digits behind the point
    #[arg(long, value_name = "N", default_value = "3")]
    pub digits: usize,
    /// A longer code to take in; may be given several times
    #[arg(long, value_name = "CODE")]
    pub also: Vec<String>,
    /// Seconds of processor time for each code
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    pub seconds: f64,
    /// Memory for all values together
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = size)]
    pub memory: u64,
    /// Worker threads; as many as there are cores if left out
    #[arg(long, value_name = "N", value_parser = count)]
    pub threads: Option<u64>,
    /// Write to a file, or go on with it, instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
