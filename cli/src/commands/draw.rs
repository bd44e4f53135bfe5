//! `bouton draw`: a picture of a position, alone or beside its columns, or a strip of a game that was played.

use std::path::Path;

use bouton::render::film_svg::{self, Frame};
use bouton::render::text::counted;
use bouton::render::{columns_svg, json, svg};
use bouton::session::{Session, capital};
use bouton::{Ask, Error, Play};

use super::fail;
use crate::arguments::{Draw, DrawFormat};
use crate::files::Target;
use crate::patience::{Patience, listen_for_interrupt};
use crate::{input, sheets};

/// Pictures of a strip at most.
const MOST_PICTURES: usize = 400;

pub fn run(draw: &Draw) -> u8 {
    listen_for_interrupt();
    let address = draw.address.join(" ");
    let address = Some(address.as_str()).filter(|_| draw.play.is_none());
    let as_json = draw.json || draw.format == DrawFormat::Json;
    match write(draw, address, as_json) {
        Ok(()) => 0,
        Err(error) => fail(&error, address, as_json),
    }
}

fn write(draw: &Draw, address: Option<&str>, as_json: bool) -> Result<(), Error> {
    let target = Target::new(&draw.output, draw.force)?;
    let patience = Patience::new(draw.bounds.limits(), address, as_json);
    let picture = match &draw.play {
        Some(sheet) => strip(sheet, as_json)?,
        None => picture(draw, address.unwrap_or(""), as_json, &patience)?,
    };
    drop(patience);
    target.text(&picture)
}

fn picture(
    draw: &Draw,
    address: &str,
    as_json: bool,
    patience: &Patience,
) -> Result<String, Error> {
    let mut opened = input::address(address)?;
    if draw.misere {
        opened.play = Play::Misere;
    }
    opened.game.allows(opened.play)?;
    // The title re-opens what was drawn, play included.
    let title = opened.address();
    if draw.columns {
        let tick = |progress| patience.tick(progress);
        let step =
            opened.columns(&Ask { tick: &tick, bytes: draw.bounds.memory, ..Ask::default() })?;
        return Ok(match as_json {
            true => json::line(&step) + "\n",
            false => columns_svg::columns(&opened.game.scene(&opened.position), &step, &title),
        });
    }
    let scene = opened.game.scene(&opened.position);
    if as_json {
        return Ok(json::line(&scene) + "\n");
    }
    Ok(svg::scene(&scene, &title))
}

/// A saved game: every position, and below it the move that was made there.
fn strip(path: &Path, as_json: bool) -> Result<String, Error> {
    let session = sheets::load(path)?;
    let moves = session.moves();
    if moves.len() >= MOST_PICTURES {
        return Err(Error::input(format!(
            "{} has {}: a strip shows at most {MOST_PICTURES} positions",
            path.display(),
            counted(moves.len() as u64, "move")
        )));
    }
    if as_json {
        return Ok(json::line(&session.scenes().collect::<Vec<_>>()) + "\n");
    }
    let frames = session.scenes().enumerate().map(|(index, scene)| Frame {
        scene,
        heading: match index {
            0 => "start".to_string(),
            _ => format!("after move {index}"),
        },
        caption: caption(&session, index),
    });
    let frames: Vec<Frame> = frames.collect();
    Ok(film_svg::film(&frames, &format!("A game of {}", session.start())))
}

/// The move that was made in a position, or how the game stands after the last one.
fn caption(session: &Session, index: usize) -> String {
    let Some(played) = session.moves().get(index) else { return session.result_in_words() };
    let what = if played.text.is_empty() { &played.mv } else { &played.text };
    let seat = index % session.setup().players.len() + 1;
    format!("{}. {}: {what}", index + 1, capital(&session.name_of(seat)))
}
