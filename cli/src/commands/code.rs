//! `bouton code`: a program that answers a game.

use bouton::code::{Program, Wanted};
use bouton::pattern::Subject;
use bouton::{Ask, Error};

use super::fail;
use super::pattern::observe;
use crate::arguments::Code;
use crate::files::Target;
use crate::input::Files;
use crate::patience::{Patience, listen_for_interrupt};

pub fn run(code: &Code) -> u8 {
    listen_for_interrupt();
    match write(code) {
        Ok(()) => 0,
        Err(error) => fail(&error, None, false),
    }
}

fn write(code: &Code) -> Result<(), Error> {
    let target = Target::new(&code.output, code.force)?;
    let patience = Patience::new(code.budget.limits(), None, false);
    let text = code.game.join(" ");
    let subject = Subject { text: &text, heaps: 1, to: code.to, misere: code.misere };
    let wanted = Wanted { subject, heaps: code.heaps, labels: code.labels.clone() };
    let tick = |progress| patience.tick(progress);
    let ask = Ask { tick: &tick, ..code.budget.ask() };
    let mut look = |subject: &Subject<'_>| observe(subject, &patience, code.budget.ask());
    let program = Program::new(&wanted, &mut Files, &mut look, &ask)?;
    target.text(&program.text(code.lang))
}
