//! Rewrites what is generated from the games: the list in `games/mod.rs`, `docs/games.md` and
//! `data/verified.json`. Tests fail when any of them is stale.

use std::fs;

use anyhow::{Context, Result, bail};
use bouton::verify::{self, Depth};

use crate::{cargo, root};

/// Writes the list, and then, in a process that knows the new list, the rest.
pub fn run() -> Result<()> {
    write_list()?;
    again("sync-data")
}

/// The same without counting what is verified: a new game has no theorems yet.
pub fn list_and_page() -> Result<()> {
    write_list()?;
    again("sync-page")
}

fn again(chore: &str) -> Result<()> {
    crate::run(cargo().args(["run", "--quiet", "--package", "xtask", "--", chore]))
}

/// The list of games: every file beside `mod.rs` is one.
fn write_list() -> Result<()> {
    let path = root().join("lib/src/games/mod.rs");
    let text = fs::read_to_string(&path).context("the list of games cannot be read")?;
    let mut games = Vec::new();
    for entry in fs::read_dir(root().join("lib/src/games"))? {
        let name = entry?.file_name().to_string_lossy().trim_end_matches(".rs").to_string();
        if name != "mod" {
            games.push(name);
        }
    }
    games.sort_unstable();
    let line = |name: &String| match name.as_str() {
        "null" => "pub mod null;\n".to_string(),
        name => format!("mod {name};\n"),
    };
    let modules: String = games.iter().map(line).collect();
    let entries: String = games
        .iter()
        .filter(|name| *name != "null")
        .map(|name| format!("    &{name}::ENTRY,\n"))
        .collect();
    let text = replaced(
        &text,
        "// modules: written by `cargo xtask sync`\n",
        "// end of modules",
        &modules,
    )?;
    let text = replaced(
        &text,
        "    // entries: written by `cargo xtask sync`\n",
        "    // end of entries",
        &entries,
    )?;
    fs::write(path, text)?;
    Ok(())
}

fn replaced(text: &str, start: &str, end: &str, new: &str) -> Result<String> {
    let (Some(from), Some(to)) = (text.find(start), text.find(end)) else {
        bail!("the marks {start:?} and {end:?} are missing in games/mod.rs");
    };
    Ok(format!("{}{new}{}", &text[..from + start.len()], &text[to..]))
}

/// What is computed from the games in this build.
pub fn data() -> Result<()> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let counts = verify::count_checked(Depth::Quick, workers)?;
    let json = serde_json::to_string_pretty(&counts)? + "\n";
    fs::write(root().join("data/verified.json"), json)?;
    page()
}

/// The page of games.
pub fn page() -> Result<()> {
    fs::write(root().join("docs/games.md"), bouton::render::markdown::catalogue())?;
    Ok(())
}
