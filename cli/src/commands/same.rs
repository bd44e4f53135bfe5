//! `bouton same`: whether two games can stand for each other, and why.

use bouton::render::{comparison, json};
use bouton::same::{self, Comparison};
use bouton::{Ask, Error, Play, address};

use super::fail;
use crate::arguments::Same;
use crate::input::Files;
use crate::output;
use crate::patience::{Patience, listen_for_interrupt};

pub fn run(command: &Same) -> u8 {
    listen_for_interrupt();
    match compare(command) {
        Ok(found) if command.json => output::answer(&(json::line(&found) + "\n")),
        Ok(found) => output::answer(&comparison::text(&found, output::style())),
        Err(error) => return fail(&error, None, command.json),
    }
    0
}

fn compare(command: &Same) -> Result<Comparison, Error> {
    let patience = Patience::new(command.budget.limits(), None, command.json);
    let tick = |progress| patience.tick(progress);
    // Both may also say the play themselves.
    let says_misere =
        |text: &String| address::parse(text).is_ok_and(|address| address.play == Play::Misere);
    let misere = command.misere || [&command.a, &command.b].into_iter().all(says_misere);
    let play = if misere { Play::Misere } else { Play::Normal };
    let ask = Ask { tick: &tick, ..command.budget.ask() };
    same::compare_with(&command.a, &command.b, play, &ask, &mut Files)
}
