//! Man pages and completions, written by the program itself.

use std::process::Command;

use anyhow::Result;

use crate::web::target_folder;
use crate::{FEATURES, cargo, run, sync};

/// Writes them into `target/manual`.
pub fn run_man() -> Result<()> {
    // The whole workspace, as the tests build it: otherwise most packages are compiled once more.
    let build = ["build", "--quiet", "--workspace", "--examples", "--bin", "bouton"];
    run(cargo().args(build).args(FEATURES).args(["--features", "bouton-cli/manual"]))?;
    let folder = target_folder()?.join("manual");
    run(Command::new(sync::built("bouton")?).arg("manual").arg(&folder))?;
    println!("{}", folder.display());
    Ok(())
}
