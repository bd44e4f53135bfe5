//! `bouton genus`: the genus of each heap of a game.

use bouton::ask::Meter;
use bouton::heap::HeapRules;
use bouton::misere::{CanonicalForms, Genera};
use bouton::render::{json, misere};
use bouton::{Ask, Error};

use super::misere::with_heaps;
use super::{fail, told};
use crate::arguments::Genus;
use crate::output;
use crate::patience::{Patience, listen_for_interrupt};

pub fn run(genus: &Genus) -> u8 {
    listen_for_interrupt();
    match answer(genus) {
        Ok(()) => 0,
        Err(error) => fail(&error, None, genus.json),
    }
}

fn answer(genus: &Genus) -> Result<(), Error> {
    let patience = Patience::new(genus.budget.limits(), None, genus.json);
    let tick = |progress| patience.tick(progress);
    let ask = Ask { tick: &tick, ..genus.budget.ask() };
    let advice = "bouton canonical tells the genus of a position";
    let (name, rows) = with_heaps(&genus.game.join(" "), advice, |name, rules| {
        Ok((name.to_string(), rows(rules, genus.to, &ask)?))
    })?;
    drop(patience);
    output::answer(&match genus.json {
        true => json::line(&misere::GenusData { game: &name, heaps: rows }) + "\n",
        false => misere::genera(&name, &rows, output::style()),
    });
    Ok(())
}

/// The genera of the heaps from 0 on.
fn rows(rules: &dyn HeapRules, to: usize, ask: &Ask<'_>) -> Result<Vec<misere::GenusRow>, Error> {
    let (mut forms, mut genera) = (CanonicalForms::default(), Genera::default());
    let (mut heaps, mut meter) = (Vec::new(), Meter::new(ask));
    let mut rows = Vec::new();
    for heap in 0..=to {
        let next = forms.next_heap(rules, &mut heaps, &mut meter);
        next.map_err(|error| match (error.is_stopped(), heap.checked_sub(1)) {
            (true, Some(last)) => {
                Error::Stopped(format!("{} at heap {heap}: --to {last} can be had", told(&error)))
            }
            _ => error,
        })?;
        let (own, kind) = genera.of(&forms, heaps[heap]);
        rows.push(misere::GenusRow {
            heap,
            genus: own.to_string(),
            value: own.normal,
            misere: own.misere,
            kind: kind.name(),
        });
    }
    Ok(rows)
}
