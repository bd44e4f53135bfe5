//! Positions of own games: any value, and how it is written in an address.

use std::fmt;
use std::str::FromStr;

use bouton_script::{Datum, Seen};

use super::{Own, shortened};
use crate::error::{Error, quoted};
use crate::rules::Position;

/// Positions on which `read` and `write` are compared when a file is opened.
const COMPARED: usize = 60;

/// A position: a value of the language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place(pub Datum);

impl Position for Place {
    fn weight(&self) -> usize {
        self.0.weight()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Place {
    type Err = Error;
    fn from_str(text: &str) -> Result<Place, Error> {
        let read = Datum::read(text).map(Place);
        read.map_err(|message| {
            Error::input(format!("{} is not a position: {message}", quoted(text)))
        })
    }
}

impl Place {
    /// Whether it looks like a named move: a pair that begins with a string.
    pub(super) fn is_named_pair(&self) -> bool {
        let parts = if self.0.is_tuple() { self.0.parts() } else { None };
        parts.is_some_and(|parts| parts.len() == 2 && parts[0].as_text().is_some())
    }
}

impl Own {
    /// Reads a position: as the file's `read` does, as a value, as numbers, or as the letters of a string.
    pub(super) fn read_position(&self, text: &str) -> Result<Place, Error> {
        let text = text.trim();
        if let (Some(start), "start") = (&self.start, text) {
            return Ok(start.clone());
        }
        if let Some(read) = self.read {
            let datum = Datum::text(text);
            let found = self.script.call(read, &[&datum], |value| match value.is_none() {
                true => Err(format!("read finds no position in {}", quoted(text))),
                false => value.datum().map(Place),
            });
            // A value is understood as well, because that is how positions are shown in messages.
            return match (found, Datum::read(text)) {
                (Ok(place), _) => Ok(place),
                (Err(_), Ok(datum)) if !matches!(datum.as_text(), Some(same) if same == text) => {
                    Ok(Place(datum))
                }
                (Err(fault), _) => {
                    Err(super::told(&fault, Some(format!("read({})", quoted(text)))))
                }
            };
        }
        let start = self.start.as_ref().map(|start| &start.0);
        let literal = Datum::read(text);
        let is_string = start.is_some_and(|start| start.as_text().is_some());
        match literal {
            // 0110 may be a word of a game of words; a list of numbers may lack its brackets.
            Ok(datum) if !is_string || datum.as_text().is_some() => {
                return Ok(Place(as_start(datum, start, text)));
            }
            _ => {}
        }
        if is_string {
            return Ok(Place(Datum::text(text)));
        }
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        let items: Result<Vec<Datum>, String> = words.map(Datum::read).collect();
        match (items, start) {
            (Ok(items), Some(start)) if start.is_list() || start.is_tuple() => {
                Ok(Place(Datum::items(&items, start.is_list())))
            }
            _ => Err(Error::input(format!(
                "{} is not a position: write a value such as {}",
                quoted(text),
                self.start.as_ref().map_or("20, (3, 5) or \"..#\"".to_string(), |start| {
                    shortened(&start.to_string())
                })
            ))),
        }
    }

    /// Compares `read` with `write`, or with positions as they are shown, on the first positions from the start on:
    /// an address must open the position that it names.
    pub(super) fn rereads(&self) -> Result<(), Error> {
        let (Some(_), Some(start)) = (self.read, &self.start) else { return Ok(()) };
        let mut places = vec![start.clone()];
        let mut next = 0;
        while let Some(place) = places.get(next).cloned() {
            next += 1;
            let text = match self.write {
                Some(write) => self.ask(write, "write", &place, written)?,
                None => place.to_string(),
            };
            let found = self.read_position(&text);
            if found.as_ref().is_ok_and(|found| *found == place) {
                // What fails in moves is told when it is asked for.
                let room = COMPARED.saturating_sub(places.len());
                let options = if room > 0 { self.followers(&place) } else { Ok(Vec::new()) };
                for option in options.unwrap_or_default().into_iter().take(room) {
                    if !places.contains(&option) {
                        places.push(option);
                    }
                }
                continue;
            }
            let found = match found {
                Ok(found) => format!("as {}", shortened(&found.to_string())),
                Err(_) => "not at all".to_string(),
            };
            let (file, shown) = (self.script.file(), shortened(&place.to_string()));
            return Err(Error::input(match self.write {
                Some(_) => format!(
                    "read and write of {file} disagree: {shown} is written {}, which is read {found}: read must give back \
                     what was written",
                    quoted(&text)
                ),
                None => format!(
                    "read of {file} is wrong: {} is read {found}, and {file} has no write that would write {shown} in \
                     another way",
                    quoted(&text)
                ),
            }));
        }
        Ok(())
    }

    /// Writes a position so that `read_position` gives it back.
    pub(super) fn write_position(&self, position: &Place) -> String {
        let back = |text: &str| self.read_position(text).is_ok_and(|read| read == *position);
        if let Some(write) = self.write {
            let found = self.ask(write, "write", position, written);
            let text = self.fault.caught(found, String::new());
            let text = text.trim();
            if stands_in_an_address(text) && back(text) {
                return text.to_string();
            }
        }
        if let Some(text) = position.0.as_text()
            && stands_in_an_address(text)
            && text == text.trim()
            && back(text)
        {
            return text.to_string();
        }
        escaped(&position.to_string())
    }
}

/// What `write` returned, as a text.
fn written(value: Seen<'_>) -> Result<String, String> {
    match value.text() {
        Some(text) => Ok(text.to_string()),
        None => Err(format!("write returns a text: here is {}", value.shown())),
    }
}

/// A value as text for an address, where plus signs and brackets in strings would mean something.
fn escaped(text: &str) -> String {
    let (mut out, mut quote, mut after_backslash) =
        (String::with_capacity(text.len()), None, false);
    for letter in text.chars() {
        match (quote, letter) {
            (Some(_), '(' | ')' | '[' | ']' | '{' | '}' | '+' | ':') => {
                out.push_str(&format!("\\x{:02x}", letter as u32));
            }
            _ => out.push(letter),
        }
        if letter == '\'' || letter == '"' {
            quote = match quote {
                None => Some(letter),
                Some(open) if open == letter && !after_backslash => None,
                open => open,
            };
        }
        after_backslash = letter == '\\' && !after_backslash;
    }
    out
}

/// `3, 5` is a tuple to the language; where positions are lists it means a list.
fn as_start(datum: Datum, start: Option<&Datum>, text: &str) -> Datum {
    let bare = !text.starts_with(['(', '[']);
    match (datum.parts(), start) {
        (Some(parts), Some(start)) if bare && start.is_list() && datum.is_tuple() => {
            Datum::items(&parts, true)
        }
        _ => datum,
    }
}

/// Whether a text can be a position of an address as it is: plus signs and brackets mean something there.
fn stands_in_an_address(text: &str) -> bool {
    !text.is_empty()
        && text != "-"
        && text != "start"
        && !text.chars().any(char::is_control)
        && !text.contains(" +")
        && !text.contains("+ ")
        && !text.contains(['(', ')', '[', ']', '{', '}', '"', '\''])
}
