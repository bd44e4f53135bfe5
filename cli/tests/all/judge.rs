//! `bouton judge`: what contests paste, and what they read.

use std::io::Write;
use std::process::{Output, Stdio};

use crate::command::{answered, command, run_with, text};
use serde_json::Value;

fn judge(words: &[&str], input: &[u8]) -> Output {
    run_with(&[&["judge"], words].concat(), input)
}

fn answer(words: &[&str], input: &str) -> String {
    answered(judge(words, input.as_bytes()))
}

#[test]
fn the_input_of_cses_is_pasted() {
    // In the form of CSES 1730 and 1098.
    let input = "3\n4\n5 7 2 5\n2\n4 1\n3\n3 5 6\n";
    assert_eq!(answer(&["nim"], input), "first\nfirst\nsecond\n");
    let input = "3\n4\n5 7 2 5\n2\n4 1\n3\n4 4 4\n";
    assert_eq!(answer(&["subtraction(1-3)"], input), "first\nfirst\nsecond\n");
    assert_eq!(answer(&["cses-1098"], input), "first\nfirst\nsecond\n");
}

#[test]
fn games_come_from_files() {
    let file = std::env::temp_dir().join(format!("bouton-judge-{}.txt", std::process::id()));
    std::fs::write(&file, "a -> b\nb -> c\na -> c\n").unwrap();
    let game = format!("graph(file={})", file.display());
    assert_eq!(answer(&[&game], "a\nb\nc\na a\n"), "first\nfirst\nsecond\nsecond\n");
    let output = judge(&[&game], b"a\nzz\n");
    assert!(
        text(&output.stderr)
            .contains("test 2: 'zz' is not a node of the graph: its nodes are a, b, c")
    );
    let output = judge(&[&game], b"1 5");
    assert!(text(&output.stderr).contains("'5' is not a node"));
    std::fs::remove_file(&file).unwrap();
    assert!(text(&judge(&[&game], b"a").stderr).contains("cannot be opened"));
}

#[test]
fn labels_moves_and_misere_play_are_as_wanted() {
    assert_eq!(answer(&["nim", "--labels", "Alice,Bob"], "2 1 5 2 4 4"), "Alice\nBob\n");
    assert_eq!(answer(&["nim", "--move"], "3\n3 4 5\n"), "first Remove 2 from pile 1\n");
    assert_eq!(answer(&["nim", "--move"], "2\n7 7\n"), "second\n");
    assert_eq!(answer(&["nim", "--misere"], "1 1"), "second\n");
    assert_eq!(answer(&["misere nim"], "2 1 1"), "first\n");
    assert_eq!(answer(&["marienbad"], "4 1 3 5 7"), "second\n");
    assert_eq!(answer(&["wythoff", "--move"], "2 1 2"), "second\n");
    assert_eq!(answer(&["kayles", "--move"], "1 5"), "first take 1 from pile 1, leaving 2 and 2\n");
    let huge = format!("2 {} {}", "9".repeat(3000), "9".repeat(3000));
    assert_eq!(answer(&["nim"], &huge), "second\n");
}

#[test]
fn the_input_of_leetcode_and_codeforces_is_pasted() {
    assert_eq!(answer(&["leetcode-292"], "n = 4\n"), "false\n");
    assert_eq!(answer(&["leetcode-810"], "nums = [1,1,2]\nnums = [0,1]\n"), "false\ntrue\n");
    assert_eq!(answer(&["leetcode-294"], "\"++++\"\n"), "true\n");
    assert_eq!(answer(&["leetcode-294"], "currentState = \"++++\"\n"), "true\n");
    assert_eq!(answer(&["leetcode-294", "--labels", "yes,no"], "\"+\"\n"), "no\n");
    assert_eq!(answer(&["codeforces-850c"], "4\n1 1 17 17\n"), "Mojtaba\n");
    assert_eq!(answer(&["cses-1730"], "1\n2\n4 4\n"), "second\n");
    let output = judge(&["leetcode-292"], b"n = 4\nn = four\n");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    assert!(text(&output.stderr).contains("test 2: 'four' is not a number"));
}

#[test]
fn piles_are_numbered_from_0_with_zero() {
    assert_eq!(answer(&["nim", "--move", "--zero"], "3\n3 4 5\n"), "first Remove 2 from pile 0\n");
    assert_eq!(
        answer(&["kayles", "--move", "--zero"], "1 5"),
        "first take 1 from pile 0, leaving 2 and 2\n"
    );
}

#[test]
fn json_has_one_object_per_test() {
    let lines = answer(&["nim", "--json", "--move"], "2 1 5 2 4 4");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["outcome"], &lines[0]["word"]), (&"N".into(), &"first".into()));
    assert_eq!(lines[0]["move"], "Remove 5 from pile 1");
    assert_eq!(lines[1]["test"], 2);
    assert!(lines[1].get("move").is_none());
}

#[test]
fn a_file_is_read_and_lines_mean_nothing() {
    let path = std::env::temp_dir().join(format!("bouton-judge-{}.txt", std::process::id()));
    std::fs::write(&path, "\u{feff}2\r\n1 5\r\n2\r\n4\r\n4\r\n").unwrap();
    let shown = path.display().to_string();
    assert_eq!(answer(&["nim", &shown], ""), "first\nsecond\n");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn bad_input_is_one_sentence_and_exit_2() {
    for (words, input, hint) in [
        (&["nim"][..], "", "the input is empty"),
        (&["nim"], "\n\n", "the input is empty"),
        (&["nim"], "3 1 2", "fits neither reading"),
        (&["nim"], "2 1 5 9 7", "n of test 2 is '9' where 1 follow"),
        (&["nim"], "2 -1 5", "negative"),
        (&["nim"], "two 1 5", "not a number"),
        (&["nim"], "1 2.5", "whole number"),
        (&["nim"], "\u{0}\u{0}", "not a number"),
        (&["nim: 3 4"], "1 5", "give the game alone"),
        (&["kaylse"], "1 5", "did you mean kayles"),
        (&["nim", "--labels", "A"], "1 5", "not a list of labels"),
        (&["nim", "/no/such/file"], "", "cannot be opened"),
        (&["wythoff"], "1 3 1 2 3", "test 1: "),
    ] {
        let output = judge(words, input.as_bytes());
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?} {input:?}: {err}");
        assert_eq!(text(&output.stdout), "", "{words:?}");
        assert!(err.contains(hint), "{words:?} {input:?}: {err}");
    }
    let output = judge(&["nim", "--json"], b"3 1");
    let object: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!((output.status.code(), &object["error"]["kind"]), (Some(2), &"input".into()));
    let output = judge(&["nim"], b"1 \xff\xfe");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_budget_stops_with_exit_3_and_no_words() {
    let output = judge(&["subtraction(squares)", "--positions", "1000"], b"2 1 5 1 1000000");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(3), String::new()));
    assert!(text(&output.stderr).contains("test 2: stopped"));
    let output = judge(&["nim", "--memory", "1kB"], "1 ".repeat(1000).as_bytes());
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = command(&["judge", "nim"]).stdin(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let input = format!("200000 {}", "1 5 ".repeat(200_000));
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
}
