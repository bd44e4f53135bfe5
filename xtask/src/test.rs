//! What must pass: everything (`test`), and what a developer runs after each change (`quick`).

use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};

use crate::steps::{Steps, log_apart};
use crate::{FEATURES, cargo, changed, install, metadata, py, run, sync, web};

const WASM: &str = "wasm32-unknown-unknown";

/// Tests of the library that look at every game for longer than a minute's patience allows; `quick` looks
/// at the games that changed instead.
const LONG: &[&str] = &["the_catalogue_has_no_faults", "every_game_is_played", "a_perfect_engine"];

/// Unit tests are compiled into the crate itself, once more: without optimisation that takes a third of the
/// time, and these run for seconds. Nimbers get back the checks that they are otherwise compiled without.
const UNIT: &[&str] = &[
    "profile.dev.package.bouton.opt-level=0",
    "profile.dev.package.bouton-nimber.opt-level=0",
    "profile.dev.package.bouton-nimber.debug-assertions=true",
    "profile.dev.package.bouton-nimber.overflow-checks=true",
];

/// A command about the whole workspace: where some packages are left out, cargo counts features in another
/// way and compiles most crates again.
pub fn workspace(words: &[&str]) -> Command {
    let mut command = cargo();
    command.args([words[0], "--workspace"]).args(FEATURES).args(&words[1..]);
    command
}

fn unit_tests() -> Result<()> {
    let mut test = workspace(&["test", "--lib"]);
    // Asked for the tests of all libraries, cargo compiles them for tests whether they have any or not.
    for package in untested()? {
        test.args(["--exclude", &package]);
    }
    for setting in UNIT {
        test.args(["--config", setting]);
    }
    run(&mut test)
}

/// The packages whose sources have no unit tests.
fn untested() -> Result<Vec<String>> {
    let metadata = metadata()?;
    let mut untested = Vec::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let text = |key: &str| package[key].as_str().context("a package has no name");
        let sources = Path::new(text("manifest_path")?).with_file_name("src");
        if !has_tests(&sources)? {
            untested.push(text("name")?.to_string());
        }
    }
    Ok(untested)
}

fn has_tests(folder: &Path) -> Result<bool> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let tested = match path.is_dir() {
            true => has_tests(&path)?,
            false => std::fs::read_to_string(&path)?.contains("#[test]"),
        };
        if tested {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Every test, in four lanes, each of which leaves a core idle at times: the page is made and tried while the
/// crates are tested, and what else there is to compile, the Python module among it, is compiled while tests run.
/// Cargo itself lets one build at a time write to a folder.
pub fn all() -> Result<()> {
    let steps = Steps::begin();
    prepare(&steps)?;
    let (built, wait_for_programs) = mpsc::channel();
    let (tested, wait_for_tests) = mpsc::channel();
    let (python, wait_for_python) = mpsc::channel();
    let lanes = std::thread::scope(|scope| {
        let steps = &steps;
        let page = scope.spawn(move || {
            log_apart("page")?;
            web::test(steps, || wait_for_programs.recv().context("the programs were not built"))
        });
        let rest = scope.spawn(move || {
            log_apart("rest")?;
            wait_for_tests.recv().context("the tests were not built")?;
            // Cargo looks once more whether the tests are built. If it had to wait for this lane's builds, nothing
            // would run meanwhile.
            std::thread::sleep(Duration::from_secs(5));
            rest(steps)
        });
        let package = scope.spawn(move || {
            log_apart("python")?;
            let tools = py::prepare(steps)?;
            wait_for_python.recv().context("the tests were not built")?;
            py::test(steps, &tools)
        });
        let tests = tests(steps, built, &[tested, python]);
        let broken = |_| Err(anyhow!("a lane of the tests broke off"));
        let lanes = [page, rest, package].map(|lane| lane.join().unwrap_or_else(broken));
        std::iter::once(tests).chain(lanes).collect::<Vec<Result<()>>>()
    });
    steps.tell();
    lanes.into_iter().collect()
}

/// What the rest needs, and formatting.
fn prepare(steps: &Steps) -> Result<()> {
    steps.step("formatting", || {
        for component in ["rustfmt", "clippy"] {
            install(&["component", component], &["component", "list", "--installed"], component)?;
        }
        install(&["target", WASM], &["target", "list", "--installed"], WASM)?;
        run(cargo().args(["fmt", "--all", "--check"]))
    })
}

/// The tests of the crates. Says when the programs are `built`, which the page's lane waits for, and when the tests are.
fn tests(steps: &Steps, built: mpsc::Sender<()>, tested: &[mpsc::Sender<()>]) -> Result<()> {
    steps.step("programs, built", || run(&mut workspace(&["build", "--bins", "--examples"])))?;
    // Nobody may be waiting any more; then that has its own reason.
    let _ = built.send(());
    // Explicit targets: all but the unit tests.
    let tests = ["test", "--bins", "--test", "*"];
    steps.step("tests, built", || run(workspace(&tests).arg("--no-run")))?;
    for lane in tested {
        let _ = lane.send(());
    }
    steps.step("tests", || run(workspace(&tests).arg("--no-fail-fast")))
}

/// What has to be compiled once more.
fn rest(steps: &Steps) -> Result<()> {
    steps.step("unit tests", unit_tests)?;
    steps.step("examples in the documentation", || run(&mut workspace(&["test", "--doc"])))?;
    lints(steps)
}

/// Lints of everything, and of the libraries as a page has them, which are built for another processor.
fn lints(steps: &Steps) -> Result<()> {
    let lint =
        |targets: &[&str]| run(workspace(&["clippy"]).args(targets).args(["--", "-D", "warnings"]));
    steps.step("lints", || lint(&["--all-targets"]))?;
    steps.step("lints for the browser", || lint(&["--lib", "--target", WASM]))
}

/// Formatting, lints, and the unit and contract tests of the library; of the games, those that changed are
/// verified.
pub fn quick() -> Result<()> {
    let steps = Steps::begin();
    prepare(&steps)?;
    steps.step("tests of the library", || {
        run(&mut workspace(&["build", "--bin", "bouton", "--examples"]))?;
        let mut test = workspace(&["test", "--test", "library", "--"]);
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
    steps.step("unit tests", unit_tests)?;
    lints(&steps)?;
    steps.tell();
    Ok(())
}
