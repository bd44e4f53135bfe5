//! Saved games as files: read whole or not at all, written whole or not at all.

use std::io::{Read, Write};
use std::path::Path;

use bouton::Error;
use bouton::session::Session;

use crate::input;

/// Score sheets are small; what is larger is none.
const LARGEST_SHEET: u64 = 64 << 20;

/// Re-opens a saved game.
pub fn load(path: &Path) -> Result<Session, Error> {
    let shown = path.display();
    let cannot = |error: std::io::Error| Error::input(format!("{shown} cannot be read: {error}"));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(cannot)?;
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

/// Saves a game: writes beside the file and renames, so that a failure leaves what was there.
pub fn save(path: &Path, sheet: &str) -> Result<(), Error> {
    let shown = path.display();
    let cannot = |error: std::io::Error| Error::input(format!("{shown} cannot be saved: {error}"));
    let mut start = Vec::new();
    if let Ok(file) = std::fs::File::open(path) {
        file.take(64).read_to_end(&mut start).map_err(cannot)?;
        // Any version: what is not ours is not overwritten.
        let title =
            sheet.lines().next().unwrap_or("").trim_end_matches(|c: char| c.is_ascii_digit());
        if !start.is_empty() && !start.starts_with(title.trim_end().as_bytes()) {
            return Err(Error::input(format!(
                "{shown} exists and is not a score sheet: choose another name"
            )));
        }
    }
    let Some(name) = path.file_name() else {
        return Err(Error::input(format!("{shown} is not the name of a file")));
    };
    let mut beside = name.to_os_string();
    beside.push(format!(".saving-{}", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = std::fs::File::create(&beside)
        .and_then(|mut file| file.write_all(sheet.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written.map_err(cannot)
}
