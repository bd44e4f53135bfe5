//! The one table of commands and options: parser, help and tests all come from it.

mod contest;
mod misere;
mod nimbers;
mod periods;
mod pictures;
mod sequences;
mod show;
mod tables;

use std::path::PathBuf;
use std::process::ExitCode;

use bouton::{Ask, Error};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::output;
use crate::patience::Limits;

pub use contest::{Code, Judge, Pattern, Same, Set, Test};
pub use misere::{Canonical, Genus, Misere};
pub use nimbers::Nimber;
pub use periods::{Check, Period, Survey};
pub use pictures::{
    Draw, DrawFormat, Graph, GraphFormat, Losing, LosingFormat, Table, TableFormat,
};
pub use sequences::{Compare, Format, Means, Plot, Values};
pub use show::{Show, ShowFormat};
#[cfg(feature = "tablebase")]
pub use tables::Build;
pub use tables::{Export, ExportFormat, Judged, Tablebase, TablebaseCommand, Told};

// clap takes {n} for the end of a line; with its letter underlined it does not.
const EXAMPLES: &str = "Examples:
  bouton 3 4 5                                   Nim with heaps of 3, 4 and 5
  bouton \"kayles: 12 + nim: 4 + chomp: 3x4\"      a sum of unlike games
  bouton \"misere grundy: 10 7\"                   misère play: whoever cannot move wins
  bouton explain 3 4 5                           why, step by step
  bouton show 3 4 5                              a whole game with best play, step by step
  bouton play marienbad                          against the engine, in the terminal
  bouton draw \"chomp: 3x4\"                      a picture (SVG); graph draws all positions
  bouton losing nim --heaps 3 --to 7             the positions to leave
  bouton same \"kayles: 3\" \"nim: 3\"             whether two games are equal
  bouton pattern \"chomp: 2x{\x1b[4mn\x1b[24m}\"                  the rule that positions follow, proved or seen
  bouton period kayles                           the period of its values, proved
  bouton misere kayles                           its misère quotient, exact
  bouton values kayles --to 100                  a nim-sequence; compare and plot them, too
  bouton nimber \"5 * 7\"                          nimbers as a field: a calculator
  bouton new half                                a game of your own: a file of rules to begin with
  bouton games                                   all games and famous positions
  bouton glossary mex                            what a word means, with an example

Exit status: 0 answered, 1 verification found a fault, 2 bad input, 3 stopped at a budget.";

/// Impartial games: who wins, with which moves, and how that is known.
#[derive(Parser)]
#[command(name = "bouton", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub solve: Solve,
}

#[derive(Subcommand)]
pub enum Command {
    Solve(Solve),
    Explain(Explain),
    Show(Show),
    Games(Games),
    New(New),
    Glossary(Glossary),
    Play(Play),
    Verify(Verify),
    Draw(Draw),
    Graph(Graph),
    Table(Table),
    Losing(Losing),
    Judge(Judge),
    Pattern(Pattern),
    Code(Code),
    Test(Test),
    Nimber(Nimber),
    Same(Same),
    Set(Set),
    Values(Values),
    Compare(Compare),
    Plot(Plot),
    Period(Period),
    Misere(Misere),
    Genus(Genus),
    Canonical(Canonical),
    Check(Check),
    Tablebase(Tablebase),
    Survey(Survey),
    Schema(Schema),
    Completions(Completions),
    #[cfg(feature = "manual")]
    Manual(Manual),
}

/// The JSON schema of the answers of `solve --json`, or of `pattern` or `test`.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton schema
  bouton schema pattern

They are also in the documentation, as cli/data/answer.schema.json, pattern.schema.json and test.schema.json;
docs/json.md tells the fields in words.")]
pub struct Schema {
    /// The command whose answers are described
    #[arg(value_name = "COMMAND", default_value = "solve", value_parser = ["solve", "pattern", "test"])]
    pub of: String,
}

/// What a shell needs to complete commands and options.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton completions bash
  bouton completions zsh
  bouton completions fish

Bash: bouton completions bash > ~/.local/share/bash-completion/completions/bouton
Zsh:  bouton completions zsh > _bouton, in a folder of $fpath
Fish: bouton completions fish > ~/.config/fish/completions/bouton.fish")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Man pages and completions for all shells, into a folder.
#[cfg(feature = "manual")]
#[derive(Args)]
#[command(hide = true)]
pub struct Manual {
    /// Where to write them
    pub folder: PathBuf,
}

/// Who wins, the value, every winning move, and how it is known.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton solve \"subtraction(1,3,4): 1000000000000000000\" --json
  bouton solve --misere \"grundy: 10 7\"
  bouton solve \"wythoff: 40 60\" --value
  bouton solve marienbad --sources
  bouton solve \"cram: 5x7\" --threads 2 --save cram.table
  bouton solve marienbad

Several addresses, one per line, go through --batch FILE (- for standard input).
A position - is read from standard input: bouton solve \"nim: -\" < heaps.txt")]
pub struct Solve {
    /// The address: a game, its parameters and a position; numbers alone are Nim
    #[arg(value_name = "ADDRESS", allow_negative_numbers = true)]
    pub address: Vec<String>,
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// One JSON object per answer
    #[arg(long)]
    pub json: bool,
    /// Answer each line of a file, in order, one line each
    #[arg(long, value_name = "FILE", conflicts_with = "address")]
    pub batch: Option<PathBuf>,
    /// List at most this many winning moves
    #[arg(long, value_name = "N", default_value = "100", value_parser = amount)]
    pub moves: usize,
    /// Cite theorems in full: the statement, where it is proved, on how many positions it was checked
    #[arg(long)]
    pub sources: bool,
    /// Search for the value even where a theorem gives the outcome alone
    #[arg(long)]
    pub value: bool,
    /// Tell the best line too: how the position is played out, and who wins after each move
    #[arg(long)]
    pub line: bool,
    /// Search even where a theorem answers
    #[arg(long)]
    pub search: bool,
    /// Threads for a search; they share one table
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub threads: usize,
    /// Keep the table of the search in this file, twice a minute and at the end
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub save: Option<PathBuf>,
    /// Go on from a table that was kept
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub load: Option<PathBuf>,
    /// Look positions up in this tablebase first
    #[arg(long, value_name = "DIR", conflicts_with = "batch")]
    pub tablebase: Option<PathBuf>,
    /// Write the strategy behind the answer, for `bouton check`
    #[arg(long, value_name = "FILE", conflicts_with = "batch")]
    pub certificate: Option<PathBuf>,
    /// Replace files that are there
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub budget: Budget,
}

/// The reasoning, step by step, in words and binary columns.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton explain 3 4 5
  bouton explain \"misere nim: 1 1 7\"
  bouton explain \"kayles: 12 + nim: 4\"
  bouton explain \"wythoff: 9 12\" --json
  bouton explain marienbad --format markdown
  bouton explain \"kayles: 7\" --words

Several addresses, one per line, go through --batch FILE (- for standard input).")]
pub struct Explain {
    /// The address: a game, its parameters and a position; numbers alone are Nim
    #[arg(value_name = "ADDRESS", allow_negative_numbers = true)]
    pub address: Vec<String>,
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Explain each line of a file, in order
    #[arg(long, value_name = "FILE", conflicts_with = "address")]
    pub batch: Option<PathBuf>,
    /// Tell what the words mean that it uses; without an address, all words
    #[arg(long)]
    pub words: bool,
    /// Cite what it rests on in full; otherwise in one line
    #[arg(long)]
    pub sources: bool,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Plain text, Markdown to paste, or the steps as data
    #[arg(long, value_enum, default_value = "text")]
    pub format: ExplainFormat,
    #[command(flatten)]
    pub budget: Budget,
}

/// What an explanation is written in.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ExplainFormat {
    Text,
    Markdown,
    Json,
}

/// The words of the theory, in two sentences each, with an example that runs.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton glossary mex
  bouton glossary P-position
  bouton glossary
  bouton glossary star --json")]
pub struct Glossary {
    /// The word; all of them if left out
    pub word: Vec<String>,
    /// One JSON object per word
    #[arg(long)]
    pub json: bool,
}

/// The catalogue of games, or all about one of them.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton games
  bouton games moore
  bouton games nimrod
  bouton games \"octal(0.77)\"
  bouton games --examples
  bouton games --json
  bouton games --markdown")]
pub struct Games {
    /// The game or preset: its story, rules, parameters, examples, theorems and presets
    pub name: Option<String>,
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// The examples of own games (docs/your-game.md); with a name, its rules
    #[arg(long)]
    pub examples: bool,
    /// The whole catalogue as a page
    #[arg(long, conflicts_with_all = ["name", "json", "examples"])]
    pub markdown: bool,
}

/// A file of rules to begin a game of your own with.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton new half                        writes half.star, with comments
  bouton new mine --like euclid          begins with an example (bouton games --examples)
  bouton new half -o -                   shows it

Then bouton \"file(half.star): 20\" asks who wins; docs/your-game.md tells all.")]
pub struct New {
    /// The name of the game; the file is NAME.star
    pub name: String,
    /// Begin with this example instead of the template
    #[arg(long, value_name = "EXAMPLE")]
    pub like: Option<String>,
    /// Another name for the file; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace a file that is there
    #[arg(long)]
    pub force: bool,
}

/// A game against the engine, line by line; `help` lists what can be typed.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton play marienbad
  bouton play \"kayles: 7 + nim: 4\" --first engine --strength 60
  bouton play --misere 3 4 5 --seed 42
  bouton play --watch \"chomp: 4x5\" --strength-two 30
  bouton play --two --names Ann,Bob 21-game

A game that was saved goes on with --load FILE (docs/score-sheet.md).
The engine plays a best move with the probability of its strength, otherwise any move.")]
pub struct Play {
    /// The address: a game, its parameters and a position; numbers alone are Nim
    #[arg(value_name = "ADDRESS", allow_negative_numbers = true)]
    pub address: Vec<String>,
    /// Misère play: whoever cannot move wins
    #[arg(long)]
    pub misere: bool,
    /// Who moves first
    #[arg(long, value_name = "WHO", default_value = "person", value_parser = ["person", "engine"])]
    pub first: String,
    /// Your seat, in games for more than two players
    #[arg(long, value_name = "N", conflicts_with = "first")]
    pub seat: Option<usize>,
    /// Two people play at one keyboard
    #[arg(long, conflicts_with_all = ["first", "seat", "strength", "watch"])]
    pub two: bool,
    /// What the people are called, in the order of their moves, such as Ann,Bob
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "watch")]
    pub names: Vec<String>,
    /// How strong the engine is, from 0 (random) to 100 (perfect)
    #[arg(long, value_name = "PERCENT", default_value = "100", value_parser = percent)]
    pub strength: u8,
    /// With --watch, how strong the other engines are
    #[arg(long, value_name = "PERCENT", requires = "watch", value_parser = percent)]
    pub strength_two: Option<u8>,
    /// The same number gives the same game
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Let engines play it out among themselves
    #[arg(long, conflicts_with_all = ["first", "seat"])]
    pub watch: bool,
    /// Go on with a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["address", "misere", "first", "seat", "strength", "seed", "watch", "two", "names"])]
    pub load: Option<PathBuf>,
    /// Save the game after every move
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// The engine looks positions up in this tablebase first
    #[arg(long, value_name = "DIR")]
    pub tablebase: Option<PathBuf>,
    /// Moves after which engines among themselves stop
    #[arg(long, value_name = "N", default_value = "1000", value_parser = amount)]
    pub plies: usize,
    /// Positions a search may store
    #[arg(long, value_name = "N", default_value = "20000000", value_parser = count)]
    pub positions: u64,
    /// Memory for its tables, such as 500MB or 4GB
    #[arg(long, value_name = "SIZE", default_value = "1GB", value_parser = size)]
    pub memory: u64,
    /// Seconds to think about a move
    #[arg(long, value_name = "S", default_value = "5", value_parser = seconds)]
    pub seconds: f64,
}

/// Every shortcut of every game against the definition.
#[derive(Args)]
#[command(after_help = "Examples:
  bouton verify
  bouton verify kayles
  bouton verify disagreements
  bouton verify theory
  bouton verify chomp --json

With --deep larger positions are checked; that takes minutes.
Statements in print that are wrong are refuted again each time (docs/disagreements.md).")]
pub struct Verify {
    /// One game, also with parameters or a file of rules; `disagreements` or `theory`; all if left out
    pub name: Option<String>,
    /// Larger positions and more of them
    #[arg(long)]
    pub deep: bool,
    /// One JSON object per game
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub bounds: LongBounds,
}

/// How long to try before giving up; giving up is never a value.
#[derive(Args)]
pub struct Budget {
    /// Positions a search may store
    #[arg(long, value_name = "N", default_value = "100000000", value_parser = count)]
    pub positions: u64,
    /// Memory for its tables, such as 500MB or 4GB
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = size)]
    pub memory: u64,
    /// Seconds for each address
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    pub seconds: f64,
}

impl Budget {
    /// A question within this budget, to which a tick is still to be added.
    pub fn ask(&self) -> Ask<'static> {
        Ask { positions: self.positions, bytes: self.memory, ..Ask::default() }
    }

    /// What the question may cost in all.
    pub fn limits(&self) -> Limits {
        Limits { seconds: self.seconds, bytes: self.memory }
    }
}

/// What work that is no search may cost.
#[derive(Args)]
pub struct Bounds {
    /// Memory in all, such as 500MB or 4GB
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = size)]
    pub memory: u64,
    /// Seconds for each question
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    pub seconds: f64,
}

impl Bounds {
    /// The same in one word.
    pub fn limits(&self) -> Limits {
        Limits { seconds: self.seconds, bytes: self.memory }
    }
}

/// What work that may take hours is not to pass.
#[derive(Args)]
pub struct LongBounds {
    /// Memory in all, such as 500MB or 4GB; no limit if left out
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<u64>,
    /// Seconds in all; no limit if left out
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub seconds: Option<f64>,
}

impl LongBounds {
    /// The same in one word.
    pub fn limits(&self) -> Limits {
        Limits {
            seconds: self.seconds.unwrap_or(f64::INFINITY),
            bytes: self.memory.unwrap_or(u64::MAX),
        }
    }
}

/// A number from 0 to 100.
fn percent(text: &str) -> Result<u8, String> {
    let number = text.trim_end_matches('%').parse::<u8>().ok().filter(|number| *number <= 100);
    number.ok_or_else(|| {
        format!("'{text}' is not a strength: write a whole number from 0 to 100, such as 60")
    })
}

/// What an amount is at most.
pub const LONGEST: usize = 1_000_000;

/// A number from 0 to a million.
fn amount(text: &str) -> Result<usize, String> {
    let number = text.parse::<bouton::natural::Natural>().ok().and_then(|number| number.to_u64());
    let small = number.filter(|number| *number <= LONGEST as u64).map(|number| number as usize);
    small.ok_or_else(|| {
        format!("'{text}' is not an amount: write a whole number from 0 to 1000000, such as 100")
    })
}

/// A number from 1 to 256.
fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok().filter(|number| (1..=256).contains(number));
    number.ok_or_else(|| {
        format!(
            "'{text}' is not a number of threads: write a whole number from 1 to 256, such as 2"
        )
    })
}

/// A count, also as 1e6 or 10^6.
fn count(text: &str) -> Result<u64, String> {
    let wrong = || {
        format!("'{text}' is not a count: write a whole number from 1 up, such as 1000000 or 1e6")
    };
    let number = match text.split_once(['e', 'E']) {
        Some((digits, zeros)) => {
            let power = 10u64.checked_pow(zeros.parse().map_err(|_| wrong())?).ok_or_else(wrong)?;
            digits.parse::<u64>().ok().and_then(|digits| digits.checked_mul(power))
        }
        None => text.parse::<bouton::natural::Natural>().ok().and_then(|number| number.to_u64()),
    };
    number.filter(|number| *number > 0).ok_or_else(wrong)
}

fn size(text: &str) -> Result<u64, String> {
    let wrong =
        || format!("'{text}' is not a size: write a number with kB, MB or GB, such as 500MB");
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1 << 10,
        "m" | "mb" => 1 << 20,
        "g" | "gb" => 1 << 30,
        "t" | "tb" => 1u64 << 40,
        _ => return Err(wrong()),
    };
    let number: u64 = digits.parse().map_err(|_| wrong())?;
    number.checked_mul(unit).filter(|bytes| *bytes > 0).ok_or_else(wrong)
}

fn seconds(text: &str) -> Result<f64, String> {
    let wrong = || format!("'{text}' is not a time: write seconds, such as 10 or 0.5");
    text.parse::<f64>()
        .ok()
        .filter(|seconds| *seconds > 0.0 && seconds.is_finite())
        .ok_or_else(wrong)
}

impl Arguments {
    /// Reads the command line; on failure or `--help` says so and gives the exit status.
    pub fn read() -> Result<Arguments, ExitCode> {
        let failure = match Arguments::try_parse() {
            Ok(Arguments { command: None, solve }) if solve.is_empty() && !solve.json => {
                output::answer(&Arguments::command().render_help().to_string());
                return Err(ExitCode::SUCCESS);
            }
            Ok(arguments) => return Ok(arguments),
            Err(failure) => failure,
        };
        // Whoever asked for JSON gets JSON, also when the question cannot be read.
        if failure.use_stderr() && std::env::args_os().any(|word| word == "--json") {
            let message = failure.to_string();
            let first = message.lines().next().unwrap_or("").trim_start_matches("error: ");
            output::answer(&(crate::commands::told_as_json(&Error::input(first), None) + "\n"));
            return Err(ExitCode::from(2));
        }
        // A closed pipe is not an error.
        let _ = failure.print();
        Err(ExitCode::from(failure.exit_code() as u8))
    }
}

impl Solve {
    fn is_empty(&self) -> bool {
        self.address.is_empty() && self.batch.is_none()
    }
}
