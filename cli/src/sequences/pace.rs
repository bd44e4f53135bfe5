//! How fast values come, and how long the rest will take: a line on the terminal.

use std::cell::RefCell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use bouton::Error;
use indicatif::ProgressBar;

use crate::patience::{Limits, Patience};

/// Watches over one computation.
pub struct Pace {
    start: Instant,
    /// Values known before, which were not computed now.
    known: RefCell<Option<usize>>,
    length: usize,
    bar: RefCell<Option<ProgressBar>>,
    patience: Patience,
}

/// Computations that end sooner than this show nothing.
const QUIET: Duration = Duration::from_millis(500);

impl Pace {
    /// Starts the clock for so many values, within some limits.
    pub fn new(length: usize, limits: Limits, json: bool) -> Pace {
        Pace {
            start: Instant::now(),
            known: RefCell::new(None),
            length,
            bar: RefCell::new(None),
            patience: Patience::new(limits, None, json),
        }
    }

    /// Whether the work may go on; if not, why.
    pub fn verdict(&self) -> Result<(), Error> {
        self.patience.verdict()
    }

    /// Shows how many values are known, if somebody is looking.
    pub fn show(&self, known: usize) {
        let before = *self.known.borrow_mut().get_or_insert(known);
        let elapsed = self.start.elapsed();
        if elapsed < QUIET || !std::io::stderr().is_terminal() {
            return;
        }
        let rate = self.rate(known.saturating_sub(before));
        let left = self.length.saturating_sub(known) as f64 / rate.max(1e-9);
        let mut bar = self.bar.borrow_mut();
        let bar = bar.get_or_insert_with(ProgressBar::new_spinner);
        bar.set_message(format!(
            "{} of {} values, {} per second, {} left",
            short(known as f64),
            short(self.length as f64),
            short(rate),
            time(left)
        ));
        bar.tick();
    }

    /// So many values in the time that has gone by, per second.
    pub fn rate(&self, values: usize) -> f64 {
        values as f64 / self.start.elapsed().as_secs_f64().max(1e-6)
    }
}

impl Drop for Pace {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.borrow_mut().take() {
            bar.finish_and_clear();
        }
    }
}

/// A number with three digits: 1.23M.
pub fn short(number: f64) -> String {
    let (scaled, unit) = match number {
        number if number >= 1e9 => (number / 1e9, "G"),
        number if number >= 1e6 => (number / 1e6, "M"),
        number if number >= 1e3 => (number / 1e3, "k"),
        number => (number, ""),
    };
    let decimals = if unit.is_empty() || scaled >= 100.0 {
        0
    } else if scaled >= 10.0 {
        1
    } else {
        2
    };
    format!("{scaled:.decimals$}{unit}")
}

/// A time that may be long.
fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        seconds if seconds < 172_800.0 => format!("{:.1} hours", seconds / 3600.0),
        seconds => format!("{:.1} days", seconds / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_short() {
        let numbers = [0.0, 999.0, 1000.0, 12_345.0, 123_456_789.0, 2.5e9].map(short);
        assert_eq!(numbers, ["0", "999", "1.00k", "12.3k", "123M", "2.50G"]);
        assert_eq!(
            [5.0, 600.0, 36_000.0, 864_000.0].map(time),
            ["5 s", "10 min", "10.0 hours", "10.0 days"]
        );
    }
}
