//! Steps of a long chore, each timed, so that everybody sees where the minutes go.

use std::cell::RefCell;
use std::fs::File;
use std::io::{Seek, Write};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, Result};

thread_local! {
    /// Where the commands of this thread write, if not to the terminal.
    static LOG: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// What was done so far, and how long each step took.
pub struct Steps {
    began: Instant,
    done: Mutex<Vec<Step>>,
}

struct Step {
    name: String,
    start: f64,
    seconds: f64,
}

impl Steps {
    pub fn begin() -> Steps {
        Steps { began: Instant::now(), done: Mutex::default() }
    }

    /// Does one step.
    pub fn step<T>(&self, name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let start = self.began.elapsed().as_secs_f64();
        let done = work();
        tell_log();
        let seconds = self.began.elapsed().as_secs_f64() - start;
        if let Ok(mut steps) = self.done.lock() {
            steps.push(Step { name: name.to_string(), start, seconds });
        }
        done
    }

    /// Prints all steps, as Markdown that can be put into docs/benchmarks.md.
    pub fn tell(&self) {
        println!("| step | began at | seconds |\n|---|---|---|");
        for Step { name, start, seconds } in self.done.lock().iter().flat_map(|steps| steps.iter())
        {
            println!("| {name} | {start:.0} | {seconds:.0} |");
        }
        println!("| all | 0 | {:.0} |", self.began.elapsed().as_secs_f64());
    }
}

/// Keeps what the commands of this thread print from mixing with others': it is shown when each step ends. The
/// `lane` names the file in which it waits.
pub fn log_apart(lane: &str) -> Result<()> {
    let path = crate::web::target_folder()?.join(format!("xtask-{lane}.log"));
    let log = File::options().read(true).write(true).create(true).truncate(true).open(&path);
    let log = log.with_context(|| format!("{} cannot be written", path.display()))?;
    LOG.set(Some(log));
    Ok(())
}

/// Sends what a command prints to where this thread's commands write.
pub fn direct(command: &mut Command) -> Result<()> {
    LOG.with_borrow_mut(|log| {
        if let Some(log) = log {
            writeln!(log, "+ {command:?}")?;
            command.stdout(Stdio::from(log.try_clone()?)).stderr(Stdio::from(log.try_clone()?));
        } else {
            eprintln!("+ {command:?}");
        }
        Ok(())
    })
}

fn tell_log() {
    LOG.with_borrow_mut(|log| {
        // What cannot be shown is no reason to fail.
        if let Some(log) = log {
            let _ = log.rewind();
            let _ = std::io::copy(log, &mut std::io::stdout().lock());
            let _ = log.set_len(0);
            let _ = log.rewind();
        }
    });
}
