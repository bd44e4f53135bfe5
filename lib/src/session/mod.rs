//! A game being played: the one midend with history, undo, the engine's reply, hints and the review.
//!
//! A session is text: an address, the moves as their game writes them, and how many of them stand
//! (the others were taken back). Everything else follows from these by [`Game::play`], so that a
//! saved game, an undo and a replay are the same thing. What the engine plays follows from the seed,
//! the number of the move and the position; no hidden state is left over from moves that were taken
//! back.

mod engine;
mod hint;
mod review;
mod sheet;
mod words;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use crate::address::Question;
use crate::ask::Ask;
use crate::error::{Error, quoted};
use crate::game::{AnyMove, AnyPosition, Game, Listing, check_length};
use crate::scene::Scene;
use crate::value::Play;

pub use engine::Reply;
pub use hint::{Hint, Why};
pub use review::{Mark, Review, ReviewedMove};
pub use sheet::VERSION;
pub use words::capital;
use words::collapse;

/// Who sits at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Player {
    /// A person, whose moves are entered.
    Person,
    /// The engine.
    Engine {
        /// With what probability, in percent, it plays a best move; otherwise any move.
        strength: u8,
    },
}

/// Who plays, and from which seed the engines draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setup {
    /// The players in the order of their moves.
    pub players: Vec<Player>,
    /// The same seed gives the same game.
    pub seed: u64,
    /// What the people are called, in the order of their moves; those without a name are "you" or "player 2".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

impl Setup {
    /// A person at one seat, counted from 1, against engines at all others.
    pub fn person_at(seat: usize, seats: usize, strength: u8, seed: u64) -> Result<Setup, Error> {
        if !(1..=seats).contains(&seat) {
            return Err(Error::input(format!(
                "there is no seat {seat}: this game has seats 1 to {seats}"
            )));
        }
        let mut players = vec![Player::Engine { strength }; seats];
        players[seat - 1] = Player::Person;
        Ok(Setup { players, seed, names: Vec::new() })
    }

    /// People at all seats.
    pub fn people(seats: usize) -> Setup {
        Setup { players: vec![Player::Person; seats], seed: 0, names: Vec::new() }
    }

    /// The same with names for the people. A name stands in sentences and on score sheets, so it is short.
    pub fn named(self, names: Vec<String>) -> Result<Setup, Error> {
        const LONGEST: usize = 40;
        let people = self.players.iter().filter(|player| **player == Player::Person).count();
        if names.len() > people {
            return Err(Error::input(format!(
                "{} names were given where {people} of the players are people",
                names.len()
            )));
        }
        for (index, name) in names.iter().enumerate() {
            let fits = (1..=LONGEST).contains(&name.chars().count())
                && name.trim() == name
                && !name.contains("  ")
                && !name.contains(|letter: char| letter.is_control() || "#,".contains(letter));
            if !fits || names[..index].contains(name) {
                return Err(Error::input(format!(
                    "{} is no name here: write up to {LONGEST} letters, without commas and #, and each name once",
                    quoted(name)
                )));
            }
        }
        Ok(Setup { names, ..self })
    }

    /// Engines at all seats: the first with one strength, the others with another.
    pub fn engines(seats: usize, first: u8, others: u8, seed: u64) -> Setup {
        let strength = |seat| if seat == 0 { first } else { others };
        let players = (0..seats).map(|seat| Player::Engine { strength: strength(seat) }).collect();
        Setup { players, seed, names: Vec::new() }
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// The move, as `play` reads it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in words, where they add something.
    pub text: String,
    /// The position after it.
    pub to: String,
}

/// How a game has ended. Seats are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum End {
    /// No move is left.
    Finished {
        /// The seats that lost: one of two, or some of many.
        losers: Vec<usize>,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        seat: usize,
    },
    /// A position came three times, and the game was called a draw.
    Drawn,
}

/// All that a front end shows, as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct State {
    /// The position on the board; it re-opens exactly this, play included.
    pub address: String,
    /// Where the game began.
    pub start: String,
    /// The position alone.
    pub position: String,
    /// Normal or misère.
    pub play: Play,
    /// The players in the order of their moves.
    pub players: Vec<Player>,
    /// The seed of the engines.
    pub seed: u64,
    /// The moves that stand.
    pub moves: Vec<Played>,
    /// How many moves could be put back by redo.
    pub taken_back: usize,
    /// The seat to move, counted from 1.
    pub to_move: usize,
    /// How often this position has come with this player to move.
    pub repetitions: usize,
    /// How the game ended, if it has.
    pub end: Option<End>,
}

/// A position that comes this often may end the game as a draw.
pub const DRAWING_REPETITIONS: usize = 3;

/// A game being played.
///
/// ```
/// use bouton::session::{Session, Setup};
/// use bouton::Ask;
///
/// let setup = Setup::person_at(1, 2, 100, 42).unwrap();
/// let mut session = Session::new(bouton::open("nim: 3 4 5").unwrap(), setup).unwrap();
/// session.play("1 -> 1").unwrap();
/// session.reply(&Ask::default()).unwrap();
/// assert_eq!(session.moves().len(), 2);
/// let again = Session::load(&session.sheet()).unwrap();
/// assert_eq!(again.state(), session.state());
/// ```
pub struct Session {
    game: Game,
    play: Play,
    /// The positions in order; the text of the first, and that of the others in `moves`.
    positions: Vec<AnyPosition>,
    start: String,
    setup: Setup,
    moves: Vec<Played>,
    cursor: usize,
    /// Set by resigning and by a draw; a board without moves needs no note.
    called: Option<End>,
    /// Whether the board has no moves; asked once for each position.
    over: bool,
    hints: u8,
    memory: engine::Memory,
}

impl Session {
    /// What has found the answers so far.
    pub(crate) fn solver(&mut self) -> &mut crate::solver::Solver {
        &mut self.memory.solver
    }

    /// Whether the game was small enough to be seen to its end.
    pub(crate) fn has_seen_the_end(&self) -> bool {
        self.memory.has_seen_the_end()
    }

    /// Begins a game.
    pub fn new(question: Question, setup: Setup) -> Result<Session, Error> {
        let Question { game, position, play, .. } = question;
        game.allows(play)?;
        let start = game.write(&position);
        check_length(start.len() + game.name().len())?;
        let seats = game.players(&position)?;
        if setup.players.len() != seats {
            return Err(Error::input(format!(
                "{} players were given where the game has {seats}",
                setup.players.len()
            )));
        }
        let memory = engine::Memory::new(game.solver());
        let mut session = Session {
            game,
            play,
            positions: vec![position],
            start,
            setup,
            moves: Vec::new(),
            cursor: 0,
            called: None,
            over: false,
            hints: 0,
            memory,
        };
        session.arrived();
        Ok(session)
    }

    /// From now on positions are looked up in a table first; it must be of this game.
    #[cfg(feature = "tables")]
    pub fn consult(&mut self, table: std::sync::Arc<dyn crate::keys::Table>) {
        self.memory.solver.consult(table);
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The winning convention.
    pub fn convention(&self) -> Play {
        self.play
    }

    /// The players and the seed.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position on the board.
    pub fn position(&self) -> &AnyPosition {
        &self.positions[self.cursor]
    }

    /// Its text.
    pub fn text(&self) -> &str {
        self.text_at(self.cursor)
    }

    /// The address of the position on the board.
    pub fn address(&self) -> String {
        self.game.address_of(self.text(), self.play)
    }

    /// The position on the board as a question.
    pub fn question(&self) -> Question {
        Question::new(self.game.clone(), self.position().clone(), self.play)
    }

    /// The address at which the game began.
    pub fn start(&self) -> String {
        self.game.address_of(&self.start, self.play)
    }

    /// The moves that stand.
    pub fn moves(&self) -> &[Played] {
        &self.moves[..self.cursor]
    }

    /// The seat to move, counted from 1.
    pub fn to_move(&self) -> usize {
        self.seat_at(self.cursor)
    }

    /// Who sits at a seat, counted from 1.
    pub fn player(&self, seat: usize) -> Player {
        self.setup.players[seat - 1]
    }

    /// Whether a person is to move.
    pub fn person_to_move(&self) -> bool {
        self.player(self.to_move()) == Player::Person
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<End> {
        if self.called.is_some() || !self.over {
            return self.called.clone();
        }
        Some(End::Finished { losers: self.losers() })
    }

    /// How often the position on the board has come with the same player to move.
    pub fn repetitions(&self) -> usize {
        let seats = self.setup.players.len();
        let same = |ply: &usize| self.positions[*ply] == *self.position();
        (0..=self.cursor).filter(|ply| ply % seats == self.cursor % seats).filter(same).count()
    }

    /// All that a front end shows.
    pub fn state(&self) -> State {
        State {
            address: self.address(),
            start: self.start(),
            position: self.text().to_string(),
            play: self.play,
            players: self.setup.players.clone(),
            seed: self.setup.seed,
            moves: self.moves().to_vec(),
            taken_back: self.moves.len() - self.cursor,
            to_move: self.to_move(),
            repetitions: self.repetitions(),
            end: self.end(),
        }
    }

    /// The first `limit` legal moves, and never more than some thousands.
    pub fn legal(&self, limit: usize) -> Listing {
        if self.called.is_some() {
            return Listing { moves: Vec::new(), complete: true };
        }
        self.game.listing(self.position(), limit.min(room(self.text().len())))
    }

    /// A picture of the board.
    pub fn scene(&self) -> Scene {
        self.game.scene(self.position())
    }

    /// The pictures of all boards from the beginning to the one on the board, in order.
    pub fn scenes(&self) -> impl Iterator<Item = Scene> {
        self.positions[..=self.cursor].iter().map(|position| self.game.scene(position))
    }

    /// Plays a move for whoever is to move. An illegal move changes nothing, and the error lists
    /// legal ones.
    pub fn play(&mut self, text: &str) -> Result<&Played, Error> {
        self.still_going()?;
        let mv = self.game.find_move(self.position(), text)?;
        Ok(self.make(&mv))
    }

    fn make(&mut self, mv: &AnyMove) -> &Played {
        let (to, played) = self.resolved(mv);
        self.moves.truncate(self.cursor);
        self.positions.truncate(self.cursor + 1);
        self.moves.push(played);
        self.positions.push(to);
        self.cursor += 1;
        self.arrived();
        &self.moves[self.cursor - 1]
    }

    /// Lets the engine move; its strength is that of the seat to move, or full for a person's seat.
    pub fn reply(&mut self, ask: &Ask<'_>) -> Result<Reply, Error> {
        self.still_going()?;
        let strength = match self.player(self.to_move()) {
            Player::Engine { strength } => strength,
            Player::Person => 100,
        };
        let choice = self.choose(strength, ask)?;
        let played = self.make(&choice.mv).clone();
        Ok(Reply { played, doubt: choice.doubt })
    }

    /// Takes back the last move of a person and what engines answered to it; between engines, one
    /// move; after a resignation or a draw only that. Tells how many moves were taken back.
    pub fn undo(&mut self) -> Result<usize, Error> {
        if self.called.take().is_some() {
            return Ok(0);
        }
        let people = self.setup.players.contains(&Player::Person);
        let wanted = |ply: &usize| !people || self.player(self.seat_at(*ply)) == Player::Person;
        let to = (0..self.cursor).rev().find(wanted);
        let Some(to) = to else {
            return Err(Error::input(
                "there is no move of yours to take back: the game is at its beginning",
            ));
        };
        let back = self.cursor - to;
        self.cursor = to;
        self.arrived();
        Ok(back)
    }

    /// Puts back what `undo` took, up to the next turn of a person. Tells how many moves.
    pub fn redo(&mut self) -> Result<usize, Error> {
        if self.cursor == self.moves.len() {
            return Err(Error::input("there is no move to put back: undo comes first"));
        }
        let before = self.cursor;
        let people = self.setup.players.contains(&Player::Person);
        loop {
            self.cursor += 1;
            let turn = !people || self.person_to_move();
            if turn || self.cursor == self.moves.len() {
                break;
            }
        }
        self.called = None;
        self.arrived();
        Ok(self.cursor - before)
    }

    /// The player to move gives up.
    pub fn resign(&mut self) -> Result<(), Error> {
        self.still_going()?;
        self.called = Some(End::Resigned { seat: self.to_move() });
        Ok(())
    }

    /// Ends the game as a draw, which is possible once a position has come three times.
    pub fn draw(&mut self) -> Result<(), Error> {
        self.still_going()?;
        let times = self.repetitions();
        if times < DRAWING_REPETITIONS {
            return Err(Error::input(format!(
                "a draw can be called when a position comes for the third time: this one has come {times} time{}",
                if times == 1 { "" } else { "s" }
            )));
        }
        self.called = Some(End::Drawn);
        Ok(())
    }

    /// The score sheet: text that [`Session::load`] re-opens exactly.
    pub fn sheet(&self) -> String {
        sheet::write(self)
    }

    /// Re-opens a score sheet. A damaged one is refused with a sentence that names the line.
    pub fn load(text: &str) -> Result<Session, Error> {
        sheet::read(text, &mut crate::address::open)
    }

    /// The same where the caller opens the address, which may name files.
    pub fn load_with(
        text: &str,
        open: &mut dyn FnMut(&str) -> Result<Question, Error>,
    ) -> Result<Session, Error> {
        sheet::read(text, open)
    }

    fn text_at(&self, ply: usize) -> &str {
        if ply == 0 { &self.start } else { &self.moves[ply - 1].to }
    }

    fn seat_at(&self, ply: usize) -> usize {
        ply % self.setup.players.len() + 1
    }

    /// Random numbers of this move: the same whenever the game comes to it again.
    fn random(&self) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.setup.seed);
        random.set_stream(self.cursor as u64);
        random
    }

    /// To be called whenever the position has changed.
    fn arrived(&mut self) {
        self.hints = 0;
        let (moves, complete) = self.game.moves(self.position(), 1);
        self.over = complete && moves.is_empty();
    }

    fn still_going(&self) -> Result<(), Error> {
        match self.end() {
            None => Ok(()),
            Some(_) => Err(Error::input("the game is over: undo takes the last move back")),
        }
    }

    /// The losers on a board without moves.
    fn losers(&self) -> Vec<usize> {
        let mover = self.to_move();
        if let Ok(Some(seats)) = self.game.seats(self.position()) {
            let lost = seats.seats.iter().enumerate().filter(|(_, safe)| !**safe);
            let mut losers: Vec<usize> =
                lost.map(|(after, _)| self.seat_at(self.cursor + after)).collect();
            losers.sort_unstable();
            return losers;
        }
        vec![if self.play == Play::Normal { mover } else { 3 - mover }]
    }

    /// A move as the sheet has it, and the position after it.
    fn resolved(&self, mv: &AnyMove) -> (AnyPosition, Played) {
        let to = self.game.play(self.position(), mv);
        let played = Played {
            mv: collapse(&mv.to_string()),
            text: collapse(&self.game.describe(self.position(), mv)),
            to: self.game.write(&to),
        };
        (to, played)
    }
}

/// How many moves of a position are listed at most: fewer where each leads to a long text.
fn room(letters: usize) -> usize {
    (1_000_000 / (letters + 1)).clamp(8, 2_000)
}
