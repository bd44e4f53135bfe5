//! Programs in each language: what is alike comes from the program, the rest stands here as it is written.

use super::dialect::Dialect;
use super::recursion::Recursion;
use super::{Answers, Body, Language, Program};
use crate::formula::Function;
use crate::value::{Outcome, Play};

mod frames;
mod helpers;

/// The longest line of a comment.
const WIDTH: usize = 96;

/// Numbers in a line of a table.
const IN_LINE: usize = 20;

/// The whole program.
pub fn program(program: &Program, language: Language) -> String {
    let mut dialect = Dialect::new(language);
    let function = function(program, &mut dialect);
    let mut parts = vec![comments(program, language)];
    let frame = frames::frame(language);
    parts.push(frame.head.to_string());
    let mut inside = Vec::new();
    for (place, table) in dialect.tables.iter().enumerate() {
        inside.push(constant(&Dialect::table(place), table, language));
    }
    if let Some((sums, lost)) = &program.quotient {
        inside.push(constant("SUMS", sums, language));
        inside.push(constant("LOST", lost, language));
    }
    let mut functions = dialect.functions.clone();
    // A triangular number is asked for by a root, as a square is.
    functions.sort_by_key(|function| matches!(function, Function::IsTriangular));
    if functions
        .iter()
        .any(|function| matches!(function, Function::IsSquare | Function::IsTriangular))
    {
        inside.push(helpers::root(language).to_string());
    }
    if dialect.difference {
        inside.push(helpers::difference(language).to_string());
    }
    let mut written: Vec<&str> = Vec::new();
    for function in functions {
        let text = helpers::function(function, language);
        // The same function with another number is written once.
        if !written.contains(&text) {
            written.push(text);
            inside.push(text.to_string());
        }
    }
    inside.push(function);
    inside.push(decide(program, language));
    let read = if program.lines { frame.lines } else { frame.tests };
    let word = |outcome| program.labels.word(outcome).replace('\\', "\\\\").replace('"', "\\\"");
    inside.push(
        read.replace("FIRST", &word(Outcome::Next)).replace("SECOND", &word(Outcome::Previous)),
    );
    let inside: Vec<String> =
        inside.iter().map(|part| indented(part.trim_matches('\n'), frame.indent)).collect();
    let inside = inside.join(frame.between);
    match frame.tail {
        "" => parts.push(inside),
        // A class stands around everything.
        tail => {
            let head = parts.pop().unwrap_or_default();
            parts.push(format!("{head}\n{inside}\n{tail}"));
        }
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
        .iter()
        .map(|part| part.trim_matches('\n').to_string() + "\n")
        .collect::<Vec<_>>()
        .join("\n")
}

fn indented(text: &str, indent: &str) -> String {
    let line = |line: &str| if line.is_empty() { String::new() } else { format!("{indent}{line}") };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

fn comments(program: &Program, language: Language) -> String {
    let sign = if language == Language::Python { "# " } else { "// " };
    let range = match language {
        Language::Python => "Numbers may have any size.",
        Language::Java => "Numbers must be below 2^63.",
        _ => "Numbers must be below 2^64.",
    };
    let options = textwrap::Options::new(WIDTH)
        .break_words(false)
        .initial_indent(sign)
        .subsequent_indent(sign);
    let lines = program.comment.iter().map(String::as_str).chain([range]);
    lines.map(|line| textwrap::fill(line, &options) + "\n").collect()
}

/// A list of numbers as a constant.
fn constant(name: &str, numbers: &[u64], language: Language) -> String {
    let suffix = match language {
        Language::Cpp => "ULL",
        Language::Java => "L",
        _ => "",
    };
    let word = |number: &u64| match *number > i32::MAX as u64 {
        true => format!("{number}{suffix}"),
        false => number.to_string(),
    };
    let lines: Vec<String> = numbers
        .chunks(IN_LINE)
        .map(|chunk| chunk.iter().map(word).collect::<Vec<_>>().join(", "))
        .collect();
    let list = match &lines[..] {
        [one] => one.clone(),
        _ => format!("\n    {},\n", lines.join(",\n    ")),
    };
    match language {
        Language::Cpp => format!("const number {name}[] = {{{list}}};"),
        Language::Python => format!("{name} = [{list}]"),
        Language::Rust => format!("const {name}: [u64; {}] = [{list}];", numbers.len()),
        Language::Java => format!("static final long[] {name} = {{{list}}};"),
    }
}

/// The function of the rule.
fn function(program: &Program, dialect: &mut Dialect) -> String {
    let language = dialect.language;
    let (name, what, result) = match program.answers {
        Answers::Sums(_) => ("grundy", "The Grundy value of a heap of n.", false),
        Answers::Classes => {
            ("heap_class", "The class of a heap of n in the misere quotient.", false)
        }
        Answers::Positions(_) => {
            ("lost", "Whether the player to move loses with best play on both sides.", true)
        }
    };
    let two = program.answers == Answers::Positions(2);
    let body = match &program.body {
        Body::Formula(formula) => {
            let value = if result { dialect.truth(formula) } else { dialect.number(formula) };
            match language {
                Language::Rust => value,
                Language::Python => format!("return {value}"),
                _ => format!("return {value};"),
            }
        }
        Body::Table(values) => {
            dialect.tables.push(values.clone());
            frames::from_table(language).to_string()
        }
        Body::Recursion(recursion) => return recursive(recursion, dialect, what),
    };
    let (number, truth) = frames::types(language);
    let of = if result { truth } else { number };
    let (sign, m) = match language {
        Language::Python => ("#", if two { ", m" } else { "" }),
        Language::Rust => ("//", if two { ", m: u64" } else { "" }),
        _ => ("//", if two { ", number m" } else { "" }),
    };
    let m = m.replace("number", number);
    let head = match language {
        Language::Python => format!("def {name}(n{m}):"),
        Language::Rust => format!("fn {name}(n: u64{m}) -> {of} {{"),
        Language::Cpp => format!("{of} {name}({number} n{m}) {{"),
        Language::Java => format!("static {of} {name}({number} n{m}) {{"),
    };
    let end = if language == Language::Python { "" } else { "\n}" };
    format!("{sign} {what}\n{head}\n{}{end}", indented(&body, "    "))
}

/// The definition: the least number that is not the value of an option.
fn recursive(recursion: &Recursion, dialect: &mut Dialect, what: &str) -> String {
    let language = dialect.language;
    let options = match recursion {
        Recursion::Take(numbers) => {
            dialect.tables.push(numbers.clone());
            frames::taking(language).to_string()
        }
        Recursion::Steps { before, next } => {
            let end = if language == Language::Python { "" } else { ";" };
            let declare = |(name, value): &(&str, u64)| match language {
                Language::Cpp => format!("number {name} = {value};"),
                Language::Java => format!("long {name} = {value};"),
                Language::Rust => format!("let mut {name}: u64 = {value};"),
                Language::Python => format!("{name} = {value}"),
            };
            let before: Vec<String> = before.iter().map(declare).collect();
            let next: Vec<String> = next.iter().map(|step| format!("{step}{end}")).collect();
            frames::stepping(language)
                .replace("BEFORE", &before.join("\n"))
                .replace("    NEXT", &indented(&next.join("\n"), "    "))
        }
        Recursion::Code { digits, unequal } => {
            dialect.tables.push(digits.clone());
            let least = match (*unequal, language) {
                (false, Language::Python) => "rest // 2 + 1",
                (true, Language::Python) => "(rest + 1) // 2",
                (false, Language::Rust) => "rest / 2 + 1",
                (true, Language::Rust) => "rest.div_ceil(2)",
                (false, _) => "a <= rest - a",
                (true, _) => "a < rest - a",
            };
            let note = match unequal {
                true => "4 two unequal heaps",
                false => "4 two heaps",
            };
            frames::breaking(language).replace("LEAST", least).replace("TWO", note)
        }
    };
    let depth = if language == Language::Rust { "    " } else { "        " };
    frames::definition(language)
        .replace("WHAT", what)
        .replace(&format!("{depth}OPTIONS"), &indented(&options, depth))
}

/// From the numbers of a position to who wins.
fn decide(program: &Program, language: Language) -> String {
    match program.answers {
        Answers::Sums(Play::Normal) => frames::sum(language, false).to_string(),
        Answers::Sums(Play::Misere) => frames::sum(language, true).to_string(),
        Answers::Classes => frames::classes(language).replace(
            "ORDER",
            &program.quotient.as_ref().map_or(0, |(_, lost)| lost.len()).to_string(),
        ),
        Answers::Positions(2) => frames::pair(language).to_string(),
        Answers::Positions(_) => frames::single(language).to_string(),
    }
}
