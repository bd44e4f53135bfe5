//! The browser that tests the page.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::run;

/// Tells the page's tests where the browser is; whoever sets it chooses another one.
pub const VARIABLE: &str = "BOUTON_CHROMIUM";

/// Without windows first: it starts faster.
const NAMES: [&str; 2] = ["chromium-headless-shell", "chromium"];

/// A Chromium; on Debian it is installed if there is none.
pub fn find() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os(VARIABLE) {
        return Ok(path.into());
    }
    if let Some(path) = on_path() {
        return Ok(path);
    }
    if is_root() && apt(&["install", "--yes", NAMES[0]]).is_err() {
        // The lists of packages may be old, or not be there at all.
        apt(&["update"])?;
        apt(&["install", "--yes", NAMES[0]])?;
    }
    match on_path() {
        Some(path) => Ok(path),
        None => bail!(
            "the page is tested with a Chromium, and none is on the path: install {} (on Debian, as \
             root: apt-get install {}), or name one in {VARIABLE}",
            NAMES.join(" or "),
            NAMES[0]
        ),
    }
}

fn on_path() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let places = NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    places.into_iter().find(|path| path.is_file())
}

fn is_root() -> bool {
    let answer = Command::new("id").arg("-u").output();
    answer.is_ok_and(|answer| answer.stdout.trim_ascii() == b"0")
}

fn apt(words: &[&str]) -> Result<()> {
    run(Command::new("apt-get").args(words).env("DEBIAN_FRONTEND", "noninteractive"))
}
