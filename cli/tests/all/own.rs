//! Own games on the command line: `new`, files of rules in addresses, limits.

use std::fs;

use crate::command::{answered, run, text};
use crate::folder::Folder;

#[test]
fn a_new_file_is_a_game_and_is_not_overwritten() {
    let folder = Folder::new("own-new");
    let path = folder.0.join("half.star");
    let name = path.to_str().unwrap();
    let written = answered(run(&["new", "half", "-o", name]));
    assert!(written.contains("bouton play"), "{written}");
    let game = format!("file({name})");
    assert!(answered(run(&[&game])).contains("P: the previous player wins"));
    assert!(answered(run(&["verify", &game])).contains("no faults"));
    let kept = fs::read_to_string(&path).unwrap();
    let again = run(&["new", "half", "-o", name, "--like", "euclid"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("not overwritten"), "{}", text(&again.stderr));
    assert_eq!(fs::read_to_string(&path).unwrap(), kept);
    answered(run(&["new", "half", "-o", name, "--like", "euclid", "--force"]));
    assert!(answered(run(&[&format!("{game}: 25 7")])).contains("take 2 times 7"));
    assert_eq!(run(&["new", "a b"]).status.code(), Some(2));
    assert_eq!(run(&["new", "x", "-o", "-", "--like", "nothing"]).status.code(), Some(2));
    assert!(answered(run(&["new", "x", "-o", "-"])).contains("def moves(heap):"));
}

#[test]
fn examples_are_listed_and_shown() {
    let list = answered(run(&["games", "--examples"]));
    assert_eq!(list.lines().filter(|line| line.starts_with("file(")).count(), 12, "{list}");
    assert!(answered(run(&["games", "--examples", "euclid"])).contains("def moves(position):"));
    let lines = answered(run(&["games", "--examples", "--json"]));
    for line in lines.lines() {
        let example: serde_json::Value = serde_json::from_str(line).unwrap();
        let address = example["address"].as_str().unwrap();
        let answer: serde_json::Value =
            serde_json::from_str(&answered(run(&["solve", "--json", address]))).unwrap();
        assert_eq!(answer["address"], address);
    }
    assert_eq!(run(&["games", "--examples", "nothing"]).status.code(), Some(2));
}

#[test]
fn every_command_takes_a_file_of_rules() {
    let folder = Folder::new("own-commands");
    let half = folder.rules(
        "half.star",
        "start = 20\ndef moves(heap):\n    return [heap - take for take in range(1, heap // 2 + 1)]\n",
    );
    let kayles = folder.rules(
        "kayles.star",
        "def heap(n):\n    return [[a, n - t - a] for t in (1, 2) for a in range(n - t + 1)]\n",
    );
    let at = |game: &str, position: &str| format!("{game}: {position}");
    for (words, expected) in [
        (vec!["explain", &at(&half, "6")], "move to 3"),
        (vec!["show", "--plain", &at(&half, "6")], "move to 3"),
        (vec!["play", "--watch", &at(&half, "6"), "--seed", "1"], "player 1 wins"),
        (vec!["draw", &at(&half, "6")], "<svg"),
        (vec!["graph", &at(&half, "6")], "6 positions"),
        (vec!["set", &at(&half, "4")], "{"),
        (vec!["canonical", &at(&half, "7")], "birthday"),
        (vec!["same", &at(&half, "6"), "nim: 3"], "are the same"),
        (vec!["values", &kayles, "--to", "12"], "0 1 2 3 1 4 3 2 1 4 2 6 4"),
        (vec!["compare", &kayles, "kayles", "--to", "60"], "no difference up to heap 60"),
        (vec!["misere", &kayles, "--to", "12"], "Generators"),
        (vec!["genus", &kayles, "--to", "8"], "0^120"),
        (vec!["table", &kayles, "3x3"], "2"),
        (vec!["losing", &kayles, "--heaps", "2", "--to", "4"], "P-positions"),
        (vec!["values", &half, "--to", "12"], "0 0 1 0 2 1 3 0 4 2 5 1 6"),
        (vec!["period", &half, "--to", "300"], "No period: none found below 301"),
        (vec!["plot", &half, "--to", "60"], "<svg"),
        (vec!["table", &half, "5x5"], "4 | 2 2 3 2 0"),
        (vec!["losing", &half, "--to", "8"], "\n0\n1\n3\n7\n"),
        (vec!["pattern", &half], "with n + 1 a power of 2"),
        (vec!["verify", &kayles], "no faults"),
        (vec!["solve", "--misere", &at(&kayles, "12 7")], "misère quotient"),
    ] {
        let answer = answered(run(&words.iter().map(|word| &word[..]).collect::<Vec<&str>>()));
        assert!(answer.contains(expected), "{words:?}\n{answer}");
    }
}

#[test]
fn mistakes_show_their_line_and_limits_stop() {
    let folder = Folder::new("own-mistakes");
    let typo = folder.rules("typo.star", "def moves(heap):\n    return [hep - 1]\n");
    let answer = run(&[&format!("{typo}: 3")]);
    assert_eq!(answer.status.code(), Some(2));
    let said = text(&answer.stderr);
    assert!(
        said.contains("did you mean heap?") && said.contains("  2 |     return [hep - 1]"),
        "{said}"
    );
    assert!(said.contains("    |             ^^^"), "{said}");
    for (name, rules) in [
        ("endless.star", "def moves(heap):\n    for i in range(10**18):\n        pass\n"),
        (
            "growing.star",
            "def moves(heap):\n    x = [1]\n    for i in range(99):\n        x = x + x\n",
        ),
        ("deep.star", "def moves(heap):\n    return moves(heap)\n"),
    ] {
        let game = folder.rules(name, rules);
        let answer = run(&[&format!("{game}: 3")]);
        assert_eq!(answer.status.code(), Some(3), "{name}: {}", text(&answer.stderr));
        assert!(text(&answer.stderr).contains("stopped"), "{}", text(&answer.stderr));
        assert!(answer.stdout.is_empty());
    }
    // Many calls that each take long end with the question.
    let slow = folder.rules(
        "slow.star",
        "def moves(heap):\n    for i in range(3000000):\n        pass\n    return [heap + 1]\n",
    );
    let answer = run(&["solve", "--seconds", "0.3", &format!("{slow}: 3")]);
    assert_eq!(answer.status.code(), Some(3), "{}", text(&answer.stderr));
    // A file that is missing, empty or no text.
    assert_eq!(run(&["file(nowhere.star): 3"]).status.code(), Some(2));
    let empty = folder.rules("empty.star", "");
    assert!(text(&run(&[&format!("{empty}: 3")]).stderr).contains("defines no moves"));
    fs::write(folder.0.join("bytes.star"), [0xff, 0x00, 0x80]).unwrap();
    let bytes = format!("file({}): 3", folder.0.join("bytes.star").to_str().unwrap());
    assert_eq!(run(&[&bytes]).status.code(), Some(2));
}
