//! The page's engine: the library, with text in and JSON out.
//!
//! The page runs this in a worker. Every method answers with one JSON object, which is the answer that
//! the command line gives with `--json`, or `{"error": {"kind", "message"}}`. Nothing is kept between
//! questions but the game on the table and the sequence shown last.

mod charts;
#[doc(hidden)]
pub mod numbers;
mod rules;
mod table;
mod tools;

use bouton::address;
use bouton::ask::Flow;
use bouton::explain::demonstration::Demonstration;
use bouton::games::GAMES;
use bouton::ranking::Ranking;
use bouton::render::json::{error_line, line};
use bouton::render::svg;
use bouton::{Ask, Error, Play, Question, Solver};
use wasm_bindgen::prelude::*;

use rules::Shelf;

#[wasm_bindgen]
extern "C" {
    /// The worker's clock: told how far a search has come, it answers whether to go on.
    #[wasm_bindgen(js_name = boutonTick)]
    fn tick(done: f64) -> bool;
}

/// Runs a question under the worker's clock.
fn asking<T>(question: impl FnOnce(&Ask<'_>) -> T) -> T {
    let tick = |progress: bouton::ask::Progress| match tick(progress.steps as f64) {
        true => Flow::Continue,
        false => Flow::Stop("the page's time for one answer is over".to_string()),
    };
    question(&Ask { bytes: 1 << 28, tick: &tick, ..Ask::default() })
}

/// The same about a position.
fn about<T>(
    address: &str,
    question: impl FnOnce(&Question, &Ask<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let opened = open(address)?;
    asking(|ask| question(&opened, ask))
}

fn open(address: &str) -> Result<Question, Error> {
    let question = address::open_with(address, &mut Shelf)?;
    question.game.allows(question.play)?;
    Ok(question)
}

/// The answer, or the failure in its place.
fn answer(result: Result<String, Error>) -> String {
    result.unwrap_or_else(|error| error_line(None, error.kind(), &error.to_string()))
}

/// Some text that is not JSON, as an answer.
fn text(text: &str) -> String {
    format!("{{\"text\":{}}}", line(&text))
}

/// The engine of a page.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    table: Option<table::Table>,
    charts: charts::Charts,
    /// The position that was analysed last, and what was found on the way: whoever asks for its moves and its reasons next
    /// does not search again.
    analysed: Option<(String, Solver)>,
}

impl Engine {
    /// What was found about this position so far.
    fn solver(&mut self, opened: &Question, address: &str) -> Solver {
        match self.analysed.take() {
            Some((known, solver)) if known == address => solver,
            _ => opened.game.solver(),
        }
    }
}

#[wasm_bindgen]
impl Engine {
    /// An engine that knows nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Engine {
        Engine::default()
    }

    /// All games of this module, and what each can do.
    pub fn catalogue(&self) -> String {
        let entries: Vec<String> = GAMES.iter().map(line).collect();
        format!("{{\"games\":[{}]}}", entries.join(","))
    }

    /// What an address opens, with its picture.
    pub fn open(&self, address: &str) -> String {
        answer(open(address).and_then(|opened| {
            let Question { game, position, play, .. } = &opened;
            let own = opened.parts();
            let parts: Vec<String> = own.iter().map(Question::address).collect();
            let names: Vec<&str> = own.iter().map(|part| part.game.bare_name()).collect();
            let misere = game.allows(Play::Misere).is_ok();
            let scene = numbers::scene(&game.scene(position));
            Ok(format!(
                "{{\"address\":{},\"position\":{},\"play\":{},\"seats\":{},\"misere\":{misere},\"heap\":{},\
                 \"game\":{},\"rules\":{},\"parts\":{},\"names\":{},\"scene\":{scene}}}",
                line(&opened.address()),
                line(&game.write(position)),
                line(play),
                game.players(position)?,
                game.heap().is_some(),
                line(&game.name()),
                line(&game.instructions(*play)),
                line(&parts),
                line(&names),
            ))
        }))
    }

    /// Who wins, with which moves, and how that is known.
    pub fn analyse(&mut self, address: &str) -> String {
        self.analysed = None;
        answer(about(address, |opened, ask| {
            if let Some(seats) = opened.game.seats(&opened.position)? {
                return Ok(line(&seats));
            }
            let mut solver = opened.game.solver();
            let analysis = solver.answer(opened, ask);
            self.analysed = Some((address.to_string(), solver));
            analysis.map(|analysis| line(&analysis))
        }))
    }

    /// Every move with what it leaves, best first.
    pub fn ranking(&mut self, address: &str, limit: usize) -> String {
        answer(about(address, |opened, ask| {
            let small = Ask { positions: 300_000, steps: 20_000_000, ..*ask };
            let mut solver = self.solver(opened, address);
            Ranking::with(&mut solver, opened, limit, &small).map(|moves| line(&moves))
        }))
    }

    /// The reasoning, step by step.
    pub fn explain(&mut self, address: &str) -> String {
        answer(about(address, |opened, ask| {
            let mut solver = self.solver(opened, address);
            let trace = solver.explain(&opened.position, opened.play, ask);
            // The moves are asked for next.
            self.analysed = Some((address.to_string(), solver));
            trace.map(|trace| line(&trace))
        }))
    }

    /// The whole game with best play, step by step, and the pictures of its boards.
    pub fn demonstrate(&self, address: &str) -> String {
        answer(open(address).and_then(|opened| {
            let shown = asking(|ask| Demonstration::new(opened, ask))?;
            let scenes: Vec<String> = shown.scenes.iter().map(numbers::scene).collect();
            Ok(format!("{{\"shown\":{},\"scenes\":[{}]}}", line(&shown), scenes.join(",")))
        }))
    }

    /// Which picks may follow these (one to a line), and which move they make.
    pub fn complete(&self, address: &str, picks: &str) -> String {
        answer(about(address, |opened, _| {
            let picks: Vec<&str> = picks.lines().collect();
            opened.game.complete(&opened.position, &picks).map(|completion| line(&completion))
        }))
    }

    /// The position in the form that graphs name it by.
    pub fn simplify(&self, address: &str) -> String {
        answer(about(address, |Question { game, position, .. }, _| {
            Ok(text(&game.write(&game.simplify(position))))
        }))
    }

    /// The picture as SVG.
    pub fn svg(&self, address: &str) -> String {
        answer(about(address, |opened, _| {
            Ok(text(&svg::scene(&opened.game.scene(&opened.position), &opened.address())))
        }))
    }
}
