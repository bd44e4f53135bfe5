//! Options of `bouton tablebase`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{count, seconds, size};

/// Whole games, solved and kept in a folder: built, checked, told of, exported.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton tablebase build \"chomp: 5x6\" -o chomp.tablebase
  bouton tablebase info chomp.tablebase
  bouton tablebase check chomp.tablebase
  bouton tablebase export chomp.tablebase -o chomp.csv
  bouton solve \"chomp: 4x5\" --tablebase chomp.tablebase

docs/tablebases.md tells what is kept, how it is built on several machines, and what it costs.")]
pub struct Tablebase {
    #[command(subcommand)]
    pub command: TablebaseCommand,
}

#[derive(Subcommand)]
pub enum TablebaseCommand {
    Build(Build),
    Check(Judged),
    Info(Told),
    Export(Export),
}

/// Solves every position that can be reached, and keeps the answers.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton tablebase build \"nim: 6 6 6 6\" -o nim.tablebase --workers 2
  bouton tablebase build \"chomp: 9x10\" -o chomp.tablebase --memory 4GB
  bouton tablebase build \"chomp: 9x10\" -o chomp.tablebase --memory 4GB --resume

On several machines, or in several processes of one, with a file that has one host:port in each line:
  bouton tablebase build \"cram: 5x5\" -o cram.tablebase --hosts hosts.txt --process 0
  bouton tablebase build \"cram: 5x5\" -o cram.tablebase --hosts hosts.txt --process 1

Each process writes the shards that it has; without a common disk, put the files of all folders into one.
After Ctrl-C, a crash or a full disk, --resume goes on from the last wave that was made safe.")]
pub struct Build {
    /// The address of the position to begin with
    #[arg(value_name = "ADDRESS", allow_negative_numbers = true, required = true)]
    pub address: Vec<String>,
    /// The folder of the tablebase: a new one, an empty one, or with --resume an unfinished one
    #[arg(long, short, value_name = "DIR")]
    pub output: PathBuf,
    /// Worker threads of this process
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    pub workers: u64,
    /// Memory of this process; what does not fit goes to the disk
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = size)]
    pub memory: u64,
    /// Go on with what was begun
    #[arg(long)]
    pub resume: bool,
    /// Files that the positions are divided into: a power of two, at most 256
    #[arg(long, value_name = "N", default_value = "16", value_parser = count)]
    pub shards: u64,
    /// Seconds between waves that are made safe
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds)]
    pub wave: f64,
    /// A file with the host:port of every process, one in each line
    #[arg(long, value_name = "FILE", requires = "process")]
    pub hosts: Option<PathBuf>,
    /// Which line of the hosts this process is, counted from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    pub process: Option<usize>,
    /// Seconds to wait for the other processes
    #[arg(long, value_name = "S", default_value = "30", value_parser = seconds, requires = "hosts")]
    pub wait: f64,
    /// Seconds to build; without end if left out
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub seconds: Option<f64>,
    /// What was built, as JSON
    #[arg(long)]
    pub json: bool,
}

/// Derives every entry again from its options, by code of its own, and reads every checksum.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton tablebase check chomp.tablebase
  bouton tablebase check chomp.tablebase --json

Exit status: 0 passed, 1 there are faults, 2 not a tablebase, 3 not decided within --seconds and --memory.")]
pub struct Judged {
    /// The folder of the tablebase
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Seconds to check
    #[arg(long, value_name = "S", default_value = "3600", value_parser = seconds)]
    pub seconds: f64,
    /// Memory in all; tables with circles take some hundred bytes for each position
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = size)]
    pub memory: u64,
}

/// Counts by outcome, value and distance, the longest wins, and a histogram.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton tablebase info chomp.tablebase
  bouton tablebase info chomp.tablebase --json
  bouton tablebase info chomp.tablebase --svg -o distances.svg")]
pub struct Told {
    /// The folder of the tablebase
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The manifest
    #[arg(long, conflicts_with = "svg")]
    pub json: bool,
    /// A picture: positions by plies to the end
    #[arg(long)]
    pub svg: bool,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace a file that is there
    #[arg(long)]
    pub force: bool,
}

/// Every position with its entry, one in each line or row.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton tablebase export chomp.tablebase -o chomp.csv
  bouton tablebase export chomp.tablebase --format jsonl | head
  bouton tablebase export chomp.tablebase --format parquet -o chomp.parquet

Columns: position, normal, normal_plies, misere, misere_plies, value. Parquet needs the program to be built with
--features parquet.")]
pub struct Export {
    /// The folder of the tablebase
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// What to write
    #[arg(long, value_enum, default_value = "csv")]
    pub format: ExportFormat,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace a file that is there
    #[arg(long)]
    pub force: bool,
    /// Seconds to write
    #[arg(long, value_name = "S", default_value = "3600", value_parser = seconds)]
    pub seconds: f64,
    /// Memory in all
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = size)]
    pub memory: u64,
}

/// Formats of an export.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    Csv,
    Jsonl,
    Parquet,
}
