//! The page's packages and scripts, by Node.js and npm.

use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};

use crate::{root, run};

/// The oldest version that the packages run with.
const OLDEST: u32 = 20;

fn folder() -> PathBuf {
    root().join("web/page")
}

/// Node.js, if it is there and new enough.
pub fn node() -> Result<Command> {
    let wanted = format!("the page is built and tested with Node.js {OLDEST} or newer and its npm");
    let Ok(output) = Command::new("node").arg("--version").output() else {
        bail!("there is no node on the path: {wanted}, see https://nodejs.org");
    };
    let version = String::from_utf8_lossy(&output.stdout);
    let version = version.trim();
    let major =
        version.trim_start_matches('v').split('.').next().and_then(|part| part.parse().ok());
    if major.is_none_or(|major: u32| major < OLDEST) {
        bail!("node is of version {version}: {wanted}, see https://nodejs.org");
    }
    Ok(Command::new("node"))
}

/// One of the page's scripts.
pub fn npm(script: &str) -> Result<Command> {
    node()?;
    let mut command = bare_npm();
    command.args(["run", "--silent", script]);
    Ok(command)
}

/// Runs one of the page's scripts.
pub fn script(name: &str) -> Result<()> {
    run(&mut npm(name)?)
}

/// Installs exactly the packages of the lock file, unless that is done.
pub fn install() -> Result<()> {
    let lock = folder().join("package-lock.json");
    let wanted = changed(&lock)
        .with_context(|| format!("{} is missing: the page has no packages", lock.display()))?;
    // npm writes this one last.
    if changed(&folder().join("node_modules/.package-lock.json")).is_some_and(|done| done >= wanted)
    {
        return Ok(());
    }
    run(bare_npm().args(["ci", "--no-audit", "--no-fund"]))
        .context("the page's packages cannot be installed: is there a network?")
}

fn bare_npm() -> Command {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(folder());
    command
}

fn changed(path: &std::path::Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}
