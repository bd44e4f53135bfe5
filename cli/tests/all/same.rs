//! `bouton same`, `bouton set` and `bouton verify theory`: answers, bad input and exit codes.

use crate::command::{answered, run, text};
use serde_json::{Value, json};

fn answer(words: &[&str]) -> String {
    answered(run(words))
}

fn object(words: &[&str]) -> Value {
    serde_json::from_str(&answer(words)).unwrap()
}

#[test]
fn equal_games_are_told_with_the_reason() {
    let told = answer(&["same", "kayles: 3", "nim: 3"]);
    for part in ["are the same in normal play", "value *3", "kayles: 3 + nim: 3 is a P-position"] {
        assert!(told.contains(part), "{told}");
    }
    let found = object(&["same", "kayles: 3", "nim: 3", "--json"]);
    assert_eq!(found["same"], true);
    assert_eq!((&found["a"], &found["b"]), (&json!("kayles: 3"), &json!("nim: 3")));
    assert_eq!((&found["value_a"], &found["value_b"]), (&json!(3), &json!(3)));
    assert_eq!(found["sum"]["outcome"], "P");
    assert_eq!(found["canonical_a"], "{{},{{}},{{},{{}}}}");
}

#[test]
fn different_games_are_told_apart_and_that_is_an_answer() {
    let told = answer(&["same", "kayles: 4", "nim: 3"]);
    assert!(told.contains("not the same in normal play"), "{told}");
    assert!(told.contains("Beside nim: 1"), "{told}");
    let found = object(&["same", "--misere", "nim: 2 2", "nim: 0", "--json"]);
    assert_eq!((&found["same"], &found["play"]), (&json!(false), &json!("misere")));
    assert_eq!(found["value_a"], Value::Null);
    assert_eq!(found["apart"], json!({"game": "nim: 0", "outcome_a": "P", "outcome_b": "N"}));
    assert!(answer(&["same", "misere nim: 1 1", "misere nim: 0"]).contains("the same in misère"));
}

#[test]
fn a_game_that_tells_apart_is_always_named() {
    for (a, b, game) in [("nim: 12", "nim: 13", "nim: 12"), ("nim: 50", "nim: 51", "nim: 50")] {
        assert_eq!(object(&["same", "--misere", a, b, "--json"])["apart"]["game"], game);
    }
    // Both have one genus, and what tells them apart is long.
    let found = object(&["same", "--misere", "kayles: 13", "kayles: 16", "--json"]);
    assert!(found["apart"]["game"].as_str().unwrap().contains(" with <1> = [32]"), "{found}");
    let told = answer(&["same", "--misere", "kayles: 13", "kayles: 16"]);
    assert!(told.contains("Beside a game that is long"), "{told}");
}

#[test]
fn positions_are_sets() {
    assert_eq!(answer(&["set", "2"]), "{{},{{}}}\n");
    assert_eq!(answer(&["set", "nim:", "0"]), "{}\n");
    assert_eq!(answer(&["set", "nim: 1 1"]), "{{{}}}\n");
    assert_eq!(
        object(&["set", "kayles: 2 + nim: 0", "--json"]),
        json!({"address": "kayles: 2 + nim: 0", "set": "{{},{{}}}", "birthday": 2, "positions": 3})
    );
}

#[test]
fn bad_input_is_one_sentence_and_exit_2() {
    for (words, hint) in [
        (&["same", "kaylse: 3", "nim: 3"][..], "did you mean kayles"),
        (&["same", "misere nim: 3", "nim: 3"], "one play"),
        (&["same", "nim: 3", "nim: -"], "is for solve"),
        (&["same", "nim: 3"], "required"),
        (&["set", "nim: -"], "is for solve"),
        (&["set", "kayles"], "has no position"),
        (&["set", "3", "--length", "much"], "not an amount"),
    ] {
        let output = run(words);
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {err}");
        assert_eq!(text(&output.stdout), "", "{words:?}");
        assert!(err.contains(hint), "{words:?}: {err}");
    }
}

#[test]
fn what_is_too_long_or_too_large_stops_with_exit_3() {
    for words in [
        &["set", "20"][..],
        &["set", "5", "--length", "10"],
        &["set", "nim: 10^18", "--memory", "10MB"],
        &["same", "--misere", "nim: 100000", "nim: 5", "--positions", "100"],
    ] {
        let output = run(words);
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{words:?}: {err}");
        assert_eq!(text(&output.stdout), "", "{words:?}");
    }
    let output = run(&["set", "20", "--json"]);
    let object: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!(object["error"]["kind"], "stopped");
}

#[test]
fn the_theorems_are_checked() {
    let lines = answer(&["verify", "theory", "--json"]);
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 7);
    for line in lines {
        assert_eq!(line["faults"], json!([]), "{line}");
        assert!(line["games"].as_u64() > Some(100), "{line}");
    }
    assert!(answer(&["verify", "theory"]).contains("no faults"));
}
