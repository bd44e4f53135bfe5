//! `bouton survey`: all codes of a kind, on all cores, in a table that can be continued.

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bouton::sequence::survey::{self, HEADER, Row};
use bouton::{Error, address};
use cpu_time::ThreadTime;
use indicatif::{ProgressBar, ProgressStyle};

use super::fail;
use crate::arguments::Survey;
use crate::files::{self, Place, named};
use crate::output;
use crate::patience::{self, listen_for_interrupt};

pub fn run(survey: &Survey) -> u8 {
    listen_for_interrupt();
    match work(survey) {
        Ok(()) if patience::interrupted() => {
            output::message("interrupted: run the same again to go on");
            130
        }
        Ok(()) => 0,
        Err(error) => fail(&error, None, false),
    }
}

/// Every code is first tried for so long: most are proved in milliseconds.
const FIRST_TRY: f64 = 0.1;

fn work(survey: &Survey) -> Result<(), Error> {
    let entry = address::entry(&survey.game)?;
    if !entry.parameters.iter().any(|parameter| parameter.key == "code") {
        return Err(Error::Unsupported(format!(
            "{} has no codes to go over: a survey needs a game by code, such as octal",
            survey.game
        )));
    }
    let mut codes = survey::codes(survey.digits)?;
    for code in &survey.also {
        code.parse::<bouton::sequence::Code>()?;
        codes.push(survey::shortest(code));
    }
    let (mut place, mut rows) = match named(&survey.output) {
        Some(path) => begin(path).map(|(place, rows)| (Some(place), rows))?,
        None => (None, Vec::new()),
    };
    // A file may be anybody's: what it calls proved is proved again, and comes first.
    let mut proved: Vec<String> = Vec::new();
    rows.retain(|row| {
        let again = row.status == "proved";
        if again {
            proved.push(row.code.clone());
        }
        !again
    });
    let done = |code: &String| {
        rows.iter().any(|row| row.code == *code && row.seconds >= survey.seconds)
            && !proved.contains(code)
    };
    codes.retain(|code| !done(code));
    codes.sort_by_key(|code| !proved.contains(code));
    let bar = ProgressBar::new(codes.len() as u64);
    if !std::io::stderr().is_terminal() {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} codes, {msg}") {
        bar.set_style(style);
    }
    let first = FIRST_TRY.min(survey.seconds);
    for seconds in [first, survey.seconds] {
        // After the short try only what is proved counts as done.
        let last = seconds >= survey.seconds;
        let found = round(survey, place.as_ref(), &codes, seconds, last, &bar)?;
        codes.retain(|code| !found.iter().any(|row| row.code == *code));
        rows.extend(found);
        if codes.is_empty() || patience::interrupted() {
            break;
        }
    }
    bar.finish_and_clear();
    if patience::interrupted() && place.is_some() {
        return Ok(());
    }
    let table = survey::table(rows);
    match &mut place {
        Some(place) => place.write(|out| out.write_all(table.as_bytes())),
        None => {
            output::answer(&table);
            Ok(())
        }
    }
}

/// The rows of the file, if there is one; a new file gets its head.
fn begin(path: &Path) -> Result<(Place, Vec<Row>), Error> {
    let shown = path.display();
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        return Err(Error::input(format!(
            "{shown} is not an ordinary file: the table of a survey needs one"
        )));
    }
    let mut place = Place::reserve(path, true)?;
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Error::input(format!("{shown} cannot be read: {error}"))),
    };
    let head = format!("{HEADER}\n");
    // An older version could be stopped while it wrote the head.
    let (rows, whole) = match survey::read(&text) {
        Some(rows) => (rows, &text[..text.rfind('\n').map_or(0, |end| end + 1)]),
        None if head.starts_with(&text) => (Vec::new(), &head[..]),
        None => {
            return Err(Error::input(format!(
                "{shown} is not a table of a survey, and nothing in it was changed: name another file"
            )));
        }
    };
    // What was torn off is cut off, so that the next row begins on a line of its own.
    if whole.len() != text.len() {
        place.write(|out| out.write_all(whole.as_bytes()))?;
    }
    Ok((place, rows))
}

/// Searches each code for so many seconds, on all cores. Rows go to the file as they come.
fn round(
    survey: &Survey,
    place: Option<&Place>,
    codes: &[String],
    seconds: f64,
    last: bool,
    bar: &ProgressBar,
) -> Result<Vec<Row>, Error> {
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let threads = survey.threads.unwrap_or_else(cores).clamp(1, 1024);
    let length = usize::try_from(survey.memory / threads).unwrap_or(usize::MAX);
    let file = place.map(files::open_to_grow).transpose()?;
    let (next, rows) = (AtomicUsize::new(0), Mutex::new((Vec::<Row>::new(), file)));
    let failed: Mutex<Option<Error>> = Mutex::new(None);
    let fail = |error: Error| {
        if let Ok(mut failed) = failed.lock() {
            failed.get_or_insert(error);
        }
    };
    let worker = || {
        while let Some(code) = codes.get(next.fetch_add(1, Ordering::Relaxed)) {
            // The time of this thread alone: a busy machine changes no row.
            let start = ThreadTime::now();
            let mut go_on = |_| !patience::interrupted() && start.elapsed().as_secs_f64() < seconds;
            let row = match survey::row(code, length, survey.seconds, &mut go_on) {
                Ok(row) => row,
                Err(error) => return fail(error),
            };
            if patience::interrupted() {
                return;
            }
            if row.status != "proved" && !last {
                continue;
            }
            bar.set_message(format!("{code} {}", row.status));
            bar.inc(1);
            let Ok(mut rows) = rows.lock() else { return };
            if let Some(file) = &mut rows.1
                && let Err(error) = file.write_all(format!("{}\n", row.line()).as_bytes())
            {
                let name = survey.output.as_deref().unwrap_or(Path::new("-"));
                let rest = "run the same again to go on";
                return fail(files::failure(name, &error, rest));
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
