//! A new game from the compiled template.

use std::fs;

use anyhow::{Result, bail};

use crate::{root, sync};

/// Copies `games/null.rs` under the new name and adds it to the list.
pub fn run(name: &str) -> Result<()> {
    let good = name.starts_with(|letter: char| letter.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if !good {
        bail!(
            "{name:?} is not a name for a game: write small letters, digits and hyphens, such as end-nim"
        );
    }
    let file = name.replace('-', "_");
    let path = root().join(format!("lib/src/games/{file}.rs"));
    if path.exists() || file == "mod" {
        bail!("lib/src/games/{file}.rs is already there: choose another name");
    }
    // From letters only: "end-nim" is the type EndNim and the title "End nim".
    let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
    let type_name: String = name.split('-').filter(|word| !word.is_empty()).map(capital).collect();
    let title = capital(&name.replace('-', " "));
    let template = fs::read_to_string(root().join("lib/src/games/null.rs"))?;
    let text = template
        .replace(
            "//! The template of a game: one heap, take one or two. `cargo xtask new-game NAME` copies this file.",
            &format!("//! {title}: say in one sentence what a move is."),
        )
        .replace("title: \"Null\"", &format!("title: \"{title}\""))
        .replace("\"null\"", &format!("\"{name}\""))
        .replace("null:", &format!("{name}:"))
        .replace("Null", &type_name);
    fs::write(&path, text)?;
    sync::write_list()?;
    println!("lib/src/games/{file}.rs is in the catalogue. Now:");
    println!("  1. write its `moves` and `play`, and what its ENTRY says of it;");
    println!("  2. `cargo run -- \"{name}: 7\"` asks it, `cargo run -- verify {name}` checks it;");
    println!("  3. `cargo xtask sync` adds it to docs/games.md, and `cargo xtask quick` tests it.");
    Ok(())
}
