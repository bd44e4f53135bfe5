//! A session in sentences: what players are called, and how a game stands or ended.

use super::{End, Player, Session};
use crate::error::quoted;
use crate::value::Play;

impl Session {
    /// What a player is called in a sentence: by name, or "you" where there is one person alone.
    pub fn name_of(&self, seat: usize) -> String {
        let before = self.setup.players[..seat - 1].iter();
        let place = before.filter(|player| **player == Player::Person).count();
        if let (Player::Person, Some(name)) = (self.player(seat), self.setup.names.get(place)) {
            return name.clone();
        }
        let people = self.setup.players.iter().filter(|player| **player == Player::Person).count();
        match self.player(seat) {
            Player::Person if people == 1 => "you".to_string(),
            Player::Engine { .. } if people == 1 && self.setup.players.len() == 2 => {
                "the engine".to_string()
            }
            _ => format!("player {seat}"),
        }
    }

    /// How the game is won at its end: `whoever cannot move loses`, or what the game itself says.
    pub fn goal(&self) -> String {
        let rule = match self.play {
            Play::Normal => "whoever cannot move loses",
            Play::Misere => "whoever cannot move wins",
        };
        self.own_goal().unwrap_or_else(|| rule.to_string())
    }

    fn own_goal(&self) -> Option<String> {
        self.game().rules().goal().filter(|_| self.play == Play::Normal)
    }

    /// How the game stands or ended, in a sentence.
    pub fn result_in_words(&self) -> String {
        let verb = |seat: usize, you: &'static str, other: &'static str| {
            if self.name_of(seat) == "you" { you } else { other }
        };
        let seats = self.setup.players.len();
        let sentence = match self.end() {
            None => format!("{} to move.", self.name_of(self.to_move())),
            Some(End::Drawn) => "a draw: the position came three times.".to_string(),
            Some(End::Resigned { seat }) if seats == 2 => {
                let winner = 3 - seat;
                format!(
                    "{} resigned, and {} {}.",
                    self.name_of(seat),
                    self.name_of(winner),
                    verb(winner, "win", "wins")
                )
            }
            Some(End::Resigned { seat }) => format!("{} resigned.", self.name_of(seat)),
            Some(End::Finished { losers }) if seats == 2 => {
                let winner = if losers == [1] { 2 } else { 1 };
                let (who, wins) = (self.name_of(winner), verb(winner, "win", "wins"));
                match self.own_goal() {
                    Some(goal) => format!("{who} {wins} ({goal})."),
                    None => format!("no move is left, and {}: {who} {wins}.", self.goal()),
                }
            }
            Some(End::Finished { losers }) if losers.is_empty() => {
                "no move is left: nobody loses.".to_string()
            }
            Some(End::Finished { losers }) => {
                let names: Vec<String> = losers.iter().map(|seat| self.name_of(*seat)).collect();
                let verb = match &losers[..] {
                    [seat] => verb(*seat, "lose", "loses"),
                    _ => "lose",
                };
                format!("no move is left: {} {verb}.", names.join(" and "))
            }
        };
        capital(&sentence)
    }
}

/// The text with single blanks, as it stands on a score sheet.
pub(super) fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sentence with a capital letter.
pub fn capital(text: &str) -> String {
    let mut text = text.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Text that may be very long, shortened so that it can stand inside a sentence.
pub(super) fn brief(text: &str) -> String {
    const MOST: usize = 200;
    if text.len() <= MOST { text.to_string() } else { quoted(text) }
}
