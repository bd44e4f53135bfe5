//! Programs that answer a game: short, self-contained, in a few languages, by the rule that was found.
//!
//! What a program does is a [`Program`], the same for all languages; a [`Language`] writes it down. The rule is a
//! formula where one was found ([`crate::pattern`]), otherwise the definition itself for heaps whose moves a code or a
//! set of numbers says, and otherwise a table of the values that were worked out.

mod dialect;
mod recursion;
mod write;

use std::str::FromStr;

use crate::address::Source;
use crate::ask::Ask;
use crate::error::{Error, quoted};
use crate::formula::Formula;
use crate::game::Game;
use crate::judge::{self, Labels};
use crate::pattern::classes::Classes;
use crate::pattern::{Finding, Observed, Pattern, Status, Subject};
use crate::value::Play;

use recursion::Recursion;

/// A language that programs are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C++17.
    Cpp,
    /// Python 3.8.
    Python,
    /// Rust 1.84.
    Rust,
    /// Java 11.
    Java,
}

impl Language {
    /// All of them, with their names.
    pub const ALL: [(Language, &'static str); 4] = [
        (Language::Cpp, "c++"),
        (Language::Python, "python"),
        (Language::Rust, "rust"),
        (Language::Java, "java"),
    ];

    /// The file that a program in it is usually written to.
    pub fn file(self) -> &'static str {
        match self {
            Language::Cpp => "main.cpp",
            Language::Python => "main.py",
            Language::Rust => "main.rs",
            Language::Java => "Main.java",
        }
    }
}

impl FromStr for Language {
    type Err = Error;

    fn from_str(text: &str) -> Result<Language, Error> {
        let wanted = text.trim().to_ascii_lowercase();
        let wanted = match wanted.as_str() {
            "cpp" | "cc" | "cxx" => "c++",
            "py" | "python3" => "python",
            "rs" => "rust",
            other => other,
        };
        let found = Language::ALL.iter().find(|(_, name)| *name == wanted);
        found.map(|(language, _)| *language).ok_or_else(|| {
            Error::input(format!(
                "{} is not a language that programs are written in: choose c++, python, rust or java",
                quoted(text)
            ))
        })
    }
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Wanted<'a> {
    /// The game, how far to look, and the play.
    pub subject: Subject<'a>,
    /// Positions of one number or of two, for games whose heaps do not add up; the best of them if left out.
    pub heaps: Option<usize>,
    /// The words for the answers; those of the preset's judge if left out.
    pub labels: Option<Labels>,
}

/// A program, in no language yet.
pub struct Program {
    /// What stands above it, line by line.
    comment: Vec<String>,
    body: Body,
    answers: Answers,
    /// Of a misère quotient: the sums of classes, row by row, and 1 for each that is lost.
    quotient: Option<(Vec<u64>, Vec<u64>)>,
    /// Whether positions are written out, one in each line, as LeetCode does.
    lines: bool,
    labels: Labels,
}

/// What the one function of a program does.
enum Body {
    /// A formula: the value of a heap, or whether a position is lost.
    Formula(Formula),
    /// The definition, with a table.
    Recursion(Recursion),
    /// A list of values, and nothing beyond it.
    Table(Vec<u64>),
}

/// Which positions are answered, and how.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answers {
    /// Any number of heaps by the xor of their values; in misère play as Nim.
    Sums(Play),
    /// Any number of heaps by the sum of their classes in the misère quotient.
    Classes,
    /// Positions of so many numbers, by whether they are lost.
    Positions(usize),
}

/// Values at most in a program.
const LONGEST_TABLE: usize = 2000;

impl Program {
    /// The program for a game; refused where there is neither a rule nor anything else that a program could do.
    pub fn new(
        wanted: &Wanted<'_>,
        source: &mut dyn Source,
        observe: &mut dyn FnMut(&Subject<'_>) -> Result<Observed, Error>,
        ask: &Ask<'_>,
    ) -> Result<Program, Error> {
        let text = wanted.subject.text.trim();
        let game = judge::open_with(text, source);
        let labels = wanted.labels.clone().unwrap_or_else(|| Labels::of(text));
        let lines = judge::writes_positions(text);
        let start = |body, answers, comment| Program {
            comment,
            body,
            answers,
            quotient: None,
            lines,
            labels,
        };
        if let Ok((game, own)) = &game
            && game.heap().is_some()
        {
            let play = if wanted.subject.misere { Play::Misere } else { *own };
            game.allows(play)?;
            if play == Play::Normal || game.heap().is_some_and(|rules| rules.tame()) {
                // Values are those of normal play in both.
                let name = game.name().to_string();
                let subject =
                    Subject { text: &name, heaps: 1, misere: false, to: wanted.subject.to };
                let observed = observe(&subject)?;
                let pattern = Pattern::new(&observed, ask)?;
                let (body, known) = heap_body(game, &observed, &pattern)?;
                return Ok(start(body, Answers::Sums(play), comment(text, play, known)));
            }
            // What is asked for by its numbers is answered so.
            if wanted.heaps.is_none()
                && let Some(rules) = game.heap()
                && let Some(classes) = Classes::new(rules, ask)?
                && classes.sums.len() <= LONGEST_TABLE
            {
                let (ground, body) = (classes.ground(), Body::Formula(classes.of_heap()));
                let known = format!("Proved: {} ({}).", ground.statement, ground.source);
                let comment = comment(text, play, vec![known]);
                let quotient = Some((classes.sums, classes.lost));
                return Ok(Program { quotient, ..start(body, Answers::Classes, comment) });
            }
        }
        let heaps = match &game {
            Ok((game, _)) => plain_heaps(game, wanted.heaps)?,
            Err(_) => 1,
        };
        let observed = observe(&Subject { heaps, ..wanted.subject.clone() })?;
        if observed.draws > 0 {
            return Err(Error::Unsupported(format!(
                "{} has draws, which such a program does not answer: 'bouton judge' does",
                observed.game
            )));
        }
        let pattern = Pattern::new(&observed, ask)?;
        let Some(rule) = &pattern.lost.rule else {
            let why = match observed.rules.as_ref().and_then(Game::heap) {
                Some(_) => "in misère play its heaps have no values that add up",
                None => "its moves are not those of single heaps",
            };
            return Err(Error::Unsupported(format!(
                "{} has no rule that was found in {} positions, and {why}, so that no short program can be written: \
                 'bouton judge' answers it, and 'bouton pattern' looks further with a larger size",
                observed.game, pattern.tried
            )));
        };
        let known = told(&pattern.lost, &pattern);
        let answers = Answers::Positions(observed.heaps);
        let mut comment = comment(text, observed.play, known);
        comment.push(match observed.heaps {
            2 => "It answers positions of two numbers, n and m.".to_string(),
            _ => "It answers positions of one number, n.".to_string(),
        });
        Ok(start(Body::Formula(rule.formula.clone()), answers, comment))
    }

    /// The program in a language.
    pub fn text(&self, language: Language) -> String {
        write::program(self, language)
    }
}

/// How many numbers the positions have that a program for a game of other kinds answers.
fn plain_heaps(game: &Game, wanted: Option<usize>) -> Result<usize, Error> {
    let reads = |positions: &[&str]| positions.iter().any(|position| game.read(position).is_ok());
    let (one, two) = (reads(&["1", "2", "5"]), reads(&["5 3", "3 5"]));
    match wanted {
        Some(1) if one => Ok(1),
        Some(2) if two => Ok(2),
        // A program for more numbers is worth more; single heaps have more rules in misère play.
        None if two && game.heap().is_none() => Ok(2),
        None if one => Ok(1),
        None if two => Ok(2),
        _ => Err(Error::Unsupported(format!(
            "positions of {} are not {}, and programs are written for numbers: give a family of positions with {{n}} \
             in its address, or let 'bouton judge' answer",
            game.name(),
            match wanted {
                Some(1) => "single numbers",
                Some(_) => "pairs of numbers",
                None => "one number or two",
            }
        ))),
    }
}

fn heap_body(
    game: &Game,
    observed: &Observed,
    pattern: &Pattern,
) -> Result<(Body, Vec<String>), Error> {
    let none =
        Error::Unsupported(format!("{} has no values that a program could use", game.name()));
    let Some(finding) = &pattern.values else { return Err(none) };
    if let Some(rule) = &finding.rule {
        return Ok((Body::Formula(rule.formula.clone()), told(finding, pattern)));
    }
    if let Some(recursion) = game.heap().and_then(|rules| Recursion::of(&rules.shape())) {
        let known =
            "No rule was found: the values are worked out one by one, as the game defines them.";
        return Ok((Body::Recursion(recursion), vec![known.to_string()]));
    }
    let values = observed.values.iter().flatten().copied().take(LONGEST_TABLE).collect::<Vec<_>>();
    let known = format!(
        "No rule was found: these are the values of heaps up to {}, and of no others.",
        values.len() - 1
    );
    Ok((Body::Table(values), vec![known]))
}

fn told(finding: &Finding, pattern: &Pattern) -> Vec<String> {
    let known = match (&finding.status, &finding.theorem) {
        (Status::Proved, Some(theorem)) => {
            format!("Proved: {} ({}).", theorem.statement, theorem.source)
        }
        _ => format!(
            "Not proved: seen to hold for all {} positions with numbers up to {}.",
            pattern.tried, pattern.to
        ),
    };
    vec![finding.sentence.clone(), known]
}

fn comment(text: &str, play: Play, known: Vec<String>) -> Vec<String> {
    let end = match play {
        Play::Normal => "whoever cannot move loses",
        Play::Misere => "whoever cannot move wins",
    };
    let mut lines = vec![format!("{text}: {end}.")];
    lines.extend(known);
    lines
}
