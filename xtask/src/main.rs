//! Chores of the project: `cargo xtask test` runs every test, `cargo xtask` lists the others.

mod atlas;
mod bench;
mod changed;
mod deep;
mod dist;
mod man;
mod new_game;
mod py;
mod steps;
mod sync;
mod test;
mod web;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

const HELP: &str = "\
cargo xtask test             every test, formatting, lints, and the page in a browser
cargo xtask quick            after each change: formatting, lints, tests of the library, games that changed
cargo xtask web              the page, built and served on this machine
cargo xtask web --dist       the page for any host (web/dist) and as one file (web/dist/bouton.html)
cargo xtask web --test       the tests of the page alone
cargo xtask py               the Python wheel (py/dist), tried in a fresh environment
cargo xtask py --test        the tests of the package alone, on a module compiled for tests
cargo xtask screenshots      pictures of the page
cargo xtask deep             what takes longer: deep verification, hostile trials, and an hour of fuzzing
cargo xtask deep fuzz S      the fuzzing alone, S seconds for each target
cargo xtask deep certificates  checks the long certificates whole: more than a day
cargo xtask deep 0.106       proves the period of an octal code, however long it takes
cargo xtask bench            the measured bars, side by side with what they are compared to
cargo xtask atlas SECONDS    surveys all octal codes of three digits into sequence/data/octal_atlas.csv
cargo xtask new-game NAME    a new game from the template: one file, and its line in the list
cargo xtask sync             rewrites the game list, docs/games.md, the schema, and the counts of games that changed
cargo xtask sync --all       the same with the counts of all games: lib/data/verified.json
cargo xtask man              man pages, and completions for all shells, into target/manual
cargo xtask dist             everything to hand out: program, man pages, completions, page, licences
";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["test"] => test::all(),
        ["quick"] => test::quick(),
        ["deep"] => deep::run_deep(),
        ["deep", "fuzz", seconds] => deep::run_fuzz(seconds.parse()?),
        ["deep", "certificates"] => deep::run_certificates(),
        ["deep", code] => deep::run_code(code),
        ["bench"] => bench::run_bench(),
        ["atlas", seconds] => atlas::run_atlas(seconds),
        ["sync"] => sync::sync(false),
        ["sync", "--all"] => sync::sync(true),
        ["dist"] => dist::run_dist(),
        ["man"] => man::run_man(),
        ["py"] => py::run_py(),
        ["py", "--test"] => py::test_alone(),
        ["web"] => web::serve(),
        ["web", "--dist"] => web::dist(),
        ["web", "--test"] => web::test_alone(),
        ["screenshots"] => web::screenshots(),
        ["new-game", name] => new_game::run(name),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => bail!("there is no such chore; these there are:\n{HELP}"),
    }
}

/// What tests, lints and chores ask for beyond what the program needs: the maker of the schema of answers. All ask for
/// the same, because what is compiled with other features is compiled again.
const FEATURES: [&str; 2] = ["--features", "bouton/schema,bouton-cli/tablebase"];

/// The root of the workspace in which the chore was called, or else of the one it was built in.
fn root() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let own =
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map(PathBuf::from).unwrap_or_default();
    here.ancestors().find(|folder| folder.join("lib/src/games").is_dir()).map_or(own, PathBuf::from)
}

fn cargo() -> Command {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string()));
    command.current_dir(root());
    command
}

/// What cargo tells of the workspace.
fn metadata() -> Result<serde_json::Value> {
    let output = cargo()
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .context("cargo metadata cannot be started")?;
    serde_json::from_slice(&output.stdout)
        .context("cargo metadata has printed something that is not JSON")
}

/// Runs a command to its end and fails if it fails.
fn run(command: &mut Command) -> Result<()> {
    steps::direct(command)?;
    let status = command.status().with_context(|| format!("{command:?} cannot be started"))?;
    if !status.success() {
        bail!("{command:?} failed: {status}");
    }
    Ok(())
}

/// Asks rustup for a component or a target that is missing.
fn install(what: &[&str; 2], list: &[&str], name: &str) -> Result<()> {
    let Ok(installed) = Command::new("rustup").args(list).output() else {
        // Without rustup the toolchain is somebody else's care; what is missing will say so.
        return Ok(());
    };
    if String::from_utf8_lossy(&installed.stdout).lines().any(|line| line.starts_with(name)) {
        return Ok(());
    }
    run(Command::new("rustup").args([what[0], "add", what[1]]))
}
