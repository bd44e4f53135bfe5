//! `bouton survey`: all codes of a kind, on all cores, in a table that can be continued.

mod open;

use std::io::Write;

use bouton::sequence::atlas;
use bouton::sequence::survey::{self, HEADER, Row};
use bouton::{Error, address};
use indicatif::ProgressBar;

use super::fail;
use crate::arguments::Survey;
use crate::codes::{self, Done};
use crate::files::{Place, named};
use crate::output;
use crate::patience::{self, listen_for_interrupt};

pub fn run(survey: &Survey) -> u8 {
    listen_for_interrupt();
    let done = if survey.open { open::work(survey) } else { work(survey) };
    match done {
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
    let game = survey.game.as_deref().unwrap_or("octal");
    let entry = address::entry(game)?;
    if !entry.parameters.iter().any(|parameter| parameter.key == "code") {
        return Err(Error::Unsupported(format!(
            "{game} has no codes to go over: a survey needs a game by code, such as octal"
        )));
    }
    let mut codes = survey::codes(survey.digits)?;
    for code in &survey.also {
        code.parse::<bouton::sequence::Code>()?;
        codes.push(survey::shortest(code));
    }
    let (mut place, mut rows) = match named(&survey.output) {
        Some(path) => codes::begin(path, "survey", HEADER, survey::read)
            .map(|(place, rows)| (Some(place), rows))?,
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
    let bar = codes::progress(codes.len());
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
    // What the atlas knows from longer searches is not lost to a survey of seconds.
    for row in &mut rows {
        if row.status != "proved"
            && let Some(certified) = atlas::row(&row.code).filter(|known| known.status == "proved")
        {
            *row = Row { seconds: row.seconds, ..certified.clone() };
        }
    }
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

/// Searches each code for so many seconds, on all cores.
fn round(
    survey: &Survey,
    place: Option<&Place>,
    codes: &[String],
    seconds: f64,
    last: bool,
    bar: &ProgressBar,
) -> Result<Vec<Row>, Error> {
    let threads = codes::threads(survey.threads);
    let length = usize::try_from(survey.memory / threads).unwrap_or(usize::MAX);
    codes::each(codes, threads, place, survey.output.as_deref(), bar, |code, start| {
        let mut go_on = |_| !patience::interrupted() && start.elapsed().as_secs_f64() < seconds;
        let row = survey::row(code, length, survey.seconds, &mut go_on)?;
        let counts = row.status == "proved" || last;
        // A row that an interruption cut short says nothing.
        let counts = counts && !patience::interrupted();
        Ok(counts.then(|| Done { line: row.line(), status: row.status.to_string(), row }))
    })
}
