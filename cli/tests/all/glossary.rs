//! The glossary: every example runs, every word is found, and explanations tell theirs.

use serde_json::Value;

use crate::command::{answered, run, split, text};

#[test]
fn every_example_of_the_glossary_runs() {
    let lines = answered(run(&["glossary", "--json"]));
    assert!(lines.lines().count() >= 25);
    for line in lines.lines() {
        let word: Value = serde_json::from_str(line).unwrap();
        let words = split(word["example"].as_str().unwrap());
        let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        assert!(!answered(run(&words)).is_empty(), "{word}");
        let alone = answered(run(&["glossary", word["word"].as_str().unwrap(), "--json"]));
        assert_eq!(alone, format!("{line}\n"));
    }
}

#[test]
fn a_word_is_told_and_an_unknown_one_is_guessed() {
    let told = answered(run(&["glossary", "grundy", "value"]));
    assert!(told.starts_with("Grundy value (also value") && told.contains("Try: bouton"), "{told}");
    for (word, hint) in [("nimbre", "did you mean nimber?"), ("checkmate", "lists all words")] {
        let output = run(&["glossary", word]);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
        assert!(text(&output.stderr).contains(hint), "{}", text(&output.stderr));
    }
}

#[test]
fn explanations_tell_the_words_that_they_use() {
    assert_eq!(answered(run(&["explain", "--words"])), answered(run(&["glossary"])));
    let plain = answered(run(&["explain", "kayles: 7"]));
    let told = answered(run(&["explain", "kayles: 7", "--words"]));
    let words = told.strip_prefix(&plain).unwrap();
    assert!(words.contains("\nmex (also") && !words.contains("saltus"), "{words}");
    let object: Value =
        serde_json::from_str(&answered(run(&["explain", "kayles: 7", "--words", "--json"])))
            .unwrap();
    assert!(object["steps"].is_array() && object["words"].as_array().unwrap().len() > 2);
    let markdown = answered(run(&["explain", "3", "4", "--words", "--format", "markdown"]));
    assert!(markdown.contains("- **nim-sum**"), "{markdown}");
}
