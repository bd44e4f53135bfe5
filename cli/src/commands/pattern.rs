//! `bouton pattern`: what rule a game's positions follow, and whether it is proved.

use std::time::{Duration, Instant};

use bouton::ask::{Flow, Progress};
use bouton::pattern::{Observed, Pattern as Found, Subject};
use bouton::render::{json, pattern as render};
use bouton::{Ask, Error};

use super::fail;
use crate::arguments::Pattern;
use crate::input::Files;
use crate::output;
use crate::patience::{Patience, listen_for_interrupt};

/// Where no size is asked for, positions are worked out so long.
pub const QUICK: Duration = Duration::from_secs(4);

pub fn run(pattern: &Pattern) -> u8 {
    listen_for_interrupt();
    match find(pattern) {
        Ok(found) if pattern.json => output::answer(&(json::line(&found) + "\n")),
        Ok(found) => output::answer(&render::text(&found, output::style())),
        Err(error) => return fail(&error, None, pattern.json),
    }
    0
}

fn find(pattern: &Pattern) -> Result<Found, Error> {
    let patience = Patience::new(pattern.budget.limits(), None, pattern.json);
    let text = pattern.game.join(" ");
    let subject =
        Subject { text: &text, heaps: pattern.heaps, to: pattern.to, misere: pattern.misere };
    let observed = observe(&subject, &patience, pattern.budget.ask())?;
    let tick = |progress| patience.tick(progress);
    Found::new(&observed, &Ask { tick: &tick, ..pattern.budget.ask() })
}

/// Works out positions: as many as were asked for, or as are quick.
pub fn observe(
    subject: &Subject<'_>,
    patience: &Patience,
    ask: Ask<'static>,
) -> Result<Observed, Error> {
    let (start, bounded) = (Instant::now(), subject.to.is_none());
    let tick = |progress: Progress| match patience.tick(progress) {
        Flow::Continue if bounded && start.elapsed() > QUICK => {
            Flow::Stop("positions beyond these are not quick".to_string())
        }
        flow => flow,
    };
    Observed::new(subject, &mut Files, &Ask { tick: &tick, ..ask })
}
