//! Many codes worked through on all cores, into a table that grows in a file row by row and can be continued.

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bouton::Error;
use cpu_time::ThreadTime;
use indicatif::{ProgressBar, ProgressStyle};

use crate::files::{self, Place};
use crate::patience;

/// The rows of the file, if there is one; a new file gets its head. `kind` is what the table is called.
pub fn begin<R>(
    path: &Path,
    kind: &str,
    header: &str,
    read: impl Fn(&str) -> Option<Vec<R>>,
) -> Result<(Place, Vec<R>), Error> {
    let shown = path.display();
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        return Err(Error::input(format!(
            "{shown} is not an ordinary file: the table of a {kind} needs one"
        )));
    }
    let mut place = Place::reserve(path, true)?;
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Error::input(format!("{shown} cannot be read: {error}"))),
    };
    let head = format!("{header}\n");
    // An older version could be stopped while it wrote the head.
    let (rows, whole) = match read(&text) {
        Some(rows) => (rows, &text[..text.rfind('\n').map_or(0, |end| end + 1)]),
        None if head.starts_with(&text) => (Vec::new(), &head[..]),
        None => {
            return Err(Error::input(format!(
                "{shown} is not a table of a {kind}, and nothing in it was changed: name another file"
            )));
        }
    };
    // What was torn off is cut off, so that the next row begins on a line of its own; and rows need a file.
    if whole.len() != text.len() || !path.exists() {
        place.write(|out| out.write_all(whole.as_bytes()))?;
    }
    Ok((place, rows))
}

/// How many codes are done, on a terminal.
pub fn progress(codes: usize) -> ProgressBar {
    let bar = ProgressBar::new(codes as u64);
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} codes, {msg}") {
        bar.set_style(style);
    }
    bar
}

/// The number of threads: as many as there are cores, unless somebody says otherwise.
pub fn threads(wanted: Option<u64>) -> u64 {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    wanted.unwrap_or_else(cores).clamp(1, 1024)
}

/// A row of a table, with what is told of it on the way.
pub struct Done<R> {
    pub row: R,
    /// The row as the file has it.
    pub line: String,
    pub status: String,
}

/// What `work` makes of each code. It is told the clock of its thread alone, so that a busy machine changes no row, and
/// answers nothing where the code is left for later. Rows go to the file as they come.
pub fn each<R: Send>(
    codes: &[String],
    threads: u64,
    place: Option<&Place>,
    name: Option<&Path>,
    bar: &ProgressBar,
    work: impl Fn(&str, ThreadTime) -> Result<Option<Done<R>>, Error> + Sync,
) -> Result<Vec<R>, Error> {
    let file = place.map(files::open_to_grow).transpose()?;
    let (next, rows) = (AtomicUsize::new(0), Mutex::new((Vec::<R>::new(), file)));
    let failed: Mutex<Option<Error>> = Mutex::new(None);
    let fail = |error: Error| {
        if let Ok(mut failed) = failed.lock() {
            failed.get_or_insert(error);
        }
    };
    let worker = || {
        while let Some(code) = codes.get(next.fetch_add(1, Ordering::Relaxed)) {
            if patience::interrupted() {
                return;
            }
            let done = match work(code, ThreadTime::now()) {
                Ok(done) => done,
                Err(error) => return fail(error),
            };
            let Some(Done { row, line, status }) = done else { continue };
            bar.set_message(format!("{code} {status}"));
            bar.inc(1);
            let Ok(mut rows) = rows.lock() else { return };
            if let Some(file) = &mut rows.1
                && let Err(error) = file.write_all(format!("{line}\n").as_bytes())
            {
                let name = name.unwrap_or(Path::new("-"));
                return fail(files::failure(name, &error, "run the same again to go on"));
            }
            rows.0.push(row);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(worker);
        }
    });
    match failed.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => Ok(rows.into_inner().map(|(rows, _)| rows).unwrap_or_default()),
    }
}
