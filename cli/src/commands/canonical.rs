//! `bouton canonical`: the misère canonical form of a position.

use bouton::ask::Meter;
use bouton::misere::{Apart, CanonicalForms, Form, Genera, Parts, form};
use bouton::render::{json, misere};
use bouton::{Ask, Error, Outcome, Play};

use super::fail;
use crate::arguments::{Canonical, LONGEST};
use crate::patience::{Patience, listen_for_interrupt};
use crate::{input, output};

pub fn run(canonical: &Canonical) -> u8 {
    listen_for_interrupt();
    let given = canonical.address.join(" ");
    match answer(canonical, &given) {
        Ok(()) => 0,
        Err(error) => fail(&error, Some(&given), canonical.json),
    }
}

fn answer(canonical: &Canonical, given: &str) -> Result<(), Error> {
    let patience = Patience::new(canonical.budget.limits(), Some(given), canonical.json);
    let tick = |progress| patience.tick(progress);
    let ask = Ask { tick: &tick, ..canonical.budget.ask() };
    let opened = input::address(given)?;
    let mut forms = CanonicalForms::default();
    let own = form(&mut forms, &opened.game, &opened.position, &ask)?;
    let mut meter = Meter::new(&ask);
    let notation = forms.notation(own, canonical.length);
    let mut genera = Genera::default();
    let (genus, kind) = genera.of(&forms, own);
    // Nobody asked for these, so that what takes long is left out.
    let mate = known(Apart::default().mate(&mut forms, own, &mut meter))?;
    let small = ask.small();
    let half_tame = known(genera.half_tame(&mut forms, own, &mut Meter::new(&small)))?;
    let partitions = known(Parts::default().partitions(&mut forms, own, &mut Meter::new(&small)))?;
    let written = |partition: &Vec<Form>| -> Option<Vec<String>> {
        partition.iter().map(|part| forms.notation(*part, canonical.length)).collect()
    };
    let partitions = partitions.and_then(|found| found.iter().map(written).collect());
    let data = misere::FormData {
        address: opened.game.address(&opened.position, Play::Misere),
        form: notation,
        set: forms.set(own, canonical.length),
        birthday: forms.birthday(own),
        outcome: Outcome::from_mover_wins(forms.wins(own)),
        genus: genus.to_string(),
        kind: kind.name(),
        half_tame,
        mate: mate.and_then(|mate| forms.notation(mate, canonical.length)),
        partitions,
        most_letters: canonical.length,
    };
    drop(patience);
    output::answer(&match canonical.json {
        true => json::line(&data) + "\n",
        false => {
            let hint = match data.form.is_none() && canonical.length < LONGEST {
                true => "A larger --length may show the form.\n",
                false => "",
            };
            misere::form(&data, output::style()) + hint
        }
    });
    Ok(())
}

/// What a small budget may leave open.
fn known<T>(found: Result<T, Error>) -> Result<Option<T>, Error> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error @ Error::Interrupted { .. }) => Err(error),
        Err(_) => Ok(None),
    }
}
