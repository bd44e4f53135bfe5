//! The options of `bouton show`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::arguments::Budget;

/// A whole game with best play, shown step by step.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton show 3 4 5
  bouton show marienbad --speed 2
  bouton show --misere 1 3 5 7 -o game.html       a page to mail or to project; needs no network
  bouton show \"kayles: 5 + nim: 3\" -o game.svg    a picture that moves by itself
  bouton show 3 4 5 --plain | less
  bouton show 3 4 5 --json

Keys: Space or p plays and pauses; left and right step; up and down (or b and n) go from move to
move; Home and End; + and - set the speed; r resets; q quits.
Where nobody can press keys, as in a pipe, all steps are written one after the other (--plain).")]
pub struct Show {
    /// The address: a game, its parameters and a position; numbers alone are Nim
    #[arg(value_name = "ADDRESS", required = true, allow_negative_numbers = true)]
    pub address: Vec<String>,
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// How fast it goes on by itself, as a multiple of the usual pace
    #[arg(long, value_name = "FACTOR", default_value = "1", value_parser = speed)]
    pub speed: f64,
    /// The same as --format text
    #[arg(long, conflicts_with_all = ["format", "json"])]
    pub plain: bool,
    /// What to make of it; otherwise the ending of the file says it, .html, .svg, .txt or .json
    #[arg(long, value_enum)]
    pub format: Option<ShowFormat>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Write to a file instead of the terminal
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace the file if it exists
    #[arg(long, requires = "output")]
    pub force: bool,
    #[command(flatten)]
    pub budget: Budget,
}

/// What a demonstration is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    Text,
    Html,
    Svg,
    Json,
}

/// A factor that a person may want.
fn speed(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|speed| (0.25..=4.0).contains(speed));
    number.ok_or_else(|| {
        format!("'{text}' is not a speed: write a number from 0.25 (slow) to 4 (fast), such as 2")
    })
}
