//! The options of `judge`, `same` and `set`.

use std::path::PathBuf;

use bouton::judge::Labels;
use clap::Args;

use super::{Budget, amount};

/// Answers a judge's input: one word for each test.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton judge nim < tests.txt
  bouton judge \"subtraction(1-3)\" tests.txt --labels Alice,Bob
  echo \"3  3 4 5\" | bouton judge nim --move
  bouton judge marienbad --labels First,Second < tests.txt
  echo \"nums = [1,1,2]\" | bouton judge leetcode-810
  bouton judge codeforces-850c < tests.txt

The input is t, and for each test n and n piles; or n and its piles, once. The reading that uses all
numbers exactly is taken. If both do, all numbers but the first are 0, and these are piles.
LeetCode's input is a position in each line: n = 4, nums = [1,1,2], \"++++\", currentState = \"++++\". Its
presets always read it so, and answer true or false; codeforces-850c answers Mojtaba or Arpa.")]
pub struct Judge {
    /// The game, with its parameters, or a famous position of it
    pub game: String,
    /// The input; standard input if left out
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
    /// The words for a win of the first player, of the second, and for a draw
    ///
    /// first,second,draw if left out, or those of the preset's judge
    #[arg(long, value_name = "FIRST,SECOND[,DRAW]")]
    pub labels: Option<Labels>,
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Add a winning move, such as: Remove 2 from pile 1
    #[arg(long = "move")]
    pub with_move: bool,
    /// Number the piles of a move from 0
    #[arg(long)]
    pub zero: bool,
    /// One JSON object per test
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub budget: Budget,
}

/// Whether two games are the same in every sum, and why.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton same \"kayles: 3\" \"nim: 3\"
  bouton same \"nim: 2 2\" \"nim: 0\" --misere
  bouton same \"wythoff: 3 4\" \"nim: 2\" --json

In normal play games are the same if their values are; in misère play, if their canonical forms are.")]
pub struct Same {
    /// The address of one game
    pub a: String,
    /// The address of the other
    pub b: String,
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub budget: Budget,
}

/// The position as a set of sets: the set of its options, and nothing else.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton set 2
  bouton set \"kayles: 3\" --json
  bouton set \"chomp: 2x3\" --length 100000")]
pub struct Set {
    /// The address: a game, its parameters and a position; numbers alone are Nim
    #[arg(value_name = "ADDRESS", required = true, allow_negative_numbers = true)]
    pub address: Vec<String>,
    /// Write at most this many letters
    #[arg(long, value_name = "N", default_value = "10000", value_parser = amount)]
    pub length: usize,
    /// The set, its longest play and its number of positions as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub budget: Budget,
}
