//! The contract of the command line: errors, exit codes, batches, streams, help.

use std::process::Stdio;

use crate::command::{command, run, run_with, split, text};
use serde_json::Value;

fn json(words: &[&str]) -> Value {
    serde_json::from_str(&text(&run(words).stdout)).unwrap()
}

#[test]
fn bad_input_is_a_sentence_on_standard_error_and_exit_2() {
    for (words, hint) in [
        (&["kaylse: 3"][..], "did you mean kayles"),
        (&["moore(2, least=1): 3"], "moore takes k, most"),
        (&["moore: 3"], "needs k"),
        (&["subtraction: 3"], "needs set"),
        (&["-3", "4"], "negative"),
        (&["nim: -3 4"], "negative"),
        (&["3.5"], "whole number"),
        (&["nim:"], "is empty"),
        (&["nim: 3 x 5"], "not a number"),
        (&["moore(2: 3"], "has no partner"),
        (&["subtraction(0,1): 3"], "0 cannot be taken"),
        (&["chomp: 2 3"], "longer than"),
        (&["chomp: 0x3"], "side of a board"),
        (&["chomp: 0"], "poisoned corner"),
        (&["wythoff: 1 2 3"], "two heaps"),
        (&["moore(k=2,1): 3 4"], "come first"),
        (&["moore(1,k=3): 1 1"], "given twice"),
        (&["subtraction(1,set=2): 5"], "given twice"),
        (&["subtraction(allbut 2,5): 9"], "all-but"),
        (&["marienbad + nim: 3"], "belongs to a whole sum"),
        (&["nim: 3 + misere nim: 3"], "in front of the whole address"),
        (&["NIMM: 3"], "did you mean nim"),
        (&["nim: 10^10^10"], "two powers"),
        (&["solve"], "an address is missing"),
        (&["solve", "--moves", "-1", "3"], "not an amount"),
        (&["octal(20.017): 3"], "add stones"),
        (&["solve", "--positions", "none", "3"], "not a count"),
        (&["solve", "--memory", "much", "3"], "not a size"),
        (&["solve", "--seconds", "-1", "3"], "not a time"),
        (&["games", "kaylse"], "did you mean kayles"),
        (&["verify", "kaylse"], "did you mean kayles"),
        (&["explain", "nim: -"], "is for solve"),
    ] {
        let output = run(words);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{words:?}: {err}");
        assert_eq!(out, "", "{words:?}");
        assert!(err.contains(hint), "{words:?}: {err}");
    }
}

#[test]
fn with_json_an_error_is_an_object_on_standard_output() {
    for words in
        [&["solve", "kaylse: 3", "--json"][..], &["solve", "--json", "--positions", "x", "3"]]
    {
        let output = run(words);
        let object: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
        assert_eq!(object["error"]["kind"], "input");
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), String::new()));
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let word = std::ffi::OsStr::from_bytes(b"nim: \xff");
    let output = command(&["--json"]).arg(word).output().unwrap();
    let object: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!((output.status.code(), &object["error"]["kind"]), (Some(2), &"input".into()));
}

#[test]
fn a_budget_stops_with_exit_3_and_no_value() {
    let words = ["solve", "chomp: 9 8 8 7 5", "--positions", "10", "--json"];
    let object = json(&words);
    assert_eq!(run(&words).status.code(), Some(3));
    assert_eq!(object["error"]["kind"], "stopped");
    assert!(object.get("outcome").is_none() && object.get("value").is_none());
}

#[test]
fn a_batch_keeps_one_line_for_each_line() {
    let mut input = b"3 4 5\n\nkaylse: 1\nnim: -\n".to_vec();
    input.extend(b"1 ".repeat(5_000_000));
    input.extend(b"\n\xff\xfe\nmisere nim: 1\r\nkayles: 5 + nim: 4");
    let output = run_with(&["solve", "--batch", "-", "--json"], &input);
    let out = text(&output.stdout);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> =
        lines.iter().map(|line| line["error"]["kind"].as_str().unwrap_or("answered")).collect();
    let bad = "input";
    assert_eq!(kinds, ["answered", bad, bad, bad, bad, bad, "answered", "answered"]);
    assert_eq!(lines[6]["address"], "misere nim: 1");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), String::new()));
    let empty = run_with(&["solve", "--batch", "-"], b"");
    assert_eq!((empty.status.code(), text(&empty.stdout)), (Some(0), String::new()));
    let stopped = run_with(&["solve", "--batch", "-", "--positions", "3"], b"chomp: 5 4 4\n3\n");
    assert_eq!(stopped.status.code(), Some(3));
}

#[test]
fn files_that_cannot_be_read_are_named_once() {
    for path in ["no such file", env!("CARGO_MANIFEST_DIR")] {
        let output = run(&["solve", "--batch", path]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stdout).contains(path), "{}", text(&output.stdout));
    }
    // A directory as standard input fails at every read: one line, not one for each attempt.
    let folder = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let output = command(&["solve", "--batch", "-"]).stdin(folder).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stdout).lines().count()), (Some(2), 1));
}

#[test]
fn a_position_comes_from_standard_input() {
    let output = run_with(&["solve", "nim: -", "--json"], b"3 4\n5,");
    let object: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!(object["address"], "nim: 3 4 5");
    let many = "7 ".repeat(100_001);
    let output = run_with(&["solve", "misere nim: -", "--json"], many.as_bytes());
    let object: Value = serde_json::from_str(&text(&output.stdout)).unwrap();
    assert_eq!(
        (&object["address"], &object["winning_count"]),
        (&"misere nim: -".into(), &100_001.into())
    );
    for wrong in [&b""[..], b"\xff\xfe", b"3 4 five"] {
        let output = run_with(&["solve", "nim: -"], wrong);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = command(&["games"]).stdin(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[test]
fn misere_is_the_same_in_the_address_and_as_an_option() {
    let by_word = json(&["solve", "misere grundy: 10 7", "--json"]);
    assert_eq!(by_word, json(&["solve", "--misere", "grundy: 10 7", "--json"]));
    assert_eq!(by_word["address"], "misere grundy: 10 7");
    assert_eq!(json(&["solve", "marienbad", "--json"])["address"], "misere nim: 1 3 5 7");
}

#[test]
fn answers_have_every_field_of_the_contract() {
    let object = json(&["3", "3", "3", "--json", "--moves", "2"]);
    let mut fields: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    fields.sort_unstable();
    let contract = "address evidence method outcome play remoteness value value_status winning \
                    winning_complete winning_count";
    assert_eq!(fields.join(" "), contract);
    assert_eq!(object["winning_count"], 3);
    assert_eq!(object["winning_complete"], false);
    assert_eq!(object["winning"].as_array().unwrap().len(), 2);
    let big = json(&["nim: 9007199254740993", "--json"]);
    assert_eq!(big["value"], "9007199254740993");
}

#[test]
fn the_examples_of_every_help_text_run() {
    let mut examples = 0;
    let commands = [
        "",
        "solve",
        "explain",
        "games",
        "play",
        "verify",
        "values",
        "compare",
        "plot",
        "period",
        "check",
        "survey",
        "nimber",
        "glossary",
        "schema",
        "completions",
        "losing",
        "show",
        "misere",
        "genus",
        "canonical",
        "pattern",
        "code",
        "same",
        "set",
        "draw",
        "graph",
        "table",
    ];
    // Some write files, and some read what those before them have written.
    let folder = std::env::temp_dir().join(format!("bouton-help-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let played = command(&["play", "--watch", "3 4 5", "--save", "game.txt"])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .output();
    assert_eq!(played.unwrap().status.code(), Some(0));
    let building = cfg!(feature = "tablebase").then_some("tablebase");
    for name in commands.into_iter().chain(building) {
        let words: Vec<&str> =
            [name, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = text(&run(&words).stdout);
        let after = help.lines().skip_while(|line| *line != "Examples:").skip(1);
        for line in after.take_while(|line| line.starts_with("  bouton ")) {
            // What stands behind three blanks is a comment; `verify` alone is the library's own suite.
            let example = line.trim().split("   ").next().unwrap();
            if example == "bouton verify" {
                continue;
            }
            // What takes minutes, or a file that is not made here, is shown in a smaller form.
            let example =
                example.replace("large.cert", "kayles.cert").replace("--digits 3", "--digits 1");
            let example = example.replace("--seconds 10", "--seconds 0.2");
            // What follows is the shell's.
            let example = example.split(" | ").next().unwrap().split(" > ").next().unwrap();
            let words = split(example.strip_prefix("bouton ").unwrap());
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = |word: &&str| ["-o", "--output"].contains(word);
            let written = words.iter().skip_while(|word| !output(word)).nth(1);
            // Examples of several commands name the same file.
            if let Some(file) = written
                && folder.join(file).is_file()
            {
                std::fs::remove_file(folder.join(file)).unwrap();
            }
            let mut example_command = command(&words);
            let output =
                example_command.current_dir(&folder).stdin(Stdio::null()).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{example}: {}", text(&output.stderr));
            assert!(written.is_some() || !output.stdout.is_empty(), "{example}");
            examples += 1;
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
    assert!(examples >= 60, "only {examples} examples were found");
}

#[test]
fn completions_know_every_command() {
    let help = text(&run(&["--help"]).stdout);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = listed
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 15, "{help}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["completions", shell]);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
        let script = text(&output.stdout);
        for command in &commands {
            assert!(script.contains(command), "{shell} does not know {command}");
        }
    }
    let unknown = run(&["completions", "dos"]);
    assert_eq!((unknown.status.code(), text(&unknown.stdout)), (Some(2), String::new()));
}
