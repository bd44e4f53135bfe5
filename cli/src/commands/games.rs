//! `bouton games`: the catalogue.

use bouton::address;
use bouton::game::Entry;
use bouton::games::GAMES;
use bouton::render::text;
use serde_json::{Value, json};

use super::fail;
use crate::arguments::Games;
use crate::output;

pub fn run(games: &Games) -> u8 {
    let text = match &games.name {
        None if games.json => GAMES.iter().map(|entry| format!("{}\n", data(entry))).collect(),
        None => text::catalogue(output::style()),
        Some(name) => match address::entry(name.trim()) {
            Ok(entry) if games.json => format!("{}\n", data(entry)),
            Ok(entry) => text::entry(entry, output::style()),
            Err(error) => return fail(&error, None, games.json),
        },
    };
    output::answer(&text);
    0
}

fn data(entry: &Entry) -> Value {
    json!({
        "name": entry.name,
        "aliases": entry.aliases,
        "title": entry.title,
        "rules": entry.rules,
        "board": entry.board,
        "parameters": entry.parameters.iter().map(|parameter| json!({
            "key": parameter.key, "required": parameter.required, "list": parameter.list, "help": parameter.help,
        })).collect::<Vec<_>>(),
        "examples": entry.examples,
        "example_move": {"position": entry.example_move.0, "move": entry.example_move.1},
        "theorems": entry.theorems.iter().map(|theorem| json!({
            "name": theorem.name, "play": theorem.play, "statement": theorem.statement,
            "source": theorem.source, "checked": bouton::verify::checked(theorem.name),
        })).collect::<Vec<_>>(),
        "presets": entry.presets.iter().map(|preset| json!({
            "name": preset.name, "address": preset.address, "note": preset.note,
        })).collect::<Vec<_>>(),
    })
}
