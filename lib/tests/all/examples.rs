//! The programs in `lib/examples` run and say what they should.

use std::path::PathBuf;
use std::process::Command;

/// Cargo builds examples before tests, beside the folder in which this test program lies.
fn folder() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    own.parent().and_then(|deps| deps.parent()).unwrap().join("examples")
}

fn run(name: &str, words: &[&str]) -> String {
    let program = folder().join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&program).args(words).output();
    let output = output.unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_question_is_answered_and_explained() {
    let said = run("question", &["misere nim: 1 1 2"]);
    assert!(said.starts_with("misere nim: 1 1 2: Next"), "{said}");
    assert!(said.contains("3 -> 1   take 1 from pile 3"), "{said}");
}

#[test]
fn an_own_game_is_solved_and_added() {
    let said = run("own_game", &[]);
    assert!(said.starts_with("whoever moves loses from 0, 10, 20"), "{said}");
    assert!(said.contains("take-a-digit: 25 + nim: 4 has the value"), "{said}");
}

#[test]
fn a_sum_is_won_by_what_it_says() {
    assert!(run("sum", &[]).contains("3: 2,3 leaves kayles: 12 + nim: 4 + chomp: 4 2 2: Previous"));
}

#[test]
fn values_are_written_to_a_file() {
    let path = std::env::temp_dir().join(format!("bouton-values-{}.txt", std::process::id()));
    let said = run("values", &["0.77", "200", &path.to_string_lossy()]);
    assert_eq!(said, "0.77: period 12 from heap 71 on, proved\n");
    let lines = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(lines.lines().count(), 201);
    assert_eq!(lines.lines().nth(9), Some("9 4"));
}

#[test]
fn nimbers_are_multiplied() {
    assert!(run("nimbers", &[]).contains("5 * 996 = "));
}
