//! Positions of any game as keys: what the search for big positions needs, compiled for each kind of rules.

use std::sync::Arc;

use bouton_search::board::MOST_WORDS;
use bouton_search::grid::GridFace;
use bouton_search::{Face, Hint, Options};

use crate::erased::AnyPosition;
use crate::error::Error;
use crate::grid::packed::Boards;
use crate::grid::{Grid, GridRules};
use crate::rules::{Position, Rules};
use crate::search::memo::{Goal, too_many_moves};
use crate::value::{Nimber, Outcome, Play};

/// A game as the search sees it, and its positions as keys.
pub(crate) trait Keyed: Face {
    /// The keys of the parts of a position, if it has keys.
    fn keys(&self, position: &AnyPosition) -> Option<Vec<Vec<u64>>>;

    /// Whether positions are small and made without memory of their own.
    fn quick(&self) -> bool {
        false
    }

    /// The position of a key, where keys can be read back.
    #[cfg(feature = "tables")]
    fn position(&self, _key: &[u64]) -> Option<AnyPosition> {
        None
    }
}

/// Words or texts, for boards too: keys that can be read back, each a whole position.
#[cfg(feature = "tables")]
pub(crate) fn readable<R: Rules>(rules: &Arc<R>) -> Arc<dyn Keyed> {
    Arc::new(ByRules { rules: rules.clone(), goal: Goal::Wins(Play::Normal) })
}

/// Boards as bits, if this is one that fits; otherwise words or texts.
pub(crate) fn keyed<R: Rules>(
    rules: &Arc<R>,
    goal: Goal,
    position: &AnyPosition,
) -> Arc<dyn Keyed> {
    match rules.grid().and_then(|grid| board(grid, goal, position)) {
        Some(boards) => boards,
        None => Arc::new(ByRules { rules: rules.clone(), goal }),
    }
}

fn board(grid: Arc<dyn GridRules>, goal: Goal, position: &AnyPosition) -> Option<Arc<dyn Keyed>> {
    let boards = Boards::face(grid, goal);
    Keyed::keys(&boards, position)?;
    Some(Arc::new(boards))
}

impl Keyed for GridFace<Boards> {
    fn keys(&self, position: &AnyPosition) -> Option<Vec<Vec<u64>>> {
        let board = position.get::<Grid>()?;
        GridFace::keys(self, board.rows(), board.columns(), board.cells())
    }
    fn quick(&self) -> bool {
        true
    }
}

/// Longer texts are no keys: a table of these would hold little, and write each text anew for every option.
const MOST_TEXT: usize = 512;

/// A text as words, of which the first is even: that tells texts from words.
fn text_key(text: &str, key: &mut Vec<u64>) {
    key.push(2 * text.len() as u64);
    for chunk in text.as_bytes().chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        key.push(u64::from_le_bytes(word));
    }
}

/// The text of such words.
fn key_text(key: &[u64]) -> Result<String, Error> {
    let mut bytes: Vec<u8> = key[1..].iter().flat_map(|word| word.to_le_bytes()).collect();
    bytes.resize(key[0] as usize / 2, 0);
    String::from_utf8(bytes).map_err(|_| unread())
}

fn is_text(key: &[u64]) -> bool {
    key.first().is_some_and(|first| first % 2 == 0)
}

fn unread() -> Error {
    Error::Stopped("stopped: a position was not read back".to_string())
}

/// Texts by their length; words are heaps and the like: stones, about.
fn size(key: &[u64]) -> u32 {
    match is_text(key) {
        true => key[0] as u32,
        false => key.iter().flat_map(|word| word.to_le_bytes()).map(u32::from).sum(),
    }
}

/// What a theorem says, as the search takes it.
fn hint(goal: Goal, value: Option<Nimber>, outcome: impl FnOnce(Play) -> Option<Outcome>) -> Hint {
    if let Some(value) = value {
        let value = value.0.to_u64().and_then(|value| u32::try_from(value).ok());
        return value.map_or(Hint::Nothing, Hint::Value);
    }
    let play = match goal {
        Goal::Value => Play::Normal,
        Goal::Wins(play) => play,
    };
    match (outcome(play), goal) {
        (Some(Outcome::Previous), _) => Hint::Value(0),
        (Some(Outcome::Next), Goal::Value) => Hint::Not(0),
        (Some(Outcome::Next), Goal::Wins(_)) => Hint::Value(1),
        _ => Hint::Nothing,
    }
}

/// Positions as their own words, or as their texts. It is compiled for each kind of rules: what does not need these
/// is above.
struct ByRules<R: Rules> {
    rules: Arc<R>,
    goal: Goal,
}

impl<R: Rules> ByRules<R> {
    fn pack(&self, position: &R::Position, key: &mut Vec<u64>) {
        key.clear();
        if !position.pack(key) {
            text_key(&self.rules.write(position), key);
        }
    }

    fn unpack(&self, key: &[u64]) -> Result<R::Position, Error> {
        match is_text(key) {
            true => self.rules.read(&key_text(key)?),
            false => R::Position::unpack(key).ok_or_else(unread),
        }
    }

    fn parts(&self, position: R::Position, part: &mut dyn FnMut(&R::Position)) {
        let position = self.rules.simplify(position);
        let parts = if self.goal == Goal::Value { self.rules.split(&position) } else { None };
        match parts {
            None => part(&position),
            Some(parts) => {
                for position in parts {
                    part(&self.rules.simplify(position));
                }
            }
        }
    }
}

impl<R: Rules> Keyed for ByRules<R> {
    fn keys(&self, position: &AnyPosition) -> Option<Vec<Vec<u64>>> {
        let (mut keys, mut fits) = (Vec::new(), true);
        let (mut key, mut again) = (Vec::with_capacity(MOST_WORDS), Vec::new());
        self.parts(position.get::<R::Position>()?.clone(), &mut |part| {
            self.pack(part, &mut key);
            // What is not read back as it was written cannot be searched as a key.
            fits = fits
                && 8 * key.len() <= MOST_TEXT
                && self.unpack(&key).is_ok_and(|position| {
                    self.pack(&position, &mut again);
                    again == key
                });
            keys.push(key.clone());
        });
        fits.then_some(keys)
    }

    #[cfg(feature = "tables")]
    fn position(&self, key: &[u64]) -> Option<AnyPosition> {
        self.unpack(key).ok().map(AnyPosition::of)
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
        size(key)
    }

    fn hint(&self, key: &[u64]) -> Hint {
        let Ok(position) = self.unpack(key) else { return Hint::Nothing };
        let value = if self.goal == Goal::Value { self.rules.value(&position) } else { None };
        hint(self.goal, value, |play| self.rules.outcome(&position, play))
    }
}
