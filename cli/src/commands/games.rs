//! `bouton games`: the catalogue.

use bouton::game::Game;
use bouton::games::GAMES;
use bouton::heap::Shape;
use bouton::render::{atlas, json, markdown, text};
use bouton::{Error, address, sequence};

use super::fail;
use crate::arguments::Games;
use crate::output;

pub fn run(games: &Games) -> u8 {
    let text = match &games.name {
        None if games.json => {
            GAMES.iter().map(|entry| format!("{}\n", json::line(entry))).collect()
        }
        None if games.markdown => markdown::catalogue(),
        None => text::catalogue(output::style()),
        Some(name) => match one(name.trim(), games.json) {
            Ok(text) => text,
            Err(error) => return fail(&error, None, games.json),
        },
    };
    output::answer(&text);
    0
}

/// All about one game. With parameters only what the atlas says of it; a game by code has a summary.
fn one(name: &str, as_json: bool) -> Result<String, Error> {
    let row = |game: &Game| match game.heap()?.shape() {
        Shape::Code(code) => sequence::atlas::row(&code.to_string()),
        _ => None,
    };
    if name.contains('(') {
        let game = address::open_named(name)?;
        let Some(row) = row(&game) else {
            return Err(Error::Unsupported(format!(
                "the atlas has nothing about {name}: bouton period \"{name}\" looks for its period"
            )));
        };
        return Ok(match as_json {
            true => json::line(&atlas::data(row)) + "\n",
            false => atlas::row(row, output::style()),
        });
    }
    let entry = address::entry(name)?;
    if as_json {
        return Ok(json::line(entry) + "\n");
    }
    let preset = address::preset(name);
    let mut text =
        preset.map_or(String::new(), |preset| text::preset(preset, output::style()) + "\n");
    text += &text::entry(entry, output::style());
    let by_code = entry.parameters.iter().any(|parameter| parameter.key == "code");
    let plain = entry.parameters.is_empty();
    let game = if plain { address::open_named(entry.name).ok() } else { None };
    if by_code {
        text += &format!("\n{}", atlas::summary(output::style()));
    } else if let Some(row) = game.as_ref().and_then(row) {
        text += &format!("\n{}", atlas::row(row, output::style()));
    }
    Ok(text)
}
