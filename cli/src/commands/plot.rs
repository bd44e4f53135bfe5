//! `bouton plot`: a nim-sequence as a picture.

use std::time::{Duration, Instant};

use bouton::heap::HeapRules;
use bouton::render::plot as render;
use bouton::sequence::engine::{Engine, engine};
use bouton::sequence::{Period, Values, proved_by};
use bouton::{Error, address};

use super::fail;
use crate::arguments::Plot;
use crate::output;
use crate::patience::{interrupted, listen_for_interrupt};
use crate::sequences::pace::Pace;
use crate::sequences::{Source, extend, heap_rules, room};

pub fn run(command: &Plot) -> u8 {
    listen_for_interrupt();
    let written =
        picture(command).and_then(|text| output::answer_to(command.output.as_deref(), &text));
    match written {
        Ok(()) => 0,
        Err(error) => fail(&error, None, false),
    }
}

fn picture(command: &Plot) -> Result<String, Error> {
    let length = room::in_memory(&command.to)?;
    let (game, known) = match Source::open(&command.game)? {
        Source::Game(game) => (game, Values::default()),
        Source::File(file) if file.len() < length => {
            return Err(Error::input(format!(
                "{} holds {} values, not {length}: draw fewer",
                command.game,
                file.len()
            )));
        }
        Source::File(file) => {
            (address::open_named(file.rules())?, file.iter_from(0).take(length).collect())
        }
    };
    let rules = heap_rules(&game)?;
    let mut engine = engine(rules, known, command.means.choice())?;
    extend(&mut *engine, length, &Pace::new(length), &mut |_| Ok(()))?;
    let period = period(rules, &mut *engine)?;
    let values = engine.values();
    let value = |heap: usize| values.get(heap).unwrap_or(0);
    // Where rare values are not few, the space is none.
    let space = engine.sparse_space().filter(|space| {
        let rares = space.rares.iter().take_while(|(heap, _)| *heap < length).count();
        rares * 4 < length
    });
    let plot =
        render::Plot { game: game.name(), values: &value, length, space, period: period.as_ref() };
    Ok(render::svg(&plot))
}

/// A period, or a sparse space, often needs more values than are drawn. So many are tried, in so much
/// time.
const FEW_TRIED: usize = 1 << 12;
const MOST_TRIED: usize = 1 << 20;
const PATIENCE: Duration = Duration::from_secs(1);

fn period(rules: &dyn HeapRules, engine: &mut dyn Engine) -> Result<Option<Period>, Error> {
    // Rules of which no theorem knows a window get no second look.
    if matches!(rules.shape(), bouton::heap::Shape::Other) {
        return Ok(None);
    }
    let start = Instant::now();
    for length in [FEW_TRIED, MOST_TRIED] {
        engine.extend(length, &mut |_| !interrupted() && start.elapsed() < PATIENCE)?;
        let period = proved_by(rules, engine);
        if period.is_some() {
            return Ok(period);
        }
    }
    Ok(None)
}
