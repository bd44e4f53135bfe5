//! `bouton test`: somebody's own solution against the engine, on the smallest positions and on random ones.

use std::time::Duration;

use bouton::game::AnyPosition;
use bouton::render::{json, trial as render};
use bouton::trial::{Fault, Kind, Report, Trial};
use bouton::{Ask, Error, Outcome};

use super::fail;
use crate::arguments::Test;
use crate::input::Files;
use crate::output;
use crate::patience::{Patience, listen_for_interrupt};
use crate::program::{Program, Ran};

/// Runs that are spent on making a position smaller.
const MOST_SHRINKING: u64 = 400;

pub fn run(test: &Test) -> u8 {
    listen_for_interrupt();
    match try_out(test) {
        Ok(report) => {
            output::answer(&match test.json {
                true => json::line(&report) + "\n",
                false => render::text(&report, output::style()),
            });
            u8::from(report.fault.is_some())
        }
        Err(error) => fail(&error, None, test.json),
    }
}

fn try_out(test: &Test) -> Result<Report, Error> {
    let program = Program::read(&test.with, Duration::from_secs_f64(test.limit.min(1e9)))?;
    let trial = Trial::open(
        &test.game,
        test.misere,
        test.labels.clone(),
        test.heaps,
        test.empty,
        &mut Files,
    )?;
    let patience = Patience::new(test.budget.limits(), None, test.json);
    let tick = |progress| patience.tick(progress);
    let ask = Ask { tick: &tick, ..test.budget.ask() };
    let seed = test.seed.unwrap_or(1);
    let positions = trial.positions(test.count, test.size, seed, &ask)?;
    let mut runner =
        Runner { trial, program, many: test.many, runs: 0, answered: 0, limit: test.limit, ask };
    let mut fault = runner.first_fault(&positions)?;
    let mut left = MOST_SHRINKING;
    while let Some((position, _)) = &fault {
        let smaller = runner.trial.smaller(position, &ask);
        let before = runner.runs;
        let found = runner.first_fault(&smaller[..smaller.len().min(left as usize)])?;
        left = left.saturating_sub(runner.runs - before);
        match found {
            Some(found) if left > 0 => fault = Some(found),
            _ => break,
        }
    }
    patience.verdict()?;
    Ok(Report {
        game: runner.trial.name().to_string(),
        play: runner.trial.play(),
        seed,
        positions: runner.answered,
        runs: runner.runs,
        fault: fault.map(|(_, fault)| fault),
    })
}

struct Runner<'a> {
    trial: Trial,
    program: Program,
    many: bool,
    runs: u64,
    answered: u64,
    limit: f64,
    ask: Ask<'a>,
}

impl Runner<'_> {
    /// The first of some positions, the smallest first, that the program does not answer.
    fn first_fault(
        &mut self,
        positions: &[AnyPosition],
    ) -> Result<Option<(AnyPosition, Fault)>, Error> {
        if positions.is_empty() {
            return Ok(None);
        }
        if self.many {
            return self.look(positions);
        }
        for position in positions {
            let found = self.look(std::slice::from_ref(position))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// One run.
    fn look(&mut self, positions: &[AnyPosition]) -> Result<Option<(AnyPosition, Fault)>, Error> {
        let input = self.trial.input(positions, self.many);
        let expected = self.trial.expected(positions, self.many, &self.ask)?;
        self.runs += 1;
        let (kind, message) = match self.program.run(&input)? {
            Ran::Output(output) => {
                let found = self.trial.compare(positions, &expected, &output, self.many);
                self.answered +=
                    found.as_ref().map_or(positions.len(), |(place, _)| place + 1) as u64;
                return Ok(found.map(|(place, fault)| (positions[place].clone(), fault)));
            }
            Ran::Crashed(how) => (Kind::Crashed, format!("the program {how}")),
            Ran::Slow => (Kind::Slow, format!("the program did not end within {} s", self.limit)),
        };
        // Of many positions the one is looked for that does it alone.
        if let ([_, _, ..], Some(half)) = (positions, positions.len().checked_div(2)) {
            for part in [&positions[..half], &positions[half..]] {
                if let Some(found) = self.look(part)? {
                    return Ok(Some(found));
                }
            }
        }
        self.answered += 1;
        let right = expected.first().copied().unwrap_or(Outcome::Next);
        let word = self.trial.word(right).to_string();
        let fault = self.trial.fault(kind, message, &positions[0], &word, "", self.many);
        Ok(Some((positions[0].clone(), fault)))
    }
}
