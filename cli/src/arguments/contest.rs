//! The options of `judge`, `pattern`, `code`, `test`, `same` and `set`.
//!
//! clap takes `{n}` for the end of a line wherever it prints help; with its letter underlined it does not.

use std::path::PathBuf;

use bouton::code::Language;
use bouton::judge::Labels;
use clap::Args;

use super::{Budget, amount, count, seconds};

const FAMILY: &str = "The game with its parameters, a preset, or a family of positions with {\x1b[4mn\x1b[24m} in its address";

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

/// The rule that a game's positions follow, and whether it is proved.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton pattern leetcode-292
  bouton pattern \"subtraction(1,3,4)\"
  bouton pattern wythoff --heaps 2
  bouton pattern kayles --to 5000 --json
  bouton pattern \"chomp: 2x{\x1b[4mn\x1b[24m}\"
  bouton pattern \"flip: {+*n}\" --to 30
  bouton pattern \"kayles: {\x1b[4mn\x1b[24m} + nim: {m}\"

A game is looked at in positions of one heap (--heaps 2: of two), or in the family that an address with {\x1b[4mn\x1b[24m} names:
{\x1b[4mn\x1b[24m} is a number, {+*n} so many plus signs, {m} a second number. A rule is called proved only where a named theorem says
the same of every size; otherwise it holds for all positions tried, and the smallest exception to the next best
rule is told.")]
pub struct Pattern {
    #[arg(value_name = "GAME", required = true, help = FAMILY)]
    pub game: Vec<String>,
    /// The largest size; as far as it is quick if left out
    #[arg(long, value_name = "N", value_parser = count)]
    pub to: Option<u64>,
    /// Positions of one heap or of two
    #[arg(long, value_name = "N", default_value = "1", value_parser = heaps)]
    pub heaps: usize,
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub budget: Budget,
}

/// A short program that answers a game by the rule that was found.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton code leetcode-292 --lang python
  bouton code \"subtraction(1,3,4)\" --lang c++ -o main.cpp
  bouton code grundy --lang rust --labels Alice,Bob
  bouton code wythoff --lang java
  bouton code \"chomp: {\x1b[4mn\x1b[24m} {m}\" --lang python

The program reads what 'bouton judge' reads and prints what it prints. A comment says whether the rule is proved or was
seen to hold up to some size. Where no rule was found the values are worked out by the moves, for sets of numbers and
codes, or stand in a table. 'bouton test' compares a program with the engine.")]
pub struct Code {
    #[arg(value_name = "GAME", required = true, help = FAMILY)]
    pub game: Vec<String>,
    /// The language: c++, python, rust or java
    #[arg(long, value_name = "LANGUAGE")]
    pub lang: Language,
    /// Look for a rule up to this size; as far as it is quick if left out
    #[arg(long, value_name = "N", value_parser = count)]
    pub to: Option<u64>,
    /// Positions of one number or of two, for games whose heaps do not add up
    #[arg(long, value_name = "N", value_parser = heaps)]
    pub heaps: Option<usize>,
    /// The words for a win of the first player, of the second, and for a draw
    #[arg(long, value_name = "FIRST,SECOND[,DRAW]")]
    pub labels: Option<Labels>,
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Write to a file; standard output if left out
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite the file
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub budget: Budget,
}

/// Somebody's own program against the engine, on random positions.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton test nim --with ./a.out
  bouton test leetcode-292 --with \"python3 main.py\"
  bouton test \"subtraction(1,3,4)\" --with ./a.out --many --count 5000
  bouton test kayles --with ./a.out --labels Alice,Bob --seed 7

The program is given a position on its standard input as 'bouton judge' reads it (n, and n piles), and is to print first
or second, or the words of --labels. With --many it is given t and t positions at once. The smallest position where it
is wrong is told with the right answer; also where it crashes, takes too long, or prints nothing or something else.
Exit status: 0 all right, 1 wrong somewhere, 2 bad input, 3 stopped at a budget.")]
pub struct Test {
    /// The game, with its parameters, or a famous position of it
    pub game: String,
    /// The command that runs the program, such as ./a.out or 'python3 main.py'
    #[arg(long, value_name = "PROGRAM")]
    pub with: String,
    /// How many positions: the smallest, and random ones
    #[arg(long, value_name = "N", default_value = "100", value_parser = amount)]
    pub count: usize,
    /// About how many stones or squares a position has at most
    #[arg(long, value_name = "N", default_value = "30", value_parser = count)]
    pub size: u64,
    /// The same number gives the same positions
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Positions of so many numbers; any if left out
    #[arg(long, value_name = "N", value_parser = amount)]
    pub heaps: Option<usize>,
    /// All positions in one run, with their number before them
    #[arg(long)]
    pub many: bool,
    /// Also positions without moves and with empty piles, which judges do not give
    #[arg(long)]
    pub empty: bool,
    /// Seconds for each run
    #[arg(long, value_name = "S", default_value = "2", value_parser = seconds)]
    pub limit: f64,
    /// The words for a win of the first player, of the second, and for a draw
    #[arg(long, value_name = "FIRST,SECOND[,DRAW]")]
    pub labels: Option<Labels>,
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub budget: Budget,
}

/// One or two.
fn heaps(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok().filter(|number| (1..=2).contains(number));
    number.ok_or_else(|| format!("'{text}' is not a number of heaps to look at: write 1 or 2"))
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
