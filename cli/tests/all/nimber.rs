//! `bouton nimber`: the calculator, batches, pairs, and how it refuses.

use std::process::Stdio;

use crate::command::{answered, command, run, run_with, text};
use serde_json::Value;

#[test]
fn expressions_are_answered() {
    for (expression, value) in [
        ("5*7", "13\n"),
        ("5 xor 3", "6\n"),
        ("solve(x^2+x=5)", "8, 9\n"),
        ("[w]^3", "2\n"),
        ("1/[w]", "w^2*3\n"),
        ("sqrt(2)", "3\n"),
    ] {
        assert_eq!(answered(run(&["nimber", expression])), value, "{expression}");
    }
    let answer: Value = serde_json::from_str(&answered(run(&["nimber", "5*7", "--json"]))).unwrap();
    assert_eq!(answer, serde_json::json!({"expression": "5*7", "value": "13"}));
}

#[test]
fn a_power_that_may_be_meant_as_xor_says_so_beside_the_answer() {
    let output = run(&["nimber", "5^3"]);
    let (answer, note) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(answer, answered(run(&["nimber", "5*5*5"])));
    assert_eq!(note, "bouton: 5^3 is a power of nimbers; their sum is written 5 xor 3\n");
    for words in [&["nimber", "5^3", "--json"][..], &["nimber", "5^3 + 1"]] {
        assert_eq!(text(&run(words).stderr), "", "{words:?}");
    }
}

#[test]
fn faults_are_one_sentence_with_the_column_marked() {
    for (expression, hint) in [
        ("5/0", "column 2: division by zero"),
        ("5 ++ 7", "column 4"),
        ("log(4, 2)", "no logarithm"),
        ("[w^w^w]", "w^w^w or beyond"),
        ("[w^(w^200)]^2", "table of alpha_p"),
    ] {
        let output = run(&["nimber", expression]);
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
        assert!(error.contains(hint), "{expression}: {error}");
        assert!(error.contains(&format!("  {expression}\n")), "{expression}: {error}");
        let output = run(&["nimber", expression, "--json"]);
        let object: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
        assert_eq!(
            (output.status.code(), object["expression"].as_str()),
            (Some(2), Some(expression))
        );
        assert!(object["error"]["message"].as_str().unwrap().contains(hint));
    }
    assert_eq!(run(&["nimber"]).status.code(), Some(2));
}

#[test]
fn a_batch_keeps_one_line_for_each_line() {
    let output = run_with(&["nimber", "--batch", "-"], b"5*7\n5/0\n\n2+3\n");
    let lines: Vec<String> = text(&output.stdout).lines().map(str::to_string).collect();
    assert_eq!((output.status.code(), lines.len()), (Some(2), 4));
    assert_eq!((lines[0].as_str(), lines[3].as_str()), ("13", "1"));
    assert!(lines[1].contains("division by zero") && lines[2].contains("empty"));
}

#[test]
fn pairs_are_multiplied() {
    assert_eq!(
        answered(run_with(&["nimber", "--pairs"], b"3\n5 7\n1 9\n18446744073709551615 2\n"))
            .lines()
            .count(),
        3
    );
    let all: String =
        (0..64 * 64).map(|n| format!("{} {}\n", 1u64 << (n / 64), 1u64 << (n % 64))).collect();
    let answers = answered(run_with(&["nimber", "--pairs"], format!("4096\n{all}").as_bytes()));
    for (index, answer) in answers.lines().enumerate() {
        let right = bouton::nimber::product(1 << (index / 64), 1 << (index % 64));
        assert_eq!(answer, right.to_string());
    }
    for (input, out, hint) in [
        ("", "", "empty"),
        ("3\n5 7\n1\n1 1\n", "13\n", "line 3"),
        ("3\n5 7\n", "13\n", "after line 2"),
    ] {
        let output = run_with(&["nimber", "--pairs"], input.as_bytes());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), out.to_string()));
        assert!(text(&output.stderr).contains(hint));
    }
    assert_eq!(run(&["nimber", "--pairs", "no-such-file"]).status.code(), Some(2));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = command(&["nimber", "--pairs"]).stdin(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let pairs: String = (0..100_000).map(|n| format!("{n} {n}\n")).collect();
    let _ = std::io::Write::write_all(
        &mut child.stdin.take().unwrap(),
        format!("100000\n{pairs}").as_bytes(),
    );
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
