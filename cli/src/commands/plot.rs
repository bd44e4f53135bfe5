//! `bouton plot`: a nim-sequence as a picture.

use bouton::render::plot as render;
use bouton::render::text::counted;
use bouton::sequence::Values;
use bouton::sequence::engine::engine;
use bouton::{Error, address};

use super::fail;
use crate::arguments::Plot;
use crate::files::Target;
use crate::input::Files;
use crate::patience::listen_for_interrupt;
use crate::sequences::pace::Pace;
use crate::sequences::{Source, afresh, extend, heap_rules, room};

pub fn run(command: &Plot) -> u8 {
    listen_for_interrupt();
    match write(command) {
        Ok(()) => 0,
        Err(error) => fail(&error, None, false),
    }
}

fn write(command: &Plot) -> Result<(), Error> {
    let target = Target::new(&command.output, command.force)?;
    target.text(&picture(command)?)
}

fn picture(command: &Plot) -> Result<String, Error> {
    let limits = command.bounds.limits();
    let length = room::in_memory(&command.to, limits.bytes)?;
    let (game, read) = match Source::open(&command.game)? {
        Source::Game(game) => (game, None),
        Source::File(file) if file.len() < length => {
            return Err(Error::input(format!(
                "{} holds {}, not {length}: draw fewer",
                command.game,
                counted(file.len() as u64, "value")
            )));
        }
        Source::File(file) => (
            address::open_named_with(file.rules(), &mut Files)?,
            Some(file.iter_from(0).take(length).collect::<Values>()),
        ),
    };
    let rules = heap_rules(&game)?;
    let known = read.clone().unwrap_or_default();
    let mut engine = engine(rules, known, command.means.choice())?;
    let pace = Pace::new(length, limits, false);
    extend(&mut *engine, length, &pace, &mut |_| Ok(()))?;
    let period = match &read {
        Some(values) => {
            // For its sparse space, not for its period.
            afresh::look(rules, &mut *engine)?;
            afresh::period(rules, values)?
        }
        None => afresh::look(rules, &mut *engine)?,
    };
    let values = engine.values();
    let value = |heap: usize| values.get(heap).unwrap_or(0);
    // Where rare values are not few, the space is none.
    let space = engine.sparse_space().filter(|space| {
        let rares = space.rares.iter().take_while(|(heap, _)| *heap < length).count();
        rares * 4 < length
    });
    let plot =
        render::Plot { game: game.name(), values: &value, length, space, period: period.as_ref() };
    Ok(render::svg(&plot))
}
