//! Somebody's own program: a command that is given an input, and has so long to answer.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use bouton::Error;
use bouton::error::quoted;

use crate::patience::interrupted;

/// A command with its words.
pub struct Program {
    words: Vec<String>,
    limit: Duration,
}

/// What became of a run.
pub enum Ran {
    /// It ended well, and printed this.
    Output(String),
    /// It ended with an error, told in a few words.
    Crashed(String),
    /// It did not end in time.
    Slow,
}

/// Bytes of an output that are read; no answers are longer.
const LONGEST: u64 = 16 << 20;

impl Program {
    /// Takes a command apart: words at blanks, and what stands in quotes as one.
    pub fn read(text: &str, limit: Duration) -> Result<Program, Error> {
        let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
        for letter in text.chars() {
            match (letter, quote) {
                (_, Some(open)) if letter == open => quote = None,
                (_, Some(_)) => word.get_or_insert_default().push(letter),
                ('"' | '\'', None) => {
                    quote = Some(letter);
                    word.get_or_insert_default();
                }
                (' ' | '\t', None) => words.extend(word.take()),
                _ => word.get_or_insert_default().push(letter),
            }
        }
        words.extend(word);
        match (words.is_empty(), quote) {
            (true, _) => Err(Error::input(
                "the program is an empty text: write a command, such as ./a.out or 'python3 main.py'",
            )),
            (_, Some(quote)) => {
                Err(Error::input(format!("a quote {quote} in {} is not closed", quoted(text))))
            }
            _ => Ok(Program { words, limit }),
        }
    }

    /// Runs it once.
    pub fn run(&self, input: &str) -> Result<Ran, Error> {
        let started = Command::new(&self.words[0])
            .args(&self.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let mut child = started.map_err(|error| {
            Error::input(format!(
                "the program {} cannot be started: {error}; write a command, such as ./a.out or 'python3 main.py'",
                quoted(&self.words[0])
            ))
        })?;
        let written = input.to_string();
        let stdin = child.stdin.take();
        // A program that does not read must not hold this one up, nor one that prints without end.
        thread::spawn(move || stdin.map(|mut stdin| stdin.write_all(written.as_bytes())));
        let out = read_aside(child.stdout.take());
        let errors = read_aside(child.stderr.take());
        let Some(status) = self.wait(&mut child)? else { return Ok(Ran::Slow) };
        // Children of its own may keep its output open.
        let patience = Duration::from_millis(500);
        let output = out.recv_timeout(patience).unwrap_or_default();
        if !status.success() {
            let errors = errors.recv_timeout(patience).unwrap_or_default();
            let last = errors.lines().map(str::trim).rfind(|line| !line.is_empty());
            let last = last.map_or(String::new(), |line| format!(", saying {}", quoted(line)));
            return Ok(Ran::Crashed(format!("ended with {status}{last}")));
        }
        Ok(Ran::Output(output))
    }

    fn wait(&self, child: &mut Child) -> Result<Option<std::process::ExitStatus>, Error> {
        let (start, mut pause) = (Instant::now(), Duration::from_micros(200));
        loop {
            let ended = child.try_wait();
            let stop = start.elapsed() >= self.limit || interrupted();
            match ended {
                Ok(Some(status)) => return Ok(Some(status)),
                Ok(None) if !stop => thread::sleep(pause),
                _ => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return match interrupted() {
                        true => Err(Error::Stopped("stopped: interrupted".to_string())),
                        false => Ok(None),
                    };
                }
            }
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }
}

/// Reads to the end in a thread of its own; what is not text is replaced.
fn read_aside(input: Option<impl Read + Send + 'static>) -> mpsc::Receiver<String> {
    let (give, take) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut input) = input {
            let _ = input.by_ref().take(LONGEST).read_to_end(&mut bytes);
            let _ = give.send(String::from_utf8_lossy(&bytes).into_owned());
            // What is longer is read and forgotten, so that the program can end.
            let _ = std::io::copy(&mut input, &mut std::io::sink());
        }
    });
    take
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_apart() {
        let words = |text| Program::read(text, Duration::from_secs(1)).map(|program| program.words);
        assert_eq!(words("./a.out").unwrap(), ["./a.out"]);
        assert_eq!(
            words("python3  'my file.py' -x \"\"").unwrap(),
            ["python3", "my file.py", "-x", ""]
        );
        assert!(words("  ").is_err() && words("a 'b").is_err());
    }
}
