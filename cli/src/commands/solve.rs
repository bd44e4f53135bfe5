//! `bouton solve`: one address, a stream, or a batch.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use bouton::address::Question;
use bouton::analysis::ValueStatus;
use bouton::game::Seats;
use bouton::render::{json, text};
use bouton::{Analysis, Ask, Error, Play, Solver};

use super::{fail, told_as_json};
use crate::arguments::Solve;
use crate::patience::{self, Patience, listen_for_interrupt};
use crate::{input, output};

pub fn run(solve: &Solve) -> u8 {
    listen_for_interrupt();
    if let Some(path) = &solve.batch {
        return batch(solve, path);
    }
    let address = solve.address.join(" ");
    if solve.address.is_empty() {
        let error =
            Error::input("an address is missing: write one, such as bouton solve \"nim: 3 4 5\"");
        return fail(&error, None, solve.json);
    }
    let answer = input::streamed(&address).and_then(|mut question| {
        let mut solver = question.game.solver();
        answer(solve, &mut question, &mut solver)
    });
    let style = output::style();
    match answer {
        Ok(Answer::Analysis(analysis)) if solve.json => {
            output::answer(&(json::line(&analysis) + "\n"))
        }
        Ok(Answer::Analysis(analysis)) => {
            output::answer(&text::analysis(&analysis, style));
            if analysis.value_status == ValueStatus::NotComputed {
                output::answer(&(style.wrap("--value insists on the value.") + "\n"));
            }
        }
        Ok(Answer::Seats(seats)) if solve.json => output::answer(&(json::line(&seats) + "\n")),
        Ok(Answer::Seats(seats)) => output::answer(&text::seats(&seats, style)),
        Err(error) => return fail(&error, Some(&address), solve.json),
    }
    0
}

/// What a position is answered with: games for more than two players have seats, not an outcome.
enum Answer {
    Analysis(Box<Analysis>),
    Seats(Seats),
}

fn answer(solve: &Solve, question: &mut Question, solver: &mut Solver) -> Result<Answer, Error> {
    let patience = Patience::new(solve.budget.seconds);
    let tick = |progress| patience.tick(progress);
    if solve.misere {
        question.play = Play::Misere;
    }
    let ask = Ask { moves: solve.moves, value: solve.value, tick: &tick, ..solve.budget.ask() };
    question.game.allows(question.play)?;
    if let Some(seats) = question.game.seats(&question.position)? {
        return Ok(Answer::Seats(seats));
    }
    Ok(Answer::Analysis(Box::new(solver.answer(question, &ask)?)))
}

/// One line out for each line in, whatever is in it.
fn batch(solve: &Solve, path: &Path) -> u8 {
    let lines = match input::open(path) {
        Ok(input) => input::Lines::new(input),
        Err(error) => return fail(&error, None, true),
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut solvers: HashMap<String, Solver> = HashMap::new();
    let mut status = 0;
    for line in lines {
        let answer = line
            .as_ref()
            .map_err(Error::clone)
            .and_then(|line| batch_line(solve, line, &mut solvers));
        let text = match &answer {
            Ok(Answer::Analysis(analysis)) if solve.json => json::line(analysis),
            Ok(Answer::Analysis(analysis)) => brief(analysis),
            Ok(Answer::Seats(seats)) if solve.json => json::line(seats),
            Ok(Answer::Seats(seats)) => {
                text::seats(seats, text::Style { width: usize::MAX, colour: false })
                    .replace('\n', "  ")
                    .trim_end()
                    .to_string()
            }
            Err(error) => {
                // Bad input outranks a stop.
                status = if status == 2 { 2 } else { error.exit_code() };
                told_as_json(error, line.as_deref().ok())
            }
        };
        if let Err(error) = writeln!(out, "{text}") {
            return broken(error);
        }
        if patience::interrupted() {
            status = 130;
            break;
        }
    }
    match out.flush() {
        Ok(()) => status,
        Err(error) => broken(error),
    }
}

fn broken(error: std::io::Error) -> u8 {
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        return 0;
    }
    output::message(&format!("the answer cannot be written: {error}"));
    2
}

fn batch_line(
    solve: &Solve,
    line: &str,
    solvers: &mut HashMap<String, Solver>,
) -> Result<Answer, Error> {
    if line.trim().is_empty() {
        return Err(Error::input("the line is empty: write an address, such as nim: 3 4 5"));
    }
    let mut question = input::address(line)?;
    // All tables together stay within the budget of one question.
    if solvers.values().map(|solver| solver.bytes()).sum::<u64>() > solve.budget.memory / 2 {
        solvers.clear();
    }
    let solver =
        solvers.entry(question.game.name().to_string()).or_insert_with(|| question.game.solver());
    answer(solve, &mut question, solver)
}

/// One line for a person: address, outcome, value, one winning move.
fn brief(analysis: &Analysis) -> String {
    let value = match (&analysis.value, analysis.value_status) {
        (Some(value), _) => format!("  value {value}"),
        (None, ValueStatus::NotComputed) => "  value not computed".to_string(),
        (None, _) => String::new(),
    };
    let mv =
        analysis.winning.first().map_or(String::new(), |mv| format!("  {}", analysis.written(mv)));
    format!("{}  {}{value}{mv}", analysis.address, analysis.outcome)
}
