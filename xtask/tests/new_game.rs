//! A new game is one file: in a copy of the project, the chore `new-game` and one `moves` and one
//! `play` give a game that is listed, solved, drawn, played and verified.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            copy(&entry.path(), &to.join(entry.file_name()));
        }
    } else {
        fs::copy(from, to).unwrap();
        // What is as old as before needs not be compiled again.
        let modified = fs::metadata(from).unwrap().modified().unwrap();
        fs::File::options().write(true).open(to).unwrap().set_modified(modified).unwrap();
    }
}

/// Everything that is built or checked, in a folder of its own.
fn copy_of_the_project() -> PathBuf {
    let project = Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-game");
    let _ = fs::remove_dir_all(&project);
    fs::create_dir_all(&project).unwrap();
    // Of the page only the engine: the rest is not Rust, and its packages are many.
    fs::create_dir_all(project.join("web")).unwrap();
    fs::create_dir_all(project.join("py")).unwrap();
    for part in [
        "core",
        "nimber",
        "misere",
        "script",
        "search",
        "tablebase",
        "sequence",
        "lib",
        "cli",
        "web/src",
        "web/build",
        "web/Cargo.toml",
        "py/Cargo.toml",
        "py/build.rs",
        "py/src",
        "xtask",
        "data",
        "docs",
        ".cargo",
        "Cargo.toml",
        "Cargo.lock",
        "README.md",
    ] {
        copy(&root().join(part), &project.join(part));
    }
    project
}

/// What is built of the copy.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-game-target")
}

/// What this test was built with has been compiled already: packages from elsewhere, and the crates below the
/// library, are the same in the copy. Links, since these are hundreds of megabytes.
fn link(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            link(&entry.path(), &to.join(entry.file_name()));
        }
    } else if fs::hard_link(from, to).is_err() {
        fs::copy(from, to).unwrap();
    }
}

fn compiled_packages() {
    let _ = fs::remove_dir_all(target());
    let own = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap().join("debug");
    for part in [".fingerprint", "build", "deps"] {
        link(&own.join(part), &target().join("debug").join(part));
    }
}

/// Runs a command in the copy.
fn run(project: &Path, program: &str, words: &[&str]) -> String {
    let output = Command::new(program)
        .current_dir(project)
        .env("CARGO_TARGET_DIR", target())
        .args(words)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).to_string();
    assert!(
        output.status.success(),
        "{words:?}: {text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

#[test]
fn a_new_game_is_one_file() {
    let project = copy_of_the_project();
    compiled_packages();
    // What is compiled again does little.
    let settings = project.join("Cargo.toml");
    let text = fs::read_to_string(&settings).unwrap();
    let optimised = "[profile.dev.package.bouton]\nopt-level = 2";
    let plain = text.replace(optimised, &optimised.replace('2', "0"));
    assert_ne!(plain, text);
    fs::write(&settings, plain).unwrap();
    let cargo = |words: &[&str]| run(&project, env!("CARGO"), words);
    // As `sync` below builds it, so that nothing is compiled twice.
    let bouton = |words: &[&str]| {
        let features = ["--features", "bouton/schema,bouton-cli/tablebase"];
        let build = ["build", "--quiet", "--workspace", "--examples", "--bin", "bouton"];
        cargo(&[&build[..], &features].concat());
        run(&project, target().join("debug/bouton").to_str().unwrap(), words)
    };
    run(&project, env!("CARGO_BIN_EXE_xtask"), &["new-game", "two-or-five"]);

    // The author's part: other moves than the template's.
    let file = project.join("lib/src/games/two_or_five.rs");
    let template = fs::read_to_string(&file).unwrap();
    let changed = template.replace("[1, 2u64]", "[2, 5u64]");
    assert_ne!(changed, template);
    fs::write(&file, changed).unwrap();

    assert!(bouton(&["games"]).contains("two-or-five"));
    // Taking two from seven leaves five, which is won; taking five leaves two, which is won.
    assert!(bouton(&["two-or-five: 7"]).contains("\nP: "));
    assert!(bouton(&["two-or-five: 6 + nim: 1"]).contains("\nP: "));
    assert!(bouton(&["explain", "two-or-five: 6"]).contains("leaving 1"));
    assert!(bouton(&["draw", "two-or-five: 7"]).contains("<svg"));
    assert!(bouton(&["graph", "two-or-five: 7", "--format", "svg"]).contains("<svg"));
    let game = bouton(&["play", "two-or-five: 12", "--watch", "--seed", "1"]);
    assert!(game.contains("two-or-five"), "{game}");
    assert!(bouton(&["verify", "two-or-five"]).contains("no faults"));
    // Two lists know it: the one that is compiled, and the page.
    run(&project, env!("CARGO_BIN_EXE_xtask"), &["sync"]);
    let page = fs::read_to_string(project.join("docs/games.md")).unwrap();
    assert!(page.contains("two-or-five"));
    assert_eq!(bouton(&["games", "--markdown"]), page);
}
