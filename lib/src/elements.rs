//! Sets of named things as positions, and moves that name one: elements of orders, nodes and lines of graphs.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, quoted};
use crate::rules::Position;

/// A set of elements, as bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Elements(Box<[u64]>);

impl Elements {
    /// The empty set, with room for so many.
    pub fn none(count: usize) -> Elements {
        Elements(vec![0; count.div_ceil(64).max(1)].into())
    }

    /// All elements below `count`.
    pub fn all(count: usize) -> Elements {
        (0..count).fold(Elements::none(count), |mut set, element| {
            set.insert(element);
            set
        })
    }

    pub fn has(&self, element: usize) -> bool {
        self.0.get(element / 64).is_some_and(|word| word >> (element % 64) & 1 == 1)
    }

    pub fn insert(&mut self, element: usize) {
        self.0[element / 64] |= 1 << (element % 64);
    }

    pub fn remove(&mut self, element: usize) {
        self.0[element / 64] &= !(1 << (element % 64));
    }

    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * index + bit)
            })
        })
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn with(&self, other: &Elements, join: impl Fn(u64, u64) -> u64) -> Elements {
        Elements(self.0.iter().zip(&other.0).map(|(a, b)| join(*a, *b)).collect())
    }

    /// Reads `a b d`, `*` or `all`, and `none`. `things` is what they are called, `number` finds one by its name.
    pub fn read(
        text: &str,
        things: &str,
        names: &[String],
        number: impl Fn(&str) -> Option<usize>,
    ) -> Result<Elements, Error> {
        let mut elements = Elements::none(names.len());
        match text {
            "none" => return Ok(elements),
            "*" => return Ok(Elements::all(names.len())),
            "all" if number("all").is_none() => return Ok(Elements::all(names.len())),
            _ => {}
        }
        for name in text.split(|letter: char| letter.is_whitespace() || letter == ',') {
            if name.is_empty() {
                continue;
            }
            let Some(element) = number(name) else {
                let known: Vec<&str> = names.iter().take(8).map(String::as_str).collect();
                return Err(Error::input(format!(
                    "{} is not one of the {things}, which are {}{}; all means all of them, none means none",
                    quoted(name),
                    known.join(", "),
                    if names.len() > 8 { ", ..." } else { "" }
                )));
            };
            elements.insert(element);
        }
        Ok(elements)
    }

    /// The names, or `none`.
    pub fn write(&self, names: &[String]) -> String {
        let names: Vec<&str> = self.iter().map(|element| names[element].as_str()).collect();
        if names.is_empty() { "none".to_string() } else { names.join(" ") }
    }
}

impl Position for Elements {
    fn weight(&self) -> usize {
        size_of::<Elements>() + 8 * self.0.len()
    }
}

/// The numbers of the elements; the names belong to the game, which writes positions itself.
impl fmt::Display for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.iter().map(|element| element.to_string()).collect();
        f.write_str(&numbers.join(" "))
    }
}

impl FromStr for Elements {
    type Err = Error;
    fn from_str(text: &str) -> Result<Elements, Error> {
        Err(Error::input(format!("{} cannot be read without its game", quoted(text))))
    }
}

/// An element that is named.
#[derive(Clone)]
pub(crate) struct Named {
    pub element: usize,
    pub name: String,
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
