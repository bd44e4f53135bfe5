//! `bouton draw`: a picture of a position.

use bouton::Error;
use bouton::render::{json, svg};

use super::fail;
use crate::arguments::{Draw, DrawFormat};
use crate::{input, output};

pub fn run(draw: &Draw) -> u8 {
    let address = draw.address.join(" ");
    let as_json = draw.json || draw.format == DrawFormat::Json;
    let written = picture(&address, as_json)
        .and_then(|text| output::answer_to(draw.output.as_deref(), &text));
    match written {
        Ok(()) => 0,
        Err(error) => fail(&error, Some(&address), as_json),
    }
}

fn picture(address: &str, as_json: bool) -> Result<String, Error> {
    let opened = input::address(address)?;
    let scene = opened.game.scene(&opened.position);
    if as_json {
        return Ok(json::line(&scene) + "\n");
    }
    // The title re-opens what was drawn, play included.
    Ok(svg::scene(&scene, &opened.address()))
}
