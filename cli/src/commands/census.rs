//! `bouton misere --census`: the quotients of all codes of a kind, on all cores, in a table that can be continued.

use std::io::Write;

use bouton::ask::Flow;
use bouton::misere::census::{self, HEADER, Row};
use bouton::render::json;
use bouton::sequence::survey;
use bouton::{Ask, Error, address};

use super::fail;
use crate::arguments::Misere;
use crate::codes::{self, Done};
use crate::files::{Place, named};
use crate::output;
use crate::patience::interrupted;

/// Seconds of processor time for a code where nobody says how many.
const SECONDS: f64 = 2.0;

/// Heaps that are looked at at most: several times as many as the longest way to a period that is known.
const MOST_HEAPS: usize = 20_000;

pub fn run(misere: &Misere, game: &str) -> u8 {
    match work(misere, game) {
        Ok(()) if interrupted() => {
            output::message("interrupted: run the same again to go on");
            130
        }
        Ok(()) => 0,
        Err(error) => fail(&error, None, misere.json),
    }
}

fn work(misere: &Misere, game: &str) -> Result<(), Error> {
    let entry = address::entry(game)?;
    if !entry.parameters.iter().any(|parameter| parameter.key == "code") {
        return Err(Error::Unsupported(format!(
            "{game} has no codes to go over: a census needs a game by code, such as octal"
        )));
    }
    let seconds = misere.seconds.unwrap_or(SECONDS);
    let mut codes = survey::codes(misere.digits)?;
    let (mut place, mut rows) = match named(&misere.output) {
        Some(path) => {
            let begun = match misere.json {
                true => codes::begin(path, "census", "", read_objects)?,
                false => codes::begin(path, "census", HEADER, census::read)?,
            };
            (Some(begun.0), begun.1)
        }
        None => (None, Vec::new()),
    };
    // A file may be anybody's: what it calls exact is proved again, which is quick, and comes first.
    let (exact, open): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(Row::is_exact);
    rows = open;
    let proved = |code: &String| exact.iter().any(|row| row.code == *code);
    let done = |code: &String| {
        rows.iter().any(|row| row.code == *code && row.seconds >= seconds) && !proved(code)
    };
    codes.retain(|code| !done(code));
    codes.sort_by_key(|code| !proved(code));
    rows.extend(round(misere, place.as_ref(), &codes, seconds)?);
    if interrupted() && place.is_some() {
        return Ok(());
    }
    let rows = census::in_order(rows);
    let table = match misere.json {
        true => rows.iter().map(|row| json::line(row) + "\n").collect(),
        false => census::table(&rows),
    };
    match &mut place {
        Some(place) => place.write(|out| out.write_all(table.as_bytes()))?,
        None => output::answer(&table),
    }
    Ok(())
}

/// Reads a file of objects that a census wrote or began, one on a line; those that are torn or spoilt are left out.
/// `None` where it is another file.
fn read_objects(text: &str) -> Option<Vec<Row>> {
    const START: &str = "{\"code\":";
    let own = |line: &str| line.starts_with(START) || START.starts_with(line);
    if !text.lines().all(own) {
        return None;
    }
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let row = |line: &str| serde_json::from_str::<Row>(line).ok();
    // What a table could not say is no row.
    Some(whole.lines().filter_map(row).filter_map(|row| Row::read(&row.line())).collect())
}

/// Each code for so many seconds, on all cores.
fn round(
    misere: &Misere,
    place: Option<&Place>,
    codes: &[String],
    seconds: f64,
) -> Result<Vec<Row>, Error> {
    let (bar, threads) = (codes::progress(codes.len()), codes::threads(misere.threads));
    let found =
        codes::each(codes, threads, place, misere.output.as_deref(), &bar, |code, start| {
            let tick = |_| match interrupted() || start.elapsed().as_secs_f64() > seconds {
                true => Flow::Stop("the time is up".to_string()),
                false => Flow::Continue,
            };
            let (positions, bytes) = (misere.positions, misere.memory / threads);
            let ask = Ask { tick: &tick, positions, bytes, ..Ask::default() };
            let to = misere.to.and_then(|to| usize::try_from(to).ok()).unwrap_or(MOST_HEAPS);
            let row = Row::of(code, to, seconds, &ask)?;
            let line = if misere.json { json::line(&row) } else { row.line() };
            let whole = !interrupted();
            Ok(whole.then(|| Done { line, status: row.status.to_string(), row }))
        });
    bar.finish_and_clear();
    found
}
