//! `bouton survey --open`: goes on with the open codes of the atlas, each from a state of its own.
//!
//! In the folder: `open.csv`, the table, which grows row by row; `CODE.state`, where a search stopped; `CODE.cert`, the
//! proof of what was found. All of it may be interrupted or killed at any time.

use std::collections::HashMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use bouton::Error;
use bouton::sequence::engine::Choice;
use bouton::sequence::search::Search;
use bouton::sequence::survey::{self, HEADER, Row};
use bouton::sequence::{Code, Values, atlas, certificate};
use cpu_time::ThreadTime;

use crate::arguments::Survey;
use crate::codes::{self, Done};
use crate::files::Target;
use crate::memory;
use crate::output;
use crate::patience;
use crate::sequences::progress::Progress;

/// Values kept at either end of each search at first; where they turn out too few, four times as many.
const KEPT: usize = 1 << 22;

/// Bytes for each of them: both ends, values of two bytes, and what is being moved.
const BYTES: u64 = 8;

pub fn work(survey: &Survey) -> Result<(), Error> {
    let folder = Folder(&survey.states);
    folder.make()?;
    let table = folder.file("open.csv");
    let (mut place, rows) = codes::begin(&table, "survey", HEADER, survey::read)?;
    let mut known: HashMap<String, Row> = HashMap::new();
    for row in rows {
        // The same code has a row for each time that it was gone on with.
        let more = known.get(&row.code).is_none_or(|old| old.seconds <= row.seconds);
        if more {
            known.insert(row.code.clone(), row);
        }
    }
    let codes = chosen(survey, &folder, &known)?;
    let bar = codes::progress(codes.len());
    let threads = codes::threads(survey.threads);
    let failed = std::sync::Mutex::new(Vec::new());
    let found = codes::each(&codes, threads, Some(&place), Some(&table), &bar, |code, start| {
        let before = known.get(code).map_or(0.0, |row| row.seconds);
        match go_on_with(code, before, &folder, survey, start) {
            Ok(row) => Ok(Some(Done { line: row.line(), status: row.status.clone(), row })),
            // One state that is damaged, or held by another run, is no reason to leave the others.
            Err(error) => {
                if let (Ok(mut failed), false) = (failed.lock(), patience::interrupted()) {
                    failed.push((code.to_string(), error));
                }
                Ok(None)
            }
        }
    })?;
    bar.finish_and_clear();
    let proved: Vec<Row> = found.iter().filter(|row| row.status == "proved").cloned().collect();
    let worked = found.len();
    known.extend(found.into_iter().map(|row| (row.code.clone(), row)));
    let whole = survey::table(known.into_values().collect());
    place.write(|out| out.write_all(whole.as_bytes()))?;
    output::answer(&told(&proved, worked, &folder));
    let failed = failed.into_inner().unwrap_or_default();
    for (code, error) in &failed {
        output::message(&format!("{code} was left out: {error}"));
    }
    match failed.into_iter().next() {
        Some((_, error)) if worked == 0 => Err(error),
        _ => Ok(()),
    }
}

/// The codes to go on with, most promising first: what was not given its time yet and has no proof. A code that had the
/// values of another so far waits for that one, and comes first when it is proved.
fn chosen(
    survey: &Survey,
    folder: &Folder<'_>,
    known: &HashMap<String, Row>,
) -> Result<Vec<String>, Error> {
    let due = |code: &str| {
        let spent = known.get(code).map_or(0.0, |row| row.seconds);
        spent < survey.seconds && !folder.has_proof(code)
    };
    let mut codes: Vec<String> = Vec::new();
    for code in &survey.also {
        code.parse::<Code>()?;
        codes.push(survey::shortest(code));
    }
    let is_proved = |code: &str| {
        folder.has_proof(code) || atlas::row(code).is_some_and(|row| row.status == "proved")
    };
    let mut open: Vec<(&Row, bool)> = Vec::new();
    for row in atlas::open() {
        match row.equivalent.split(' ').next() {
            Some("") | None => open.push((row, false)),
            Some(first) if is_proved(first) => open.push((row, true)),
            Some(_) => {}
        }
    }
    // What a search has seen since says more than the atlas.
    let largest = |row: &Row| known.get(&row.code).map_or(row.largest, |seen| seen.largest);
    open.sort_by_key(|(row, proved)| (!proved, largest(row)));
    codes.extend(open.into_iter().map(|(row, _)| row.code.clone()));
    codes.retain(|code| due(code));
    let most = survey.most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
    codes.truncate(most);
    Ok(codes)
}

/// Searches on from the state of a code, until its time is over; writes the proof if there is one.
fn go_on_with(
    code: &str,
    before: f64,
    folder: &Folder<'_>,
    survey: &Survey,
    start: ThreadTime,
) -> Result<Row, Error> {
    let rules: Code = code.parse()?;
    let mut progress = Progress::new(&folder.file(&format!("{code}.state")))?;
    let mut search = match progress.read()? {
        Some(state) => Search::resume(&rules, &state, Choice::default())?,
        None => afresh(&rules, KEPT)?,
    };
    let most = survey.memory / codes::threads(survey.threads) / BYTES;
    let spent = || before + start.elapsed().as_secs_f64();
    loop {
        let mut go_on = |_| {
            !patience::interrupted() && spent() < survey.seconds && memory::used() < survey.memory
        };
        match progress.run(&mut search, usize::MAX, &mut go_on) {
            Ok(()) => break,
            // A rare position so late was not expected: to be sure of one all values are looked at. So all of
            // them are kept this time, as far as that one and beyond.
            Err(Error::Unsupported(_)) if search.values().start() > 0 => {
                let keep = 4 * search.values().limit().unwrap_or(KEPT);
                if keep as u64 > most {
                    return Err(Error::Stopped(format!(
                        "heap {} needs values that there was no memory for: give more (--memory)",
                        search.length()
                    )));
                }
                search = afresh(&rules, keep)?;
            }
            Err(error) => return Err(error),
        }
    }
    if search.proved().is_some() {
        // The proof is there; writing it down may take a while more.
        let mut go_on = |_| !patience::interrupted();
        let text = certificate::write(&rules, &mut search, &mut go_on)?;
        Target::new(&Some(folder.proof(code)), true)?.text(&text)?;
    }
    Ok(survey::row_of(code, &search, (spent() * 1000.0).round() / 1000.0))
}

fn afresh(rules: &Code, keep: usize) -> Result<Search<'_>, Error> {
    Search::new(rules, Values::default(), Choice { keep: Some(keep), ..Choice::default() })
}

fn told(proved: &[Row], worked: usize, folder: &Folder<'_>) -> String {
    let codes = |number: usize| match number {
        1 => "1 code".to_string(),
        number => format!("{number} codes"),
    };
    let number = |number: Option<u64>| number.unwrap_or(0);
    let mut text = String::new();
    for row in proved {
        let cert = folder.proof(&row.code);
        text += &format!(
            "{}: period {}, preperiod {}: proved ({}). bouton check {}\n",
            row.code,
            number(row.period),
            number(row.preperiod),
            row.proof,
            cert.display()
        );
    }
    let open = atlas::open();
    let left = open.iter().filter(|row| !folder.has_proof(&row.code)).count();
    text + &format!(
        "Went on with {}, {} proved; {left} of the atlas's {} open codes are open. Table and states: {}\n",
        codes(worked),
        proved.len(),
        open.len(),
        folder.0.display()
    )
}

/// Where states, proofs and the table are.
struct Folder<'a>(&'a Path);

impl Folder<'_> {
    fn make(&self) -> Result<(), Error> {
        fs::create_dir_all(self.0).map_err(|error| {
            Error::input(format!("the folder {} cannot be made: {error}", self.0.display()))
        })
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn proof(&self, code: &str) -> PathBuf {
        self.file(&format!("{code}.cert"))
    }

    fn has_proof(&self, code: &str) -> bool {
        self.proof(code).is_file()
    }
}
