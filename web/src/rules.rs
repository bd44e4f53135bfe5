//! Rules that visitors write: texts that addresses find under the name `file(NAME)`.

use std::cell::RefCell;
use std::collections::BTreeMap;

use bouton::Error;
use bouton::address::{self, Source};
use bouton::game::Game;
use bouton::own::{TEMPLATE, examples};
use bouton::render::json::line;
use wasm_bindgen::prelude::*;

use crate::{Engine, answer};

thread_local! {
    /// The texts by their names. A page has one engine, and its answers open addresses in many places.
    static SHELF: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}

/// Where the page's addresses find rules: what was put there, and nothing else.
pub struct Shelf;

impl Source for Shelf {
    fn file(&mut self, path: &str) -> Result<String, Error> {
        SHELF.with_borrow(|texts| texts.get(path).cloned()).ok_or_else(|| {
            Error::Unsupported(format!(
                "there are no rules '{path}' on this page: it reads no files, and rules are written on its screen Your game"
            ))
        })
    }
}

/// A game without a position.
pub fn open_named(text: &str) -> Result<Game, Error> {
    address::open_named_with(text, &mut Shelf)
}

#[wasm_bindgen]
impl Engine {
    /// Puts rules on the shelf, and opens them: where a game begins, or what is wrong with the text.
    pub fn rules(&mut self, name: &str, text: &str) -> String {
        // It may be about the rules that had this name.
        self.analysed = None;
        SHELF.with_borrow_mut(|texts| texts.insert(name.to_string(), text.to_string()));
        answer(open_named(&format!("file({name})")).and_then(|game| {
            // Heap games begin wherever one likes.
            let start = match game.read("start") {
                Ok(start) => game.write(&start),
                Err(error) if game.heap().is_none() => return Err(error),
                Err(_) => "7 5".to_string(),
            };
            let address = format!("{}: {start}", game.name());
            Ok(format!("{{\"address\":{},\"heap\":{}}}", line(&address), game.heap().is_some()))
        }))
    }

    /// The examples that come with the library, and the text that a new game begins with.
    pub fn examples(&self) -> String {
        let told: Vec<String> = examples::EXAMPLES
            .iter()
            .map(|example| {
                format!(
                    "{{\"name\":{},\"title\":{},\"text\":{},\"address\":{}}}",
                    line(&example.name),
                    line(&example.title()),
                    line(&example.text),
                    line(&example.address())
                )
            })
            .collect();
        format!("{{\"template\":{},\"examples\":[{}]}}", line(&TEMPLATE), told.join(","))
    }
}
