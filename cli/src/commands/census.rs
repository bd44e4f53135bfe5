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
        Some(path) => codes::begin(path, "census", HEADER, census::read)
            .map(|(place, rows)| (Some(place), rows))?,
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
    let table = census::table(&rows);
    if let Some(place) = &mut place {
        place.write(|out| out.write_all(table.as_bytes()))?;
    }
    match (misere.json, place.is_some()) {
        (true, _) => {
            let lines: Vec<String> = rows.iter().map(|row| json::line(row) + "\n").collect();
            output::answer(&lines.concat());
        }
        (false, false) => output::answer(&table),
        (false, true) => {}
    }
    Ok(())
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
            Ok(Some(Done { line: row.line(), status: row.status.to_string(), row }))
        });
    bar.finish_and_clear();
    found
}
