//! Answers as people read them: one line of citation, counts in the singular, words instead of data.

use serde_json::Value;

use crate::command::{answered, run, run_with, text};

fn answer(words: &[&str]) -> String {
    answered(run(words))
}

#[test]
fn a_theorem_is_cited_in_one_line_or_in_full() {
    for address in ["3 4 5", "marienbad", "wythoff: 9 12", "moore(2): 1 2 3 4"] {
        let short = answer(&["solve", address]);
        let cited: Vec<&str> =
            short.lines().skip_while(|line| !line.starts_with("Known")).collect();
        assert_eq!(cited.len(), 1, "{short}");
        // A line may end between any two words.
        let full = answer(&["solve", address, "--sources"]).replace('\n', " ");
        assert!(full.contains("checked here") && !short.contains("checked here"), "{full}");
    }
}

#[test]
fn no_moves_are_counted_and_not_listed() {
    assert!(answer(&["3", "4", "5", "--moves", "0"]).contains("\n1 winning move.\nKnown by"));
    let five = answer(&["misere grundy: 10 7", "--moves", "0"]);
    assert!(five.contains("\n5 winning moves.\nKnown by"), "{five}");
    let object: Value =
        serde_json::from_str(&answer(&["3", "4", "5", "--moves", "0", "--json"])).unwrap();
    assert_eq!(object["winning"], Value::Array(Vec::new()));
    assert_eq!((&object["winning_count"], &object["winning_complete"]), (&1.into(), &false.into()));
}

#[test]
fn one_is_singular() {
    let loopy = answer(&["graph(a>b b>c c>d c>b): c"]);
    assert!(loopy.contains("\n1 ply to the end"), "{loopy}");
    let summary = answer(&["graph", "0"]);
    assert!(summary.contains("\n1 position (") && summary.contains("has 1 node."), "{summary}");
    assert!(answer(&["graph", "1"]).contains("1 move from one to another"));
}

#[test]
fn disagreements_are_told_in_words() {
    let told = answer(&["verify", "disagreements"]);
    for debug in ["Some(", "None", "[true", "(28, "] {
        assert!(!told.contains(debug), "{debug}: {told}");
    }
    for words in ["In print: ", "Right: ", "Found here: "] {
        assert_eq!(told.matches(words).count(), told.matches("disagreement ").count());
    }
}

#[test]
fn explanations_come_in_batches() {
    let input = b"3 4 5\nkaylse: 3\nmisere nim: 1 1\n";
    let output = run_with(&["explain", "--batch", "-", "--json"], input);
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), String::new()));
    let lines: Vec<Value> =
        text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0]["steps"].is_array());
    assert_eq!(lines[1]["error"]["kind"], "input");
    assert_eq!(lines[2]["address"], "misere nim: 1 1");
    // As text each is what it is alone, and an empty line follows.
    let both = answered(run_with(&["explain", "--batch", "-"], b"3 4 5\n1 1\n"));
    let alone = |address| answer(&["explain", address]) + "\n";
    assert_eq!(both, alone("3 4 5") + &alone("1 1"));
    let missing = run(&["explain"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("an address is missing"));
}

#[test]
fn pictures_know_the_convention_and_promise_no_move_that_is_not_allowed() {
    assert!(answer(&["draw", "--misere", "1", "2"]).contains("<title>misere nim: 1 2</title>"));
    let circle = answer(&["draw", "circle-of-ten"]);
    assert!(circle.contains("objects 3 to 5") && !circle.contains("objects 3 to 6"), "{circle}");
    assert!(answer(&["draw", "1", "2", "-o", "-"]).starts_with("<svg"));
}

#[test]
fn explanations_cite_in_one_line_unless_all_is_wanted() {
    let last = |words: &[&str]| answer(words).rsplit("\n\n").next().unwrap().to_string();
    let line = last(&["explain", "3", "4", "5"]);
    assert!(line.starts_with("Known by a theorem (Bouton 1901), checked here on "), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
    let full = last(&["explain", "3", "4", "5", "--sources"]);
    assert!(full.contains("a game with a complete mathematical") && full.lines().count() > 1);
    let data = answer(&["explain", "3", "4", "5", "--json"]);
    assert!(data.contains("\"sources\":\"Known by theorem: "), "{data}");
}
