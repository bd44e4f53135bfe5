//! The clock, Ctrl-C and the progress line: what the library leaves to its caller.

use std::cell::RefCell;
use std::io::IsTerminal;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bouton::Error;
use bouton::ask::{Flow, Progress};
use bouton::render::text::counted;
use indicatif::ProgressBar;

use crate::guard::{self, Next, Watched};
use crate::{commands, files, memory, viewer};

static INTERRUPTED: OnceLock<Instant> = OnceLock::new();
static WAITING: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C ends the current question instead of the process, so that what was answered
/// so far is written out. A second Ctrl-C ends the process, and so does one while it waits for input.
pub fn listen_for_interrupt() {
    let handler = || {
        if INTERRUPTED.set(Instant::now()).is_err() || WAITING.load(Ordering::Relaxed) {
            files::forget_unfinished();
            viewer::restore();
            std::process::exit(130);
        }
    };
    // Without a handler Ctrl-C simply ends the process.
    let _ = ctrlc::set_handler(handler);
}

/// Whether Ctrl-C was pressed.
pub fn interrupted() -> bool {
    INTERRUPTED.get().is_some()
}

/// How long ago Ctrl-C was pressed.
pub fn interrupted_since() -> Option<Duration> {
    INTERRUPTED.get().map(Instant::elapsed)
}

/// Waits for input, which nothing but input or Ctrl-C ends. What was answered so far must be written out.
pub fn waiting<T>(read: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::Relaxed);
    let read = read();
    WAITING.store(false, Ordering::Relaxed);
    read
}

/// What one question may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub seconds: f64,
    pub bytes: u64,
}

/// Watches over one question.
pub struct Patience {
    start: Instant,
    limits: Limits,
    bar: RefCell<Option<ProgressBar>>,
    watched: Watched,
}

/// Questions answered sooner than this show no progress.
const QUIET: Duration = Duration::from_millis(500);

impl Patience {
    /// Starts the clock for the one question of a command; its failure is told as commands do.
    pub fn new(limits: Limits, address: Option<&str>, json: bool) -> Patience {
        let address = address.map(str::to_string);
        Patience::or(limits, move |error| {
            Next::End(commands::fail(error, address.as_deref(), json))
        })
    }

    /// Starts the clock for a question, and says what to do if it does not end with its budget.
    pub fn or(limits: Limits, overdue: impl FnOnce(&Error) -> Next + Send + 'static) -> Patience {
        let watched = guard::watch(limits.seconds, limits.bytes, Box::new(overdue));
        Patience { start: Instant::now(), limits, bar: RefCell::new(None), watched }
    }

    /// The question has its answer, unless it was given up before.
    pub fn finish(self) -> bool {
        self.watched.finish()
    }

    /// Why the question must end now, if it must.
    fn reason(&self, elapsed: Duration) -> Option<String> {
        let Limits { seconds, bytes } = self.limits;
        if interrupted() {
            Some("interrupted".to_string())
        } else if elapsed.as_secs_f64() > seconds || self.watched.given_up() {
            Some(guard::out_of_time(seconds))
        } else if memory::used() > bytes {
            Some(guard::out_of_memory(bytes))
        } else {
            None
        }
    }

    /// Whether to go on, for work that is not counted in positions.
    pub fn go_on(&self, steps: u64) -> bool {
        self.tick(Progress { positions: steps, steps, search: None }) == Flow::Continue
    }

    /// Why the work ended, as an error, if it had to end.
    pub fn verdict(&self) -> Result<(), Error> {
        match self.reason(self.start.elapsed()) {
            Some(reason) => Err(Error::Stopped(format!("stopped: {reason}"))),
            None => Ok(()),
        }
    }

    /// The library's tick.
    pub fn tick(&self, progress: Progress) -> Flow {
        let elapsed = self.start.elapsed();
        if let Some(reason) = self.reason(elapsed) {
            return Flow::Stop(reason);
        }
        if elapsed > QUIET && std::io::stderr().is_terminal() {
            let mut bar = self.bar.borrow_mut();
            let bar = bar.get_or_insert_with(ProgressBar::new_spinner);
            let rate = progress.positions as f64 / elapsed.as_secs_f64();
            let limit = match self.limits.seconds.is_finite() {
                true => format!(" of {} s", self.limits.seconds),
                false => String::new(),
            };
            let search = progress.search.map_or(String::new(), |search| {
                let full = 100.0 * search.held as f64 / search.room.max(1) as f64;
                let value = search
                    .at_least
                    .map_or(String::new(), |value| format!("value at least {value}, "));
                format!(
                    "; table {full:.0} % full; {value}about {} % of this",
                    search.thousandths / 10
                )
            });
            bar.set_message(format!(
                "{}, {rate:.0} per second; {:.0} s{limit}{search}",
                counted(progress.positions, "position"),
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
