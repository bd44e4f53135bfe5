//! The options of the commands about nim-sequences: `values`, `compare` and `plot`.

use std::path::PathBuf;

use bouton::natural::Natural;
use bouton::sequence::engine::Name;
use clap::{Args, ValueEnum};

use super::LongBounds;

/// The nim-sequence of a game: the values of heaps 0, 1, 2, ...
#[derive(Args)]
#[command(after_help = "Examples:
  bouton values \"octal(0.77)\" --to 200
  bouton values kayles --to 40 --format csv
  bouton values grundy --from 1 --to 30 --format bfile
  bouton values \"subtraction(1,3,4)\" --to 1_000 --cite

Long runs: bouton values \"octal(0.6)\" --to 1e8 -o officers.bin writes as it computes, and goes on
after Ctrl-C or worse with --resume. bouton values officers.bin --format csv reads such a file and
checks every block.
The list begins with heap 0 and ends with heap N; on a terminal its lines are broken. A b-file has
the heap as its index, so --from 1 makes one of offset 1.")]
pub struct Values {
    /// The game with its parameters, without a position; or a value file, FILE.bin
    pub game: String,
    /// The last heap, such as 200, 1_000_000, 1e8 or 10^8
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = heap)]
    pub to: Option<Natural>,
    /// The first heap
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, value_parser = heap)]
    pub from: Natural,
    /// How the values are written; by the name of FILE if left out, else as text
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write to a file, which must not exist
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Go on with the value file FILE.bin where it ends; begin it if there is none
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// Replace FILE; with --resume, go on before its first damaged block
    #[arg(long, requires = "output")]
    pub force: bool,
    /// How to cite the values: what they are, how they are known, and their checksum
    #[arg(long)]
    pub cite: bool,
    #[command(flatten)]
    pub means: Means,
    #[command(flatten)]
    pub bounds: LongBounds,
}

/// The first heap in which two nim-sequences differ.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton compare \"octal(0.161)\" \"octal(0.36)\" --to 1000
  bouton compare kayles \"octal(0.77)\" --to 500
  bouton compare \"subtraction(1,2)\" \"subtraction(1,2,4)\" --to 100 --json

Both may also be value files, FILE.bin.")]
pub struct Compare {
    /// A game with its parameters, without a position; or a value file, FILE.bin
    pub a: String,
    /// The other one
    pub b: String,
    /// The last heap to compare, such as 1000 or 1e6
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = heap)]
    pub to: Natural,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub means: Means,
    #[command(flatten)]
    pub bounds: LongBounds,
}

/// The values of a nim-sequence as points (SVG).
#[derive(Args)]
#[command(after_help = "Examples:
  bouton plot kayles --to 200
  bouton plot \"octal(0.16)\" --to 20000

Rare values stand apart in colour and shape where the game has a sparse space. A period is shown if it
is proved. With -o FILE.svg the picture goes to a file.")]
pub struct Plot {
    /// The game with its parameters, without a position; or a value file, FILE.bin
    pub game: String,
    /// The last heap, such as 20000 or 1e6
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = heap)]
    pub to: Natural,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "output")]
    pub force: bool,
    #[command(flatten)]
    pub means: Means,
    #[command(flatten)]
    pub bounds: LongBounds,
}

/// How values are computed.
#[derive(Args)]
pub struct Means {
    /// Compute by this engine; the fastest one for the game if left out
    #[arg(long, value_name = "NAME", value_parser = engine)]
    pub engine: Option<Name>,
    /// Threads that compute
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub threads: usize,
}

/// What values are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Numbers with blanks between them
    Text,
    /// Lines of heap and value
    Csv,
    /// One object
    Json,
    /// Lines of heap and value as the OEIS takes them
    Bfile,
    /// A value file, which can be resumed and checks itself
    Bin,
    /// Columns heap and value
    Parquet,
}

/// The size of a heap, of any length: whether it is too large is for the command to say.
fn heap(text: &str) -> Result<Natural, String> {
    let wrong = || {
        format!(
            "'{text}' is not the size of a heap: write a whole number from 0 up, such as 200, 1_000_000, 1e8 or 10^8"
        )
    };
    let digits = text.replace('_', "");
    if text.starts_with('_') || text.ends_with('_') {
        return Err(wrong());
    }
    match digits.split_once(['e', 'E']) {
        Some((digits, zeros)) => {
            let zeros = zeros.parse::<usize>().ok().filter(|zeros| *zeros <= 1000);
            (digits.to_string() + &"0".repeat(zeros.ok_or_else(wrong)?))
                .parse()
                .map_err(|_| wrong())
        }
        None => digits.parse().map_err(|_| wrong()),
    }
}

fn engine(text: &str) -> Result<Name, String> {
    Name::ALL.into_iter().find(|name| name.to_string() == text).ok_or_else(|| {
        let names: Vec<String> = Name::ALL.iter().map(Name::to_string).collect();
        format!("there is no engine '{text}': the engines are {}", names.join(", "))
    })
}

fn threads(text: &str) -> Result<usize, String> {
    text.parse::<usize>().ok().filter(|threads| (1..=1024).contains(threads)).ok_or_else(|| {
        format!(
            "'{text}' is not a number of threads: write a whole number from 1 to 1024, such as 2"
        )
    })
}
