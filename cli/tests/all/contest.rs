//! `pattern`, `code` and `test`: programs are compiled, run and compared with the engine.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::command::{answered, run, run_with, text};

/// Programs by the kind of what they do: a remainder, a period, the definition by a code and by a set, a table, a pair
/// of heaps, misère play, binary digits.
const FEW: &[(&str, &[&str], u64)] = &[
    ("subtraction(1,3,4)", &[], 3000),
    ("grundy", &[], 120),
    ("wythoff", &[], 400),
    ("subtraction(2,5,7)", &["--misere"], 900),
    ("kayles", &["--misere"], 100_000),
    ("euclid", &[], 300),
];

/// The rest, for `cargo xtask deep`.
const MORE: &[(&str, &[&str], u64)] = &[
    ("nim", &[], 1 << 40),
    ("nim", &["--misere"], 3),
    ("kayles", &[], 100_000),
    ("laskers-nim", &[], 100_000),
    ("divisor-subtract", &[], 5000),
    ("divisor-subtract(any)", &[], 5000),
    ("subtraction(squares)", &[], 400),
    ("subtraction(fibonacci)", &[], 400),
    ("subtraction(factorials)", &[], 400),
    ("subtraction(primes)", &[], 400),
    ("subtraction(all-but 2,5)", &[], 10_000),
    ("octal(0.6)", &[], 200),
    ("octal(4.7)", &[], 300),
    ("treblecross", &[], 300),
    ("greedy-nim", &[], 60),
    ("21-game", &[], 20),
];

/// The languages: a program that must be there, its file, how it is compiled and run.
const LANGUAGES: [(&str, &str, &str, &[&str], &[&str]); 4] = [
    (
        "c++",
        "g++",
        "main.cpp",
        &["g++", "-std=c++17", "-O1", "-Wall", "-Werror", "-o", "main", "main.cpp"],
        &["./main"],
    ),
    ("python", "python3", "main.py", &[], &["python3", "main.py"]),
    (
        "rust",
        "rustc",
        "main.rs",
        &["rustc", "--edition", "2021", "-O", "-D", "warnings", "-o", "main", "main.rs"],
        &["./main"],
    ),
    (
        "java",
        "javac",
        "Main.java",
        &["javac", "Main.java"],
        &["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "Main"],
    ),
];

fn is_there(program: &str) -> bool {
    let version = if program.starts_with("java") { "-version" } else { "--version" };
    let status =
        Command::new(program).arg(version).stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn within(folder: &Path, words: &[&str], input: &str) -> Output {
    let file = folder.join("input.txt");
    fs::write(&file, input).unwrap();
    let program = match words[0].strip_prefix("./") {
        Some(own) => folder.join(own),
        None => words[0].into(),
    };
    let mut command = Command::new(program);
    command.args(&words[1..]).current_dir(folder).stdin(fs::File::open(&file).unwrap());
    command.output().unwrap()
}

/// 10^4 positions as a judge gives them, from a simple sequence of numbers.
fn tests(game: &str, most: u64) -> String {
    let pairs = ["wythoff", "greedy-nim", "euclid"].contains(&game);
    let mut state = 12_345u64;
    let mut next = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 20) % below
    };
    let mut input = String::from("10000\n");
    for _ in 0..10_000 {
        let count = if pairs {
            2
        } else if game == "21-game" {
            1
        } else {
            1 + next(3)
        };
        let heaps: Vec<String> = (0..count).map(|_| next(most + 1).to_string()).collect();
        input += &format!("{count} {}\n", heaps.join(" "));
    }
    input
}

#[test]
fn programs_agree_with_the_engine_in_every_language_that_is_here() {
    let deep = std::env::var_os("BOUTON_DEEP").is_some();
    let games = FEW.iter().chain(if deep { MORE } else { &[] });
    let mut ran = 0;
    for (index, (game, options, most)) in games.enumerate() {
        let input = tests(game, *most);
        let judged = [&["judge", game], *options].concat();
        let right = answered(run_with(&judged, input.as_bytes()));
        for (place, (language, compiler, file, compile, start)) in LANGUAGES.iter().enumerate() {
            // Compilers are slow: each game in two languages, each language with two games.
            if !deep && index % 2 != place % 2 || !is_there(compiler) {
                continue;
            }
            let folder = tempfile::tempdir().unwrap();
            let source = answered(run(&[&["code", game, "--lang", language], *options].concat()));
            fs::write(folder.path().join(file), &source).unwrap();
            if !compile.is_empty() {
                let compiled = within(folder.path(), compile, "");
                assert!(
                    compiled.status.success(),
                    "{language} {game}: {}\n{source}",
                    text(&compiled.stderr)
                );
            }
            let output = within(folder.path(), start, &input);
            assert!(
                output.status.success(),
                "{language} {game}: {}\n{source}",
                text(&output.stderr)
            );
            assert!(
                text(&output.stdout).replace('\r', "") == right,
                "{language} {game} differs:\n{source}"
            );
            ran += 1;
        }
    }
    assert!(ran > 0, "no compiler is here");
}

#[test]
fn programs_for_leetcode_read_lines_and_say_true() {
    let source = answered(run(&["code", "leetcode-292", "--lang", "python"]));
    assert!(
        source.contains("return n % 4") && source.contains("Proved: If 1, 2, ..., k may be taken"),
        "{source}"
    );
    if is_there("python3") {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("main.py"), &source).unwrap();
        let output = within(folder.path(), &["python3", "main.py"], "n = 4\n7\n[1,1]\n");
        assert_eq!(text(&output.stdout), "false\ntrue\nfalse\n");
    }
}

#[test]
fn what_no_program_can_do_is_refused_with_what_would_help() {
    for (words, part) in [
        (&["code", "flip", "--lang", "c++"][..], "bouton judge"),
        (&["code", "chalkboard", "--lang", "cobol"], "choose c++, python, rust or java"),
        (&["code", "graph(a>b b>a): a", "--lang", "java"], "{n}"),
        (&["pattern", "nim: 3 4"], "{n}"),
        (&["pattern", "set"], "{n}"),
        (&["pattern", "kayles", "--to", "1e12"], "1000000"),
        (&["pattern", "kayles", "--heaps", "3"], "write 1 or 2"),
        (&["code", "misere grundy", "--lang", "c++"], "no values that add up"),
        (&["test", "nim", "--with", "true", "--count", "0"], "at least one position"),
        (&["test", "nim", "--with", ""], "empty"),
        (&["test", "nim", "--with", "no-such-program"], "cannot be started"),
    ] {
        let output = run(words);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {told}");
        assert!(told.contains(part) && output.stdout.is_empty(), "{words:?}: {told}");
    }
}

#[test]
fn patterns_are_told_with_how_they_are_known() {
    let told = answered(run(&["pattern", "subtraction(1,3,4)"]));
    assert!(told.contains("with period 7: 0 1 0 1 2 3 2. Proved: state"), "{told}");
    let told = answered(run(&["pattern", "chomp: {n} {m}", "--to", "20"]));
    assert!(told.contains("with |n - m| = 1. It holds for all 230"), "{told}");
}

/// A program in the shell, which every system that runs these tests has.
fn tried(game: &str, script: &str, more: &[&str]) -> (Option<i32>, String) {
    let with = format!("sh -c \"{script}\"");
    let words = [&["test", game, "--with", &with, "--count", "12"], more].concat();
    let output = run(&words);
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn programs_are_tried_and_faults_are_told() {
    // Always first: right but for the heaps that are lost, of which 4 is the smallest.
    let (status, told) = tried("leetcode-292", "echo true", &["--size", "40"]);
    assert_eq!(status, Some(1), "{told}");
    assert!(
        told.starts_with("subtraction(1-3): 4: the program printed 'true', and right is false."),
        "{told}"
    );
    let (status, told) = tried("nim", "echo first", &["--heaps", "1"]);
    assert_eq!((status, told.contains("right on all 12 positions")), (Some(0), true), "{told}");
    for (script, part) in [
        ("exit 3", "ended with exit status: 3"),
        ("echo oh no >&2; exit 1", "saying 'oh no'"),
        ("true", "printed nothing"),
        ("echo 42", "printed '42', and an answer is first or second"),
    ] {
        let (status, told) = tried("nim", script, &[]);
        assert_eq!((status, told.contains(part)), (Some(1), true), "{script}: {told}");
    }
    let (status, told) = tried("nim", "exec sleep 60", &["--limit", "0.1"]);
    assert_eq!((status, told.contains("did not end within 0.1 s")), (Some(1), true), "{told}");
    // Many at once: one answer is too few.
    let (status, told) = tried("nim", "echo first", &["--many", "--heaps", "1"]);
    assert_eq!(
        (status, told.contains("printed 1 answers to 12 positions")),
        (Some(1), true),
        "{told}"
    );
}

#[test]
fn wrong_positions_are_really_small() {
    // A program that always names the first player is wrong wherever two equal heaps stand.
    for (game, size) in [("kayles", "1000"), ("kayles", "1000000"), ("nim", "1000000")] {
        let (status, told) = tried(game, "echo first", &["--size", size]);
        assert_eq!(status, Some(1), "{told}");
        assert!(told.starts_with(&format!("{game}: 1 1: the program printed 'first'")), "{told}");
    }
    // Right for all small heaps: what is left of a large position is not far from the smallest.
    let script = "read n; read a; set -- $a; for x; do [ $x -gt 40 ] && echo second && exit; done; echo first";
    let (status, told) = tried("nim", script, &["--size", "400", "--heaps", "1", "--limit", "60"]);
    assert_eq!(status, Some(1), "{told}");
    assert!(told.starts_with("nim: 41: the program printed 'second'"), "{told}");
}

#[test]
fn families_are_tried_by_their_numbers() {
    let (status, told) = tried("file(half): {n}", "echo first", &["--limit", "60"]);
    assert_eq!(status, Some(1), "{told}");
    assert!(told.starts_with("file(half): 3: the program printed 'first'"), "{told}");
    let (status, told) = tried("flip: {+*n}", "echo first", &["--limit", "60"]);
    assert_eq!(status, Some(1), "{told}");
    assert!(told.starts_with("flip: +++++: ") && told.contains("  1\n  5\n"), "{told}");
}
