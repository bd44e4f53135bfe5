//! Big positions from the command line: threads, tables that are kept, and strategies that are checked.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::command::{answered, run, text};

fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("search");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

fn json(words: &[&str]) -> Value {
    serde_json::from_str(&answered(run(words))).unwrap()
}

/// A refusal: exit status 2, one sentence with this in it, and no answer.
fn refused(words: &[&str], hint: &str) {
    let output = run(words);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!((output.status.code(), out), (Some(2), String::new()), "{words:?}: {err}");
    assert!(err.contains(hint), "{words:?}: {err}");
}

#[test]
fn threads_and_theorems_change_nothing_but_the_way() {
    let one = json(&["solve", "cram: 4x5", "--json"]);
    for way in [&["--threads", "2"][..], &["--search"], &["--search", "--threads", "3"]] {
        let other = json(&[&["solve", "cram: 4x5", "--value", "--json"], way].concat());
        for field in ["outcome", "winning_count", "winning_complete"] {
            assert_eq!(one[field], other[field], "{way:?} {field}");
        }
        assert_eq!(other["value"], 2, "{way:?}");
    }
    refused(&["solve", "cram: 4x5", "--threads", "0"], "from 1 to 256");
}

#[test]
fn the_best_line_is_told_to_its_end_with_who_wins_after_each_move() {
    for address in ["cram: 3x4", "misere cram: 3x3", "nim: 1 2 3", "kayles: 5 + nim: 4", "cram: ##"]
    {
        let answer = json(&["solve", address, "--line", "--json"]);
        let line = &answer["line"];
        assert_eq!(line["complete"], true, "{answer}");
        let mut outcome = answer["outcome"].clone();
        for mv in line["moves"].as_array().unwrap() {
            // Who moves from a won position leaves a lost one, and the other way round.
            assert_ne!(mv["outcome"], outcome, "{answer}");
            outcome = mv["outcome"].clone();
            if !address.contains('+') {
                let (game, _) = address.split_once(':').unwrap();
                let after = format!("{game}: {}", mv["to"].as_str().unwrap());
                assert_eq!(json(&["solve", &after, "--json"])["outcome"], outcome, "{answer}");
            }
        }
    }
    let plain = answered(run(&["solve", "cram: 3x4", "--line"]));
    assert!(plain.contains("The best line") && plain.contains("  1. P   "), "{plain}");
    assert!(json(&["solve", "cram: 3x4", "--json"])["line"].is_null());
    let endless = json(&["solve", "nim: 10^30", "--line", "--json"]);
    assert_eq!(endless["line"]["moves"].as_array().unwrap().len(), 1, "{endless}");
}

#[test]
fn a_table_is_kept_and_gone_on_from_and_never_believed_when_damaged() {
    let path = file("cram.table");
    let name = path.to_str().unwrap();
    let first = json(&["solve", "cram: 4x5", "--search", "--json", "--save", name]);
    let again = json(&["solve", "cram: 4x5", "--search", "--json", "--load", name]);
    assert_eq!((&first["value"], &first["winning"]), (&again["value"], &again["winning"]));
    let positions = |answer: &Value| answer["evidence"]["positions"].as_u64().unwrap();
    assert!(positions(&again) < positions(&first), "{again}");
    assert!(again["evidence"]["assumed"].as_str().unwrap().contains("loaded"), "{again}");
    refused(&["solve", "cram: 4x5", "--search", "--save", name], "--force");
    refused(&["solve", "chomp: 4 4 3", "--load", name], "another game");
    refused(&["solve", "misere cram: 4x5", "--load", name], "another game");
    refused(&["solve", "cram: 4x5 + nim: 3", "--load", name], "one game");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    refused(&["solve", "cram: 4x5", "--load", name], "damaged");
    fs::write(&path, "").unwrap();
    refused(&["solve", "cram: 4x5", "--load", name], "not a table");
    refused(&["solve", "cram: 4x5", "--load", "no such table"], "cannot be opened");
}

#[test]
fn a_search_that_stops_says_how_far_it_came_and_keeps_its_table() {
    let path = file("stopped.table");
    let name = path.to_str().unwrap();
    let words = ["solve", "cram: 5x6", "--search", "--positions", "20000"];
    let stopped = run(&[&words[..], &["--save", name]].concat());
    assert_eq!(stopped.status.code(), Some(3));
    assert_eq!(text(&stopped.stdout), "");
    assert!(fs::read(&path).unwrap().len() > 10_000);
    // What was found before need not be found again.
    let whole = json(&["solve", "cram: 5x6", "--search", "--json"]);
    let rest = json(&["solve", "cram: 5x6", "--search", "--json", "--load", name]);
    assert_eq!((&whole["value"], &whole["winning"]), (&rest["value"], &rest["winning"]));
}

#[test]
fn a_strategy_goes_from_one_command_to_the_other() {
    let path = file("chomp.strategy");
    let name = path.to_str().unwrap();
    answered(run(&["solve", "chomp: 3x4", "--certificate", name]));
    let passed = answered(run(&["check", name]));
    assert!(passed.contains("chomp: 4 4 4"), "{passed}");
    let whole = fs::read_to_string(&path).unwrap();
    let forged = whole.replacen("chomp: 4 4 4", "chomp: 4 4 3", 1);
    assert_ne!(forged, whole);
    fs::write(&path, forged).unwrap();
    assert_eq!(run(&["check", name]).status.code(), Some(1));
    refused(&["solve", "graph(a>b b>a): a", "--certificate", "none.strategy"], "circles");
}
