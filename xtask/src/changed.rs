//! What is being worked on: files that differ from the last commit.

use std::collections::BTreeSet;
use std::process::Command;

use anyhow::{Context, Result};

use crate::root;

/// The games whose files were changed or added since the last commit, by their names; none where git
/// cannot tell.
pub fn games() -> Result<Vec<String>> {
    let output = Command::new("git")
        .current_dir(root())
        .args(["status", "--porcelain", "--untracked-files=all", "--", "lib/src/games"])
        .output()
        .context("git cannot be started")?;
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    Ok(names(&text).into_iter().collect())
}

/// The games that a listing of `git status --porcelain` names.
fn names(listing: &str) -> BTreeSet<String> {
    let name = |line: &str| {
        let path = line.get(3..)?.split(" -> ").last()?;
        let rest = path.trim_matches('"').strip_prefix("lib/src/games/")?;
        let file = rest.split('/').next()?.trim_end_matches(".rs");
        let deleted = line.starts_with(" D") || line.starts_with('D');
        (!deleted && !["mod", "null"].contains(&file)).then(|| file.replace('_', "-"))
    };
    listing.lines().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn files_are_games() {
        let listing = " M lib/src/games/nim.rs\n?? lib/src/games/end_nim.rs\n M lib/src/games/mod.rs\n\
                       A  lib/src/games/moore/winning.rs\n D lib/src/games/gone.rs\n";
        let found: Vec<String> = super::names(listing).into_iter().collect();
        assert_eq!(found, ["end-nim", "moore", "nim"]);
    }
}
