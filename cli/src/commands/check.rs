//! `bouton check`: a certificate, judged by code that knows nothing of how it was made.

use std::io::Read;
use std::sync::Mutex;

use bouton::ask::{Flow, Progress};
use bouton::misere;
use bouton::render::misere as quotients;
use bouton::render::period::{checked, checked_data};
use bouton::render::strategy as strategies;
use bouton::sequence::check::{self, How};
use bouton::strategy::check as strategy;
use bouton::{Ask, Error};

use super::fail;
use crate::arguments::Check;
use crate::patience::{Limits, Patience, listen_for_interrupt};
use crate::{input, output};

pub fn run(check: &Check) -> u8 {
    listen_for_interrupt();
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let how = How {
        spot: check.spot.map(number),
        longest: check.heaps.map(number),
        seed: check.seed,
        threads: check.threads.map_or_else(cores, |threads| number(threads).min(1024)),
    };
    let limits = Limits { seconds: check.seconds, bytes: check.memory };
    // Threads check side by side and show one line.
    let patience = Mutex::new(Patience::new(limits, None, check.json));
    let go_on = |heaps: u64| patience.lock().is_ok_and(|line| line.go_on(heaps));
    let result = text(check).and_then(|text| judged(&text, check, &how, &go_on));
    let verdict = patience.lock().map_or(Ok(()), |patience| patience.verdict());
    // What was stopped says why.
    let result = result.map_err(|error| match verdict {
        Err(reason) if error.is_stopped() => reason,
        _ => error,
    });
    drop(patience);
    match result {
        Ok((told, passed)) => {
            output::answer(&told);
            u8::from(!passed)
        }
        Err(error) => fail(&error, None, check.json),
    }
}

/// What is told of a certificate, of whichever kind it is, and whether it passed.
fn judged(
    text: &str,
    check: &Check,
    how: &How,
    go_on: &(dyn Fn(u64) -> bool + Sync),
) -> Result<(String, bool), Error> {
    let style = output::style();
    if misere::check::is_certificate(text) {
        let result = misere::check::check(text, &|done| go_on(done))?;
        let told = match check.json {
            true => format!("{}\n", quotients::checked_data(&result)),
            false => quotients::checked(&result, style),
        };
        return Ok((told, result.passed));
    }
    if strategy::is_strategy(text) {
        let tick = |progress: Progress| match go_on(progress.positions) {
            true => Flow::Continue,
            false => Flow::Stop("the budget ended".to_string()),
        };
        let ask = Ask { bytes: check.memory, tick: &tick, ..Ask::default() };
        let result = strategy::check(text, &ask)?;
        let told = match check.json {
            true => strategies::data(&result) + "\n",
            false => strategies::text(&result, style),
        };
        return Ok((told, result.fault.is_none()));
    }
    let result = check::check(text, how, go_on)?;
    let told = match check.json {
        true => format!("{}\n", checked_data(&result)),
        false => checked(&result, style),
    };
    Ok((told, result.passed))
}

fn text(check: &Check) -> Result<String, Error> {
    let mut bytes = Vec::new();
    let shown = check.file.display();
    input::open(&check.file)?
        .read_to_end(&mut bytes)
        .map_err(|error| Error::input(format!("{shown} cannot be read: {error}")))?;
    String::from_utf8(bytes)
        .map_err(|_| Error::input(format!("{shown} is not a certificate: it is not text")))
}
