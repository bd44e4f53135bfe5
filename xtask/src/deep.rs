//! What takes longer than a test may: deep verification, and fuzzing.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::{cargo, root, run};

/// What is fuzzed, each with the longest input and the folder of its seeds.
const TARGETS: [(&str, u32, &str); 7] = [
    ("address", 300, "text"),
    ("position", 300, "text"),
    ("moves", 300, "text"),
    ("certificate", 4000, "certificate"),
    ("values", 2000, "values"),
    ("sheet", 1000, "sheet"),
    ("graph", 1000, "graph"),
];

/// Seconds for each of them: an hour in all.
const SECONDS: u32 = 3600 / TARGETS.len() as u32;

/// Runs all of it.
pub fn run_deep() -> Result<()> {
    run(cargo().args(["run", "--release", "--package", "bouton-cli", "--", "verify", "--deep"]))?;
    run(cargo().env("BOUTON_DEEP", "1").args([
        "test",
        "--release",
        "--package",
        "bouton-cli",
        "--features",
        "tablebase",
        "--test",
        "all",
        "--",
        "budgets",
        "files",
        "contest",
        "tablebase",
    ]))?;
    // Both searches on the examples of all games, without theorems.
    let searches = ["test", "--release", "--package", "bouton", "--lib", "solve::search"];
    run(cargo().env("BOUTON_DEEP", "1").args(searches))?;
    // A thousand random graphs, and the games of the catalogue to 20,000 positions.
    let tables = ["test", "--release", "--package", "bouton-tablebase", "--features", "build"];
    run(cargo().env("BOUTON_DEEP", "1").args(tables))?;
    // All quotients of the table and of three digits against the definition, and the games born by day 5.
    let quotients = ["test", "--release", "--package", "bouton-misere", "--test", "all"];
    run(cargo().env("BOUTON_DEEP", "1").args(quotients))?;
    // The boards of Cram whose nimbers are published, up to 48 cells.
    run(cargo().args(["bench", "--package", "bouton-search", "--bench", "boards", "--", "known"]))?;
    run_fuzz(SECONDS)
}

/// Fuzzes each target for so many seconds.
pub fn run_fuzz(seconds: u32) -> Result<()> {
    TARGETS.iter().try_for_each(|(target, longest, seeds)| fuzz(target, *longest, seeds, seconds))
}

/// Checks the certificates of `data/certificates` whole; that of 0.106 takes more than a day.
pub fn run_certificates() -> Result<()> {
    for entry in fs::read_dir(root().join("data/certificates"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "cert") {
            let check =
                ["run", "--release", "--package", "bouton-cli", "--", "check", "--seconds", "1e7"];
            run(cargo().args(check).arg(path))?;
        }
    }
    Ok(())
}

/// Looks for the period of one octal code as long as it takes, keeping no history, and checks ten segments of
/// the certificate; 0.106 takes more than an hour.
pub fn run_code(code: &str) -> Result<()> {
    let (game, certificate) = (format!("octal({code})"), format!("target/{code}.cert"));
    let bouton = ["run", "--release", "--package", "bouton-cli", "--"];
    let period =
        ["period", &game, "--no-history", "--seconds", "1e7", "--certificate", &certificate];
    run(cargo().args(bouton).args(period))?;
    run(cargo().args(bouton).args(["check", &certificate, "--spot", "10"]))
}

/// libFuzzer with the coverage instrumentation of the stable compiler: no nightly, no cargo-fuzz.
fn fuzz(target: &str, longest: u32, seeds: &str, seconds: u32) -> Result<()> {
    let flags = [
        "--cfg fuzzing",
        "-Cdebug-assertions",
        "-Coverflow-checks",
        "-Cpasses=sancov-module",
        "-Cllvm-args=-sanitizer-coverage-level=4",
        "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
        "-Cllvm-args=-sanitizer-coverage-pc-table",
        "-Cllvm-args=-sanitizer-coverage-trace-compares",
        "-Clink-dead-code",
        "-Ccodegen-units=1",
    ];
    let folder = root().join("fuzz");
    let corpus = folder.join("corpus").join(target);
    fs::create_dir_all(&corpus)?;
    fs::create_dir_all(folder.join("artifacts"))?;
    let host = host()?;
    run(cargo().current_dir(&folder).env("RUSTFLAGS", flags.join(" ")).args([
        "build",
        "--release",
        "--bin",
        target,
        "--target",
        &host,
    ]))?;
    let binary: PathBuf = folder.join("target").join(&host).join("release").join(target);
    run(Command::new(binary)
        .current_dir(&folder)
        .arg(&corpus)
        .arg(folder.join("seeds").join(seeds))
        .args([format!("-max_total_time={seconds}"), format!("-max_len={longest}")])
        .args(["-timeout=10", "-rss_limit_mb=2048", "-artifact_prefix=artifacts/"]))
}

/// Instrumenting flags must not reach build scripts, which naming the host as the target ensures.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.unwrap_or("x86_64-unknown-linux-gnu").to_string())
}
