//! The bars that are ratios, each measured side by side with what it is compared to.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::{cargo, root, run};

/// Builds, then prints one line per measurement.
pub fn run_bench() -> Result<()> {
    run(cargo().args(["build", "--release", "--package", "bouton-cli"]))?;
    start_up()?;
    stream()?;
    run(cargo().args(["bench", "--package", "bouton", "--bench", "misere_nim"]))
}

fn bouton() -> Command {
    Command::new(root().join("target/release/bouton"))
}

fn seconds(mut command: Command) -> Result<f64> {
    let start = Instant::now();
    command
        .stdout(Stdio::null())
        .status()
        .with_context(|| format!("{command:?} cannot be started"))?;
    Ok(start.elapsed().as_secs_f64())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn start_up() -> Result<()> {
    let mut times = Vec::new();
    for _ in 0..20 {
        let mut command = bouton();
        command.args(["3", "4", "5"]);
        times.push(seconds(command)?);
    }
    println!("start-up: bouton 3 4 5, median of 20: {:.1} ms", median(times) * 1e3);
    Ok(())
}

/// Nim with 10^7 heaps of up to 1, 3, 9 and 18 digits, against `wc -w` on the same file.
fn stream() -> Result<()> {
    let path = root().join("target/heaps.txt");
    for digits in [1u32, 3, 9, 18] {
        let mut out = BufWriter::new(File::create(&path)?);
        let mut state = 1901u64;
        for _ in 0..10_000_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            write!(out, "{} ", (state >> 1) % 10u64.pow(digits))?;
        }
        out.flush()?;
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..5 {
            let mut command = bouton();
            command.args(["solve", "nim: -", "--json"]).stdin(File::open(&path)?);
            ours.push(seconds(command)?);
            let mut command = Command::new("wc");
            command.arg("-w").stdin(File::open(&path)?);
            theirs.push(seconds(command)?);
        }
        let (ours, theirs) = (median(ours), median(theirs));
        println!(
            "stream: 10^7 heaps of up to {digits} digits: bouton {ours:.3} s, wc -w {theirs:.3} s, ratio {:.2}",
            theirs / ours
        );
    }
    std::fs::remove_file(path)?;
    Ok(())
}
