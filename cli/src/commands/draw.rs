//! `bouton draw`: a picture of a position.

use bouton::render::{json, svg};
use bouton::{Error, Play};

use super::fail;
use crate::arguments::{Draw, DrawFormat};
use crate::files::Target;
use crate::input;
use crate::patience::{Patience, listen_for_interrupt};

pub fn run(draw: &Draw) -> u8 {
    listen_for_interrupt();
    let address = draw.address.join(" ");
    let as_json = draw.json || draw.format == DrawFormat::Json;
    match write(draw, &address, as_json) {
        Ok(()) => 0,
        Err(error) => fail(&error, Some(&address), as_json),
    }
}

fn write(draw: &Draw, address: &str, as_json: bool) -> Result<(), Error> {
    let target = Target::new(&draw.output, draw.force)?;
    let patience = Patience::new(draw.bounds.limits(), Some(address), as_json);
    let picture = picture(address, draw.misere, as_json)?;
    drop(patience);
    target.text(&picture)
}

fn picture(address: &str, misere: bool, as_json: bool) -> Result<String, Error> {
    let mut opened = input::address(address)?;
    if misere {
        opened.play = Play::Misere;
    }
    opened.game.allows(opened.play)?;
    let scene = opened.game.scene(&opened.position);
    if as_json {
        return Ok(json::line(&scene) + "\n");
    }
    // The title re-opens what was drawn, play included.
    Ok(svg::scene(&scene, &opened.address()))
}
