//! What must pass: everything (`test`), and what a developer runs after each change (`quick`).

use anyhow::Result;

use crate::steps::Steps;
use crate::{cargo, changed, install, run, sync, web};

const WASM: &str = "wasm32-unknown-unknown";

/// Tests of the library that look at every game for longer than a minute's patience allows; `quick` looks
/// at the games that changed instead.
const LONG: &[&str] = &["the_catalogue_has_no_faults", "every_game_is_played", "a_perfect_engine"];

/// Every test.
pub fn all() -> Result<()> {
    let mut steps = Steps::default();
    steps.step("formatting", || {
        for component in ["rustfmt", "clippy"] {
            install(&["component", component], &["component", "list", "--installed"], component)?;
        }
        run(cargo().args(["fmt", "--all", "--check"]))
    })?;
    steps.step("lints", || {
        run(cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))
    })?;
    steps.step("tests of the crates, built", || {
        run(cargo().args(["test", "--workspace", "--no-run"]))
    })?;
    steps.step("tests of the crates", || run(cargo().args(["test", "--workspace"])))?;
    // The page is built for another processor; this is the library that others embed there.
    steps.step("lints for the browser", || {
        install(&["target", WASM], &["target", "list", "--installed"], WASM)?;
        let mut lint = cargo();
        lint.args(["clippy", "--target", WASM]);
        for package in ["bouton-core", "bouton-nimber", "bouton-sequence", "bouton"] {
            lint.args(["--package", package]);
        }
        run(lint.args(["--", "-D", "warnings"]))
    })?;
    web::test(&mut steps)?;
    steps.tell();
    Ok(())
}

/// Formatting, lints, and the unit and contract tests of the library; of the games, those that changed are
/// verified.
pub fn quick() -> Result<()> {
    let mut steps = Steps::default();
    steps.step("formatting", || run(cargo().args(["fmt", "--all", "--check"])))?;
    steps.step("lints", || {
        let lint = ["clippy", "--package", "bouton", "--all-targets", "--", "-D", "warnings"];
        run(cargo().args(lint))
    })?;
    steps.step("tests of the library", || {
        let mut test = cargo();
        test.args(["test", "--package", "bouton", "--lib", "--tests", "--"]);
        for name in LONG {
            test.args(["--skip", name]);
        }
        run(&mut test)
    })?;
    let games = changed::games()?;
    if !games.is_empty() {
        steps.step("games that changed", || {
            for game in &games {
                eprintln!("verifying {game}");
                print!("{}", sync::bouton(&["verify", game])?);
            }
            Ok(())
        })?;
    }
    steps.tell();
    Ok(())
}
