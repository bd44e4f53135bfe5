//! The parameters of a game, as an address gives them: `moore(2, most=3)`.

use std::fmt;
use std::sync::Arc;

use crate::address;
use crate::entry::Entry;
use crate::error::{Error, quoted};
use crate::question::Source;
use crate::shipped;

/// A game's name and parameters as given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The game's name in the catalogue.
    pub game: &'static str,
    given: Vec<(Option<String>, String)>,
    file: Option<Arc<str>>,
}

pub(crate) fn read(entry: &'static Entry, text: Option<&str>) -> Result<Parameters, Error> {
    let name = entry.name;
    let mut given = Vec::new();
    let mut rest = text.unwrap_or("").trim();
    // A set may stand in braces, with its key in front: {1,3,4} or set={1,3,4}.
    if let Some(list) = entry.parameters.iter().find(|parameter| parameter.list) {
        let keyed = rest.strip_prefix(list.key).and_then(|set| set.trim_start().strip_prefix('='));
        let set = keyed.map_or(rest, str::trim_start).strip_prefix('{');
        let set = set.and_then(|set| set.strip_suffix('}'));
        rest = set.filter(|set| !set.contains(['{', '}'])).map_or(rest, str::trim);
    }
    if text.is_some() && rest.is_empty() {
        return Err(Error::input(format!(
            "the brackets of {name}() are empty: write parameters between them, or leave the brackets out"
        )));
    }
    while !rest.is_empty() {
        let end = address::find_outside(rest, ',');
        let item = rest[..end.unwrap_or(rest.len())].trim();
        rest = end.map_or("", |end| rest[end + 1..].trim());
        if item.is_empty() || (end.is_some() && rest.is_empty()) {
            return Err(Error::input(format!(
                "a parameter of {name} is empty: there is a comma too many"
            )));
        }
        let keyed = item.split_once('=').filter(|(key, _)| {
            !key.is_empty()
                && key.trim().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        });
        given.push(match keyed {
            Some((key, value)) => (Some(key.trim().to_string()), value.trim().to_string()),
            None => (None, item.to_string()),
        });
    }
    Ok(Parameters { game: name, given, file: None })
}

impl Parameters {
    /// No parameters.
    pub fn none(game: &'static str) -> Parameters {
        Parameters { game, given: Vec::new(), file: None }
    }

    /// Reads the file that `file=` names, if the game takes one.
    pub(crate) fn load(&mut self, source: &mut dyn Source) -> Result<(), Error> {
        let parameters = address::entry(self.game)?.parameters;
        let Some(place) = parameters.iter().position(|parameter| parameter.key == "file") else {
            return Ok(());
        };
        // Where it is the first parameter it needs no key, and may name an example.
        let Some(path) = self.get("file", (place == 0).then_some(0)) else { return Ok(()) };
        let text = match place {
            0 => shipped::file_or_example(path, source)?,
            _ => source.file(path)?,
        };
        self.file = Some(text.into());
        Ok(())
    }

    /// The text of the file that `file=` names.
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The values that stand without a key.
    pub fn list(&self) -> Vec<&str> {
        self.given
            .iter()
            .filter(|(key, _)| key.is_none())
            .map(|(_, value)| value.as_str())
            .collect()
    }

    /// The value given for a key, or by its place among those without a key.
    pub fn get(&self, key: &str, place: Option<usize>) -> Option<&str> {
        let keyed = self.given.iter().find(|(given, _)| given.as_deref() == Some(key));
        match keyed {
            Some((_, value)) => Some(value),
            None => self.list().get(place?).copied(),
        }
    }

    /// The same with another text for the parameter that comes first, by whatever way it was given.
    pub fn with(&self, key: &str, value: String) -> Parameters {
        let mut changed = self.clone();
        let given = changed.given.iter_mut();
        if let Some((_, old)) =
            given.into_iter().find(|(own, _)| own.as_deref().is_none_or(|own| own == key))
        {
            *old = value;
        }
        changed
    }

    /// The same game with these values, none of them with a key.
    pub(crate) fn listing(&self, values: Vec<String>) -> Parameters {
        Parameters {
            given: values.into_iter().map(|value| (None, value)).collect(),
            ..self.clone()
        }
    }

    /// Compares what was given with what the game takes.
    pub(crate) fn check(&self, entry: &Entry) -> Result<(), Error> {
        let takes = || {
            let keys: Vec<&str> = entry.parameters.iter().map(|parameter| parameter.key).collect();
            match keys.is_empty() {
                true => format!("{} takes no parameters", entry.name),
                false => format!("{} takes {}", entry.name, keys.join(", ")),
            }
        };
        for (index, (key, _)) in self.given.iter().enumerate() {
            let Some(key) = key else { continue };
            if !entry.parameters.iter().any(|parameter| parameter.key == key) {
                return Err(Error::input(format!(
                    "{} is not a parameter: {}",
                    quoted(key),
                    takes()
                )));
            }
            if self.given[..index].iter().any(|(earlier, _)| earlier.as_ref() == Some(key)) {
                return Err(Error::input(format!("{key} is given twice: once is enough")));
            }
        }
        let list = self.list();
        let keyed_first = self.given.iter().skip_while(|(key, _)| key.is_none());
        if let Some((_, value)) = keyed_first.clone().find(|(key, _)| key.is_none()) {
            return Err(Error::input(format!(
                "{} comes after a parameter with a key: values without a key come first",
                quoted(value)
            )));
        }
        let takes_list = entry.parameters.iter().any(|parameter| parameter.list);
        if !takes_list && list.len() > entry.parameters.len() {
            let extra = quoted(list[entry.parameters.len()]);
            return Err(Error::input(format!("{extra} is one parameter too many: {}", takes())));
        }
        let by_place = if takes_list { list.len().min(1) } else { list.len() };
        for parameter in &entry.parameters[..by_place] {
            if self.given.iter().any(|(key, _)| key.as_deref() == Some(parameter.key)) {
                return Err(Error::input(format!(
                    "{} is given twice, with its key and without: once is enough",
                    parameter.key
                )));
            }
        }
        for (place, parameter) in entry.parameters.iter().enumerate() {
            if parameter.required && self.get(parameter.key, Some(place)).is_none() {
                let example = entry.examples.first().copied().unwrap_or(entry.name);
                return Err(Error::input(format!(
                    "{} needs {} ({}): such as {example}",
                    entry.name, parameter.key, parameter.help
                )));
            }
        }
        Ok(())
    }
}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.game)?;
        for (index, (key, value)) in self.given.iter().enumerate() {
            f.write_str(match (index, key) {
                (0, _) => "(",
                (_, Some(_)) => ", ",
                (_, None) => ",",
            })?;
            match key {
                Some(key) => write!(f, "{key}={value}")?,
                None => f.write_str(value)?,
            }
        }
        f.write_str(if self.given.is_empty() { "" } else { ")" })
    }
}
