//! The page's engine: the library, with text in and JSON out.
//!
//! The page runs this in a worker. Every method answers with one JSON object, which is the answer that
//! the command line gives with `--json`, or `{"error": {"kind", "message"}}`. Nothing is kept between
//! questions but the game on the table and the sequence shown last.

mod charts;
mod numbers;

use std::fmt::Write;

use bouton::address::{self, Opened};
use bouton::ask::Flow;
use bouton::demonstration::Demonstration;
use bouton::games::GAMES;
use bouton::judged::Judged;
use bouton::render::json::{error_line, line};
use bouton::render::svg;
use bouton::session::{self, Player, Session, Setup};
use bouton::{Ask, Error, Play};
use wasm_bindgen::prelude::*;

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
    question: impl FnOnce(&Opened, &Ask<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let opened = open(address)?;
    asking(|ask| question(&opened, &Ask { play: opened.play, ..*ask }))
}

fn open(address: &str) -> Result<Opened, Error> {
    let mut opened = address::open(address)?;
    if opened.from_input() {
        return Err(Error::input("the position is missing: write one after the colon"));
    }
    opened.game.allows(opened.play)?;
    opened.position = opened.game.tidy(&opened.position)?;
    Ok(opened)
}

/// The answer, or the failure in its place.
fn answer(result: Result<String, Error>) -> String {
    result.unwrap_or_else(|error| error_line(None, &error))
}

/// Some text that is not JSON, as an answer.
fn text(text: &str) -> String {
    format!("{{\"text\":{}}}", line(&text))
}

/// The engine of a page.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    session: Option<Session>,
    charts: charts::Charts,
}

#[wasm_bindgen]
impl Engine {
    /// An engine that knows nothing yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Engine {
        Engine::default()
    }

    /// All games of this module.
    pub fn catalogue(&self) -> String {
        let entries: Vec<String> = GAMES.iter().map(line).collect();
        format!("{{\"games\":[{}]}}", entries.join(","))
    }

    /// What an address opens, with its picture.
    pub fn open(&self, address: &str) -> String {
        answer(open(address).and_then(|opened| {
            let Opened { game, position, play } = &opened;
            let parsed = address::parse(&game.address(position))?.parts;
            let part = |part: &address::Part| format!("{}: {}", part.parameters, part.position);
            let parts: Vec<String> = parsed.iter().map(part).collect();
            let names: Vec<&str> = parsed.iter().map(|part| part.parameters.game).collect();
            let misere = game.allows(Play::Misere).is_ok();
            let scene = numbers::scene(&game.scene(position)?);
            Ok(format!(
                "{{\"address\":{},\"position\":{},\"play\":{},\"seats\":{},\"misere\":{misere},\"heap\":{},\
                 \"game\":{},\"parts\":{},\"names\":{},\"scene\":{scene}}}",
                line(&with_play(game.address(position), *play)),
                line(position),
                line(play),
                session::seats(&**game, position)?,
                game.heap().is_some(),
                line(&game.name()),
                line(&parts),
                line(&names),
            ))
        }))
    }

    /// Who wins, with which moves, and how that is known.
    pub fn analyse(&self, address: &str) -> String {
        answer(about(address, |opened, ask| {
            if let Some(seats) = opened.game.seats(&opened.position)? {
                return Ok(line(&seats));
            }
            opened.game.analyse(&opened.position, ask).map(|analysis| line(&analysis))
        }))
    }

    /// Every move with what it leaves, best first.
    pub fn judged(&self, address: &str, limit: usize) -> String {
        answer(about(address, |opened, ask| {
            let small = Ask { positions: 300_000, steps: 20_000_000, ..*ask };
            Judged::new(&*opened.game, &opened.position, limit, &small).map(|moves| line(&moves))
        }))
    }

    /// The reasoning, step by step.
    pub fn explain(&self, address: &str) -> String {
        answer(about(address, |opened, ask| {
            opened.game.explain(&opened.position, ask).map(|trace| line(&trace))
        }))
    }

    /// The whole game with best play, step by step.
    pub fn demonstrate(&self, address: &str) -> String {
        answer(open(address).and_then(|opened| {
            asking(|ask| Demonstration::new(opened, ask).map(|shown| line(&shown)))
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
        answer(about(address, |opened, _| Ok(text(&opened.game.simplify(&opened.position)?))))
    }

    /// The picture as SVG.
    pub fn svg(&self, address: &str) -> String {
        answer(about(address, |opened, _| {
            let address = with_play(opened.game.address(&opened.position), opened.play);
            Ok(text(&svg::scene(&opened.game.scene(&opened.position)?, &address)))
        }))
    }

    /// Begins a game. `players` has a line for each seat: `person`, or an engine's strength.
    pub fn begin(&mut self, address: &str, players: &str, seed: u32) -> String {
        let begun = open(address).and_then(|opened| {
            let seats = session::seats(&*opened.game, &opened.position)?;
            let mut lines = players.lines();
            let player = |line: Option<&str>| match line.unwrap_or("100") {
                "person" => Player::Person,
                strength => Player::Engine { strength: strength.parse().unwrap_or(100).min(100) },
            };
            let players = (0..seats).map(|_| player(lines.next())).collect();
            Session::new(opened, Setup { players, seed: seed.into() })
        });
        self.take(begun)
    }

    /// Goes on with a score sheet.
    pub fn load(&mut self, sheet: &str) -> String {
        self.take(Session::load(sheet))
    }

    /// Plays a move for whoever is to move.
    pub fn play(&mut self, mv: &str) -> String {
        self.act(|session, _| session.play(mv).map(|_| String::new()))
    }

    /// Lets the engine move.
    pub fn reply(&mut self) -> String {
        self.act(|session, ask| Ok(session.reply(ask)?.doubt.unwrap_or_default()))
    }

    /// Takes back.
    pub fn undo(&mut self) -> String {
        self.act(|session, _| session.undo().map(|_| String::new()))
    }

    /// Puts back.
    pub fn redo(&mut self) -> String {
        self.act(|session, _| session.redo().map(|_| String::new()))
    }

    /// Gives up.
    pub fn resign(&mut self) -> String {
        self.act(|session, _| session.resign().map(|()| String::new()))
    }

    /// Calls a draw.
    pub fn draw(&mut self) -> String {
        self.act(|session, _| session.draw().map(|()| String::new()))
    }

    /// The next rung of help.
    pub fn hint(&mut self) -> String {
        self.tell(|session, ask| session.hint(ask).map(|hint| line(&hint)))
    }

    /// What the last move has done.
    pub fn why(&mut self) -> String {
        self.tell(|session, ask| session.why(ask).map(|why| line(&why)))
    }

    /// The whole game, looked at again.
    pub fn review(&mut self) -> String {
        self.tell(|session, ask| session.review(ask).map(|review| line(&review)))
    }

    /// The legal moves.
    pub fn legal(&mut self, limit: usize) -> String {
        self.tell(|session, _| session.legal(limit).map(|listing| line(&listing)))
    }

    fn take(&mut self, session: Result<Session, Error>) -> String {
        match session {
            Ok(session) => {
                self.session = Some(session);
                self.act(|_, _| Ok(String::new()))
            }
            Err(error) => error_line(None, &error),
        }
    }

    fn tell(
        &mut self,
        question: impl FnOnce(&mut Session, &Ask<'_>) -> Result<String, Error>,
    ) -> String {
        let Some(session) = &mut self.session else {
            return error_line(None, &Error::input("there is no game on the table: begin one"));
        };
        answer(asking(|ask| question(session, ask)))
    }

    /// Does something to the game and answers with all that is to be shown of it.
    fn act(
        &mut self,
        action: impl FnOnce(&mut Session, &Ask<'_>) -> Result<String, Error>,
    ) -> String {
        self.tell(|session, ask| {
            let note = action(session, ask)?;
            let state = session.state();
            let names: Vec<String> =
                (1..=state.players.len()).map(|seat| session.name_of(seat)).collect();
            let mut text = format!("{{\"state\":{}", line(&state));
            let _ = write!(
                text,
                ",\"sentence\":{},\"names\":{},\"sheet\":{},\"note\":{},\"scene\":{}}}",
                line(&session.result_in_words()),
                line(&names),
                line(&session.sheet()),
                line(&note),
                numbers::scene(&session.scene()?)
            );
            Ok(text)
        })
    }
}

fn with_play(address: String, play: Play) -> String {
    match play {
        Play::Normal => address,
        Play::Misere => format!("misere {address}"),
    }
}
