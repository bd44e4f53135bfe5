//! What goes out: answers to standard output, messages to standard error, colour on terminals only.

use std::fs::File;
use std::io::{BufWriter, ErrorKind, IsTerminal, Write};
use std::path::Path;

use bouton::Error;
use bouton::render::text::Style;

use crate::patience::interrupted;

/// Writes to standard output. A reader that has gone away is not an error: there is nobody left to
/// tell, so the process ends quietly.
pub fn answer(text: &str) {
    write_answer(&mut std::io::stdout().lock(), text);
}

/// Writes bytes that are text already.
pub fn bytes(bytes: &[u8]) {
    finish(std::io::stdout().lock().write_all(bytes));
}

/// The same into an open writer, for many answers in a row.
pub fn write_answer(out: &mut dyn Write, text: &str) {
    finish(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Writes to standard output what is too long to be kept as a text.
pub fn stream(write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) {
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    finish(write(&mut out).and_then(|()| out.flush()));
}

fn finish(written: std::io::Result<()>) {
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        Err(_) if interrupted() => std::process::exit(130),
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

/// Whether a file may be written: what exists is replaced only if that is asked for.
pub fn may_write(path: &Path, replace: bool) -> Result<(), Error> {
    let shown = path.display();
    match path.metadata() {
        Ok(there) if there.is_dir() => {
            Err(Error::input(format!("{shown} is a directory: give the name of a file")))
        }
        Ok(there) if there.is_file() && !replace => Err(Error::input(format!(
            "{shown} exists and is not overwritten: name another file, or add --force to replace it"
        ))),
        _ => Ok(()),
    }
}

/// Writes a file whole or not at all: beside its place first, and then moved there. Devices and
/// pipes are written as they are.
pub fn whole_file(
    path: &Path,
    replace: bool,
    write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
) -> Result<(), Error> {
    may_write(path, replace)?;
    let shown = path.display();
    let cannot = |error: std::io::Error| match error.kind() {
        _ if interrupted() => Error::Stopped(format!("interrupted: {shown} was not written")),
        ErrorKind::StorageFull => {
            Error::Stopped(format!("the disk is full: {shown} was not written"))
        }
        _ => Error::input(format!("{shown} cannot be written: {error}")),
    };
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        let file = File::options().write(true).open(path).map_err(cannot)?;
        let mut out = BufWriter::new(file);
        return match write(&mut out).and_then(|()| out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            written => written.map_err(cannot),
        };
    }
    let beside = beside(path, &format!("writing-{}", std::process::id()))?;
    let written = File::create(&beside)
        .and_then(|file| {
            let mut out = BufWriter::with_capacity(1 << 16, file);
            write(&mut out)?;
            out.flush()?;
            out.get_ref().sync_all()
        })
        .and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written.map_err(cannot)
}

/// The name of a file beside another one, which will take its place.
pub fn beside(path: &Path, why: &str) -> Result<std::path::PathBuf, Error> {
    let Some(name) = path.file_name() else {
        return Err(Error::input(format!("{} is not the name of a file", path.display())));
    };
    let mut name = name.to_os_string();
    name.push(format!(".{why}"));
    Ok(path.with_file_name(name))
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
