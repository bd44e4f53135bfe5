//! The terminal as a screen: keys come one by one and unseen, and however it ends it is given back as it was.

use std::io::{self, Write};
use std::sync::Mutex;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{
    LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr,
};

/// Time between two looks at the clock, at the size of the terminal and for Ctrl-C.
const LOOK: Duration = Duration::from_millis(50);

/// A screen of its own, without a cursor; and back.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[2J";
const LEAVE: &[u8] = b"\x1b[?25h\x1b[?1049l";

/// How the terminal was, as long as it is taken.
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

/// The terminal, which is given back when this is dropped.
pub struct Terminal(());

impl Terminal {
    /// Takes it: lines are not waited for, and keys are not echoed. Ctrl-C stays a signal.
    pub fn take() -> io::Result<Terminal> {
        let before = tcgetattr(io::stdin())?;
        let mut modes = before.clone();
        modes.local_modes -= LocalModes::ICANON | LocalModes::ECHO;
        modes.special_codes[SpecialCodeIndex::VMIN] = 1;
        modes.special_codes[SpecialCodeIndex::VTIME] = 0;
        // A suspended screen would leave the shell without its own.
        modes.special_codes[SpecialCodeIndex::VSUSP] = 0;
        if let Ok(mut place) = BEFORE.lock() {
            *place = Some(before);
        }
        let terminal = Terminal(());
        tcsetattr(io::stdin(), OptionalActions::Flush, &modes)?;
        let mut out = io::stdout().lock();
        out.write_all(ENTER)?;
        out.flush()?;
        Ok(terminal)
    }

    /// Draws a screen over the last one, in one piece, so that nothing flickers.
    pub fn draw(&mut self, lines: &[String]) -> io::Result<()> {
        let mut screen = Vec::from(&b"\x1b[H"[..]);
        for (index, line) in lines.iter().enumerate() {
            if index > 0 {
                screen.extend(b"\r\n");
            }
            screen.extend(line.as_bytes());
            screen.extend(b"\x1b[K");
        }
        screen.extend(b"\x1b[J");
        let mut out = io::stdout().lock();
        out.write_all(&screen)?;
        out.flush()
    }

    /// What was typed, after a short wait; nothing if the terminal has gone.
    pub fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        let stdin = io::stdin();
        let mut wait = [PollFd::new(&stdin, PollFlags::IN)];
        let time = Timespec { tv_sec: 0, tv_nsec: LOOK.as_nanos() as _ };
        match poll(&mut wait, Some(&time)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => return Ok(Some(Vec::new())),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        let mut bytes = [0; 256];
        match rustix::io::read(&stdin, &mut bytes) {
            Ok(0) | Err(rustix::io::Errno::IO) => Ok(None),
            Ok(count) => Ok(Some(bytes[..count].to_vec())),
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => Ok(Some(Vec::new())),
            Err(error) => Err(error.into()),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back as it was, if it was taken; also where the process ends without ado.
pub fn restore() {
    let before = BEFORE.try_lock().ok().and_then(|mut place| place.take());
    if let Some(before) = before {
        // Past the lock of standard output, which whoever is being interrupted may hold; the reader may have gone.
        let _ = rustix::io::write(io::stdout(), LEAVE);
        let _ = tcsetattr(io::stdin(), OptionalActions::Flush, &before);
    }
}

/// Columns and lines.
pub fn size() -> (usize, usize) {
    let size = terminal_size::terminal_size();
    size.map_or((80, 24), |(width, height)| (width.0.max(1) as usize, height.0.max(1) as usize))
}
