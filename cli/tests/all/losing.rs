//! `bouton losing`: the positions to leave.

use serde_json::{Value, json};

use crate::command::{answered, run, text};

fn answer(words: &[&str]) -> String {
    answered(run(&[&["losing"], words].concat()))
}

fn positions(words: &[&str]) -> Vec<Vec<u64>> {
    let object: Value = serde_json::from_str(&answer(&[words, &["--json"]].concat())).unwrap();
    serde_json::from_value(object["positions"].clone()).unwrap()
}

#[test]
fn nim_is_lost_where_the_xor_is_zero() {
    let found = positions(&["nim", "--heaps", "3", "--to", "7"]);
    let all = (0..8).flat_map(|a| (a..8).flat_map(move |b| (b..8).map(move |c| vec![a, b, c])));
    let lost: Vec<Vec<u64>> = all.filter(|sizes| sizes[0] ^ sizes[1] ^ sizes[2] == 0).collect();
    assert_eq!(found, lost);
    // In misère play the same, but for positions of heaps of 1.
    let misere = positions(&["nim", "--heaps", "3", "--to", "7", "--misere"]);
    let odd = |sizes: &Vec<u64>| sizes.iter().filter(|size| **size == 1).count() % 2 == 1;
    let small = |sizes: &Vec<u64>| sizes.iter().all(|size| *size < 2);
    assert_eq!(misere.iter().filter(|sizes| small(sizes)).filter(|sizes| !odd(sizes)).count(), 0);
    assert!(
        misere.iter().filter(|sizes| !small(sizes)).eq(lost.iter().filter(|sizes| !small(sizes)))
    );
}

#[test]
fn order_counts_where_it_means_something() {
    // Around a circle of four with two together, opposite stacks must be equal.
    let circle = positions(&["circular-stacks(2)", "--heaps", "4", "--to", "2"]);
    assert!(circle.contains(&vec![0, 1, 0, 1]) && !circle.contains(&vec![0, 0, 1, 1]));
    // The same circle seen from another stack is no other position.
    assert!(!circle.contains(&vec![1, 0, 1, 0]));
    assert!(circle.iter().all(|sizes| sizes[0] == sizes[2] && sizes[1] == sizes[3]));
    let pairs = positions(&["wythoff", "--to", "13"]);
    assert_eq!(pairs, [[0, 0], [1, 2], [3, 5], [4, 7], [6, 10], [8, 13]]);
}

#[test]
fn lists_come_in_three_formats_and_files() {
    let told = answer(&["nim", "--heaps", "2", "--to", "2"]);
    assert_eq!(
        told,
        "3 P-positions of nim in normal play: 2 heaps of 0 to 2 each\n0 0\n1 1\n2 2\n"
    );
    let csv = answer(&["nim", "--from", "1", "--to", "2", "--format", "csv"]);
    assert_eq!(csv, "heap_1,heap_2\n1,1\n2,2\n");
    let object: Value =
        serde_json::from_str(&answer(&["grundy", "--heaps", "1", "--to", "9", "--json"])).unwrap();
    assert_eq!(object["positions"], json!([[0], [1], [2], [4], [7]]));
    assert_eq!((&object["looked_at"], &object["play"]), (&json!(10), &json!("normal")));
    assert_eq!(answer(&["nim", "--to", "2", "-o", "-"]), told);
}

#[test]
fn what_cannot_be_listed_is_refused_and_budgets_hold() {
    for (words, status, hint) in [
        (&["kaylse", "--to", "3"][..], 2, "did you mean kayles"),
        (&["nim", "--heaps", "0", "--to", "3"], 2, "ask for 1 to 12"),
        (&["nim", "--from", "4", "--to", "3"], 2, "sizes that ascend"),
        (&["wythoff", "--heaps", "3", "--to", "3"], 2, "two heaps"),
        (&["chalkboard", "--to", "3", "--misere"], 2, "misère"),
        (&["wythoff-some", "--heaps", "5", "--to", "40", "--seconds", "0.3"], 3, "stopped"),
        (&["nim", "--heaps", "6", "--to", "200", "--seconds", "0.3"], 3, "stopped"),
    ] {
        let output = run(&[&["losing"], words].concat());
        let told = text(&output.stderr);
        assert_eq!(
            (output.status.code(), text(&output.stdout)),
            (Some(status), String::new()),
            "{told}"
        );
        assert!(told.contains(hint), "{words:?}: {told}");
    }
}
