//! `bouton judge`: tests as contests give them, one word for each.

use std::io::BufReader;

use bouton::judge::{self, Ruling, Tests};
use bouton::{Ask, Error, Play};
use serde_json::json;

use super::fail;
use crate::arguments::Judge;
use crate::patience::{Patience, listen_for_interrupt};
use crate::{input, output};

pub fn run(command: &Judge) -> u8 {
    match rulings(command) {
        Ok(rulings) if command.json => output::answer(&lines(&rulings, command)),
        Ok(rulings) => output::answer(&judge::text(&rulings, &command.labels)),
        Err(error) => return fail(&error, None, command.json),
    }
    0
}

fn rulings(command: &Judge) -> Result<Vec<Ruling>, Error> {
    let (game, play) = judge::open(&command.game)?;
    let play = if command.misere { Play::Misere } else { play };
    game.allows(play)?;
    let ask = Ask { moves: usize::from(command.with_move), ..command.budget.ask() };
    // Waiting for input is not thinking: neither the clock nor Ctrl-C is ours until all is there.
    let mut input = BufReader::with_capacity(1 << 18, input::open(&command.file)?);
    let tests = Tests::read(&mut input, &ask)?;
    listen_for_interrupt();
    let patience = Patience::new(command.budget.seconds);
    let tick = |progress| patience.tick(progress);
    judge::judge(&game, &tests, play, &Ask { tick: &tick, ..ask })
}

fn lines(rulings: &[Ruling], command: &Judge) -> String {
    let line = |(index, ruling): (usize, &Ruling)| {
        let mut object = json!({
            "test": index + 1, "outcome": ruling.outcome, "word": command.labels.word(ruling.outcome),
        });
        if let Some(mv) = &ruling.mv {
            object["move"] = json!(mv);
        }
        format!("{object}\n")
    };
    rulings.iter().enumerate().map(line).collect()
}
