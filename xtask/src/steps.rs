//! Steps of a long chore, each timed, so that everybody sees where the minutes go.

use std::time::Instant;

use anyhow::Result;

/// What was done so far, and how long each step took.
#[derive(Default)]
pub struct Steps(Vec<(String, f64)>);

impl Steps {
    /// Does one step.
    pub fn step<T>(&mut self, name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        let start = Instant::now();
        let done = work()?;
        self.0.push((name.to_string(), start.elapsed().as_secs_f64()));
        Ok(done)
    }

    /// Prints all steps, as Markdown that can be put into docs/benchmarks.md.
    pub fn tell(&self) {
        println!("| step | seconds |\n|---|---|");
        for (name, seconds) in &self.0 {
            println!("| {name} | {seconds:.0} |");
        }
        let total: f64 = self.0.iter().map(|(_, seconds)| seconds).sum();
        println!("| all | {total:.0} |");
    }
}
