//! `bouton table`: the values of all positions of two heaps.

use bouton::render::{json, table as render};
use bouton::table::Table as Values;
use bouton::{Ask, Error, Play, address};

use super::fail;
use crate::arguments::{Table, TableFormat};
use crate::files::Target;
use crate::input::Files;
use crate::patience::{Patience, listen_for_interrupt};

pub fn run(table: &Table) -> u8 {
    listen_for_interrupt();
    let format = if table.json { TableFormat::Json } else { table.format };
    match write(table, format) {
        Ok(()) => 0,
        Err(error) => fail(&error, None, format == TableFormat::Json),
    }
}

fn write(table: &Table, format: TableFormat) -> Result<(), Error> {
    let target = Target::new(&table.output, table.force)?;
    target.text(&text(table, format)?)
}

fn text(table: &Table, format: TableFormat) -> Result<String, Error> {
    let patience = Patience::new(table.budget.limits(), None, format == TableFormat::Json);
    let tick = |progress| patience.tick(progress);
    let said = if table.misere { Play::Misere } else { Play::Normal };
    let ask = Ask { tick: &tick, ..table.budget.ask() };
    let (rows, columns) = table.size;
    if format == TableFormat::Svg {
        // Refused before the work, not after it.
        render::check_size(rows, columns)?;
    }
    let values = match Values::arithmetic(&table.game, rows, columns) {
        Some(values) if said == Play::Normal && !table.outcomes => values?,
        Some(_) => {
            return Err(Error::input(format!(
                "{} is arithmetic, not a game: leave out --misere and --outcomes",
                table.game
            )));
        }
        None => {
            let (game, own) = address::open_played(&table.game, &mut Files)?;
            let play = if table.misere { said } else { own };
            Values::new(&game, table.size, play, table.outcomes, &ask)?
        }
    };
    Ok(match format {
        TableFormat::Text => render::text(&values),
        TableFormat::Csv => render::csv(&values),
        TableFormat::Json => json::line(&values) + "\n",
        TableFormat::Svg => render::svg(&values),
    })
}
