//! `bouton genus`: the genus of each heap of a game.

use bouton::ask::Meter;
use bouton::heap::HeapRules;
use bouton::misere::{CanonicalForms, Genera};
use bouton::render::{json, misere};
use bouton::{Ask, Error};

use super::misere::with_heaps;
use super::{fail, told};
use crate::arguments::Genus;
use crate::patience::{Patience, interrupted, listen_for_interrupt};
use crate::{input, output};

pub fn run(genus: &Genus) -> u8 {
    listen_for_interrupt();
    let given = genus.game.join(" ");
    match answer(genus, &given) {
        Ok(None) => 0,
        Ok(Some(stopped)) => {
            // The object of an answer as data says it itself.
            if !genus.json {
                output::message(&told(&stopped));
            }
            if interrupted() { 130 } else { stopped.exit_code() }
        }
        Err(error) => fail(&error, Some(&given), genus.json),
    }
}

/// Prints the genera; gives what ended them early, if anything did.
fn answer(genus: &Genus, given: &str) -> Result<Option<Error>, Error> {
    if given.contains(':') && input::address(given).is_ok() {
        return Err(Error::Unsupported(format!(
            "{given} is a position: bouton canonical \"{given}\" tells its genus, bouton genus those of the heaps of a game"
        )));
    }
    let patience = Patience::new(genus.budget.limits(), None, genus.json);
    let tick = |progress| patience.tick(progress);
    let ask = Ask { tick: &tick, ..genus.budget.ask() };
    let advice = "bouton canonical tells the genus of a position";
    let (name, (rows, stopped)) = with_heaps(given, advice, |name, rules| {
        Ok((name.to_string(), rows(rules, genus.to, &ask)?))
    })?;
    drop(patience);
    output::answer(&match genus.json {
        true => {
            let stopped = stopped.as_ref().map(told);
            json::line(&misere::GenusData { game: &name, heaps: rows, stopped }) + "\n"
        }
        false => misere::genera(&name, &rows, output::style()),
    });
    Ok(stopped)
}

/// The genera of the heaps from 0 on, and what ended them before the last, if that can be had at all.
fn rows(
    rules: &dyn HeapRules,
    to: usize,
    ask: &Ask<'_>,
) -> Result<(Vec<misere::GenusRow>, Option<Error>), Error> {
    let (mut forms, mut genera) = (CanonicalForms::default(), Genera::default());
    let (mut heaps, mut meter) = (Vec::new(), Meter::new(ask));
    let mut rows = Vec::new();
    for heap in 0..=to {
        match forms.next_heap(rules, &mut heaps, &mut meter) {
            Ok(()) => {}
            Err(error) if error.is_stopped() && heap > 0 => {
                let stopped = format!("{}: the genera end before heap {heap}", told(&error));
                return Ok((rows, Some(Error::Stopped(stopped))));
            }
            Err(error) => return Err(error),
        }
        let (own, kind) = genera.of(&forms, heaps[heap]);
        rows.push(misere::GenusRow {
            heap,
            genus: own.to_string(),
            value: own.normal,
            misere: own.misere,
            kind: kind.name(),
        });
    }
    Ok((rows, None))
}
