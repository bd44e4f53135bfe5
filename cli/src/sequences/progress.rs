//! The file of a search that is stopped and resumed.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use bouton::Error;
use bouton::sequence::search::Search;

use crate::files::{Place, named};

/// Time between two states.
const EVERY: Duration = Duration::from_secs(60);

/// Values between two looks at the clock at first; later as many as take about this long.
const STRETCH: usize = 1 << 12;
const LOOK: Duration = Duration::from_secs(1);

/// Where the state of a search is kept; nobody else writes there as long as this lives.
pub struct Progress {
    place: Place,
    name: std::path::PathBuf,
    /// When the last state was written, or read.
    written: Instant,
}

impl Progress {
    pub fn new(path: &Path) -> Result<Progress, Error> {
        let path = named(&Some(path.to_path_buf()))
            .map(Path::to_path_buf)
            .ok_or_else(|| Error::input("- is standard output: a state needs a file of its own"))?;
        let place = Place::reserve(&path, true)?;
        Ok(Progress { place, name: path, written: Instant::now() })
    }

    /// The state that is there, if there is one.
    pub fn read(&self) -> Result<Option<Vec<u8>>, Error> {
        match fs::read(&self.name) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => {
                Err(Error::input(format!("{} cannot be read: {error}", self.name.display())))
            }
        }
    }

    /// Runs a search, and writes its state every minute and when it stops without a proof. A state from
    /// before the proof stays: from there the proof and its certificate are soon found again.
    pub fn run(
        &mut self,
        search: &mut Search<'_>,
        length: usize,
        go_on: &mut dyn FnMut(usize) -> bool,
    ) -> Result<(), Error> {
        let mut stretch = STRETCH;
        loop {
            let begun = Instant::now();
            let to = length.min(search.length().saturating_add(stretch));
            if search.run(to, go_on)?.is_some() {
                return Ok(());
            }
            stretch = match begun.elapsed() {
                short if short < LOOK / 2 => 2 * stretch,
                long if long > 2 * LOOK => (stretch / 2).max(1),
                _ => stretch,
            };
            let ended = search.length() < to || to == length;
            if ended || self.written.elapsed() >= EVERY {
                let state = search.state()?;
                self.place.write(|out| out.write_all(&state))?;
                self.written = Instant::now();
            }
            if ended {
                return Ok(());
            }
        }
    }
}
