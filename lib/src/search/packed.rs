//! Positions of any game as keys: what the search for big positions needs, compiled for each kind of rules.

use std::sync::Arc;

use bouton_search::board::MOST_WORDS;
use bouton_search::{Face, Hint, Options};

use crate::erased::AnyPosition;
use crate::error::Error;
use crate::grid::Grid;
use crate::grid::packed::Boards;
use crate::rules::{Position, Rules};
use crate::search::memo::{Goal, too_many_moves};
use crate::value::{Outcome, Play};

/// The keys of the parts of a position, if it has keys.
type Keys = dyn Fn(&AnyPosition) -> Option<Vec<Vec<u64>>> + Send + Sync;

/// A game as the search sees it.
pub(crate) struct Packed {
    pub face: Arc<dyn Face>,
    pub keys: Box<Keys>,
    /// Whether positions are small and made without memory of their own.
    pub quick: bool,
}

impl Packed {
    /// Boards as bits, if this is one that fits; otherwise words or texts.
    pub fn new<R: Rules>(rules: &Arc<R>, goal: Goal, position: &AnyPosition) -> Packed {
        if let (Some(grid), Some(board)) = (rules.grid(), position.get::<Grid>()) {
            let face = Arc::new(Boards::face(grid, goal));
            if face.keys(board.rows(), board.columns(), board.cells()).is_some() {
                let of = face.clone();
                let keys = move |position: &AnyPosition| {
                    let board = position.get::<Grid>()?;
                    of.keys(board.rows(), board.columns(), board.cells())
                };
                return Packed { face, keys: Box::new(keys), quick: true };
            }
        }
        let face = Arc::new(ByRules { rules: rules.clone(), goal });
        let of = face.clone();
        let keys = move |position: &AnyPosition| of.keys(position.get()?);
        Packed { face, keys: Box::new(keys), quick: false }
    }
}

/// Longer texts are no keys: a table of these would hold little, and write each text anew for every option.
const MOST_TEXT: usize = 512;

/// Positions as their own words, or as their texts.
struct ByRules<R: Rules> {
    rules: Arc<R>,
    goal: Goal,
}

impl<R: Rules> ByRules<R> {
    fn pack(&self, position: &R::Position, key: &mut Vec<u64>) {
        key.clear();
        if position.pack(key) {
            return;
        }
        let text = self.rules.write(position);
        // An even number tells texts from words.
        key.push(2 * text.len() as u64);
        for chunk in text.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            key.push(u64::from_le_bytes(word));
        }
    }

    fn unpack(&self, key: &[u64]) -> Result<R::Position, Error> {
        let wrong = || Error::Stopped("stopped: a position was not read back".to_string());
        let first = key.first().copied().unwrap_or(0);
        if first % 2 == 1 {
            return R::Position::unpack(key).ok_or_else(wrong);
        }
        let mut bytes: Vec<u8> = key[1..].iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.resize(first as usize / 2, 0);
        self.rules.read(std::str::from_utf8(&bytes).map_err(|_| wrong())?)
    }

    fn keys(&self, position: &R::Position) -> Option<Vec<Vec<u64>>> {
        let mut keys = Vec::new();
        let mut key = Vec::with_capacity(MOST_WORDS);
        self.parts(position.clone(), &mut |part| {
            self.pack(part, &mut key);
            keys.push(key.clone());
        });
        if keys.iter().any(|key| 8 * key.len() > MOST_TEXT) {
            return None;
        }
        // What is not read back as it was written cannot be searched as a key.
        let same = keys.iter().all(|key| {
            let mut again = Vec::new();
            self.unpack(key).map(|position| self.pack(&position, &mut again)).is_ok()
                && again == *key
        });
        same.then_some(keys)
    }

    fn parts(&self, position: R::Position, part: &mut dyn FnMut(&R::Position)) {
        let position = self.rules.simplify(position);
        let parts = if self.goal == Goal::Value { self.rules.split(&position) } else { None };
        match parts {
            None => part(&position),
            Some(parts) => {
                parts.into_iter().for_each(|position| part(&self.rules.simplify(position)));
            }
        }
    }
}

impl<R: Rules> Face for ByRules<R> {
    fn options(&self, key: &[u64], out: &mut Options<'_>) -> Result<(), Error> {
        let position = self.unpack(key)?;
        let mut key = Vec::with_capacity(MOST_WORDS);
        let complete = self.rules.options(&position, |option| {
            self.parts(option, &mut |part| {
                self.pack(part, &mut key);
                out.part(&key);
            });
            out.end();
            !out.full()
        });
        match self.rules.fault() {
            Some(fault) => Err(fault),
            None if !complete => Err(too_many_moves()),
            None => Ok(()),
        }
    }

    fn size(&self, key: &[u64]) -> u32 {
        match key.first() {
            // Words are heaps and the like: stones, about.
            Some(first) if first % 2 == 1 => {
                key.iter().flat_map(|word| word.to_le_bytes()).map(u32::from).sum()
            }
            first => first.map_or(0, |first| *first as u32),
        }
    }

    fn hint(&self, key: &[u64]) -> Hint {
        let Ok(position) = self.unpack(key) else { return Hint::Nothing };
        let play = match self.goal {
            Goal::Value => Play::Normal,
            Goal::Wins(play) => play,
        };
        if self.goal == Goal::Value
            && let Some(value) = self.rules.value(&position)
        {
            let value = value.0.to_u64().and_then(|value| u32::try_from(value).ok());
            return value.map_or(Hint::Nothing, Hint::Value);
        }
        match (self.rules.outcome(&position, play), self.goal) {
            (Some(Outcome::Previous), _) => Hint::Value(0),
            (Some(Outcome::Next), Goal::Value) => Hint::Not(0),
            (Some(Outcome::Next), Goal::Wins(_)) => Hint::Value(1),
            _ => Hint::Nothing,
        }
    }
}
