//! The command as tests call it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The command with these words, its output kept.
pub fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bouton"));
    command.args(words).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs it without input.
pub fn run(words: &[&str]) -> Output {
    command(words).stdin(Stdio::null()).output().unwrap()
}

/// Runs it with this input.
pub fn run_with(words: &[&str], input: &[u8]) -> Output {
    let mut child = command(words).stdin(Stdio::piped()).spawn().unwrap();
    // A child that refuses its input early closes the pipe; that is its right.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Bytes that must be text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What was answered by a command that succeeds and has nothing else to say.
pub fn answered(output: Output) -> String {
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
    text(&output.stdout)
}

/// Splits a command line at blanks outside double quotes.
pub fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
