//! Names of presets stand for games wherever the command line asks for a game.

use crate::command::{answered, run, text};
use serde_json::Value;

#[test]
fn other_positions_of_a_preset_are_answered() {
    for (typed, address) in [
        ("100-game: 89", "count-up(to=100, most=10, last=wins): 89"),
        ("leetcode-292: 8", "subtraction(1-3): 8"),
        ("subtract-a-square: 20", "subtraction(squares): 20"),
        ("marienbad: 1 2 3", "misere nim: 1 2 3"),
        ("[3,4,5]", "nim: 3 4 5"),
    ] {
        let answer: Value = serde_json::from_str(&answered(run(&[typed, "--json"]))).unwrap();
        assert_eq!(answer["address"], address);
    }
}

#[test]
fn commands_take_presets_for_their_games() {
    let same = |preset: &[&str], game: &[&str]| {
        assert_eq!(answered(run(preset)), answered(run(game)), "{preset:?}");
    };
    same(&["values", "thai-21", "--to", "9"], &["values", "subtraction(1-3)", "--to", "9"]);
    same(&["values", "Nimrod", "--to", "9"], &["values", "nim", "--to", "9"]);
    same(&["period", "dr-nim"], &["period", "subtraction(1-3)"]);
    same(&["table", "tsyan-shizi", "4x4"], &["table", "wythoff", "4x4"]);
    same(&["table", "marienbad", "4x4"], &["table", "nim", "4x4", "--misere"]);
    same(&["verify", "100-game", "--json"], &["verify", "count-up", "--json"]);
    for command in ["values", "period"] {
        let output = run(&[command, "marienbad", "--to", "9"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("about normal play"), "{command}");
    }
}

#[test]
fn stories_are_told_in_two_lines() {
    let told = answered(run(&["games", "Nimrod"]));
    let mut lines = told.lines();
    assert_eq!(lines.next(), Some("nimrod is nim: 7 7 7 7"));
    assert!(lines.next().is_some_and(|line| line.contains("Festival of Britain in 1951")));
    assert_eq!((lines.next().is_some(), lines.next()), (true, Some("")));
    assert_eq!(lines.next(), Some("Nim (nim)"));
    assert!(answered(run(&["games", "tsyan-shizi"])).contains("old game of China"));
    assert!(answered(run(&["games", "wythoff"])).contains("golden section"));
}
