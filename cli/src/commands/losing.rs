//! `bouton losing`: the P-positions of a game of heaps.

use bouton::losing::{Losing as List, usual_heaps};
use bouton::render::{json, losing as render};
use bouton::{Ask, Error, Play, address};

use super::fail;
use crate::arguments::{Losing, LosingFormat};
use crate::files::Target;
use crate::input::Files;
use crate::output;
use crate::patience::{Patience, listen_for_interrupt};

pub fn run(losing: &Losing) -> u8 {
    listen_for_interrupt();
    let format = if losing.json { LosingFormat::Json } else { losing.format };
    match write(losing, format) {
        Ok(()) => 0,
        Err(error) => fail(&error, Some(&losing.game), format == LosingFormat::Json),
    }
}

fn write(losing: &Losing, format: LosingFormat) -> Result<(), Error> {
    let target = Target::new(&losing.output, losing.force)?;
    target.text(&text(losing, format)?)
}

fn text(losing: &Losing, format: LosingFormat) -> Result<String, Error> {
    let patience = Patience::new(losing.budget.limits(), None, format == LosingFormat::Json);
    let tick = |progress| patience.tick(progress);
    let play = if losing.misere { Play::Misere } else { Play::Normal };
    let ask = Ask { tick: &tick, ..losing.budget.ask() };
    let game = address::open_named_with(&losing.game, &mut Files)?;
    let sizes = (losing.from as u64, losing.to as u64);
    let heaps = losing.heaps.unwrap_or_else(|| usual_heaps(&game));
    let list = List::new(&game, heaps, sizes, play, &ask)?;
    Ok(match format {
        LosingFormat::Text => render::text(&list, output::style()),
        LosingFormat::Csv => render::csv(&list),
        LosingFormat::Json => json::line(&list) + "\n",
    })
}
