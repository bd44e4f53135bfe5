//! Many questions, one per line: one line out for each line in, whatever is in it.
//!
//! What the lines share (the input, the output, the status so far) stands behind a lock, because a question that
//! does not end with its budget is left to itself on its thread, and another thread takes the next line.

use std::io::{BufWriter, Stdout, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use bouton::Error;

use super::fail;
use crate::guard::Next;
use crate::input::BadLine;
use crate::patience::{self, Limits, Patience};
use crate::{input, output};

/// How the lines of a batch are answered. `S` is what is kept from one line to the next.
pub struct Way<S> {
    pub limits: Limits,
    /// The answer to a line, as one line.
    pub answer: fn(&'static crate::Arguments, &str, &mut S, &Patience) -> Result<String, Error>,
    /// The line for a failure, of a line if it could be read.
    pub told: fn(&Error, Option<&str>) -> String,
}

impl<S> Clone for Way<S> {
    fn clone(&self) -> Way<S> {
        *self
    }
}

impl<S> Copy for Way<S> {}

struct Batch {
    lines: input::Lines,
    out: BufWriter<Stdout>,
    status: u8,
}

impl Batch {
    fn next(&mut self) -> Option<Result<String, BadLine>> {
        // Whoever waits for the answer before the next question must get it.
        if self.lines.must_wait() {
            output::finish(self.out.flush());
        }
        if patience::interrupted() || output::gone() { None } else { self.lines.next() }
    }

    fn tell(&mut self, line: &str) {
        output::finish(writeln!(self.out, "{line}"));
    }

    fn fail(&mut self, error: &Error, line: String) {
        // Bad input outranks a stop.
        self.status = if self.status == 2 { 2 } else { error.exit_code() };
        self.tell(&line);
    }

    fn end(&mut self) -> u8 {
        output::finish(self.out.flush());
        if patience::interrupted() { 130 } else { self.status }
    }
}

/// Answers each line of a file, in order, and gives the exit status.
pub fn run<S: Default>(arguments: &'static crate::Arguments, path: &Path, way: Way<S>) -> u8
where
    Way<S>: Send + 'static,
{
    match input::open(path) {
        Ok(input) => {
            let (lines, out) = (input::Lines::new(input), BufWriter::new(std::io::stdout()));
            let batch = Batch { lines, out, status: 0 };
            answer_lines(arguments, way, Arc::new(Mutex::new(batch)))
        }
        Err(error) => fail(&error, None, true),
    }
}

/// Answers the lines that are left.
fn answer_lines<S: Default>(
    arguments: &'static crate::Arguments,
    way: Way<S>,
    batch: Arc<Mutex<Batch>>,
) -> u8
where
    Way<S>: Send + 'static,
{
    let mut kept = S::default();
    loop {
        let Some(line) = with(&batch, Batch::next) else { return with(&batch, Batch::end) };
        let line = match line {
            Ok(line) => line,
            Err(BadLine { error, start }) => {
                with(&batch, |batch| batch.fail(&error, (way.told)(&error, start.as_deref())));
                continue;
            }
        };
        let (rest, own) = (batch.clone(), line.clone());
        let patience = Patience::or(way.limits, move |error| {
            with(&rest, |batch| batch.fail(error, (way.told)(error, Some(&own))));
            Next::GoOn(Box::new(move || answer_lines(arguments, way, rest)))
        });
        let answer = (way.answer)(arguments, &line, &mut kept, &patience);
        if !patience.finish() {
            // Another thread has told so, and goes on.
            return 3;
        }
        with(&batch, |batch| match &answer {
            Ok(answer) => batch.tell(answer),
            Err(error) => batch.fail(error, (way.told)(error, Some(&line))),
        });
    }
}

fn with<T>(batch: &Mutex<Batch>, work: impl FnOnce(&mut Batch) -> T) -> T {
    work(&mut batch.lock().unwrap_or_else(|poisoned| poisoned.into_inner()))
}
