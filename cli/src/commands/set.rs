//! `bouton set`: a position as the set of its options.

use bouton::graph::SetForm;
use bouton::{Ask, Error, Play};
use serde_json::json;

use super::fail;
use crate::arguments::Set;
use crate::patience::{Patience, listen_for_interrupt};
use crate::{input, output};

pub fn run(command: &Set) -> u8 {
    listen_for_interrupt();
    let given = command.address.join(" ");
    match form(command, &given) {
        Ok((address, form)) if command.json => {
            let object = json!({
                "address": address, "set": form.set, "birthday": form.birthday, "positions": form.positions,
            });
            output::answer(&format!("{object}\n"));
        }
        Ok((_, form)) => output::answer(&(form.set + "\n")),
        Err(error) => return fail(&error, Some(&given), command.json),
    }
    0
}

fn form(command: &Set, given: &str) -> Result<(String, SetForm), Error> {
    let patience = Patience::new(command.budget.limits(), Some(given), command.json);
    let tick = |progress| patience.tick(progress);
    let ask = Ask { tick: &tick, ..command.budget.ask() };
    let opened = input::address(given)?;
    let graph = opened.game.graph(&opened.position, true, &ask)?;
    let form = graph.set_form(0, command.length, &ask)?;
    Ok((opened.game.address(&opened.position, Play::Normal), form))
}
