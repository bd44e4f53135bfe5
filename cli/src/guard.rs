//! The second line of defence: whatever a question does, it ends when its budget does.
//!
//! The library asks at every turn of its loops whether to go on (`Ask::tick`), and that is how questions end
//! nearly always. But a theorem about a number of a million digits, a picture, a sort, the reading of a file have
//! no turns to ask at. So commands run on a thread of their own, and the main thread looks after them: a
//! question that has not come back shortly after its time, or that holds more memory than it may, is told
//! to have stopped, and the process ends. Files are written beside their places (`files.rs`), so an end is
//! harmless at any moment. A batch has further lines; it goes on with them on a new thread.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use bouton::Error;

use crate::patience::interrupted_since;
use crate::{files, memory};

/// Time between two looks.
const LOOK: Duration = Duration::from_millis(4);

/// What a question gets beyond its time, to end in good order: half of what is promised.
const GRACE: Duration = Duration::from_millis(250);

/// What it gets after Ctrl-C: it may be writing a file.
const INTERRUPT_GRACE: Duration = Duration::from_millis(1000);

/// What it gets beyond both while it writes what hours have found: gigabytes take their time.
const SAVING_GRACE: Duration = Duration::from_secs(120);

/// Whether a table is being written that must not be cut.
static SAVING: AtomicBool = AtomicBool::new(false);

/// From now on, or no longer, a file is being written that is worth waiting for.
pub fn is_saving(now: bool) {
    SAVING.store(now, Ordering::Relaxed);
}

/// Stacks are as deep as those of a main thread.
const STACK: usize = 8 << 20;

type Work = Box<dyn FnOnce() -> u8 + Send>;
type Overdue = Box<dyn FnOnce(&Error) -> Next + Send>;

/// What follows a question that had to be given up.
pub enum Next {
    /// The process ends with this status.
    End(u8),
    /// Other work, on a new thread, unless memory is what was wanting.
    GoOn(Work),
}

/// A question that is being answered.
struct Watch {
    number: u64,
    ends: Option<Instant>,
    seconds: f64,
    bytes: u64,
    overdue: Overdue,
}

static WATCH: Mutex<(u64, Option<Watch>)> = Mutex::new((0, None));

/// The question that is looked after from its start to the drop of this.
pub struct Watched(u64);

/// Looks after a question: `overdue` tells its end if it does not end by itself.
pub fn watch(seconds: f64, bytes: u64, overdue: Overdue) -> Watched {
    // Times beyond the clock's reach never come.
    let time = Duration::try_from_secs_f64(seconds).ok();
    let ends = time.and_then(|time| Instant::now().checked_add(time));
    let Ok(mut watch) = WATCH.lock() else { return Watched(0) };
    watch.0 += 1;
    let number = watch.0;
    watch.1 = Some(Watch { number, ends, seconds, bytes, overdue });
    memory::limit(bytes.saturating_add(bytes / 20));
    Watched(number)
}

impl Watched {
    /// Whether the question was given up: nobody waits for its answer any more.
    pub fn given_up(&self) -> bool {
        WATCH.lock().is_ok_and(|watch| watch.1.as_ref().is_none_or(|now| now.number != self.0))
    }

    /// The question has ended, unless it was given up before.
    pub fn finish(&self) -> bool {
        let Ok(mut watch) = WATCH.lock() else { return false };
        let own = watch.1.as_ref().is_some_and(|now| now.number == self.0);
        if own {
            watch.1 = None;
            memory::limit(u64::MAX);
        }
        own
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.finish();
    }
}

/// The sentence for a spent budget of time.
pub fn out_of_time(seconds: f64) -> String {
    format!("the time limit of {seconds} s was reached (--seconds)")
}

/// The sentence for a spent budget of memory.
pub fn out_of_memory(bytes: u64) -> String {
    let (number, unit) = match bytes {
        bytes if bytes % (1 << 30) == 0 => (bytes >> 30, "GB"),
        bytes if bytes % (1 << 20) == 0 => (bytes >> 20, "MB"),
        bytes if bytes % (1 << 10) == 0 => (bytes >> 10, "kB"),
        bytes => (bytes, "bytes"),
    };
    format!("the memory limit of {number} {unit} was reached (--memory)")
}

/// Takes away a question that must end now, with the reason.
fn take_overdue() -> Option<(Watch, String)> {
    let mut watch = WATCH.lock().ok()?;
    let now = watch.1.as_ref()?;
    let saving = SAVING.load(Ordering::Relaxed);
    let more = if saving { SAVING_GRACE } else { Duration::ZERO };
    let late = now.ends.is_some_and(|ends| Instant::now() > ends + GRACE + more);
    let reason = if late {
        out_of_time(now.seconds)
    } else if memory::starved() || memory::used() > now.bytes.saturating_add(now.bytes / 25) {
        out_of_memory(now.bytes)
    } else if interrupted_since().is_some_and(|since| since > INTERRUPT_GRACE + more) {
        "interrupted".to_string()
    } else {
        return None;
    };
    watch.1.take().map(|watch| (watch, reason))
}

/// Runs a command on a thread of its own and looks after its questions; gives the exit status.
pub fn look_after(work: impl FnOnce() -> u8 + Send + 'static) -> u8 {
    let mut work: Work = Box::new(work);
    loop {
        let (done, wait) = mpsc::channel();
        let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || {
            // After a question was given up nobody waits.
            let _ = done.send(work());
        });
        if let Err(error) = thread {
            crate::output::message(&format!("no thread can be started: {error}"));
            return 3;
        }
        let (watch, reason) = loop {
            match wait.recv_timeout(LOOK) {
                Ok(status) => return status,
                // A panic has told its reason.
                Err(RecvTimeoutError::Disconnected) => return 101,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Some(overdue) = take_overdue() {
                break overdue;
            }
        };
        files::forget_unfinished();
        memory::limit(u64::MAX);
        match (watch.overdue)(&Error::Stopped(format!("stopped: {reason}"))) {
            Next::GoOn(next) if !memory::starved() => work = next,
            Next::GoOn(_) => {
                crate::output::message(
                    "the memory of that question cannot be given back: the batch ends here",
                );
                return 3;
            }
            Next::End(status) => return status,
        }
    }
}
