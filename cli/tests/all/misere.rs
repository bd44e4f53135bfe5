//! `bouton misere`, `genus`, `canonical`, and certificates of quotients: answers, bad input and exit codes.

use std::fs;

use crate::command::{answered, run, text};
use serde_json::{Value, json};

fn answer(words: &[&str]) -> String {
    answered(run(words))
}

fn object(words: &[&str]) -> Value {
    serde_json::from_str(&answer(words)).unwrap()
}

#[test]
fn a_quotient_is_told_as_data() {
    let kayles = object(&["misere", "octal(0.77)", "--json"]);
    for (field, value) in [
        ("order", json!(40)),
        ("p_positions", json!(9)),
        ("period", json!(12)),
        ("preperiod", json!(71)),
        ("tame", json!(false)),
        ("wild_from", json!(5)),
        ("status", json!("exact")),
    ] {
        assert_eq!(kayles[field], value, "{field}");
    }
    assert_eq!(kayles["pretending"].as_array().unwrap().len(), 83);
    let subtraction = object(&["misere", "subtraction(1,3,4)", "--json"]);
    assert_eq!((&subtraction["tame"], &subtraction["order"]), (&json!(true), &json!(6)));
    let normal = object(&["misere", "kayles", "--normal", "--json"]);
    assert_eq!((&normal["order"], &normal["p_positions"]), (&json!(16), &json!(1)));
    let grundy = object(&["misere", "grundy", "--to", "13", "--json"]);
    assert_eq!((&grundy["order"], &grundy["status"]), (&json!(12), &json!("partial to heap 13")));
    assert_eq!(object(&["misere", "0.77", "--json"])["order"], 40);
    let chomp = object(&["misere", "chomp: 2x3", "--json"]);
    assert_eq!((&chomp["status"], &chomp["order"]), (&json!("exact"), &json!(10)));
}

#[test]
fn what_stops_is_exact_so_far_and_exit_3() {
    let output = run(&["misere", "octal(0.07)", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["order"], &found["status"]), (&json!(638), &json!("partial to heap 33")));
    assert!(found["stopped"].as_str().unwrap().contains("heap 34"), "{found}");
    let output = run(&["misere", "octal(0.4107)", "--positions", "2000"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("budget of 2000 positions"), "{output:?}");
}

#[test]
fn sums_of_huge_heaps_are_answered_by_the_quotient() {
    let found =
        object(&["solve", "--misere", "kayles: 1000000007 12 20", "--json", "--moves", "3"]);
    assert_eq!((&found["method"], &found["outcome"]), (&json!("quotient"), &json!("N")));
    assert_eq!(found["winning"].as_array().unwrap().len(), 3);
    assert_eq!(found["evidence"]["quotient"]["order"], 40);
    assert_eq!(found["evidence"]["quotient"]["period"], 12);
    // What the move leaves is lost, and the same heaps answer the same by search where they are small.
    let left = found["winning"][0]["to"].as_str().unwrap();
    assert_eq!(
        object(&["solve", "--misere", &format!("kayles: {left}"), "--json"])["outcome"],
        "P"
    );
    let told = answer(&["explain", "--misere", "kayles: 9 5 4"]);
    assert!(
        told.contains("18 classes") && told.contains("Then the class is ac, one of the lost ones"),
        "{told}"
    );
}

#[test]
fn certificates_are_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kayles.cert");
    let file = path.to_str().unwrap();
    answer(&["misere", "kayles", "--certificate", file]);
    assert!(answer(&["check", file]).starts_with("Passed: code 0.77"), "it passes");
    let found = object(&["check", file, "--json"]);
    assert_eq!((&found["status"], &found["order"]), (&json!("passed"), &json!(40)));
    assert_eq!(run(&["misere", "kayles", "--certificate", file]).status.code(), Some(2));
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.replacen("period 12", "period 24", 1)).unwrap();
    let torn = run(&["check", file]);
    assert_eq!(torn.status.code(), Some(2));
    assert!(text(&torn.stderr).contains("SHA-256"), "{torn:?}");
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    assert_eq!(run(&["check", file]).status.code(), Some(2));
}

#[test]
fn a_census_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("census.csv");
    let file = path.to_str().unwrap();
    let words = ["misere", "--census", "octal", "--digits", "1", "--to", "30", "-o", file];
    answer(&words);
    let whole = fs::read_to_string(&path).unwrap();
    assert_eq!(whole.lines().count(), 16);
    assert!(whole.contains("\n4.4,partial to heap 30,"), "{whole}");
    assert!(whole.contains("\n0.3,exact,2,1,2,0,tame,,"), "{whole}");
    // Torn in the middle of a row.
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    answer(&words);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    fs::write(&path, "a,b\n").unwrap();
    let other = run(&words);
    assert_eq!(
        (other.status.code(), fs::read_to_string(&path).unwrap().as_str()),
        (Some(2), "a,b\n")
    );
    let lines = answer(&["misere", "--census", "octal", "--digits", "1", "--to", "9", "--json"]);
    assert_eq!(lines.lines().count(), 15);
}

#[test]
fn genera_and_forms_are_told() {
    let found = object(&["genus", "kayles", "--to", "5", "--json"]);
    let genera: Vec<&str> = found["heaps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["genus"].as_str().unwrap())
        .collect();
    assert_eq!(genera, ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146"]);
    assert_eq!(found["heaps"][5]["kind"], "restless");
    let form = object(&["canonical", "kayles: 5", "--json"]);
    assert_eq!((&form["form"], &form["outcome"]), (&json!("[[32]321]"), &json!("N")));
    assert_eq!(object(&["canonical", "2", "2", "--json"])["form"], "[32]");
    let told = answer(&["same", "--misere", "set: {{{},{{}}}}", "nim: 2 2"]);
    assert!(told.contains("they behave differently"), "{told}");
}

#[test]
fn a_position_of_heaps_is_looked_at_heap_by_heap() {
    // The positions of the three heaps together would be millions.
    let words = ["misere", "kayles: 30 20 12", "--json", "--positions", "20000"];
    let found = object(&words);
    assert_eq!((&found["status"], &found["order"]), (&json!("exact"), &json!(40)));
    assert_eq!(found["positions"].as_array().unwrap().len(), 31);
    assert_eq!(object(&["misere", "chomp: 2x3 + nim: 3", "--json"])["status"], "exact");
    // A game of one's own begins where it says.
    let notakto = object(&["misere", "file(notakto)", "--json"]);
    assert_eq!((&notakto["order"], &notakto["p_positions"]), (&json!(18), &json!(4)));
}

#[test]
fn what_can_have_no_certificate_is_refused_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.cert");
    let file = path.to_str().unwrap();
    // The quotient itself would be stopped at its budget, with exit 3.
    for game in ["octal(4.[3])", "laskers-nim", "file(notakto)"] {
        let words = ["misere", game, "--certificate", file, "--positions", "1"];
        let output = run(&words);
        assert_eq!(output.status.code(), Some(2), "{game}: {output:?}");
        assert!(output.stdout.is_empty() && !path.exists(), "{game}: {output:?}");
    }
}

#[test]
fn a_form_that_is_too_long_leaves_the_rest_of_the_answer() {
    let told = answer(&["canonical", "kayles: 20"]);
    for part in ["more than 10,000 letters", "\nP: ", "Genus 1^031, wild; birthday 20", "--length"]
    {
        assert!(told.contains(part), "{told}");
    }
    let most = answer(&["canonical", "nim: 12 13 14 15", "--length", "1000000"]);
    assert!(most.contains("1,000,000 letters") && !most.contains("--length"), "{most}");
    let found = object(&["canonical", "kayles: 20", "--json"]);
    assert_eq!((&found["form"], &found["birthday"]), (&Value::Null, &json!(20)));
}

#[test]
fn genera_that_stop_are_told_as_far_as_they_go() {
    let words = ["genus", "kayles", "--to", "200", "--positions", "2000"];
    let output = run(&words);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("  5  4^146  "), "{output:?}");
    assert!(text(&output.stderr).contains("the genera end before heap"), "{output:?}");
    let output = run(&[&words[..], &["--json"]].concat());
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(found["heaps"].as_array().unwrap().len() > 10 && found["stopped"].is_string());
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_census_writes_objects_where_they_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("census.json");
    let file = path.to_str().unwrap();
    let words =
        ["misere", "--census", "octal", "--digits", "1", "--to", "30", "--json", "-o", file];
    assert_eq!(answer(&words), "");
    let whole = fs::read_to_string(&path).unwrap();
    assert_eq!(whole.lines().count(), 15);
    for line in whole.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        assert!(row["code"].is_string() && row["order"].is_u64(), "{line}");
    }
    // Torn in the middle of a row, it goes on; another file is left alone.
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    answer(&words);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    fs::write(&path, "mine").unwrap();
    let other = run(&words);
    assert_eq!((other.status.code(), fs::read(&path).unwrap()), (Some(2), b"mine".to_vec()));
}

#[test]
fn errors_as_data_name_what_was_asked() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("grows.star");
    fs::write(&rules, "def heap(n):\n    return [n + 1] if n > 4 else []\n").unwrap();
    let file = format!("file({})", rules.display());
    for words in [["misere", "kaylse"], ["genus", "kayles: 5"], ["misere", &file]] {
        let output = run(&[&words[..], &["--json"]].concat());
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(found["address"], words[1], "{found}");
        assert!(found["error"]["message"].is_string() && found.get("order").is_none(), "{found}");
    }
    assert!(text(&run(&["genus", "kayles: 5"]).stderr).contains("bouton canonical"));
    // Rules that are at fault have no quotient, not even in part.
    assert!(run(&["misere", &file]).stdout.is_empty());
}

#[test]
fn explanations_derive_the_classes() {
    let told = answer(&["explain", "misere kayles: 1000000007 12 20"]).replace('\n', " ");
    for part in [
        "From heap 71 on the classes repeat with period 12, which is proved.",
        "1000000007 = 83333328 * 12 + 71, so its class is that of a heap of 71: abc.",
    ] {
        assert!(told.contains(part), "{told}");
    }
    let told = answer(&["explain", "misere kayles: 7 + octal(0.07): 9 + nim: 3"]);
    for part in ["c is the class of kayles: 5", "nim: 3    ab\n", "Then the class is b^2"] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
fn bad_input_is_one_sentence_and_exit_2() {
    for (words, hint) in [
        (&["misere", "kaylse"][..], "did you mean kayles"),
        (&["misere", "wythoff"], "give a position too"),
        (&["misere", "octal(20.017)"], "add stones"),
        (&["misere", "graph(a>b b>a): a"], "run in circles"),
        (&["misere", "chomp: 2x2", "--certificate", "/dev/null"], "without a position"),
        (&["misere", "octal(0.[3])", "--to", "4", "--certificate", "/dev/null"], "finite codes"),
        (&["misere", "--census", "kayles"], "no codes"),
        (&["genus", "wythoff"], "not played with single heaps"),
        (&["canonical", "kayles"], "no position"),
        (&["canonical", "chalkboard: 1 2"], "misère"),
    ] {
        let output = run(words);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(hint), "{words:?}: {said}");
        assert!(output.stdout.is_empty(), "{words:?}");
    }
}
