//! Rewrites what is generated from the sources: the list in `games/mod.rs`, `docs/games.md` and
//! `lib/data/verified.json`. Tests fail when any of them is stale.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{FEATURES, cargo, changed, root, run, web};

/// Where the counts of checked positions are kept.
const COUNTS: &str = "lib/data/verified.json";

/// Writes the list, then what the command line, built with it, says of the games. Games are verified
/// where their files changed, or all of them.
pub fn sync(all: bool) -> Result<()> {
    write_list()?;
    eprintln!("building the command line, if it has changed");
    if all {
        write_counts(None)?;
    } else {
        for game in changed::games()? {
            write_counts(Some(&game))?;
        }
    }
    write_page()
}

/// The page of games, which tells the counts as well.
fn write_page() -> Result<()> {
    eprintln!("writing docs/games.md");
    write(&root().join("docs/games.md"), &bouton(&["games", "--markdown"])?)
}

/// On how many positions each theorem was compared with the definition: of one game, or of all.
fn write_counts(game: Option<&str>) -> Result<()> {
    eprintln!("verifying {}, for {COUNTS}", game.unwrap_or("all games"));
    let mut counts: BTreeMap<String, Value> = BTreeMap::new();
    if game.is_some() {
        let kept = fs::read_to_string(root().join(COUNTS))?;
        counts = serde_json::from_str(&kept).context("the counts cannot be read")?;
    }
    let words: Vec<&str> = ["verify", "--json"].into_iter().chain(game).collect();
    for line in bouton(&words)?.lines() {
        let report: Value = serde_json::from_str(line).context("verify says something else")?;
        let theorems = report.get("theorems").and_then(Value::as_object);
        counts.extend(
            theorems.into_iter().flatten().map(|(name, count)| (name.clone(), count.clone())),
        );
    }
    let json = serde_json::to_string_pretty(&counts)? + "\n";
    write(&root().join(COUNTS), &json)
}

/// Builds a program of the workspace as the tests have it built, and says where it is. Examples are named
/// since they use what only tests use: without them cargo would compile most packages in a second way.
pub fn build(program: &str) -> Result<PathBuf> {
    run(cargo().args(["build", "--quiet", "--workspace"]).args(FEATURES).args([
        "--examples",
        "--bin",
        program,
    ]))?;
    built(program)
}

/// Where a program of the workspace is once it is built.
pub fn built(program: &str) -> Result<PathBuf> {
    let file = format!("debug/{program}{}", std::env::consts::EXE_SUFFIX);
    Ok(web::target_folder()?.join(file))
}

/// What the command line answers, as it is built now.
pub fn bouton(words: &[&str]) -> Result<String> {
    let mut command = Command::new(build("bouton")?);
    let output = command.current_dir(root()).args(words).stderr(Stdio::inherit()).output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stdout);
        bail!("`bouton {}` failed: {}\n{said}", words.join(" "), output.status);
    }
    String::from_utf8(output.stdout).context("the command line prints text")
}

/// The list of games: every file beside `mod.rs` is one.
pub fn write_list() -> Result<()> {
    eprintln!("writing the list of games in lib/src/games/mod.rs");
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
        .map(|name| format!("{}    &{name}::ENTRY,\n", condition(name)))
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
    write(&path, &text)
}

/// What a game asks for that not every build has: the first line of its file that says so, for the list.
fn condition(game: &str) -> String {
    let text =
        fs::read_to_string(root().join(format!("lib/src/games/{game}.rs"))).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("#![cfg("));
    line.map_or(String::new(), |rest| format!("    #[cfg({rest}\n"))
}

/// Writes a file, unless it says just that: cargo compiles again what was written.
fn write(path: &Path, text: &str) -> Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}

fn replaced(text: &str, start: &str, end: &str, new: &str) -> Result<String> {
    let (Some(from), Some(to)) = (text.find(start), text.find(end)) else {
        bail!("the marks {start:?} and {end:?} are missing in games/mod.rs");
    };
    Ok(format!("{}{new}{}", &text[..from + start.len()], &text[to..]))
}
