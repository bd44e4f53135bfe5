//! Score sheets: a game as text that people read and that re-opens exactly (docs/score-sheet.md).

use super::{DRAWING_REPETITIONS, End, Played, Player, Session, Setup, collapse};
use crate::address::Question;
use crate::error::{Error, quoted};

/// The version of score sheets that this program writes and reads.
pub const VERSION: u32 = 1;

const TITLE: &str = "bouton score sheet";
const END: &str = "end of score sheet";

/// Positions longer than this are not repeated on every line.
const LONGEST_CHECK: usize = 200;

pub(super) fn write(session: &Session) -> String {
    let Setup { players, seed, names } = &session.setup;
    let mut names = names.iter();
    let mut sheet = format!("{TITLE} {VERSION}\ngame: {}\nseed: {seed}\n", session.start());
    for (index, player) in players.iter().enumerate() {
        let name = match player {
            Player::Person => names.next().map_or(String::new(), |name| format!(", {name}")),
            Player::Engine { .. } => String::new(),
        };
        sheet += &format!("player {}: {}{name}\n", index + 1, player_text(*player));
    }
    sheet += "\nmoves:\n";
    for ply in 0..session.cursor {
        sheet += &move_line(session, ply);
    }
    if session.cursor < session.moves.len() {
        sheet += "\ntaken back:\n";
        for ply in session.cursor..session.moves.len() {
            sheet += &move_line(session, ply);
        }
    }
    sheet += &format!("\nresult: {}\n{}\n", result(session), end_line(session.moves.len()));
    sheet
}

fn player_text(player: Player) -> String {
    match player {
        Player::Person => "person".to_string(),
        Player::Engine { strength } => format!("engine, strength {strength}"),
    }
}

fn move_line(session: &Session, ply: usize) -> String {
    let Played { mv, text, to } = &session.moves[ply];
    let mut line = format!("{:>4}. {mv}", ply + 1);
    if to.len() <= LONGEST_CHECK {
        line += &format!("  => {}", collapse(to));
    }
    let who = format!("player {}", session.seat_at(ply));
    line += &match text.is_empty() || text == mv {
        true => format!("  # {who}"),
        false => format!("  # {who}: {text}"),
    };
    line + "\n"
}

fn end_line(moves: usize) -> String {
    format!("{END} ({moves} move{})", if moves == 1 { "" } else { "s" })
}

fn result(session: &Session) -> String {
    let list = |seats: &[usize]| seats.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    match session.end() {
        None => format!("unfinished, player {} to move", session.to_move()),
        Some(End::Drawn) => "draw, a position came three times".to_string(),
        Some(End::Resigned { seat }) => format!("player {seat} resigned"),
        Some(End::Finished { losers }) if session.setup.players.len() == 2 => {
            format!("player {} wins", if losers == [1] { 2 } else { 1 })
        }
        Some(End::Finished { losers }) if losers.is_empty() => "nobody loses".to_string(),
        Some(End::Finished { losers }) => format!("lost by player {}", list(&losers)),
    }
}

/// The lines that say something, each with its number.
struct Lines<'t> {
    lines: std::iter::Enumerate<std::str::Lines<'t>>,
    /// The number of the line read last.
    number: usize,
}

impl<'t> Lines<'t> {
    /// The next line that is neither empty nor a remark.
    fn next(&mut self) -> Option<&'t str> {
        for (index, line) in self.lines.by_ref() {
            self.number = index + 1;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                return Some(line);
            }
        }
        None
    }

    fn wanted(&mut self, what: &str) -> Result<&'t str, Error> {
        self.next().ok_or_else(|| self.cut_off(what))
    }

    fn cut_off(&self, what: &str) -> Error {
        Error::input(format!(
            "line {}: the score sheet is cut off here: {what} should follow",
            self.number.max(1)
        ))
    }

    /// The line must begin with this word and a colon.
    fn field(&mut self, name: &str) -> Result<&'t str, Error> {
        let line = self.wanted(&format!("a line '{name}: ...'"))?;
        let value = line.strip_prefix(name).and_then(|rest| rest.trim_start().strip_prefix(':'));
        value.map(str::trim).ok_or_else(|| {
            self.wrong(format!("{} stands where '{name}: ...' should stand", quoted(line)))
        })
    }

    fn wrong(&self, what: impl std::fmt::Display) -> Error {
        Error::input(format!("line {}: {what}", self.number))
    }
}

pub(super) fn read(
    text: &str,
    open: &mut dyn FnMut(&str) -> Result<Question, Error>,
) -> Result<Session, Error> {
    // Some editors begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = Lines { lines: text.lines().enumerate(), number: 0 };
    title(&mut lines)?;
    let address = lines.field("game")?;
    let opened = open(address).map_err(|error| lines.wrong(error))?;
    let at_game = lines.number;
    let seed = lines.field("seed")?;
    let seed = seed.parse::<u64>().map_err(|_| {
        lines.wrong(format!("{} is not a seed: write a whole number", quoted(seed)))
    })?;
    let game_wrong = |error: Error| Error::input(format!("line {at_game}: {error}"));
    let seats = opened.game.players(&opened.position).map_err(game_wrong)?;
    let (mut players, mut names) = (Vec::new(), Vec::new());
    for seat in 1..=seats {
        let text = lines.field(&format!("player {seat}"))?;
        let (text, name) = match text.split_once(", ").filter(|(who, _)| *who == "person") {
            Some((who, name)) => (who, Some(name)),
            None => (text, None),
        };
        let (seated, named) = (player(text).map_err(|what| lines.wrong(what))?, names.len());
        let people = players.iter().filter(|player| **player == Player::Person).count();
        if name.is_some() && named < people {
            return Err(lines.wrong("a person has a name here, and one before has none"));
        }
        names.extend(name.map(str::to_string));
        players.push(seated);
    }
    let setup = Setup { players, seed, names: Vec::new() };
    let setup = setup.named(names).map_err(|error| lines.wrong(error))?;
    let mut session = Session::new(opened, setup).map_err(game_wrong)?;
    let line = lines.wanted("a line 'moves:'")?;
    if line != "moves:" {
        return Err(lines.wrong(format!("{} stands where 'moves:' should stand", quoted(line))));
    }
    let mut standing = None;
    let result_line = loop {
        let line = lines.wanted("a move or the result")?;
        if let Some(result) = line.strip_prefix("result:") {
            break result.trim();
        }
        if line == "taken back:" && standing.is_none() {
            standing = Some(session.moves.len());
            continue;
        }
        read_move(&mut session, line).map_err(|what| lines.wrong(what))?;
    };
    if let Some(standing) = standing {
        session.cursor = standing;
        session.arrived();
    }
    call(&mut session, result_line).map_err(|what| lines.wrong(what))?;
    let line = lines.wanted(&format!("'{}'", end_line(session.moves.len())))?;
    if line != end_line(session.moves.len()) {
        return Err(lines.wrong(format!(
            "{} stands where '{}' should stand",
            quoted(line),
            end_line(session.moves.len())
        )));
    }
    if let Some(line) = lines.next() {
        return Err(lines.wrong(format!("{} stands after the end of the sheet", quoted(line))));
    }
    Ok(session)
}

fn title(lines: &mut Lines<'_>) -> Result<(), Error> {
    let line = lines.wanted(&format!("'{TITLE} {VERSION}'"))?;
    let version = line.strip_prefix(TITLE).map(str::trim);
    match version {
        Some(version) if version == VERSION.to_string() => Ok(()),
        Some(version) if version.parse::<u32>().is_ok() => Err(lines.wrong(format!(
            "this is a score sheet of version {version}, and this program reads version {VERSION}"
        ))),
        _ => Err(lines.wrong(format!(
            "{} is not the first line of a score sheet: that is '{TITLE} {VERSION}'",
            quoted(line)
        ))),
    }
}

fn player(text: &str) -> Result<Player, String> {
    if text == "person" {
        return Ok(Player::Person);
    }
    let strength = text.strip_prefix("engine, strength ").and_then(|number| number.parse().ok());
    match strength {
        Some(strength) if strength <= 100 => Ok(Player::Engine { strength }),
        _ => Err(format!(
            "{} is not a player: write 'person', or 'engine, strength 100' with 0 to 100",
            quoted(text)
        )),
    }
}

fn read_move(session: &mut Session, line: &str) -> Result<(), String> {
    let wanted = session.moves.len() + 1;
    // Texts on a sheet have single blanks, so two of them can mark what follows.
    let (line, _words) = line.split_once("  #").unwrap_or((line, ""));
    let (line, check) = match line.split_once("  => ") {
        Some((line, check)) => (line, Some(collapse(check))),
        None => (line, None),
    };
    let (number, mv) = line
        .split_once(". ")
        .ok_or_else(|| format!("{} is neither a move nor the result", quoted(line)))?;
    match number.trim().parse::<usize>() {
        Ok(number) if number == wanted => {}
        Ok(number) => return Err(format!("move {wanted} should stand here, not move {number}")),
        Err(_) => return Err(format!("{} is not the number of a move", quoted(number))),
    }
    let played = session.play(mv).map_err(|error| format!("move {wanted}: {error}"))?;
    let to = collapse(&played.to);
    match check {
        None if to.len() <= LONGEST_CHECK => {
            Err(format!("move {wanted} has no position behind '=>': it should be {to}"))
        }
        Some(check) if check != to => Err(format!(
            "move {wanted}, {}, leads to {}, but the sheet says {}",
            quoted(mv),
            quoted(&to),
            quoted(&check)
        )),
        _ => Ok(()),
    }
}

/// Takes over a result that somebody called, and compares the others with the moves.
fn call(session: &mut Session, text: &str) -> Result<(), String> {
    let resigned = text
        .strip_prefix("player ")
        .and_then(|rest| rest.strip_suffix(" resigned"))
        .and_then(|seat| seat.parse::<usize>().ok());
    if session.end().is_none() {
        if let Some(seat) = resigned.filter(|seat| (1..=session.setup.players.len()).contains(seat))
        {
            session.called = Some(End::Resigned { seat });
        } else if text.starts_with("draw") && session.repetitions() >= DRAWING_REPETITIONS {
            session.called = Some(End::Drawn);
        }
    }
    let right = result(session);
    match text == right {
        true => Ok(()),
        false => Err(format!("the result is given as {}, but it is '{right}'", quoted(text))),
    }
}
