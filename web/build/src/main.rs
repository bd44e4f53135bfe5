//! Gives the compiled engine its glue and splits it into parts; `cargo xtask web` calls this.
//!
//! It is a program of its own because what it rests on takes a minute to compile, which no other chore
//! should wait for.

mod bindings;
mod linked;
mod order;
mod partition;
mod profile;
mod split;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use partition::Partition;

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
    let (entered_names, called) = split::names(&whole, &entered)?;
    let partition = Partition::new(&read(compiled)?, &called, &entered_names)?;
    let parts = split::split(&whole, &entered, &partition)?;
    write(&whole_path, &order::order(&whole)?)?;
    for (name, part) in partition::NAMES.iter().zip(&parts) {
        let part = order::order(part)?;
        write(&folder.join(format!("{name}.wasm")), &part)?;
        eprintln!("the engine, {name}: {} kB", part.len() / 1000);
    }
    Ok(())
}

fn read(path: &Path) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("{} cannot be written", path.display()))
}
