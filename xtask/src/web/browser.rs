//! The browser that tests the page.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::run;

/// Tells the page's tests where the browser is; whoever sets it chooses another one.
pub const VARIABLE: &str = "BOUTON_CHROMIUM";

/// The one without windows, which starts faster.
const WANTED: &str = "chromium-headless-shell";
const OTHER: &str = "chromium";

/// A Chromium; on Debian the one without windows is installed if it is not there.
pub fn find() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os(VARIABLE) {
        return Ok(path.into());
    }
    if let Some(path) = on_path(WANTED) {
        return Ok(path);
    }
    // The lists of packages may be old, or not be there at all.
    if is_root() && install().is_err() && apt(&["update"]).is_ok() {
        // Whether it is there now is seen below.
        let _ = install();
    }
    match on_path(WANTED).or_else(|| on_path(OTHER)) {
        Some(path) => Ok(path),
        None => bail!(
            "the page is tested with a Chromium, and none is on the path: install {WANTED} or \
             {OTHER} (on Debian, as root: apt-get install {WANTED}), or name one in {VARIABLE}"
        ),
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join(name)).find(|path| path.is_file())
}

fn install() -> Result<()> {
    apt(&["install", "--yes", WANTED])
}

fn is_root() -> bool {
    let answer = Command::new("id").arg("-u").output();
    answer.is_ok_and(|answer| answer.stdout.trim_ascii() == b"0")
}

fn apt(words: &[&str]) -> Result<()> {
    run(Command::new("apt-get").args(words).env("DEBIAN_FRONTEND", "noninteractive"))
}
