//! The house: lists and pages that are generated must be fresh, and rooms must stay apart.

use std::fs;
use std::path::{Path, PathBuf};

use bouton::games::GAMES;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push((path.clone(), fs::read_to_string(path).unwrap()));
            }
        }
    }
    files
}

#[test]
fn every_file_in_games_is_in_the_list() {
    let mut files: Vec<String> = fs::read_dir(root().join("lib/src/games"))
        .unwrap()
        .map(|entry| {
            entry.unwrap().file_name().to_string_lossy().trim_end_matches(".rs").replace('_', "-")
        })
        .filter(|name| name != "mod" && name != "null")
        .collect();
    files.sort_unstable();
    let names: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    assert_eq!(names, files, "run `cargo xtask sync`; the name of a game is the name of its file");
}

#[test]
fn the_page_of_games_is_fresh() {
    let page = fs::read_to_string(root().join("docs/games.md")).unwrap();
    assert!(
        page == bouton::render::markdown::catalogue(),
        "docs/games.md is stale, run `cargo xtask sync`"
    );
}

#[test]
fn disagreements_are_told_in_the_docs() {
    let page = fs::read_to_string(root().join("docs/disagreements.md")).unwrap();
    for claim in bouton::verify::disagreements::DISAGREEMENTS {
        assert!(
            page.contains(&format!("\n{}. ", claim.number)),
            "disagreement {} is missing",
            claim.number
        );
    }
}

#[test]
fn every_file_says_what_it_is_and_stays_readable() {
    for (path, text) in ["core", "nimber", "sequence", "tablebase", "lib", "cli", "py", "xtask"]
        .iter()
        .flat_map(|folder| sources(folder))
    {
        assert!(text.starts_with("//! "), "{} has no opening sentence", path.display());
        let lines = text.lines().count();
        assert!(
            lines <= 600,
            "{} has {lines} lines: find the noun that wants to leave",
            path.display()
        );
    }
}

#[test]
fn front_ends_name_no_game_and_games_import_no_search() {
    for (path, text) in ["cli/src", "py/src"].iter().flat_map(|folder| sources(folder)) {
        // Help texts and comments show addresses; code must not know them.
        let shows = |line: &str| line.contains("bouton ") || line.trim_start().starts_with("//");
        let code: String = text.lines().filter(|line| !shows(line)).collect();
        for entry in GAMES {
            // Some games are called like commands; an address has a colon or brackets.
            for named in ["\"NAME:", "\"NAME(", "\"NAME\" =>", "== \"NAME\""] {
                let named = named.replace("NAME", entry.name);
                assert!(!code.contains(&named), "{} names {}", path.display(), entry.name);
            }
        }
    }
    for (path, text) in sources("lib/src/games") {
        for room in
            ["crate::search", "crate::render", "crate::solve", "crate::games::", "crate::verify"]
        {
            assert!(!text.contains(room), "{} imports {room}", path.display());
        }
    }
}

#[test]
fn the_library_prints_nothing() {
    let libraries = ["core/src", "nimber/src", "sequence/src", "lib/src"];
    for (path, text) in libraries.iter().flat_map(|folder| sources(folder)) {
        for word in ["println!", "print!(", "dbg!", "std::fs", "Instant::now", "std::env"] {
            assert!(!text.contains(word), "{} has {word}", path.display());
        }
    }
}

/// Each of these has a safe twin, and a test that compares the two.
const UNSAFE: &[&str] = &[
    "cli/src/memory.rs",
    "cli/src/sequences/mapped.rs",
    "nimber/benches/nimbers.rs",
    "nimber/src/cast.rs",
    "nimber/src/kernel/bytes.rs",
    "nimber/src/kernel/carryless.rs",
    "nimber/src/kernel/vpclmul.rs",
    "nimber/src/kernel/wide.rs",
    "py/src/memory.rs",
    "sequence/src/breaking/cover.rs",
    "sequence/src/breaking/level.rs",
    "sequence/src/breaking/scatter.rs",
    "sequence/src/breaking/sieve.rs",
    "sequence/src/breaking/unite.rs",
];

#[test]
fn unsafe_stays_in_the_modules_that_are_made_for_it() {
    let folders = [
        "core",
        "nimber",
        "sequence",
        "tablebase",
        "lib",
        "cli",
        "py/src",
        "web/src",
        "web/build",
        "xtask",
    ];
    let mut allowed: Vec<String> = folders
        .iter()
        .flat_map(|folder| sources(folder))
        .filter(|(_, text)| text.contains(concat!("allow(unsafe", "_code")))
        .map(|(path, _)| path.strip_prefix(root()).unwrap().to_string_lossy().into_owned())
        .collect();
    allowed.sort_unstable();
    assert_eq!(allowed, UNSAFE);
}
