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
    loopy()?;
    own_games()?;
    run(cargo().args(["bench", "--package", "bouton", "--bench", "judge"]))?;
    run(cargo().args(["bench", "--package", "bouton-nimber"]))?;
    run(cargo().args(["bench", "--package", "bouton-sequence"]))?;
    run(cargo().args(["bench", "--package", "bouton-search"]))?;
    run(cargo().args(["bench", "--package", "bouton-misere"]))?;
    run(cargo().args(["bench", "--package", "bouton", "--bench", "misere_nim"]))
}

/// Games whose rules are a text, against CPython with the same `moves`.
fn own_games() -> Result<()> {
    let bench = root().join("lib/benches/own_games.py");
    let examples = root().join("lib/examples/games");
    let program = root().join("target/release/bouton");
    run(Command::new("python3").arg(bench).arg(program).arg(examples))
}

/// A random graph of 10^6 nodes and about 10^7 arcs, in three forms: reading, outcome, remoteness
/// and loopy values together.
fn loopy() -> Result<()> {
    let path = root().join("target/graph.txt");
    for form in ["edge list", "DOT", "JSON"] {
        let mut out = BufWriter::new(File::create(&path)?);
        let (open, close) = match form {
            "DOT" => ("digraph {\n", "}\n"),
            "JSON" => ("{\"arcs\":[[0,1]", "]}\n"),
            _ => ("", ""),
        };
        write!(out, "{open}")?;
        let mut random = numbers();
        for node in 0..1_000_000 {
            // One node in fifty is an end of play.
            let degree = if random() % 50 == 0 { 0 } else { random() % 20 + 1 };
            for _ in 0..degree {
                let to = random() % 1_000_000;
                match form {
                    "DOT" => writeln!(out, "{node} -> {to};")?,
                    "JSON" => write!(out, ",[{node},{to}]")?,
                    _ => writeln!(out, "{node} {to}")?,
                }
            }
        }
        write!(out, "{close}")?;
        out.flush()?;
        let mut times = Vec::new();
        for _ in 0..3 {
            let mut command = bouton();
            command.arg(format!("graph(file={}): 17", path.display())).arg("--json");
            times.push(seconds(command)?);
        }
        println!("loopy graph, 10^6 nodes, 10^7 arcs, {form}, median of 3: {:.2} s", median(times));
    }
    std::fs::remove_file(path)?;
    Ok(())
}

/// Numbers that are the same in every run.
fn numbers() -> impl FnMut() -> u64 {
    let mut state = 1901u64;
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    }
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
