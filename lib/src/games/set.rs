//! A game written as nested sets: `{{},{{}}}`. A move chooses an element.

use bouton_core::order::InOrder;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::error::{Error, quoted};
use crate::explain::{Step, parts};
use crate::game::{Ability, Board, Entry, Game, Known};
use crate::rules::{Moves, Position, Random, Rules};
use crate::scene::{Card, Role, Scene};
use crate::value::Play;

struct Sets;

/// Every set that occurs in one text, once; the elements of a set have smaller numbers than it.
#[derive(Default)]
struct Universe {
    elements: Vec<Box<[u32]>>,
    /// A number that depends on the set alone, not on the universe.
    signatures: Vec<u64>,
    /// How long the text of the set is.
    lengths: Vec<usize>,
    numbers: FxHashMap<Box<[u32]>, u32>,
}

impl Universe {
    /// The set with these elements. They are written shortest first.
    fn number(&mut self, mut elements: Vec<u32>) -> u32 {
        let key = |set: &u32| (&self.lengths[*set as usize], self.signatures[*set as usize], *set);
        elements.put_in_order_by(|a, b| key(a).cmp(&key(b)));
        elements.dedup();
        let elements: Box<[u32]> = elements.into();
        if let Some(known) = self.numbers.get(&elements) {
            return *known;
        }
        let mut hasher = FxHasher::default();
        let mut length = 2 + elements.len().saturating_sub(1);
        for set in &elements {
            self.signatures[*set as usize].hash(&mut hasher);
            length += self.lengths[*set as usize];
        }
        hasher.write_usize(length);
        let number = self.elements.len() as u32;
        self.signatures.push(hasher.finish());
        self.lengths.push(length);
        self.elements.push(elements.clone());
        self.numbers.insert(elements, number);
        number
    }
}

/// A set of a universe.
#[derive(Clone)]
struct HereditarySet {
    universe: Arc<Universe>,
    number: u32,
}

impl HereditarySet {
    fn elements(&self) -> impl Iterator<Item = HereditarySet> + '_ {
        let elements = self.universe.elements[self.number as usize].iter();
        elements.map(|number| HereditarySet { universe: self.universe.clone(), number: *number })
    }
}

impl PartialEq for HereditarySet {
    fn eq(&self, other: &HereditarySet) -> bool {
        if Arc::ptr_eq(&self.universe, &other.universe) {
            return self.number == other.number;
        }
        let signature = |set: &HereditarySet| set.universe.signatures[set.number as usize];
        signature(self) == signature(other) && self.to_string() == other.to_string()
    }
}

impl Eq for HereditarySet {}

impl Hash for HereditarySet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.universe.signatures[self.number as usize]);
    }
}

impl Position for HereditarySet {}

impl fmt::Display for HereditarySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Sets that are open, and how many of their elements are written; no depth overflows.
        let mut text = String::with_capacity(self.universe.lengths[self.number as usize]);
        let mut open = vec![(self.number, 0)];
        text.push('{');
        while let Some((set, written)) = open.last_mut() {
            let elements = &self.universe.elements[*set as usize];
            match elements.get(*written) {
                Some(element) => {
                    text.push_str(if *written == 0 { "{" } else { ",{" });
                    *written += 1;
                    open.push((*element, 0));
                }
                None => {
                    text.push('}');
                    open.pop();
                }
            }
        }
        f.write_str(&text)
    }
}

impl FromStr for HereditarySet {
    type Err = Error;
    fn from_str(text: &str) -> Result<HereditarySet, Error> {
        let wrong = |at: usize, what: &str| {
            Error::input(format!(
                "{} is not a set: {what} at column {}; write nested braces, such as {{{{}},{{{{}}}}}}",
                quoted(text),
                text[..at].chars().count() + 1
            ))
        };
        let mut universe = Universe::default();
        let mut open: Vec<Vec<u32>> = Vec::new();
        let mut whole = None;
        // Whether a comma was read that asks for one more element.
        let mut comma = false;
        let mut after_element = false;
        for (at, letter) in text.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
            match letter {
                _ if whole.is_some() => {
                    return Err(wrong(at, "there is text behind the last brace"));
                }
                '{' | '∅' if after_element => return Err(wrong(at, "a comma is missing")),
                '{' => {
                    open.push(Vec::new());
                    comma = false;
                }
                '}' | '∅' => {
                    let elements = match letter {
                        '}' if comma => return Err(wrong(at, "an element is missing")),
                        '}' => match open.pop() {
                            Some(elements) => elements,
                            None => {
                                return Err(wrong(at, "a brace is closed that was never opened"));
                            }
                        },
                        _ => Vec::new(),
                    };
                    comma = false;
                    let number = universe.number(elements);
                    match open.last_mut() {
                        Some(outer) => outer.push(number),
                        None => whole = Some(number),
                    }
                    after_element = true;
                    continue;
                }
                ',' if after_element && !open.is_empty() => comma = true,
                ',' => return Err(wrong(at, "a comma stands before any element")),
                _ => return Err(wrong(at, "there is something else than braces and commas")),
            }
            after_element = false;
        }
        let number = whole.ok_or_else(|| wrong(text.len(), "a brace is not closed"))?;
        Ok(HereditarySet { universe: Arc::new(universe), number })
    }
}

/// Letters of a set whose elements are all told at most.
const MOST_LETTERS: usize = 60;

impl Rules for Sets {
    type Position = HereditarySet;
    type Move = HereditarySet;

    fn moves(&self, set: &HereditarySet, out: &mut Moves<'_, HereditarySet>) {
        set.elements().for_each(|element| out.push(element));
    }

    fn play(&self, _set: &HereditarySet, element: &HereditarySet) -> HereditarySet {
        element.clone()
    }

    fn explain(&self, set: &HereditarySet, play: Play) -> Option<Vec<Step>> {
        let text = set.to_string();
        if text.len() > MOST_LETTERS {
            return None;
        }
        let options = |text: &str| -> Vec<String> {
            let set = text.parse::<HereditarySet>();
            let elements = |set: &HereditarySet| {
                set.elements().map(|element| element.to_string()).collect::<Vec<String>>()
            };
            set.as_ref().map(elements).unwrap_or_default()
        };
        parts::labels(&text, &options, play)
    }

    fn describe(&self, _set: &HereditarySet, element: &HereditarySet) -> String {
        format!("choose {element}")
    }

    fn find_move(&self, set: &HereditarySet, text: &str) -> Option<Result<HereditarySet, Error>> {
        Some(text.parse::<HereditarySet>().and_then(|wanted| {
            set.elements()
                .find(|element| *element == wanted)
                .ok_or_else(|| Error::input(format!("{} is not an element", quoted(text))))
        }))
    }

    fn scene(&self, set: &HereditarySet) -> Scene {
        const MOST: usize = 40;
        let mut scene = Scene::default();
        let text = set.to_string();
        let shortened = |text: &str| match text.chars().nth(24) {
            Some(_) => text.chars().take(21).collect::<String>() + "...",
            None => text.to_string(),
        };
        scene.add_cards(vec![Card {
            id: "set".to_string(),
            label: format!("The set {}", shortened(&text)),
            caption: shortened(&text),
            role: Role::Stone,
            pick: None,
        }]);
        let elements: Vec<String> =
            set.elements().take(MOST + 1).map(|element| element.to_string()).collect();
        let card = |(place, element): (usize, &String)| Card {
            id: format!("element-{}", place + 1),
            label: format!("Element {}", shortened(element)),
            caption: shortened(element),
            role: Role::Card,
            pick: Some(element.clone()),
        };
        scene.add_cards(elements.iter().enumerate().take(MOST).map(card).collect());
        scene.capped = (elements.len() > MOST).then(|| format!("Only {MOST} elements are drawn."));
        scene
    }

    fn random(&self, size: u64, random: &mut Random) -> Option<HereditarySet> {
        let mut universe = Universe::default();
        let mut number = universe.number(Vec::new());
        for _ in 0..random.between(size, 6 * size) {
            // Mostly from the latest sets, so that plays are long.
            let known = universe.elements.len() as u32;
            let count = random.between(1, 4);
            let first = if random.chance(0.8) { known.saturating_sub(6) } else { 0 };
            let elements: Vec<u32> = (0..count)
                .map(|_| random.between(u64::from(first), u64::from(known) - 1) as u32)
                .collect();
            // Shared sets are written out each time, so texts can grow without bound.
            if elements.iter().map(|set| universe.lengths[*set as usize]).sum::<usize>() < 3000 {
                number = universe.number(elements);
            }
        }
        Some(HereditarySet { universe: Arc::new(universe), number })
    }
}

pub static ENTRY: Entry = Entry {
    name: "set",
    aliases: &[],
    title: "Sets",
    rules: "A game is the set of its options, and these are sets again: {} has no move, {{}} one move to {}. A move \
            chooses an element, which is the new position.",
    board: Board::Graph,
    can: &[Ability::Misere],
    parameters: &[],
    examples: &[
        "set: {{},{{}}}",
        "set: {{{}},{{{}}},{{},{{}}}}",
        "set: {{},{{{{}}}},{{},{{}}},{{{}},{{},{{}}}}}",
        "misere set: {{{}},{{},{{}}}}",
    ],
    example_move: ("{{},{{}}}", "{{}}"),
    known: &[
        Known {
            address: "set: {{},{{}}}",
            outcome: "N",
            value: Some(2),
            source: "von Neumann's 2 is the Nim heap of 2",
        },
        Known { address: "set: {{{}}}", outcome: "P", value: Some(0), source: "by the definition" },
    ],
    theorems: &[],
    presets: &[],
    open: |parameters| Game::open_light(Sets, parameters),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_written_in_one_way() {
        let tidy = |text: &str| text.parse::<HereditarySet>().map(|set| set.to_string());
        assert_eq!(tidy("{ {{}} , {}, {} }").unwrap(), "{{},{{}}}");
        assert_eq!(tidy("{∅,{∅}}").unwrap(), "{{},{{}}}");
        for (wrong, hint) in [
            ("{{}", "not closed"),
            ("{}}", "behind the last"),
            ("}", "never opened"),
            ("{,}", "before any element"),
            ("{{},}", "element is missing"),
            ("{{}{}}", "comma is missing"),
            ("{a}", "else than braces"),
            ("{}{}", "behind the last"),
        ] {
            let message = tidy(wrong).unwrap_err().to_string();
            assert!(message.contains(hint), "{wrong}: {message}");
        }
    }

    #[test]
    fn a_hundred_thousand_braces_do_not_overflow() {
        let deep = "{".repeat(100_000) + &"}".repeat(100_000);
        let set: HereditarySet = deep.parse().unwrap();
        assert_eq!(set.to_string(), deep);
        let game = Game::new(Sets, "set");
        let position = game.read(&deep).unwrap();
        let analysis =
            game.analyse(&position, crate::Play::Normal, &crate::Ask::default()).unwrap();
        assert_eq!(analysis.value, Some(1.into()));
    }
}
