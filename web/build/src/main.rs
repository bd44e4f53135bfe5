//! Gives the compiled engine its glue and splits it in two; `cargo xtask web` calls this.
//!
//! It is a program of its own because what it rests on takes a minute to compile, which no other chore
//! should wait for.

mod bindings;
mod constants;
mod order;
mod profile;
mod split;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

fn main() -> Result<()> {
    let words: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [compiled, script, folder] = &words[..] else {
        bail!(
            "three paths are wanted: the compiled engine, the script of the first moves, the folder to write to"
        );
    };
    bindings::write(compiled, folder)?;
    let whole_path = folder.join("bouton_bg.wasm");
    let whole = read(&whole_path)?;
    let entered = profile::entered(&whole, &folder.join("bouton.js"), script)?;
    let late = constants::late(&read(compiled)?, &split::names(&whole, &entered)?)?;
    let parts = split::split(&whole, &entered, &late)?;
    write(&whole_path, &order::order(&whole)?)?;
    let parts =
        split::Parts { first: order::order(&parts.first)?, rest: order::order(&parts.rest)? };
    write(&folder.join("first.wasm"), &parts.first)?;
    write(&folder.join("rest.wasm"), &parts.rest)?;
    eprintln!(
        "the engine: {} kB first, with {} functions; {} kB later",
        parts.first.len() / 1000,
        entered.len(),
        parts.rest.len() / 1000
    );
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}
