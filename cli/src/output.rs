//! What goes out: answers to standard output, messages to standard error, colour on terminals only.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;

use bouton::Error;
use bouton::render::text::Style;

/// Writes to standard output. A reader that has gone away is not an error: there is nobody left to
/// tell, so the process ends quietly.
pub fn answer(text: &str) {
    write_answer(&mut std::io::stdout().lock(), text);
}

/// The same into an open writer, for many answers in a row.
pub fn write_answer(out: &mut dyn Write, text: &str) {
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(error) => {
            message(&format!("the answer cannot be written: {error}"));
            std::process::exit(2);
        }
    }
}

/// Writes an answer to a file, or to standard output if none is named.
pub fn answer_to(path: Option<&Path>, text: &str) -> Result<(), Error> {
    let Some(path) = path else {
        answer(text);
        return Ok(());
    };
    std::fs::write(path, text).map_err(|error| {
        let shown = path.display();
        Error::input(format!(
            "{shown} cannot be written: {error}; name a file in a folder that exists"
        ))
    })
}

/// Writes one line to standard error.
pub fn message(text: &str) {
    let _ = writeln!(std::io::stderr(), "bouton: {text}");
}

/// How answers look on this standard output.
pub fn style() -> Style {
    let terminal = std::io::stdout().is_terminal();
    let width = terminal_size::terminal_size()
        .filter(|_| terminal)
        .map_or(80, |(width, _)| width.0 as usize);
    let choice = anstream::AutoStream::choice(&std::io::stdout());
    Style {
        width: width.clamp(30, 100),
        colour: terminal && choice != anstream::ColorChoice::Never,
    }
}
