//! The options of the commands that draw or list: the rest of the table of options.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::arguments::{Bounds, Budget, amount};

/// A picture of a position, or of a whole game that was played.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton draw 3 4 5 --output nim.svg
  bouton draw \"chomp: 3x4\" > chomp.svg
  bouton draw --columns 3 4 5 -o columns.svg      beside its binary columns and their nim-sum
  bouton draw --play game.txt -o game.svg         a saved game: every position, with the move below it
  bouton draw \"kayles: 7 + nim: 4\" --format json

Columns are those of the piles, of what they are worth where that adds up, or of the parts of a sum.
A game is saved by 'bouton play --save FILE' (docs/score-sheet.md).")]
pub struct Draw {
    /// The address: a game, its parameters and a position; numbers alone are Nim
    #[arg(value_name = "ADDRESS", required_unless_present = "play", allow_negative_numbers = true)]
    pub address: Vec<String>,
    /// Beside its binary columns
    #[arg(long, conflicts_with = "play")]
    pub columns: bool,
    /// A saved game instead of a position: a strip of pictures
    #[arg(long, value_name = "SHEET", conflicts_with_all = ["address", "misere"])]
    pub play: Option<PathBuf>,
    /// Misère play: whoever cannot move wins; the picture says so
    #[arg(long)]
    pub misere: bool,
    /// A picture, or its shapes as data
    #[arg(long, value_enum, default_value = "svg")]
    pub format: DrawFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "output")]
    pub force: bool,
    #[command(flatten)]
    pub bounds: Bounds,
}

/// The graph of all positions that can be reached: how many, or drawn.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton graph 2 3 4                                 counts: positions, moves, P, N and D
  bouton graph 2 3 4 --format svg --output nim.svg   each position above all it leads to
  bouton graph \"kayles: 6\" --format dot              for Graphviz
  bouton graph 1 2 2 --tree --format svg             the game tree
  bouton graph \"misere nim: 1 2 3\" --ordered --json

Without --format only counts are given, as text. In drawings P is blue and round, N orange and
pointed, D grey and square; winning moves are bold; ends of play have a double line.")]
pub struct Graph {
    /// The address: a game, its parameters and a position; numbers alone are Nim
    #[arg(value_name = "ADDRESS", required = true, allow_negative_numbers = true)]
    pub address: Vec<String>,
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// What to make of it; without this option only counts are given
    #[arg(long, value_enum)]
    pub format: Option<GraphFormat>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Keep positions apart that differ only by symmetry, such as 1 2 and 2 1
    #[arg(long)]
    pub ordered: bool,
    /// Draw the game tree: each position once for every play that reaches it
    #[arg(long)]
    pub tree: bool,
    /// Refuse to draw more nodes than this
    #[arg(long, value_name = "N", default_value = "200", value_parser = nodes)]
    pub nodes: usize,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "output")]
    pub force: bool,
    #[command(flatten)]
    pub budget: Budget,
}

/// The values of all positions of two heaps, rows by columns.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton table nim 16x16
  bouton table wythoff 12x12 --format csv
  bouton table \"subtraction(1-3)\" 8x8 --misere
  bouton table \"moore(2)\" 6x6 --outcomes --format svg --output moore.svg

16x16 is sizes 0 to 15: the first number counts rows, the sizes of the first heap. In misère play
there are no values, and outcomes are shown.")]
pub struct Table {
    /// The game with its parameters, without a position
    pub game: String,
    /// Rows by columns, such as 16x16
    #[arg(value_name = "ROWSxCOLUMNS", value_parser = size)]
    pub size: (usize, usize),
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Outcomes (P, N, D) instead of values
    #[arg(long)]
    pub outcomes: bool,
    /// How the table is written
    #[arg(long, value_enum, default_value = "text")]
    pub format: TableFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "output")]
    pub force: bool,
    #[command(flatten)]
    pub budget: Budget,
}

/// The P-positions of a game of heaps, ascending: what to leave.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton losing nim --heaps 3 --to 7
  bouton losing wythoff --to 20
  bouton losing nim --heaps 3 --to 7 --misere
  bouton losing \"moore(2)\" --heaps 4 --from 1 --to 4 --format csv
  bouton losing grundy --heaps 1 --to 50 --json

Of positions that differ in the order of their heaps alone one is listed, where order means nothing.")]
pub struct Losing {
    /// The game with its parameters, without a position
    pub game: String,
    /// How many heaps a position has; 2 if left out, or 1 where a position is a single number
    #[arg(long, value_name = "N", value_parser = amount)]
    pub heaps: Option<usize>,
    /// The largest size of a heap
    #[arg(long, value_name = "N", value_parser = amount)]
    pub to: usize,
    /// The least size of a heap
    #[arg(long, value_name = "N", default_value = "0", value_parser = amount)]
    pub from: usize,
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// How the list is written
    #[arg(long, value_enum, default_value = "text")]
    pub format: LosingFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write to a file instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "output")]
    pub force: bool,
    #[command(flatten)]
    pub budget: Budget,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LosingFormat {
    Text,
    Csv,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DrawFormat {
    Svg,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GraphFormat {
    Svg,
    Dot,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    Text,
    Csv,
    Json,
    Svg,
}

/// A number of nodes from 1 up.
fn nodes(text: &str) -> Result<usize, String> {
    let most = bouton::graph::diagram::MOST_NODES;
    let number = text.parse::<usize>().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| {
        format!(
            "'{text}' is not a number of nodes: write a whole number from 1 to {most}, such as 500"
        )
    })
}

/// The size of a table: rows and columns, each at most what a table may have.
fn size(text: &str) -> Result<(usize, usize), String> {
    let most = bouton::table::MOST;
    let number = |text: &str| text.parse::<usize>().ok().filter(|size| (1..=most).contains(size));
    let (rows, columns) = text.split_once(['x', 'X', '\u{d7}']).unwrap_or((text, text));
    number(rows).zip(number(columns)).ok_or_else(|| {
        format!("'{text}' is not the size of a table: write rows x columns, from 1x1 to {most}x{most}, such as 16x16")
    })
}
