//! What goes out: answers to standard output, messages to standard error, colour on terminals only.

use std::io::{BufWriter, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use bouton::render::text::Style;

use crate::files;

use crate::patience::interrupted;

/// Whether the reader of standard output has gone away.
static GONE: AtomicBool = AtomicBool::new(false);

/// Whether nobody reads the answers any more: long work can end here, and with the status it has.
pub fn gone() -> bool {
    GONE.load(Ordering::Relaxed)
}

/// Writes to standard output. A reader that has gone away is not an error, and changes no exit status.
pub fn answer(text: &str) {
    let mut out = std::io::stdout().lock();
    finish(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Writes bytes that are text already.
pub fn bytes(bytes: &[u8]) {
    finish(std::io::stdout().lock().write_all(bytes));
}

/// Writes to standard output what is too long to be kept as a text.
pub fn stream(write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) {
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    finish(write(&mut out).and_then(|()| out.flush()));
}

/// What became of an attempt to write to standard output; where it cannot be written the process ends.
pub fn finish(written: std::io::Result<()>) {
    let status = match written {
        Ok(()) => return,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {
            return GONE.store(true, Ordering::Relaxed);
        }
        Err(_) if interrupted() => 130,
        Err(error) if error.kind() == ErrorKind::StorageFull => {
            message("the disk is full: the answer cannot be written");
            3
        }
        Err(error) => {
            message(&format!("the answer cannot be written: {error}"));
            2
        }
    };
    files::forget_unfinished();
    std::process::exit(status);
}

/// Writes one line to standard error.
pub fn message(text: &str) {
    let _ = writeln!(std::io::stderr(), "bouton: {text}");
}

/// How wide the terminal is. Some tell of no rows and know their columns.
#[cfg(unix)]
fn columns() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

#[cfg(not(unix))]
fn columns() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

/// How answers look on this standard output.
pub fn style() -> Style {
    let terminal = std::io::stdout().is_terminal();
    let width = columns().filter(|_| terminal).unwrap_or(80);
    let choice = anstream::AutoStream::choice(&std::io::stdout());
    Style {
        width: width.clamp(30, 100),
        colour: terminal && choice != anstream::ColorChoice::Never,
        sources: false,
    }
}
