//! Budgets, seen from outside: whatever is asked, it ends when its time and its memory do, and in words.
#![cfg(target_os = "linux")]

use std::fs;
use std::process::Stdio;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::command::{command, run, text};

const SECONDS: f64 = 1.0;
const MEGABYTES: u64 = 200;

/// Machines are busy: this is far more than the half second that is promised (docs/benchmarks.md has figures).
const MARGIN: f64 = 6.0;

/// Positions that are too much for anybody, of every kind of game.
fn expensive() -> Vec<String> {
    let sum: Vec<String> = (0..100).map(|heap| format!("nim: {heap}")).collect();
    let squares: Vec<String> =
        (1..3000u64).map(|number| (number * number + 1).to_string()).collect();
    let antichain: Vec<String> = (0..2000).map(|element| format!("e{element}")).collect();
    let many: Vec<String> = (0..60).map(|heap| (1000 + heap * 37).to_string()).collect();
    let primes: Vec<String> =
        (0..3000u64).map(|number| (10u64.pow(18) + number).to_string()).collect();
    let mut addresses = vec![
        format!("misere {}", sum.join(" + ")),
        format!("subtraction({}): 10000000000", squares.join(",")),
        format!("poset({}): *", antichain.join(" ")),
        format!("moore(50): {}", many.join(" ")),
        format!("prime-power-list: {}", primes.join(" ")),
        format!("kayles: {}", "9".repeat(100_000)),
        format!("wythoff: {} {}", "9".repeat(60_000), "8".repeat(60_000)),
        format!("octal(0.{}): 50000", "7".repeat(3000)),
        format!("nim: {}", "7 ".repeat(60_000)),
        format!("set: {}{}", "{".repeat(60_000), "}".repeat(60_000)),
    ];
    let short = [
        "misere turning-corners: 200,200 150,150",
        "chomp: 1000000x1",
        "chomp: 40 40 40 40 40 40 40 40 40 40 40 40 40",
        "cram: 9x9",
        "misere cram: 7x8",
        "misere kayles: 30 20 12 40 50",
        "misere grundy: 60 50 40",
        "treblecross: 1000000000000000000",
        "octal(0.007): 1000000000000",
        "subtraction(squares): 1000000000000",
        "subtraction(primes): 100000000000",
        "subtraction(all-but 2000000): 1000000000",
        "circular-stacks(2): 30 30 30 30 30 30 30",
        "misere circular-nim(most=3): 60",
        "misere building-nim: 40 | 0 0 0 0 0 0",
        "wythoff-some: 300 301 302 303",
        "wythoff-all: 900 901 902 903",
        "moore(2, most=3): 300 301 302 303",
        "misere moore(3, most=7): 90 91 92 93",
        "divide(squarefree-powers): 1267650600228229401496703205223",
        "divisor-subtract(any): 1000000007 1000000009",
        "misere mock-turtles: HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH",
        "misere poset(a<b b<c c<d e f g h i j k l m n o p q r s t u v w): *",
        "graph(file=/dev/zero): a",
    ];
    addresses.extend(short.map(str::to_string));
    addresses
}

/// The commands that take an address.
const COMMANDS: [&[&str]; 13] = [
    &["solve"],
    &["explain"],
    &["draw"],
    &["graph"],
    &["graph", "--format", "svg", "--nodes", "100000"],
    &["set"],
    &["play", "--watch", "--plies", "1"],
    &["solve", "--value", "--moves", "1000000"],
    &["solve", "--misere"],
    &["show", "--plain"],
    &["misere"],
    &["canonical"],
    &["draw", "--columns"],
];

/// How long a run took, its exit status, the most memory it had in megabytes, and what it said.
fn measure(words: &[&str]) -> (f64, Option<i32>, u64, String) {
    let start = Instant::now();
    let mut child =
        command(words).stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("it starts");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    loop {
        let told = fs::read_to_string(&status).unwrap_or_default();
        let peak = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most = most.max(kilobytes.unwrap_or(0) >> 10);
        if child.try_wait().unwrap().is_some() {
            break;
        }
        if start.elapsed().as_secs_f64() > SECONDS + MARGIN {
            child.kill().unwrap();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let seconds = start.elapsed().as_secs_f64();
    let output = child.wait_with_output().unwrap();
    (seconds, output.status.code(), most, text(&output.stderr))
}

fn keeps_its_budget(words: &[&str]) {
    let limits = [format!("{SECONDS}"), format!("{MEGABYTES}MB")];
    let all = [words, &["--seconds", &limits[0], "--memory", &limits[1]]].concat();
    let (seconds, code, megabytes, message) = measure(&all);
    let shown: Vec<String> = words.iter().map(|word| word.chars().take(60).collect()).collect();
    assert!(matches!(code, Some(0..=3)), "{shown:?}: {code:?} after {seconds} s: {message}");
    assert!(seconds < SECONDS + MARGIN, "{shown:?}: {seconds} s");
    assert!(megabytes * 10 <= MEGABYTES * 11, "{shown:?}: {megabytes} MB");
}

/// Runs some of them side by side: each ends by the clock, however many there are.
fn side_by_side(jobs: Vec<Vec<String>>) {
    let jobs = Mutex::new(jobs.into_iter());
    let next = || jobs.lock().ok().and_then(|mut jobs| jobs.next());
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                while let Some(job) = next() {
                    keeps_its_budget(&job.iter().map(String::as_str).collect::<Vec<_>>());
                }
            });
        }
    });
}

#[test]
fn every_command_keeps_its_budget_on_every_address() {
    let deep = std::env::var_os("BOUTON_DEEP").is_some();
    let mut jobs = Vec::new();
    for (index, address) in expensive().into_iter().enumerate() {
        // Each address is solved, and asked one other thing; all things in the long run.
        for (number, command) in COMMANDS.iter().enumerate() {
            if deep || number == 0 || number == 1 + index % (COMMANDS.len() - 1) {
                let words = command.iter().map(ToString::to_string);
                let (first, rest): (Vec<String>, Vec<String>) = {
                    let all: Vec<String> = words.collect();
                    (all[..1].to_vec(), all[1..].to_vec())
                };
                jobs.push([first, vec![address.clone()], rest].concat());
            }
        }
    }
    side_by_side(jobs);
}

#[test]
fn work_without_an_address_keeps_its_budget_too() {
    let certificate = std::env::temp_dir().join(format!("bouton-huge-{}", std::process::id()));
    let name = certificate.to_str().unwrap();
    fs::write(
        &certificate,
        signed(
            "rules code 0.77\ntheorem Guy and Smith\nperiod 12\npreperiod 1000000000000\n\
        values 2000000000097 aa6ef6a4a18a4bf9b8c018c4cacf5eb6890330592faf5794684cb78f8bc12c10\n",
        ),
    )
    .unwrap();
    let jobs: [&[&str]; 14] = [
        &["check", name],
        &["values", "octal(0.6)", "--to", "1e8"],
        &["values", "nim", "--to", "1e8"],
        &["compare", "octal(0.6)", "officers", "--to", "1e8"],
        &["plot", "octal(0.6)", "--to", "1e7"],
        &["period", "octal(0.6)"],
        &["period", "subtraction(all-but 2000000)"],
        &["table", "grundy", "1000x1000", "--misere"],
        &["table", "wythoff", "1000x1000"],
        &["verify", "--deep"],
        &["same", "chomp: 1000000x1", "cram: 8x9"],
        &["same", "grundy: 90", "grundy: 91", "--misere"],
        &["judge", "kayles", "/dev/zero"],
        &["nimber", "--batch", "/dev/zero"],
    ];
    side_by_side(jobs.iter().map(|job| job.iter().map(ToString::to_string).collect()).collect());
    fs::remove_file(certificate).unwrap();
}

/// A certificate with the checksum that it should have.
fn signed(body: &str) -> String {
    use sha2::{Digest, Sha256};
    let body = format!("bouton certificate 1\n{body}");
    let hash: String = Sha256::digest(&body).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body}end {hash}\n")
}

#[test]
fn input_without_end_is_read_within_the_budget() {
    for address in ["nim: -", "set: -", "kayles: -", "moore(2): -"] {
        let endless = fs::File::open("/dev/zero").unwrap();
        let words = [address, "--memory", "100MB", "--seconds", "2"];
        let output = command(&words).stdin(endless).output().unwrap();
        assert!(matches!(output.status.code(), Some(2 | 3)), "{address}: {:?}", output.status);
    }
}

#[test]
fn a_batch_goes_on_after_a_question_that_did_not_end() {
    let path = std::env::temp_dir().join(format!("bouton-batch-{}", std::process::id()));
    let long = format!("wythoff: {} {}", "9".repeat(300_000), "8".repeat(300_000));
    fs::write(&path, format!("nim: 1\n{long}\nnim: 2\n")).unwrap();
    let output = run(&["solve", "--batch", path.to_str().unwrap(), "--seconds", "0.3", "--json"]);
    let lines: Vec<String> = text(&output.stdout).lines().map(str::to_string).collect();
    assert_eq!((output.status.code(), lines.len()), (Some(3), 3));
    assert!(lines[1].contains("\"stopped\"") && lines[1].contains("wythoff: 999"));
    assert!(lines[2].starts_with("{\"address\":\"nim: 2\""), "{}", lines[2]);
    fs::remove_file(path).unwrap();
}
