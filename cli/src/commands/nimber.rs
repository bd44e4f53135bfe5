//! `bouton nimber`: expressions in the field of nimbers, and products of pairs.

use std::io::{Read, Write};
use std::path::Path;

use bouton::Error;
use bouton::nimber::expression::{self, Answer};
use bouton::nimber::pairs::Pairs;
use serde_json::{Value, json};

use super::batch::{self, Way};
use super::fail;
use crate::arguments::{Arguments, Nimber};
use crate::patience::{Patience, listen_for_interrupt};
use crate::{input, output};

pub fn run(arguments: &'static Arguments, command: &Nimber) -> u8 {
    listen_for_interrupt();
    if let Some(path) = &command.pairs {
        return pairs(path);
    }
    if let Some(path) = &command.batch {
        let answer = if command.json { line_as_json } else { line };
        let way = Way { limits: command.bounds.limits(), answer, told };
        return batch::run::<()>(arguments, path, way);
    }
    let text = command.expression.join(" ");
    if command.expression.is_empty() {
        let error =
            Error::input("an expression is missing: write one, such as bouton nimber \"5 * 7\"");
        return fail(&error, None, command.json);
    }
    let patience = Patience::new(command.bounds.limits(), None, command.json);
    let value = expression::evaluate(&text);
    drop(patience);
    match value {
        Ok(answer) if command.json => output::answer(&format!("{}\n", object(&text, &answer))),
        Ok(answer) => {
            output::answer(&format!("{answer}\n"));
            if is_plain_power(&text) {
                output::message(&format!(
                    "{text} is a power of nimbers; their sum is written {}",
                    text.replace('^', " xor ").split_whitespace().collect::<Vec<_>>().join(" ")
                ));
            }
        }
        Err(fault) if command.json => {
            output::answer(&format!("{}\n", error_object(&text, &fault.error)));
            return fault.error.exit_code();
        }
        Err(fault) => {
            output::message(&fault.error.to_string());
            mark(&text, fault.column);
            return fault.error.exit_code();
        }
    }
    0
}

/// Whether an expression is one number, `^` and another: a power here, but the xor of programming languages.
fn is_plain_power(text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    const LONGEST: usize = 60;
    text.len() <= LONGEST
        && text
            .split_once('^')
            .is_some_and(|(base, power)| is_number(base.trim()) && is_number(power.trim()))
}

/// The expression with a mark below the column, if it fits on a line.
fn mark(text: &str, column: usize) {
    const WIDTH: usize = 72;
    let first = column.saturating_sub(WIDTH / 2);
    let shown: String = text
        .chars()
        .skip(first)
        .take(WIDTH)
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    let _ = writeln!(
        std::io::stderr(),
        "  {shown}\n  {}^",
        " ".repeat(column - 1 - first.min(column - 1))
    );
}

fn object(text: &str, answer: &Answer) -> Value {
    let mut object = json!({"expression": text, "value": answer.to_string()});
    if let Answer::Roots(roots) = answer {
        object["values"] = json!(roots);
    }
    object
}

fn error_object(text: &str, error: &Error) -> Value {
    json!({"expression": text, "error": error})
}

fn line(_: &'static Arguments, line: &str, _: &mut (), _: &Patience) -> Result<String, Error> {
    expression::evaluate(line).map(|answer| answer.to_string()).map_err(|fault| fault.error)
}

fn line_as_json(
    _: &'static Arguments,
    line: &str,
    _: &mut (),
    _: &Patience,
) -> Result<String, Error> {
    let answer = expression::evaluate(line).map_err(|fault| fault.error)?;
    Ok(object(line, &answer).to_string())
}

fn told(error: &Error, line: Option<&str>) -> String {
    json!({"expression": line, "error": error}).to_string()
}

/// Bytes that are read at a time.
const CHUNK: usize = 1 << 18;

fn pairs(path: &Path) -> u8 {
    let mut pairs = Pairs::new();
    let mut file: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        match input::open(path) {
            Ok(file) => Box::new(file),
            Err(error) => return fail(&error, None, false),
        }
    };
    // Lines are handed over whole; what is left of the last one waits at the front.
    let mut buffer = vec![0; CHUNK];
    let (mut filled, mut out) = (0, Vec::with_capacity(2 * CHUNK));
    loop {
        if filled == buffer.len() {
            buffer.resize(2 * filled, 0);
        }
        let read = match file.read(&mut buffer[filled..]) {
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => {
                let error = Error::input(format!("the input cannot be read: {error}"));
                return fail(&error, None, false);
            }
        };
        filled += read;
        let whole = match buffer[..filled].iter().rposition(|byte| *byte == b'\n') {
            _ if read == 0 => filled,
            Some(last) => last + 1,
            // A line of a pair is short.
            None if filled > CHUNK => filled,
            None => continue,
        };
        out.clear();
        let mut result = pairs.feed(&buffer[..whole], &mut out);
        if read == 0 {
            result = result.and_then(|()| pairs.finish());
        }
        output::bytes(&out);
        if let Err(error) = result {
            return fail(&error, None, false);
        }
        if read == 0 {
            return 0;
        }
        buffer.copy_within(whole..filled, 0);
        filled -= whole;
    }
}
