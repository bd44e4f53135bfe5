//! `bouton nimber`: expressions in the field of nimbers, and products of pairs.

use std::io::{Read, Write};
use std::path::Path;

use bouton::Error;
use bouton::nimber::expression::{self, Answer};
use bouton::nimber::pairs::Pairs;
use serde_json::{Value, json};

use super::fail;
use crate::arguments::Nimber;
use crate::{input, output};

pub fn run(command: &Nimber) -> u8 {
    if let Some(path) = &command.pairs {
        return pairs(path);
    }
    if let Some(path) = &command.batch {
        return batch(command, path);
    }
    let text = command.expression.join(" ");
    if command.expression.is_empty() {
        let error =
            Error::input("an expression is missing: write one, such as bouton nimber \"5 * 7\"");
        return fail(&error, None, command.json);
    }
    match expression::evaluate(&text) {
        Ok(answer) if command.json => output::answer(&format!("{}\n", object(&text, &answer))),
        Ok(answer) => output::answer(&format!("{answer}\n")),
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

/// One line of output for each line of input; errors are objects with and without `--json`.
fn batch(command: &Nimber, path: &Path) -> u8 {
    let lines = match input::open(path) {
        Ok(file) => input::Lines::new(file),
        Err(error) => return fail(&error, None, command.json),
    };
    let mut status = 0;
    let mut out = std::io::stdout().lock();
    for line in lines {
        let line = match line {
            Ok(text) => match expression::evaluate(&text) {
                Ok(answer) if command.json => object(&text, &answer).to_string(),
                Ok(answer) => answer.to_string(),
                Err(fault) => {
                    status = worse(status, fault.error.exit_code());
                    error_object(&text, &fault.error).to_string()
                }
            },
            Err(error) => {
                status = worse(status, error.exit_code());
                json!({"expression": null, "error": error}).to_string()
            }
        };
        output::write_answer(&mut out, &format!("{line}\n"));
    }
    status
}

/// Bad input weighs more than a budget that was reached.
fn worse(before: u8, now: u8) -> u8 {
    if before == 2 || now == 2 { 2 } else { before.max(now) }
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
