//! The game on the table: what a click does to it, and all that is to be shown afterwards.
//!
//! An answer may end with `"then"`, the name of a question without arguments that comes next by itself:
//! the columns of the nim-sum, the move of an engine, the review of a game that is over. The worker
//! asks it and sends each answer as soon as it is there, so a click is one message to the worker.

use bouton::address;
use bouton::game::Listing;
use bouton::render::json::line;
use bouton::scene::{Completion, Role, Scene, Shape};
use bouton::session::{End, Player, Session, Setup};
use bouton::{Ask, Error, Play};
use wasm_bindgen::prelude::*;

use crate::rules::Shelf;
use crate::{Engine, answer, asking, numbers, open};

/// Moves that come with a table.
const MOST_LISTED: usize = 500;

/// What each pick would take away comes with a table, unless so many shapes would have to be compared.
const MOST_COMPARED: usize = 2500;

/// How strong an engine is of which nothing is said: people who come for the first time should win now and then.
const FAIR: u8 = 50;

/// A game that is played, and what stays the same while it is.
pub struct Table {
    session: Session,
    /// The games that are added up, by their names.
    games: Vec<String>,
    misere: bool,
    /// In words, as JSON.
    rules: String,
}

impl Table {
    fn new(session: Session) -> Table {
        let game = session.game();
        let parts = game.parts().unwrap_or(std::slice::from_ref(game));
        let games = parts.iter().map(|part| part.bare_name().to_string()).collect();
        let misere = game.allows(Play::Misere).is_ok();
        let rules = line(&game.instructions(session.convention()));
        Table { session, games, misere, rules }
    }

    /// Everything that is to be shown.
    fn answer(&self, note: &str) -> String {
        let session = &self.session;
        let (state, scene) = (session.state(), session.scene());
        let names: Vec<String> =
            (1..=state.players.len()).map(|seat| session.name_of(seat)).collect();
        let legal = session.legal(MOST_LISTED);
        format!(
            "{{\"state\":{},\"sentence\":{},\"names\":{},\"games\":{},\"misere\":{},\"rules\":{},\"sheet\":{},\"note\":{},\
             \"scene\":{},\"legal\":{},\"previews\":{},\"first\":{},\"then\":\"columns\"}}",
            line(&state),
            line(&session.result_in_words()),
            line(&names),
            line(&self.games),
            self.misere,
            self.rules,
            line(&session.sheet()),
            line(&note),
            numbers::scene(&scene),
            line(&legal),
            self.previews(&scene, &legal),
            self.first(&legal),
        )
    }

    /// The picks that may come first, where moves are made of several.
    fn first(&self, legal: &Listing) -> String {
        if !legal.complete || !legal.moves.iter().any(|listed| listed.mv.contains(", ")) {
            return "null".to_string();
        }
        let first = self.session.game().complete(self.session.position(), &[]);
        first.map_or("null".to_string(), |first| line(&first.next))
    }

    /// For each pick that is a move, the shapes that it takes away or changes.
    fn previews(&self, scene: &Scene, legal: &Listing) -> String {
        if legal.moves.len() * scene.shapes.len() > MOST_COMPARED {
            return "null".to_string();
        }
        // A shape that says itself what it takes away need not be asked.
        let picked = |mv: &str| {
            let asked = |shape: &Shape| shape.pick.as_deref() == Some(mv) && shape.takes.is_empty();
            scene.shapes.iter().any(asked)
        };
        let mut previews = Vec::new();
        let (game, position) = (self.session.game(), self.session.position());
        let (moves, _) = game.moves(position, legal.moves.len());
        for (mv, listed) in moves.iter().zip(&legal.moves).filter(|(_, listed)| picked(&listed.mv))
        {
            let after = game.scene(&game.play(position, mv));
            let stays = |shape: &Shape| {
                let same = |other: &Shape| other.role == shape.role && other.id == shape.id;
                matches!(shape.role, Role::Ground | Role::Row | Role::Text)
                    || after.shapes.iter().any(same)
            };
            let gone = scene.shapes.iter().filter(|shape| !stays(shape));
            let gone: Vec<&String> = gone.map(|shape| &shape.id).collect();
            previews.push(format!("{}:{}", line(&listed.mv), line(&gone)));
        }
        format!("{{{}}}", previews.join(","))
    }

    /// What comes by itself after the columns.
    fn then(&self) -> &'static str {
        let session = &self.session;
        let people = session.setup().players.contains(&Player::Person);
        match session.end() {
            // A board that had no moves from the beginning is no game to look back at.
            Some(End::Finished { .. }) if session.moves().is_empty() => "",
            Some(_) => "review",
            // Engines among themselves wait for the page, which may pause them.
            None if people && !session.person_to_move() => "reply",
            None => "",
        }
    }
}

#[wasm_bindgen]
impl Engine {
    /// Begins a game. `players` has a line for each seat: `person`, or an engine's strength; nobody
    /// means a person against engines. `moves` has a line for each move made already.
    pub fn begin(
        &mut self,
        address: &str,
        players: &str,
        seed: u32,
        moves: &str,
        resigned: bool,
    ) -> String {
        let begun = open(address).and_then(|opened| {
            let seats = opened.game.players(&opened.position)?;
            let given: Vec<&str> =
                if players.is_empty() { vec!["person"] } else { players.lines().collect() };
            let player = |seat: usize| match given.get(seat).copied().unwrap_or("") {
                "person" => Player::Person,
                strength => Player::Engine { strength: strength.parse().unwrap_or(FAIR).min(100) },
            };
            let players = (0..seats).map(player).collect();
            let mut session =
                Session::new(opened, Setup { players, seed: seed.into(), names: Vec::new() })?;
            for mv in moves.lines() {
                session.play(mv)?;
            }
            if resigned {
                session.resign()?;
            }
            Ok(session)
        });
        match begun.map(Table::new) {
            Ok(table) => {
                self.table = Some(table);
                self.act(|_, _| Ok(String::new()))
            }
            Err(error) => answer(Err(error)),
        }
    }

    /// Puts the game of a score sheet on the table; whoever does so knows what it looks like.
    pub fn load(&mut self, sheet: &str) -> String {
        answer(
            Session::load_with(sheet, &mut |address| address::open_with(address, &mut Shelf))
                .map(Table::new)
                .map(|table| {
                    self.table = Some(table);
                    "{}".to_string()
                }),
        )
    }

    /// What picks (one to a line) do on the board at this address: if they are a move to which nothing
    /// can be added, it is played; else the answer is which picks may follow, and which move these make.
    pub fn pick(&mut self, address: &str, picks: &str) -> String {
        let completion = self.tell(|Table { session, .. }, _| {
            // A pick that was meant for another board, because it came while that changed, does nothing.
            if session.address() != address {
                return Ok(Completion::default());
            }
            session.game().complete(session.position(), &picks.lines().collect::<Vec<_>>())
        });
        match completion {
            Ok(Completion { next, whole: Some(mv) }) if next.is_empty() => self.play(&mv),
            other => answer(other.map(|completion| line(&completion))),
        }
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

    /// The columns of the nim-sum; null where the game has none, or would take too long for them.
    pub fn columns(&mut self) -> String {
        answer(self.tell(|table, ask| {
            let question = table.session.question();
            let columns = question.game.solver().nim_sum(&question.position, ask);
            let columns = columns.map(|step| step.table);
            Ok(format!("{{\"columns\":{},\"then\":\"{}\"}}", line(&columns), table.then()))
        }))
    }

    /// The next rung of help.
    pub fn hint(&mut self) -> String {
        answer(self.tell(|table, ask| table.session.hint(ask).map(|hint| line(&hint))))
    }

    /// The whole game, looked at again.
    pub fn review(&mut self) -> String {
        answer(self.tell(|table, ask| table.session.review(ask).map(|review| line(&review))))
    }

    fn tell<T>(
        &mut self,
        question: impl FnOnce(&mut Table, &Ask<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let table = self.table.as_mut();
        let table =
            table.ok_or_else(|| Error::input("there is no game on the table: begin one"))?;
        asking(|ask| question(table, ask))
    }

    /// Does something to the game and answers with all that is to be shown of it.
    fn act(
        &mut self,
        action: impl FnOnce(&mut Session, &Ask<'_>) -> Result<String, Error>,
    ) -> String {
        answer(self.tell(|table, ask| {
            let note = action(&mut table.session, ask)?;
            Ok(table.answer(&note))
        }))
    }
}
