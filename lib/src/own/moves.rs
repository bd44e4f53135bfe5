//! The moves of a position, as `moves` lists them.

use std::fmt;
use std::sync::Arc;

use bouton_script::Seen;
use rustc_hash::FxHashSet;

use super::{Own, Place, shortened};
use crate::error::Error;

/// A move: where it leads, and its name if the file gives it one.
#[derive(Clone)]
pub struct Step {
    /// The name that the file gives it.
    pub name: Option<Arc<str>>,
    /// The position after it.
    pub to: Place,
    text: Arc<str>,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Longer names of moves are refused.
const LONGEST_NAME: usize = 200;

impl Own {
    /// The positions after each move.
    pub(super) fn followers(&self, position: &Place) -> Result<Vec<Place>, Error> {
        let paired = position.is_named_pair();
        self.ask(self.moves, "moves", position, |list| {
            let Some(items) = list.items() else { return Err(no_list(list)) };
            let mut bytes = Vec::new();
            let mut options = Vec::with_capacity(items.len());
            for item in items {
                let (_, option) = taken_apart(item, paired)?;
                let option = Place(option.datum_in(&mut bytes)?);
                self.moves_on(position, &option)?;
                options.push(option);
            }
            Ok(options)
        })
    }

    /// The moves with their texts; the same option without a name is one move.
    pub(super) fn steps(&self, position: &Place) -> Result<Vec<Step>, Error> {
        let paired = position.is_named_pair();
        let listed = self.ask(self.moves, "moves", position, |list| {
            let Some(items) = list.items() else { return Err(no_list(list)) };
            let mut listed: Vec<(Option<String>, Place)> = Vec::with_capacity(items.len());
            let mut seen = FxHashSet::default();
            for item in items {
                let (name, option) = taken_apart(item, paired)?;
                let option = Place(option.datum()?);
                self.moves_on(position, &option)?;
                if seen.insert((name, option.clone())) {
                    listed.push((name.map(str::to_string), option));
                }
            }
            Ok(listed)
        })?;
        let steps: Vec<Step> = listed
            .into_iter()
            .map(|(name, to)| {
                let text = match &name {
                    Some(name) => name.trim().to_string(),
                    // Commas with a blank stand between the picks of a move.
                    None => self.write_position(&to).replace(", ", ","),
                };
                Step { name: name.map(|name| name.trim().into()), to, text: text.into() }
            })
            .collect();
        self.distinct(position, &steps)?;
        Ok(steps)
    }

    fn distinct(&self, position: &Place, steps: &[Step]) -> Result<(), Error> {
        let mut texts = FxHashSet::default();
        for step in steps {
            let fault = if !texts.insert(&step.text) {
                format!("two moves have the name {}: give each a name of its own", step.text)
            } else if step.text.is_empty() || step.text.len() > LONGEST_NAME && step.name.is_some()
            {
                format!("the name of a move has 1 to {LONGEST_NAME} letters")
            } else if step.text.contains(|letter: char| letter.is_control()) {
                "the name of a move is one line".to_string()
            } else {
                continue;
            };
            let during = format!("moves({})", shortened(&position.to_string()));
            return Err(super::told(&self.script.fault_of("moves", fault), Some(during)));
        }
        Ok(())
    }

    fn moves_on(&self, position: &Place, option: &Place) -> Result<(), String> {
        match option == position && !self.loops {
            true => {
                Err("a move leads to the position itself: if that is meant, write loops = True"
                    .to_string())
            }
            false => Ok(()),
        }
    }
}

fn no_list(list: Seen<'_>) -> String {
    let hint = if list.is_none() { ": is a return missing?" } else { "" };
    format!(
        "moves returns the list of positions that a move can lead to, and here it returned {}{hint}",
        list.shown()
    )
}

/// The name and the option of `("take 2", 5)`, or an option alone.
fn taken_apart<'s>(item: Seen<'s>, paired: bool) -> Result<(Option<&'s str>, Seen<'s>), String> {
    let Some((first, second)) = item.pair() else { return Ok((None, item)) };
    let Some(name) = first.text() else { return Ok((None, item)) };
    // Where positions look like named moves, a name must stand in front of each.
    let named = second.pair().is_some_and(|(first, _)| first.text().is_some());
    if paired && !named {
        return Err(format!(
            "{} can be read as a position and as a move of the name {name}: name all moves, (\"name\", position), \
             or write positions as lists",
            item.shown()
        ));
    }
    Ok((Some(name), second))
}
