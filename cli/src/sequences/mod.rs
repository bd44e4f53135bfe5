//! Nim-sequences for the commands: where values come from, and where they are kept.

pub mod afresh;
pub mod citation;
pub mod columns;
pub mod mapped;
pub mod pace;
pub mod progress;
pub mod room;
pub mod store;

use std::path::Path;
use std::time::{Duration, Instant};

use bouton::game::Game;
use bouton::heap::HeapRules;
use bouton::render::values::Head;
use bouton::sequence::Values;
use bouton::sequence::engine::{Choice, Engine};
use bouton::sequence::file::ValueFile;
use bouton::{Error, Play, address};

use crate::arguments::Means;
use crate::input::Files;
use crate::patience::interrupted;
use mapped::Bytes;
use pace::Pace;

/// Where values come from.
pub enum Source {
    /// A game: they are computed.
    Game(Game),
    /// A value file: they are read.
    File(ValueFile<Bytes>),
}

impl Source {
    /// A name that ends in `.bin` is a file, any other a game without a position.
    pub fn open(text: &str) -> Result<Source, Error> {
        let path = Path::new(text.trim());
        if path.extension().is_some_and(|extension| extension == "bin") {
            let file = read(path)?;
            file.verify().map_err(|error| about(path, &error))?;
            return Ok(Source::File(file));
        }
        let (game, play) = address::open_played(text, &mut Files)?;
        in_normal_play(play)?;
        heap_rules(&game)?;
        Ok(Source::Game(game))
    }

    /// The game with its parameters.
    pub fn name(&self) -> &str {
        match self {
            Source::Game(game) => game.name(),
            Source::File(file) => file.rules(),
        }
    }
}

/// The header of a value file; its blocks are not looked at.
pub fn read(path: &Path) -> Result<ValueFile<Bytes>, Error> {
    let bytes = Bytes::open(path)
        .map_err(|error| Error::input(format!("{} cannot be read: {error}", path.display())))?;
    ValueFile::open(bytes).map_err(|error| about(path, &error))
}

/// An error about a file, with its name.
pub fn about(path: &Path, error: &Error) -> Error {
    Error::input(format!("{}: {error}", path.display()))
}

/// An error for a name that says misère play.
pub fn in_normal_play(play: Play) -> Result<(), Error> {
    match play {
        Play::Normal => Ok(()),
        Play::Misere => Err(Error::Unsupported(
            "nim-sequences are about normal play: in misère play heaps have no such values"
                .to_string(),
        )),
    }
}

/// The rules of one heap, for games that have them.
pub fn heap_rules(game: &Game) -> Result<&dyn HeapRules, Error> {
    game.row().ok_or_else(|| {
        Error::Unsupported(format!(
            "{} is not a sum of single heaps, so it has no nim-sequence: ask for a game of heaps ('bouton games' lists \
             them); rules of your own have one if they say heap(size), or if their positions are numbers that become smaller",
            game.name()
        ))
    })
}

impl Means {
    /// The same in the library's words.
    pub fn choice(&self) -> Choice {
        Choice { engine: self.engine, threads: self.threads, ..Choice::default() }
    }
}

/// The values with their heaps, until Ctrl-C; [`whole`] tells whether it came.
pub fn pairs<'a>(head: &Head<'_>, values: &'a Values) -> impl Iterator<Item = (usize, u32)> + 'a {
    let all = (head.from..).zip(values.iter_from(head.from)).take(head.to + 1 - head.from);
    all.take_while(|(heap, _)| heap % (1 << 14) != 0 || !interrupted())
}

/// An error if Ctrl-C has cut the values short.
pub fn whole() -> std::io::Result<()> {
    match interrupted() {
        true => Err(std::io::Error::other("interrupted")),
        false => Ok(()),
    }
}

/// Time between two visits of the caller while values are computed: what a kill may lose. The first
/// one comes sooner, each later one after twice the time, up to the most.
const FIRST_VISIT: Duration = Duration::from_millis(500);
const MOST_BETWEEN_VISITS: Duration = Duration::from_secs(10);

/// Computes until there are `length` values. The caller sees them every few seconds and at the end;
/// its error, or the end of its budget, ends the work.
pub fn extend(
    engine: &mut dyn Engine,
    length: usize,
    pace: &Pace,
    visit: &mut dyn FnMut(&dyn Engine) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut between = FIRST_VISIT;
    loop {
        let (start, before) = (Instant::now(), engine.values().len());
        let done = engine.extend(length, &mut |known| {
            pace.show(known);
            // A visit without a new value would repeat the work on the next one for ever.
            pace.verdict().is_ok() && (known <= before || start.elapsed() < between)
        });
        between = (2 * between).min(MOST_BETWEEN_VISITS);
        // What was found before a failure is worth keeping, too.
        visit(&*engine)?;
        if done? {
            return Ok(());
        }
        if let Err(reason) = pace.verdict() {
            return Err(Error::Stopped(format!(
                "{reason}, after {} of {length} values",
                engine.values().len().min(length)
            )));
        }
    }
}
