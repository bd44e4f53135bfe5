//! Saved games as files: read whole or not at all, written whole or not at all.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use bouton::Error;
use bouton::session::Session;

use crate::files::Target;
use crate::input;

/// Score sheets are small; what is larger is none.
const LARGEST_SHEET: u64 = 64 << 20;

/// Re-opens a saved game.
pub fn load(path: &Path) -> Result<Session, Error> {
    let shown = path.display();
    let cannot = |error: std::io::Error| Error::input(format!("{shown} cannot be read: {error}"));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(cannot)?;
    file.take(LARGEST_SHEET + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > LARGEST_SHEET {
        return Err(Error::input(format!("{shown} is too large to be a score sheet")));
    }
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        Error::input(format!("{shown}, line {line}: this is not UTF-8 text"))
    })?;
    Session::load_with(text, &mut input::address)
        .map_err(|error| Error::input(format!("{shown}, {error}")))
}

/// Where a game is saved, again and again, by this run alone.
pub struct Sheet(Target);

impl Sheet {
    /// A new file, or one that holds a score sheet: what is not ours is not overwritten.
    pub fn new(path: &Path, sheet: &str) -> Result<Sheet, Error> {
        let target = Target::new(&Some(path.to_path_buf()), true)?;
        if let Target::Place(_) = target
            && let Ok(file) = File::open(path)
        {
            let shown = path.display();
            let mut start = Vec::new();
            file.take(64)
                .read_to_end(&mut start)
                .map_err(|error| Error::input(format!("{shown} cannot be saved: {error}")))?;
            // Any version.
            let title =
                sheet.lines().next().unwrap_or("").trim_end_matches(|c: char| c.is_ascii_digit());
            if !start.is_empty() && !start.starts_with(title.trim_end().as_bytes()) {
                return Err(Error::input(format!(
                    "{shown} exists and is not a score sheet: choose another name"
                )));
            }
        }
        Ok(Sheet(target))
    }

    /// Writes the game as it stands.
    pub fn save(&mut self, sheet: &str) -> Result<(), Error> {
        self.0.again(|out| out.write_all(sheet.as_bytes()))
    }
}
