//! A demonstration in the terminal: a screen for each step, and keys to go through it.

mod keys;
mod place;
#[cfg(unix)]
mod terminal;

use bouton::Error;
use bouton::explain::demonstration::Demonstration;

#[cfg(unix)]
pub use terminal::restore;

/// Whether keys can be read one by one here; elsewhere all steps are written one after the other.
pub const POSSIBLE: bool = cfg!(unix);

/// Gives the terminal back as it was.
#[cfg(not(unix))]
pub fn restore() {}

/// Shows it until the reader has seen enough; gives the exit status.
#[cfg(unix)]
pub fn view(shown: &Demonstration, speed: f64) -> Result<u8, Error> {
    use std::time::Instant;

    use bouton::render::demonstration::text::{View, screen};

    use crate::output;
    use crate::patience::interrupted;
    use place::{Place, Then};

    let cannot =
        |error: std::io::Error| Error::input(format!("the terminal cannot be used: {error}"));
    let colour = output::style().colour;
    let mut place = Place::new(shown, speed);
    let mut terminal = terminal::Terminal::take().map_err(cannot)?;
    let mut drawn = None;
    loop {
        if interrupted() {
            return Ok(130);
        }
        place.tick(Instant::now());
        let (width, height) = terminal::size();
        let now = (place.at, place.playing(), place.speed.to_bits(), width, height);
        if drawn != Some(now) {
            drawn = Some(now);
            let view = View { width, height, colour, playing: place.playing(), speed: place.speed };
            terminal.draw(&screen(shown, place.at, view)).map_err(cannot)?;
        }
        let Some(bytes) = terminal.read().map_err(cannot)? else { return Ok(0) };
        for key in keys::keys(&bytes) {
            if place.press(key, Instant::now()) == Then::Quit {
                return Ok(0);
            }
        }
    }
}

/// Nobody asks for it where it is not possible.
#[cfg(not(unix))]
pub fn view(shown: &Demonstration, _speed: f64) -> Result<u8, Error> {
    let text = bouton::render::demonstration::text::plain(shown, crate::output::style());
    crate::output::answer(&text);
    Ok(0)
}
