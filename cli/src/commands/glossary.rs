//! `bouton glossary`: the words of the theory.

use bouton::Error;
use bouton::glossary::{self, WORDS, Word};
use bouton::render::{glossary as render, json};

use super::fail;
use crate::arguments::Glossary;
use crate::output;

pub fn run(glossary: &Glossary) -> u8 {
    let wanted = glossary.word.join(" ");
    let words: Vec<&Word> = match wanted.trim() {
        "" => WORDS.iter().collect(),
        text => match glossary::find(text) {
            Some(word) => vec![word],
            None => return fail(&unknown(text), None, glossary.json),
        },
    };
    output::answer(&match glossary.json {
        true => words.iter().map(|word| json::line(word) + "\n").collect(),
        false => render::text(&words, output::style()),
    });
    0
}

fn unknown(text: &str) -> Error {
    let right = match glossary::nearest(text) {
        Some(near) => format!("did you mean {near}?"),
        None => "'bouton glossary' lists all words".to_string(),
    };
    Error::input(format!("there is no word '{text}' in the glossary: {right}"))
}
