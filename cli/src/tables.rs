//! Tablebases in folders, and the games that they are of.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bouton::address::Question;
use bouton::game;
use bouton::keys::{self, Keys};
use bouton::{Error, Play, Value};
use bouton_tablebase::{Bytes, Options, Positions, Source, Tablebase};

use crate::input;
use crate::sequences::mapped;

/// The positions of a game, as a tablebase sees them.
pub struct Game(pub Keys);

impl Positions for Game {
    fn options(&self, key: &[u8], options: &mut Options) -> Result<(), Error> {
        self.0.options(key, &mut |option| options.push(option))
    }
}

/// The files of a folder, mapped into memory.
struct Folder(PathBuf);

impl Source for Folder {
    fn open(&self, file: &str) -> Result<Bytes, String> {
        match mapped::Bytes::open(&self.0.join(file)) {
            Ok(bytes) => Ok(Arc::new(bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                Err("the file is missing".to_string())
            }
            Err(error) => Err(format!("the file cannot be read: {error}")),
        }
    }
}

/// Opens the tablebase in a folder.
pub fn open(folder: &Path) -> Result<Tablebase, Error> {
    let place = folder.display().to_string();
    if !folder.is_dir() {
        let what = if folder.exists() { "is no folder" } else { "is not there" };
        return Err(Error::input(format!("{place} {what}: a tablebase is a folder")));
    }
    if folder.join("unfinished").is_dir() && !folder.join(bouton_tablebase::MANIFEST).exists() {
        return Err(Error::input(format!(
            "{place} is an unfinished tablebase: 'bouton tablebase build' with --resume goes on with it"
        )));
    }
    Tablebase::open(&place, Arc::new(Folder(folder.to_path_buf())))
}

/// The question whose positions a tablebase has, and these as keys. Files that its rules stand in are read again.
pub fn opened(table: &Tablebase) -> Result<(Question, Arc<Game>), Error> {
    let manifest = table.manifest();
    let opened = input::address(&manifest.address).map_err(|error| {
        error.within(format!("the game of {}, {}", table.place(), manifest.address))
    })?;
    let game = Arc::new(Game(opened.game.keys()));
    Ok((opened, game))
}

/// The same, after some entries were compared with the rules.
pub fn question(table: &Tablebase) -> Result<(Question, Arc<Game>), Error> {
    let (opened, game) = opened(table)?;
    table.agrees_with(&game.0.key(&opened.position)?, &*game)?;
    Ok((opened, game))
}

/// A tablebase that a solver consults.
struct Consulted(Tablebase);

impl keys::Table for Consulted {
    fn find(&self, key: &[u8], play: Play) -> Result<Option<keys::Entry>, Error> {
        let Some(entry) = self.0.find(key)? else { return Ok(None) };
        Ok(entry.ending(play).map(|ending| keys::Entry {
            outcome: ending.outcome(play),
            remoteness: ending.plies(),
            value: Value::from(&entry.worth),
        }))
    }

    fn size(&self) -> (u64, u64) {
        (self.0.manifest().positions, self.0.manifest().arcs)
    }

    fn name(&self) -> String {
        format!("the tablebase {}", self.0.place())
    }
}

/// The tablebase in a folder, for questions about a game; refused if it is of another one.
pub fn consulted(folder: &Path, game: &game::Game) -> Result<Arc<dyn keys::Table>, Error> {
    let table = open(folder)?;
    let manifest = table.manifest();
    if manifest.game != game.name() {
        return Err(Error::input(format!(
            "{} is a tablebase of {}, and the question is about {}",
            table.place(),
            manifest.address,
            game.name()
        )));
    }
    let digits = manifest.start.as_bytes().chunks(2);
    let byte = |two: &[u8]| u8::from_str_radix(std::str::from_utf8(two).unwrap_or(""), 16).ok();
    let start = digits.map(byte).collect::<Option<Vec<u8>>>();
    let start = start.ok_or_else(|| {
        Error::input(format!("the manifest of {} is damaged: its start is no key", table.place()))
    })?;
    table.agrees_with(&start, &Game(game.keys()))?;
    Ok(Arc::new(Consulted(table)))
}
