//! `bouton play`: a person against the engine, line by line, or engines among themselves.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use bouton::ask::Progress;
use bouton::render::board;
use bouton::render::text::{self, counted};
use bouton::session::{self, Played, Player, Review, Session, Setup};
use bouton::{Ask, Error, Play as Convention};

use super::{fail, told};
use crate::arguments::Play;
use crate::patience::{Limits, Patience, listen_for_interrupt};
use crate::sheets::{Sheet, load};
use crate::{input, output, tables};

pub fn run(play: &Play) -> u8 {
    listen_for_interrupt();
    let limits = Limits { seconds: play.seconds, bytes: play.memory };
    let patience = Patience::new(limits, None, false);
    let begun = begin(play).and_then(|mut session| {
        if let Some(folder) = &play.tablebase {
            session.consult(tables::consulted(folder, session.game())?);
        }
        Ok(session)
    });
    let session = match begun {
        Ok(session) => session,
        Err(error) => return fail(&error, None, false),
    };
    drop(patience);
    // A name that cannot be written to is better told before the game than after it.
    let sheet = play.save.as_ref().map(|path| begin_sheet(path, &session.sheet())).transpose();
    let sheet = match sheet {
        Ok(sheet) => sheet,
        Err(error) => return fail(&error, None, false),
    };
    let mut table = Table { session, play, sheet, interactive: std::io::stdin().is_terminal() };
    table.introduce();
    if play.watch {
        table.let_engines_play();
        table.close();
    } else {
        table.converse();
    }
    match (&play.save, table.save()) {
        (_, Err(error)) => return fail(&error, None, false),
        (Some(path), Ok(())) => table.say(&format!("Saved to {}.", path.display())),
        (None, Ok(())) => {}
    }
    0
}

/// A file in which a game is kept from now on.
fn begin_sheet(path: &Path, text: &str) -> Result<Sheet, Error> {
    let mut sheet = Sheet::new(path, text)?;
    sheet.save(text)?;
    Ok(sheet)
}

fn begin(play: &Play) -> Result<Session, Error> {
    if let Some(path) = &play.load {
        return load(path);
    }
    if play.address.is_empty() {
        return Err(Error::input(
            "an address is missing: write one, such as bouton play marienbad, or --load FILE",
        ));
    }
    let mut opened = input::address(&play.address.join(" "))?;
    if play.misere {
        opened.play = Convention::Misere;
    }
    let seed = play.seed.unwrap_or_else(seed_from_the_clock);
    let seats = opened.game.players(&opened.position)?;
    let setup = if play.two {
        if seats != 2 {
            return Err(Error::input(format!(
                "this game has {seats} seats, and --two is for two people"
            )));
        }
        Setup::people(seats)
    } else if play.watch {
        Setup::engines(seats, play.strength, play.strength_two.unwrap_or(play.strength), seed)
    } else {
        let seat = play.seat.unwrap_or(if play.first == "engine" { 2 } else { 1 });
        Setup::person_at(seat, seats, play.strength, seed)?
    };
    let names = play.names.iter().map(|name| name.trim().to_string()).collect();
    Session::new(opened, setup.named(names)?)
}

/// Short enough to be typed again.
fn seed_from_the_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_nanos() / 1000 % 1_000_000) as u64
}

const HELP: &[(&str, &str)] = &[
    ("a move", "as the list of moves writes it, by signs or in words"),
    ("moves", "the legal moves"),
    ("rules", "what a move does, and how the game is won"),
    ("hint", "one rung of help: is it won? where? which move? why?"),
    ("why", "what the last move did, and the reasoning"),
    ("undo", "take back your last move and the answer to it"),
    ("redo", "put back what was taken back"),
    ("board", "the position again"),
    ("draw", "end the game when a position has come three times"),
    ("resign", "give the game up"),
    ("review", "every move so far, with what would have won"),
    ("save FILE", "write the score sheet"),
    ("load FILE", "go on with a saved game"),
    ("quit", "leave; also the end of the input"),
];

/// Legal moves shown at most.
const MOST_SHOWN: usize = 40;

/// What a line asks for.
enum Wish<'t> {
    Help,
    Moves,
    Rules,
    Hint,
    Why,
    Undo,
    Redo,
    Board,
    Draw,
    Resign,
    Review,
    Save(&'t str),
    Load(&'t str),
    Quit,
    Nothing,
    Move(&'t str),
}

struct Table<'a> {
    session: Session,
    play: &'a Play,
    /// Where the game is saved after every move.
    sheet: Option<Sheet>,
    interactive: bool,
}

impl Table<'_> {
    fn say(&self, text: &str) {
        output::answer(&(output::style().wrap(text) + "\n"));
    }

    /// Asks the session something within the time for one move.
    fn ask<T>(&mut self, question: impl FnOnce(&mut Session, &Ask<'_>) -> T) -> T {
        let limits = Limits { seconds: self.play.seconds, bytes: self.play.memory };
        let patience = Patience::new(limits, None, false);
        let tick = |progress: Progress| patience.tick(progress);
        let ask = Ask {
            positions: self.play.positions,
            bytes: self.play.memory,
            tick: &tick,
            ..Ask::default()
        };
        question(&mut self.session, &ask)
    }

    fn save(&mut self) -> Result<(), Error> {
        match &mut self.sheet {
            Some(sheet) => sheet.save(&self.session.sheet()),
            None => Ok(()),
        }
    }

    fn introduce(&self) {
        let session = &self.session;
        let setup = session.setup();
        self.say(&text::short(&session.start()));
        self.tell_rules();
        let players: Vec<String> = setup
            .players
            .iter()
            .enumerate()
            .map(|(index, player)| match player {
                Player::Person if session.name_of(index + 1) == format!("player {}", index + 1) => {
                    format!("player {} is a person", index + 1)
                }
                Player::Person => format!("player {} is {}", index + 1, session.name_of(index + 1)),
                Player::Engine { strength } => {
                    format!("player {} is an engine of strength {strength}", index + 1)
                }
            })
            .collect();
        let mut players = players.join(", ");
        players.replace_range(..1, "P");
        let first = session::capital(&session.name_of(1));
        let begins = if first == "You" { "begin" } else { "begins" };
        self.say(&format!("{players}. {first} {begins}."));
        // Without an engine nothing is drawn.
        if setup.players.iter().any(|player| *player != Player::Person) {
            self.say(&format!("--seed {} repeats this game.", setup.seed));
        }
        if !self.play.watch {
            let example = session.legal(1).moves.into_iter().next();
            let example =
                example.map_or(String::new(), |mv| format!(" such as {},", text::short(&mv.mv)));
            self.say(&format!("Type a move{example} or help."));
        }
    }

    fn tell_rules(&self) {
        self.say(&self.session.game().instructions(self.session.convention()));
    }

    fn show_board(&self) {
        output::answer("\n");
        self.say(&text::short(self.session.text()));
        let scene = is_small(self.session.text()).then(|| self.session.scene());
        if let Some(picture) = scene.and_then(|scene| board::board(&scene, output::style().width)) {
            output::answer(&picture);
        }
    }

    /// Reads lines until the end of input or `quit`.
    fn converse(&mut self) {
        let mut lines = input::Lines::new(input::standard());
        let mut closed = false;
        loop {
            if self.session.end().is_none() && !self.session.person_to_move() {
                self.let_engines_play();
            }
            if self.session.end().is_none() {
                closed = false;
                self.show_board();
            } else if !closed {
                closed = true;
                self.close();
            }
            // Whatever ends the process, the game is in the file.
            if let Err(error) = self.save() {
                self.say(&sentence(&error));
            }
            // Lines that leave the board as it is need no new picture of it.
            loop {
                if output::gone() {
                    return;
                }
                output::answer(&match self.session.end() {
                    None => self.prompt(),
                    Some(_) => "The game is over> ".to_string(),
                });
                let Some(line) = lines.next() else {
                    output::answer("\n");
                    self.say("The input ends, and the game stops here.");
                    self.tell_way_back();
                    return;
                };
                if !self.interactive {
                    // A transcript shows what was typed.
                    output::answer(&format!("{}\n", line.as_deref().unwrap_or("")));
                }
                let before = (self.session.moves().len(), self.session.end());
                match line.map_err(|bad| bad.error).and_then(|line| self.fulfil(&line)) {
                    Ok(Then::Quit) => {
                        self.tell_way_back();
                        return;
                    }
                    Ok(Then::NewBoard) => {
                        closed = false;
                        break;
                    }
                    Ok(Then::Nothing) => {}
                    Err(error) => self.say(&sentence(&error)),
                }
                if before != (self.session.moves().len(), self.session.end()) {
                    break;
                }
            }
        }
    }

    fn prompt(&self) -> String {
        match self.session.name_of(self.session.to_move()) {
            you if you == "you" => "Your move> ".to_string(),
            name => format!("{} to move> ", session::capital(&name)),
        }
    }

    fn wish<'t>(&self, line: &'t str) -> Wish<'t> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word, rest.is_empty()) {
            ("save", _) => return Wish::Save(rest),
            ("load", _) => return Wish::Load(rest),
            ("play", false) => return Wish::Move(rest),
            _ => {}
        }
        match line {
            "" => Wish::Nothing,
            "help" | "?" => Wish::Help,
            "moves" => Wish::Moves,
            "rules" => Wish::Rules,
            "hint" => Wish::Hint,
            "why" => Wish::Why,
            "undo" => Wish::Undo,
            "redo" => Wish::Redo,
            "board" => Wish::Board,
            "draw" => Wish::Draw,
            "resign" => Wish::Resign,
            "review" => Wish::Review,
            "quit" | "exit" => Wish::Quit,
            // A single letter is short for a word, unless it is a move of this game.
            "h" | "u" | "q" if !self.is_move(line) => match line {
                "h" => Wish::Hint,
                "u" => Wish::Undo,
                _ => Wish::Quit,
            },
            _ => Wish::Move(line),
        }
    }

    fn is_move(&self, text: &str) -> bool {
        self.session.legal(1000).moves.iter().any(|mv| mv.mv == text)
    }

    fn fulfil(&mut self, line: &str) -> Result<Then, Error> {
        match self.wish(line) {
            Wish::Nothing => {}
            Wish::Help => {
                for (word, meaning) in HELP {
                    let line = format!("{word:<9}  {meaning}");
                    output::answer(&(output::style().wrap_indented(&line, "  ") + "\n"));
                }
            }
            Wish::Moves => self.show_moves(),
            Wish::Rules => self.tell_rules(),
            Wish::Hint => {
                let hint = self.ask(|session, ask| session.hint(ask))?;
                self.say(&format!("Hint {} of 4. {}", hint.rung, hint.text));
                if let Some(trace) = &hint.trace {
                    output::answer(&text::trace(trace, output::style()));
                }
            }
            Wish::Why => {
                let why = self.ask(|session, ask| session.why(ask))?;
                self.say(&why.text);
                if let Some(trace) = &why.trace {
                    output::answer(&text::trace(trace, output::style()));
                }
            }
            Wish::Undo => {
                let count = self.session.undo()?;
                self.say(&match count {
                    0 => "That is withdrawn.".to_string(),
                    1 => "One move is taken back.".to_string(),
                    _ => format!("{count} moves are taken back."),
                });
                return Ok(Then::NewBoard);
            }
            Wish::Redo => {
                let count = self.session.redo()?;
                self.say(&match count {
                    1 => "One move is put back.".to_string(),
                    _ => format!("{count} moves are put back."),
                });
                return Ok(Then::NewBoard);
            }
            Wish::Board => self.show_board(),
            Wish::Draw => self.session.draw()?,
            Wish::Resign => self.session.resign()?,
            Wish::Review => {
                let review = self.review()?;
                self.show_review(&review, true);
            }
            Wish::Save(name) => {
                let path = file(name, "save")?;
                match &self.play.save {
                    Some(own) if *own == path => self.save()?,
                    _ => drop(begin_sheet(&path, &self.session.sheet())?),
                }
                self.say(&format!("Saved to {}.", path.display()));
            }
            Wish::Load(name) => {
                // Only a whole sheet takes the place of the game on the table.
                let loaded = load(&file(name, "load")?)?;
                self.tell_way_back();
                self.session = loaded;
                self.introduce();
                return Ok(Then::NewBoard);
            }
            Wish::Quit => return Ok(Then::Quit),
            Wish::Move(mv) => {
                let seat = self.session.to_move();
                let played = self.session.play(mv)?.clone();
                self.tell_move(seat, &played);
                self.tell_repetition();
            }
        }
        Ok(Then::Nothing)
    }

    fn show_moves(&self) {
        let listing = self.session.legal(MOST_SHOWN);
        for mv in &listing.moves {
            let words = if mv.text == mv.mv { String::new() } else { format!("   {}", mv.text) };
            let line = format!("{}{words}", text::short(&mv.mv));
            output::answer(&(output::style().wrap_indented(&text::short(&line), "  ") + "\n"));
        }
        match (listing.moves.is_empty(), listing.complete) {
            (true, true) => self.say("There are no moves: the game is over."),
            (true, false) => self.say("There are more moves than can be listed."),
            (false, false) => self.say("And more."),
            (false, true) => {}
        }
    }

    fn tell_move(&self, seat: usize, played: &Played) {
        let words = match played.text.is_empty() || played.text == played.mv {
            true => String::new(),
            false => format!(" ({})", text::short(&played.text)),
        };
        let who = session::capital(&self.session.name_of(seat));
        let leaves = match self.play.watch && played.to.len() <= 60 {
            true => format!(" => {}", played.to),
            false => String::new(),
        };
        self.say(&format!("{who}: {}{words}{leaves}", text::short(&played.mv)));
    }

    /// A third time is told; between engines it ends the game.
    /// A game that is left unfinished can be gone on with: its position has an address.
    fn tell_way_back(&self) {
        if self.session.end().is_none()
            && !self.session.moves().is_empty()
            && self.play.save.is_none()
        {
            self.say(&format!(
                "The game that you leave goes on with: bouton play \"{}\"",
                self.session.address()
            ));
        }
    }

    fn tell_repetition(&mut self) {
        if self.session.end().is_some() || self.session.repetitions() < session::DRAWING_REPETITIONS
        {
            return;
        }
        if self.play.watch {
            let _ = self.session.draw();
        } else {
            self.say(&format!(
                "This position has come {} times: draw ends the game as a draw.",
                self.session.repetitions()
            ));
        }
    }

    /// Engines move until a person is to move, or the game is over, or it has been enough.
    fn let_engines_play(&mut self) {
        let mut plies = 0;
        while self.session.end().is_none() && !self.session.person_to_move() {
            if plies == self.play.plies {
                let moves = counted(plies as u64, "move");
                self.say(&format!("Stopped after {moves}: the game is unfinished."));
                return;
            }
            plies += 1;
            let seat = self.session.to_move();
            match self.ask(|session, ask| session.reply(ask)) {
                Ok(reply) => {
                    self.tell_move(seat, &reply.played);
                    if let Some(reason) = reply.doubt {
                        let who = session::capital(&self.session.name_of(seat));
                        self.say(&format!("{who} moved at random, not knowing better: {reason}."));
                    }
                }
                Err(error) => {
                    let who = session::capital(&self.session.name_of(seat));
                    self.say(&format!("{who} finds no move and resigns: {error}."));
                    let _ = self.session.resign();
                }
            }
            self.tell_repetition();
        }
    }

    /// The result, and what was thrown away on the way to it.
    fn close(&mut self) {
        output::answer("\n");
        if self.session.end().is_some() {
            self.say(&self.session.result_in_words());
        }
        match self.review() {
            Ok(review) => self.show_review(&review, false),
            Err(error) => self.say(&sentence(&error)),
        }
    }

    fn review(&mut self) -> Result<Review, Error> {
        self.ask(|session, ask| session.review(ask))
    }

    /// Every move, or only the mistakes.
    fn show_review(&self, review: &Review, all: bool) {
        for mv in review.moves.iter().filter(|mv| all || mv.mark.is_mistake()) {
            let sign = if mv.mark.is_mistake() { '*' } else { ' ' };
            let line = format!("{}{sign} {}", mv.number, mv.text);
            output::answer(&(output::style().wrap_indented(&line, "  ") + "\n"));
        }
        self.say(&format!("Review: {}", review.summary));
    }
}

/// What follows a line.
enum Then {
    Nothing,
    NewBoard,
    Quit,
}

fn file(name: &str, word: &str) -> Result<PathBuf, Error> {
    match name.is_empty() {
        true => Err(Error::input(format!("{word} needs the name of a file: {word} FILE"))),
        false => Ok(PathBuf::from(name)),
    }
}

/// Whether a picture of the position would be small: only then is one asked for.
fn is_small(position: &str) -> bool {
    let numbers = position.split(|letter: char| !letter.is_ascii_digit());
    position.len() <= 200
        && numbers
            .filter(|digits| !digits.is_empty())
            .all(|digits| digits.parse::<u64>().is_ok_and(|number| number <= 64))
}

fn sentence(error: &Error) -> String {
    format!("{}.", told(error))
}
