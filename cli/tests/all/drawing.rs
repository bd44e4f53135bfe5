//! The commands that draw: formats, files, refusals and exit codes.

use crate::command::{answered, run, text};
use serde_json::Value;

/// The answer of a command that succeeds and has nothing else to say.
fn answer(words: &[&str]) -> String {
    answered(run(words))
}

#[test]
fn failures_are_one_sentence_on_standard_error_with_their_exit_code() {
    for (words, code, hint) in [
        (&["draw", "kaylse: 3"][..], 2, "did you mean kayles"),
        (&["draw", "nim: -"], 2, "- is for solve"),
        (&["draw", "3", "--format", "png"], 2, "possible values"),
        (&["draw", "3", "--output", "/nowhere/at/all.svg"], 2, "cannot be written"),
        (&["draw"], 2, "ADDRESS"),
        (&["graph", "nim: x"], 2, "not a number"),
        (&["graph", "nim: -", "--format", "svg"], 2, "- is for solve"),
        (&["graph", "3", "--nodes", "0"], 2, "not a number of nodes"),
        (&["graph", "9", "9", "9", "--format", "svg"], 3, "has 220 nodes"),
        (&["graph", "9", "9", "9", "--format", "dot", "--nodes", "20"], 3, "--nodes 220"),
        (&["graph", "3", "4", "5", "--tree", "--format", "svg"], 3, "the tree of"),
        (&["graph", "90", "90", "90", "--positions", "1000"], 3, "budget of 1000 positions"),
        (&["table", "chomp", "4x4"], 2, "table asks for positions of two heaps"),
        (&["table", "kaylse", "4x4"], 2, "did you mean kayles"),
        (&["table", "nim", "0x4"], 2, "is not the size of a table"),
        (&["table", "nim", "4x1001"], 2, "from 1x1 to 1000x1000"),
        (&["table", "nim", "four"], 2, "such as 16x16"),
        (&["table", "nim", "200x200", "--format", "svg"], 2, "at most 10000 are drawn"),
        (&["table", "wythoff", "900x900", "--seconds", "0.001"], 3, "the time limit"),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(code), "{words:?}");
        assert_eq!(text(&output.stdout), "", "{words:?}");
        let message = text(&output.stderr);
        assert!(message.contains(hint), "{words:?} says {message}");
    }
}

#[test]
fn with_json_a_failure_is_an_object() {
    for (words, kind, code) in [
        (&["graph", "9", "9", "9", "--json"][..], "stopped", 3),
        (&["draw", "nim: x", "--json"], "input", 2),
        (&["table", "chomp", "3x3", "--format", "json"], "input", 2),
        (&["table", "nim", "3y3", "--json"], "input", 2),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(code), "{words:?}");
        let object: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
        assert_eq!(object["error"]["kind"], kind, "{words:?}");
        assert_eq!(text(&output.stderr), "", "{words:?}");
    }
}

#[test]
fn a_position_is_drawn_to_standard_output_or_a_file() {
    let drawn = answer(&["draw", "nim: 3 4 5"]);
    assert!(drawn.starts_with("<svg xmlns=") && drawn.ends_with("</svg>\n"));
    assert_eq!(drawn.matches("<circle").count(), 12);
    let path = std::env::temp_dir().join(format!("bouton-{}.svg", std::process::id()));
    let named = path.to_str().unwrap();
    assert_eq!(answer(&["draw", "nim: 3 4 5", "--format", "svg", "--output", named]), "");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), drawn);
    std::fs::remove_file(path).unwrap();
    let data: Value = serde_json::from_str(&answer(&["draw", "3", "4", "5", "--json"])).unwrap();
    assert_eq!(data["shapes"].as_array().unwrap().len(), 15);
}

#[test]
fn a_graph_is_counted_or_drawn() {
    let counts = answer(&["graph", "2", "3", "4"]);
    assert!(counts.contains("28 positions") && counts.contains("114 moves"), "{counts}");
    assert!(counts.contains("P 5, N 23"), "{counts}");
    assert!(answer(&["graph", "2", "3", "4", "--ordered"]).contains("60 positions"));
    assert!(answer(&["graph", "2 3 4", "--format", "svg"]).contains("28 positions, 114 moves"));
    let dot = answer(&["graph", "2 3 4", "--format", "dot"]);
    assert_eq!(dot.matches("shape=ellipse").count(), 5);
    assert_eq!(dot.matches("shape=diamond").count(), 23);
    assert_eq!(dot.matches(" -> ").count(), 115);
    let data: Value = serde_json::from_str(&answer(&["graph", "2 3 4", "--json"])).unwrap();
    let (nodes, arcs) = (data["nodes"].as_array().unwrap(), data["arcs"].as_array().unwrap());
    assert_eq!((nodes.len(), arcs.len()), (28, 114));
    assert_eq!(nodes[0]["position"], "2 3 4");
    assert_eq!(nodes[0]["value"], 5);
    assert_eq!((&nodes[0]["start"], &nodes[0]["longest"]), (&true.into(), &9.into()));
    assert_eq!(nodes.iter().filter(|node| node["terminal"] == true).count(), 1);
    assert_eq!(arcs.iter().filter(|arc| arc["from"] == 0 && arc["winning"] == true).count(), 1);
    let data: Value =
        serde_json::from_str(&answer(&["graph", "misere nim: 1 1", "--json"])).unwrap();
    assert_eq!((&data["play"], &data["nodes"][0]["value"]), (&"misere".into(), &Value::Null));
    assert_eq!(data["nodes"][0]["outcome"], "N");
}

#[test]
fn a_tree_repeats_positions() {
    let words = ["graph", "2", "2", "--tree", "--json"];
    let data: Value = serde_json::from_str(&answer(&words)).unwrap();
    let nodes = data["nodes"].as_array().unwrap();
    assert_eq!(data["arcs"].as_array().unwrap().len() + 1, nodes.len());
    assert!(nodes.iter().filter(|node| node["terminal"] == true).count() > 1);
    assert!(answer(&["graph", "2", "2", "--tree", "--format", "svg"]).contains("Tree in normal"));
}

#[test]
fn tables_come_in_four_formats() {
    assert_eq!(
        answer(&["table", "nim", "3x4"]),
        "  | 0 1 2 3\n--+--------\n0 | 0 1 2 3\n1 | 1 0 3 2\n2 | 2 3 0 1\n"
    );
    assert_eq!(
        answer(&["table", "wythoff", "3x3", "--format", "csv"]),
        "size,0,1,2\n0,0,1,2\n1,1,2,0\n2,2,0,1\n"
    );
    let data: Value =
        serde_json::from_str(&answer(&["table", "subtraction(1-3)", "5x5", "--json"])).unwrap();
    assert_eq!(
        (&data["rows"], &data["values"][4]),
        (&5.into(), &serde_json::json!([0, 1, 2, 3, 0]))
    );
    let data = answer(&["table", "moore(2)", "2x2", "--outcomes", "--json"]);
    let data: Value = serde_json::from_str(&data).unwrap();
    assert_eq!(data["outcomes"], serde_json::json!([["P", "N"], ["N", "N"]]));
    assert!(answer(&["table", "nim", "2x2", "--misere"]).contains("0 | N P"));
    let drawn = answer(&["table", "nim", "16x16", "--format", "svg"]);
    assert_eq!(drawn.matches("<g class=\"P\">").count(), 16);
}
