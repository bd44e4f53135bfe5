//! Positions as short keys of bytes: what tables outside of the library keep.
//!
//! Positions that simplify to the same one have the same key, and a key can be read back.
//!
//! ```
//! let opened = bouton::open("kayles: 3 1")?;
//! let keys = opened.game.keys();
//! let key = keys.key(&opened.position)?;
//! let mut options = Vec::new();
//! keys.options(&key, &mut |option| options.push(keys.text(option)))?;
//! options.sort();
//! assert_eq!(options, ["1 1", "1 1 1", "1 2", "3"]);
//! # Ok::<(), bouton::Error>(())
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bouton_search::Options;

use crate::analysis::{Evidence, Method, ValueStatus};
use crate::ask::{Ask, Meter};
use crate::erased::AnyPosition;
use crate::error::Error;
use crate::game::{Game, MOST_LISTED};
use crate::rules::Found;
use crate::search::packed::Keyed;
use crate::solve::Answer;
use crate::value::{Outcome, Play, Value};

/// The positions of a game as keys.
pub struct Keys {
    game: Game,
    face: Arc<dyn Keyed>,
    /// Words of the widest key so far: narrow keys are made faster.
    width: AtomicUsize,
}

/// Words of the longest key.
const WIDEST: usize = 1 << 13;

impl Game {
    /// The positions of this game as keys.
    pub fn keys(&self) -> Keys {
        Keys { game: self.clone(), face: self.rules().readable(), width: AtomicUsize::new(2) }
    }
}

impl Keys {
    /// The key of a position.
    pub fn key(&self, position: &AnyPosition) -> Result<Vec<u8>, Error> {
        let keys = self.face.keys(position).and_then(|keys| keys.into_iter().next());
        let words = keys.ok_or_else(|| {
            Error::Unsupported("positions of this length cannot be kept in tables".to_string())
        })?;
        let mut key = Vec::new();
        bytes(&words, &mut key);
        Ok(key)
    }

    /// Hands out the keys of the options of a position, some perhaps several times.
    pub fn options(&self, key: &[u8], take: &mut dyn FnMut(&[u8])) -> Result<(), Error> {
        let words = words(key);
        let mut width = self.width.load(Ordering::Relaxed).max(words.len());
        let mut option = Vec::new();
        // Keys that are too wide are handed out once there is room, those before them once more.
        while !Options::each(&*self.face, &words, width, &mut |words| {
            bytes(words, &mut option);
            take(&option);
        })? {
            width *= 2;
            if width > WIDEST {
                return Err(Error::Unsupported(
                    "positions of this length cannot be kept in tables".to_string(),
                ));
            }
            self.width.fetch_max(width, Ordering::Relaxed);
        }
        Ok(())
    }

    /// The position of a key.
    pub fn position(&self, key: &[u8]) -> Result<AnyPosition, Error> {
        let position = self.face.position(&words(key));
        position.ok_or_else(|| Error::input("a key is not one of a position of this game"))
    }

    /// The position of a key as text; a key that is none is told in its bytes.
    pub fn text(&self, key: &[u8]) -> String {
        match self.position(key) {
            Ok(position) => self.game.write(&position),
            Err(_) => format!("{key:02x?}"),
        }
    }
}

/// A table of whole games that somebody keeps outside of the library; see [`Solver::consult`](crate::Solver::consult).
pub trait Table: Send + Sync {
    /// What is kept of the position of a key, if it is in the table and the table has this convention.
    fn find(&self, key: &[u8], play: Play) -> Result<Option<Entry>, Error>;

    /// How many positions and arcs it has.
    fn size(&self) -> (u64, u64);

    /// What it is called, in answers that rest on it: `the tablebase chomp.tablebase`.
    fn name(&self) -> String;
}

/// What such a table keeps of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who wins.
    pub outcome: Outcome,
    /// Plies to the end; 0 for a draw.
    pub remoteness: u64,
    /// The value in normal play.
    pub value: Value,
}

/// A table with the keys of its game.
pub(crate) struct Consulted {
    keys: Keys,
    table: Arc<dyn Table>,
}

impl Consulted {
    pub fn new(game: &Game, table: Arc<dyn Table>) -> Consulted {
        Consulted { keys: game.keys(), table }
    }

    /// The answer to a question, if the table has it.
    pub fn answer(
        &self,
        game: &Game,
        position: &AnyPosition,
        play: Play,
        ask: &Ask<'_>,
    ) -> Result<Option<Answer>, Error> {
        game.allows(play)?;
        let find = |position: &AnyPosition| match self.keys.key(position) {
            Ok(key) => self.table.find(&key, play),
            // What has no key is in no table.
            Err(_) => Ok(None),
        };
        let Some(entry) = find(position)? else { return Ok(None) };
        let mut winning = Found::none();
        if entry.outcome == Outcome::Next {
            let mut meter = Meter::new(ask);
            let (moves, complete) = game.moves(position, MOST_LISTED);
            if !complete {
                return Ok(None);
            }
            for mv in moves {
                meter.work(1)?;
                let Some(option) = find(&game.play(position, &mv))? else { return Ok(None) };
                if option.outcome == Outcome::Previous {
                    winning.add(mv, ask.moves);
                }
            }
        }
        let (value, value_status) = match play {
            Play::Normal => (Some(entry.value), ValueStatus::Known),
            Play::Misere => (None, ValueStatus::None),
        };
        let (positions, arcs) = self.table.size();
        let evidence = Evidence {
            positions: Some(positions),
            arcs: Some(arcs),
            assumed: Some(self.table.name()),
            ..Evidence::default()
        };
        Ok(Some(Answer {
            outcome: entry.outcome,
            value,
            value_status,
            winning,
            remoteness: (entry.outcome != Outcome::Draw).then_some(entry.remoteness),
            method: Method::Graph,
            evidence,
            parts: Vec::new(),
        }))
    }
}

/// Bytes of words, without the zeros at the end: those are read as if they were there.
fn bytes(words: &[u64], bytes: &mut Vec<u8>) {
    bytes.clear();
    words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    let length = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
    bytes.truncate(length);
}

fn words(bytes: &[u8]) -> Vec<u64> {
    let mut words: Vec<u64> = bytes
        .chunks(8)
        .map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        })
        .collect();
    if words.is_empty() {
        words.push(0);
    }
    words
}
