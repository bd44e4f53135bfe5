//! `bouton judge`: tests as contests give them, one word for each.

use std::io::IsTerminal;
use std::path::Path;

use bouton::judge::{self, Labels, Ruling, Tests};
use bouton::{Ask, Error, Play};
use serde_json::json;

use super::fail;
use crate::arguments::Judge;
use crate::patience::{Patience, listen_for_interrupt};
use crate::{input, output};

pub fn run(command: &Judge) -> u8 {
    listen_for_interrupt();
    let labels = command.labels.clone().unwrap_or_else(|| Labels::of(&command.game));
    match rulings(command) {
        Ok(rulings) if command.json => output::answer(&lines(&rulings, &labels)),
        Ok(rulings) => output::answer(&judge::text(&rulings, &labels)),
        Err(error) => return fail(&error, None, command.json),
    }
    0
}

fn rulings(command: &Judge) -> Result<Vec<Ruling>, Error> {
    let (game, play) = judge::open_with(&command.game, &mut input::Files)?;
    let play = if command.misere { Play::Misere } else { play };
    game.allows(play)?;
    let ask = Ask { moves: usize::from(command.with_move), ..command.budget.ask() };
    let mut input = input::open(&command.file)?;
    let start = || Patience::new(command.budget.limits(), None, command.json);
    // Reading counts; typing does not.
    let typed = command.file == Path::new("-") && std::io::stdin().is_terminal();
    let patience = if typed { None } else { Some(start()) };
    let tests = Tests::read_for(&command.game, &mut input, &ask)?;
    let tests = if command.zero { tests.numbered_from_0() } else { tests };
    let patience = patience.unwrap_or_else(start);
    let tick = |progress| patience.tick(progress);
    judge::judge(&game, &tests, play, &Ask { tick: &tick, ..ask })
}

fn lines(rulings: &[Ruling], labels: &Labels) -> String {
    let line = |(index, ruling): (usize, &Ruling)| {
        let mut object = json!({
            "test": index + 1, "outcome": ruling.outcome, "word": labels.word(ruling.outcome),
        });
        if let Some(mv) = &ruling.mv {
            object["move"] = json!(mv);
        }
        format!("{object}\n")
    };
    rulings.iter().enumerate().map(line).collect()
}
