//! `bouton games`: the catalogue.

use bouton::game::Game;
use bouton::games::GAMES;
use bouton::heap::Shape;
use bouton::render::{atlas, json, markdown, text};
use bouton::{Error, address, own, sequence};
use serde_json::json;

use super::fail;
use crate::arguments::Games;
use crate::input::Files;
use crate::output;

pub fn run(games: &Games) -> u8 {
    let text = match &games.name {
        name if games.examples => match examples(name.as_deref(), games.json) {
            Ok(text) => text,
            Err(error) => return fail(&error, None, games.json),
        },
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

/// The examples of own games, or the rules of one.
fn examples(name: Option<&str>, as_json: bool) -> Result<String, Error> {
    if let Some(name) = name {
        return match own::examples::text(name.trim()) {
            Some(text) => Ok(text.to_string()),
            None => Err(Error::input(format!(
                "there is no example '{name}': examples are {}",
                own::examples::names().join(", ")
            ))),
        };
    }
    if as_json {
        let object = |example: &own::examples::Example| {
            let address = example.address();
            json!({ "name": example.name, "title": example.title(), "address": address, "text": example.text })
        };
        return Ok(own::examples::EXAMPLES
            .iter()
            .map(|one| format!("{}\n", object(one)))
            .collect());
    }
    let style = output::style();
    let mut text = String::new();
    for example in own::examples::EXAMPLES {
        text += &format!("{}\n{}\n", example.address(), style.wrap_indented(example.title(), "  "));
    }
    let hint = "bouton games --examples half shows the rules of one, bouton new mine --like half begins with them.";
    Ok(format!("{text}\n{}\n", style.wrap(hint)))
}

/// All about one game. With parameters only what the atlas says of it; a game by code has a summary.
fn one(name: &str, as_json: bool) -> Result<String, Error> {
    let row = |game: &Game| match game.heap()?.shape() {
        Shape::Code(code) => sequence::atlas::row(&code.to_string()),
        _ => None,
    };
    if name.contains('(') {
        let game = address::open_named_with(name, &mut Files)?;
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
