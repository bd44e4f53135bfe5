//! `bouton manual`: man pages and completions, from the one table of options.

use std::path::Path;

use bouton::Error;
use clap::CommandFactory;
use clap_complete::{Shell, generate_to};

use super::fail;
use crate::arguments::{Arguments, Manual};

pub fn run(manual: &Manual) -> u8 {
    match write(&manual.folder) {
        Ok(()) => 0,
        Err(error) => {
            fail(&Error::input(format!("the manual cannot be written: {error}")), None, false)
        }
    }
}

fn write(folder: &Path) -> std::io::Result<()> {
    let (man, completions) = (folder.join("man/man1"), folder.join("completions"));
    std::fs::create_dir_all(&man)?;
    std::fs::create_dir_all(&completions)?;
    clap_mangen::generate_to(Arguments::command(), &man)?;
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell, Shell::Elvish] {
        generate_to(shell, &mut Arguments::command(), "bouton", &completions)?;
    }
    Ok(())
}
