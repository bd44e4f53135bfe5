//! `bouton period`: the period of a nim-sequence, with its proof.

use bouton::heap::{HeapRules, Shape};
use bouton::render::json;
use bouton::render::period::{Answer, data, text};
use bouton::sequence::engine::Choice;
use bouton::sequence::search::Search;
use bouton::sequence::{Values, certificate};
use bouton::{Error, Play, address};

use super::fail;
use crate::arguments::Period;
use crate::files::Target;
use crate::input::Files;
use crate::output;
use crate::patience::{self, Limits, Patience, listen_for_interrupt};
use crate::sequences::progress::Progress;
use crate::sequences::{heap_rules, in_normal_play};

pub fn run(period: &Period) -> u8 {
    listen_for_interrupt();
    match answer(period) {
        Ok(()) if patience::interrupted() => 130,
        Ok(()) => 0,
        Err(error) => fail(&error, None, period.json),
    }
}

/// Values kept at either end where the middle is forgotten: megabytes, and far more than a state.
const KEPT: usize = 1 << 20;

/// Where a theorem gives every value there is nothing to search for; so many show how they go.
const SHOWN: u64 = 1000;

fn answer(period: &Period) -> Result<(), Error> {
    let target = match &period.certificate {
        Some(_) => Some(Target::new(&period.certificate, period.force)?),
        None => None,
    };
    let limits = Limits { seconds: period.seconds, bytes: period.memory };
    let patience = Patience::new(limits, None, period.json);
    let name = period.game.join(" ");
    let (game, play) = address::open_played(&name, &mut Files)?;
    in_normal_play(play)?;
    let rules = heap_rules(&game)?;
    let theorem = match rules.shape() {
        Shape::Other => rules.theorem(Play::Normal).filter(|_| rules.word_value(1).is_some()),
        _ => None,
    };
    let rules = bouton::sequence::by_code(rules);
    let mut state = period.state.as_deref().map(Progress::new).transpose()?;
    let mut search = start(period, rules, state.as_ref())?;
    let length = length(period, theorem.is_some(), search.values().limit().is_some())?;
    let mut go_on = |known: usize| patience.go_on(known as u64);
    match &mut state {
        Some(state) => state.run(&mut search, length, &mut go_on)?,
        None => drop(search.run(length, &mut go_on)?),
    }
    let verdict = search.verdict();
    let certificate = match target {
        Some(target) => Some((target, certificate::write(rules, &mut search, &mut go_on)?)),
        None => None,
    };
    drop(patience);
    let answer = Answer {
        game: game.name(),
        verdict,
        length: search.length(),
        largest: search.largest(),
        engine: search.name(),
        theorem: theorem.map(|theorem| (theorem.statement, theorem.source)),
    };
    let found = text(&answer, output::style());
    if let Some((target, certificate)) = certificate {
        // The period was found, whatever becomes of the file.
        target.text(&certificate).inspect_err(|_| output::message(found.trim_end()))?;
    }
    output::answer(&match period.json {
        true => json::line(&data(&answer)) + "\n",
        false => found,
    });
    Ok(())
}

fn start<'a>(
    period: &Period,
    rules: &'a dyn HeapRules,
    state: Option<&Progress>,
) -> Result<Search<'a>, Error> {
    let keep = period.no_history.then_some(KEPT);
    let threads = usize::try_from(period.threads).unwrap_or(usize::MAX);
    let choice = Choice { threads, keep, ..Choice::default() };
    if let Some(bytes) = state.map(Progress::read).transpose()?.flatten() {
        return Search::resume(rules, &bytes, choice);
    }
    let search = Search::new(rules, Values::default(), choice)?;
    if state.is_some() {
        // What cannot be written at the end is said before the work.
        search.state()?;
    }
    Ok(search)
}

/// How many values may be computed; where the engine forgets, as many as there is time for.
fn length(period: &Period, known: bool, forgets: bool) -> Result<usize, Error> {
    let memory = if forgets { u64::MAX } else { period.memory };
    let length = match period.to {
        Some(to) if to >= memory => {
            return Err(Error::input(format!(
                "the values to heap {to} take {:.1} GB or more, and --memory allows {:.1} GB: raise it, or keep \
                 no history where the engine can do without (--no-history)",
                to as f64 / (1u64 << 30) as f64,
                memory as f64 / (1u64 << 30) as f64
            )));
        }
        Some(to) => to.saturating_add(1),
        None if known => SHOWN,
        None => memory,
    };
    Ok(usize::try_from(length).unwrap_or(usize::MAX))
}
