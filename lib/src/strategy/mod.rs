//! Proofs of answers: a strategy written down, position by position, and its checker.
//!
//! A line `n position` claims that the position beside a Nim heap of n is lost for the mover. So the value of a position
//! is v if `v position` holds; a lost position is `0 position`; a won one has a move to a lost one. Lines rest on lines
//! above them only. [`check`] knows `moves`, `play`, `read` and `write` and nothing of how the lines were found.

pub mod check;

use std::collections::HashSet;
use std::fmt::Write;

use crate::address::Question;
use crate::ask::{Ask, Meter};
use crate::erased::{AnyPosition, AnyRules};
use crate::error::Error;
use crate::game::Game;
use crate::rules::list_moves;
use crate::search::Halt;
use crate::search::memo::too_many_moves;
use crate::solve::{self, Tables};
use crate::value::{Outcome, Play, Value};

/// The first line of every strategy.
pub(crate) const TITLE: &str = "bouton strategy 1";

/// A position beside a heap, whose line waits for those that it rests on.
struct Open {
    position: AnyPosition,
    heap: u32,
    /// What it rests on, as far as it was not looked at.
    rests: Vec<(AnyPosition, u32)>,
}

struct Maker<'a> {
    game: &'a Game,
    tables: &'a mut Tables,
    play: Play,
    ask: Ask<'a>,
    meter: Meter<'a>,
    text: String,
    lines: usize,
    begun: HashSet<(u32, String)>,
}

/// The strategy behind an answer, as text.
pub(crate) fn write(
    question: &Question,
    tables: &mut Tables,
    outcome: Outcome,
    value: Option<&Value>,
    ask: &Ask<'_>,
) -> Result<String, Error> {
    let Question { game, position, play, .. } = question;
    let loopy = || {
        Error::Unsupported(
            "play can run in circles here, and such a strategy cannot be written down".into(),
        )
    };
    let value = match value {
        Some(Value::Finite(value)) => value.0.to_u64().and_then(|value| u32::try_from(value).ok()),
        Some(_) => return Err(loopy()),
        None => None,
    };
    let mut maker = Maker {
        game,
        tables,
        play: *play,
        ask: *ask,
        meter: Meter::new(ask),
        text: String::new(),
        lines: 0,
        begun: HashSet::new(),
    };
    let claim = match (value, outcome) {
        (Some(value), _) if *play == Play::Normal => {
            maker.prove(position.clone(), value)?;
            format!("value {value}")
        }
        (_, Outcome::Previous) => {
            maker.prove(position.clone(), 0)?;
            "outcome P".to_string()
        }
        (_, Outcome::Next) => {
            let lost = maker.option_with(position, 0)?.ok_or_else(loopy)?;
            maker.prove(lost, 0)?;
            "outcome N".to_string()
        }
        (_, Outcome::Draw) => return Err(loopy()),
    };
    let Maker { text, lines, .. } = maker;
    let address = question.address();
    Ok(format!("{TITLE}\n{address}\n{claim}\n{text}end {lines}\n"))
}

impl Maker<'_> {
    fn rules(&self) -> &dyn AnyRules {
        self.game.rules()
    }

    /// The value of a position; in misère play 0 if it is lost and 1 if not.
    fn label(&mut self, position: &AnyPosition) -> Result<u32, Error> {
        let circles =
            || Error::Unsupported("play can run in circles here, or a value is huge".into());
        if self.play == Play::Misere {
            let rules = self.game.rules();
            let label = self.tables.searches(Play::Misere).label(rules, position, &mut self.meter);
            return label.map_err(|halt| match halt {
                Halt::Loop => circles(),
                Halt::Stopped(error) => error,
            });
        }
        let valued = solve::grundy(self.game, self.tables, position, &self.ask)?;
        match valued.value {
            Value::Finite(value) => {
                value.0.to_u64().and_then(|value| u32::try_from(value).ok()).ok_or_else(circles)
            }
            _ => Err(circles()),
        }
    }

    fn options(&mut self, position: &AnyPosition) -> Result<Vec<AnyPosition>, Error> {
        let (moves, complete) = list_moves(self.rules(), position, self.meter.moves_left());
        if !complete {
            return Err(too_many_moves());
        }
        self.meter.work(1 + moves.len() as u64)?;
        Ok(moves.iter().map(|mv| self.rules().play(position, mv)).collect())
    }

    fn option_with(
        &mut self,
        position: &AnyPosition,
        label: u32,
    ) -> Result<Option<AnyPosition>, Error> {
        for option in self.options(position)? {
            if self.label(&option)? == label {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }

    /// Writes the line of a position beside a heap, after those that it rests on.
    fn prove(&mut self, position: AnyPosition, heap: u32) -> Result<(), Error> {
        let mut stack = Vec::new();
        stack.extend(self.open(position, heap)?);
        while let Some(open) = stack.last_mut() {
            if let Some((position, heap)) = open.rests.pop() {
                stack.extend(self.open(position, heap)?);
                continue;
            }
            let Some(open) = stack.pop() else { break };
            let text = self.rules().write(&open.position);
            let _ = writeln!(self.text, "{} {text}", open.heap);
            self.lines += 1;
            self.meter.position(self.text.len() as u64 * 3 + self.tables.bytes())?;
        }
        Ok(())
    }

    /// What a line rests on, unless it was begun before.
    fn open(&mut self, position: AnyPosition, heap: u32) -> Result<Option<Open>, Error> {
        if !self.begun.insert((heap, self.rules().write(&position))) {
            return Ok(None);
        }
        let wrong =
            || Error::Stopped("stopped: the answer and the moves do not fit together".into());
        let mut rests = Vec::new();
        for option in self.options(&position)? {
            let label = self.label(&option)?;
            if label < heap {
                rests.push((option, label));
                continue;
            }
            let replies = self.options(&option)?;
            // In misère play whoever cannot move has won.
            if self.play == Play::Misere && replies.is_empty() {
                continue;
            }
            let mut found = None;
            for reply in replies {
                if self.label(&reply)? == heap {
                    found = Some(reply);
                    break;
                }
            }
            rests.push((found.ok_or_else(wrong)?, heap));
        }
        Ok(Some(Open { position, heap, rests }))
    }
}
