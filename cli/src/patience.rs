//! The clock, Ctrl-C and the progress line: what the library leaves to its caller.

use std::cell::RefCell;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bouton::ask::{Flow, Progress};
use indicatif::ProgressBar;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C ends the current question instead of the process, so that what was answered
/// so far is written out. A second Ctrl-C ends the process.
pub fn listen_for_interrupt() {
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // Without a handler Ctrl-C simply ends the process.
    let _ = ctrlc::set_handler(handler);
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Watches over one question.
pub struct Patience {
    start: Instant,
    seconds: f64,
    bar: RefCell<Option<ProgressBar>>,
}

/// Questions answered sooner than this show no progress.
const QUIET: Duration = Duration::from_millis(500);

impl Patience {
    /// Starts the clock.
    pub fn new(seconds: f64) -> Patience {
        Patience { start: Instant::now(), seconds, bar: RefCell::new(None) }
    }

    /// The library's tick.
    pub fn tick(&self, progress: Progress) -> Flow {
        let elapsed = self.start.elapsed();
        if interrupted() {
            return Flow::Stop("interrupted".to_string());
        }
        if elapsed.as_secs_f64() > self.seconds {
            return Flow::Stop(format!(
                "the time limit of {} s was reached (--seconds)",
                self.seconds
            ));
        }
        if elapsed > QUIET && std::io::stderr().is_terminal() {
            let mut bar = self.bar.borrow_mut();
            let bar = bar.get_or_insert_with(ProgressBar::new_spinner);
            let rate = progress.positions as f64 / elapsed.as_secs_f64();
            let limit = match self.seconds.is_finite() {
                true => format!(" of {} s", self.seconds),
                false => String::new(),
            };
            bar.set_message(format!(
                "{} positions, {rate:.0} per second; {:.0} s{limit}",
                progress.positions,
                elapsed.as_secs_f64(),
            ));
            bar.tick();
        }
        Flow::Continue
    }
}

impl Drop for Patience {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.borrow_mut().take() {
            bar.finish_and_clear();
        }
    }
}
