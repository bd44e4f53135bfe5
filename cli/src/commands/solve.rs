//! `bouton solve`: one address, a stream, or a batch.

use std::cell::Cell;
use std::collections::HashMap;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use bouton::address::Question;
use bouton::analysis::ValueStatus;
use bouton::ask::{Flow, Progress};
use bouton::game::Seats;
use bouton::render::json;
use bouton::render::text::{self, Style};
use bouton::{Analysis, Ask, Error, Play, Solver};

use super::batch::{self, Way};
use super::{fail, told_as_json};
use crate::arguments::{Arguments, Command, Solve};
use crate::files::Target;
use crate::guard;
use crate::patience::{Patience, listen_for_interrupt};
use crate::{input, output, tables};

pub fn run(arguments: &'static Arguments) -> u8 {
    let solve = options(arguments);
    listen_for_interrupt();
    if let Some(path) = &solve.batch {
        let way = Way { limits: solve.budget.limits(), answer: line, told: told_as_json };
        return batch::run::<Solvers>(arguments, path, way);
    }
    let address = solve.address.join(" ");
    if solve.address.is_empty() {
        let error =
            Error::input("an address is missing: write one, such as bouton solve \"nim: 3 4 5\"");
        return fail(&error, None, solve.json);
    }
    let answer = once(solve, &address);
    let style = Style { sources: solve.sources, ..output::style() };
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

/// The options of this command, which need not be named.
fn options(arguments: &Arguments) -> &Solve {
    match &arguments.command {
        Some(Command::Solve(solve)) => solve,
        _ => &arguments.solve,
    }
}

/// What a position is answered with: games for more than two players have seats, not an outcome.
enum Answer {
    Analysis(Box<Analysis>),
    Seats(Seats),
}

fn once(solve: &Solve, address: &str) -> Result<Answer, Error> {
    let start = || Patience::new(solve.budget.limits(), Some(address), solve.json);
    // Reading counts; typing does not.
    let patience = if input::is_typed(address) { None } else { Some(start()) };
    let mut question = input::streamed(address)?;
    let patience = patience.unwrap_or_else(start);
    let mut solver = question.game.solver();
    if solve.misere {
        question.play = Play::Misere;
    }
    let certificate =
        solve.certificate.as_ref().map(|_| Target::new(&solve.certificate, solve.force));
    let certificate = certificate.transpose()?;
    if let Some(folder) = &solve.tablebase {
        solver.consult(tables::consulted(folder, &question.game)?);
    }
    if let Some(path) = &solve.load {
        let bytes = kept(path)?;
        solver.load(&question, &bytes, &solve.budget.ask())?;
    }
    let answer = match &solve.save {
        None => answer(solve, &mut question, &mut solver, &patience),
        Some(_) => saving(solve, &mut question, &mut solver, &patience),
    }?;
    if let Some(target) = certificate {
        let tick = |progress| patience.tick(progress);
        let ask = Ask { tick: &tick, value: solve.value, ..solve.budget.ask() };
        target.text(&solver.certificate(&question, &ask)?)?;
    }
    Ok(answer)
}

/// The bytes of a table.
fn kept(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    input::open(path)?
        .read_to_end(&mut bytes)
        .map_err(|error| Error::input(format!("{} cannot be read: {error}", path.display())))?;
    Ok(bytes)
}

/// Seconds between two saves of a table: whatever happens, no more than this and the time to write is lost.
const BETWEEN_SAVES: Duration = Duration::from_secs(30);

/// The same answer, with the table kept now and then. The search ends for that and goes on from its table.
fn saving(
    solve: &Solve,
    question: &mut Question,
    solver: &mut Solver,
    patience: &Patience,
) -> Result<Answer, Error> {
    // What was loaded may be replaced by what goes on from it.
    let same = solve.load.is_some() && solve.load == solve.save;
    let mut target = Target::new(&solve.save, solve.force || same)?;
    loop {
        let began = Instant::now();
        let paused = Cell::new(false);
        let tick = |progress| match patience.tick(progress) {
            Flow::Continue if began.elapsed() > BETWEEN_SAVES => {
                paused.set(true);
                Flow::Stop("saving".to_string())
            }
            flow => flow,
        };
        let found = answered(solve, question, solver, &tick);
        // Whoever ends the question waits for this, and after the last time for what is told then.
        guard::is_saving(true);
        target.again(|out| solver.save(question, out))?;
        if !paused.get() {
            return found;
        }
        guard::is_saving(false);
    }
}

fn answer(
    solve: &Solve,
    question: &mut Question,
    solver: &mut Solver,
    patience: &Patience,
) -> Result<Answer, Error> {
    answered(solve, question, solver, &|progress| patience.tick(progress))
}

fn answered(
    solve: &Solve,
    question: &mut Question,
    solver: &mut Solver,
    tick: &dyn Fn(Progress) -> Flow,
) -> Result<Answer, Error> {
    if solve.misere {
        question.play = Play::Misere;
    }
    let ask = Ask {
        moves: solve.moves,
        value: solve.value,
        search: solve.search,
        threads: solve.threads,
        tick,
        ..solve.budget.ask()
    };
    question.game.allows(question.play)?;
    if let Some(seats) = question.game.seats(&question.position)? {
        return Ok(Answer::Seats(seats));
    }
    let mut analysis = solver.answer(question, &ask)?;
    if solve.line {
        analysis.line = Some(solver.line(question, &ask)?);
    }
    Ok(Answer::Analysis(Box::new(analysis)))
}

/// What was found out about the games of a batch. All tables together stay within the budget of one
/// question.
#[derive(Default)]
struct Solvers {
    by_game: HashMap<String, Solver>,
    bytes: u64,
}

/// Games that are remembered; a batch about more of them at a time rarely comes back to one.
const MOST_GAMES: usize = 1000;

impl Solvers {
    fn answer(
        &mut self,
        solve: &Solve,
        mut question: Question,
        patience: &Patience,
    ) -> Result<Answer, Error> {
        if self.bytes > solve.budget.memory / 2 || self.by_game.len() == MOST_GAMES {
            *self = Solvers::default();
        }
        let name = question.game.name().to_string();
        let solver = self.by_game.entry(name).or_insert_with(|| question.game.solver());
        let before = solver.bytes();
        let answer = answer(solve, &mut question, solver, patience);
        self.bytes = (self.bytes + solver.bytes()).saturating_sub(before);
        answer
    }
}

fn line(
    arguments: &'static Arguments,
    line: &str,
    solvers: &mut Solvers,
    patience: &Patience,
) -> Result<String, Error> {
    let solve = options(arguments);
    if line.trim().is_empty() {
        return Err(Error::input("the line is empty: write an address, such as nim: 3 4 5"));
    }
    let answer = solvers.answer(solve, input::address(line)?, patience)?;
    Ok(match answer {
        Answer::Analysis(analysis) if solve.json => json::line(&analysis),
        Answer::Analysis(analysis) => brief(&analysis),
        Answer::Seats(seats) if solve.json => json::line(&seats),
        Answer::Seats(seats) => {
            text::seats(&seats, Style { width: usize::MAX, ..Style::default() })
                .replace('\n', "  ")
                .trim_end()
                .to_string()
        }
    })
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
