//! A session in sentences: what players are called, and how a game stands or ended.

use super::{End, Player, Session};
use crate::error::quoted;
use crate::value::Play;

impl Session {
    /// What a player is called in a sentence: "you" where there is one person alone.
    pub fn name_of(&self, seat: usize) -> String {
        let people = self.setup.players.iter().filter(|player| **player == Player::Person).count();
        match self.player(seat) {
            Player::Person if people == 1 => "you".to_string(),
            Player::Engine { .. } if people == 1 && self.setup.players.len() == 2 => {
                "the engine".to_string()
            }
            _ => format!("player {seat}"),
        }
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
                let rule = match self.play {
                    Play::Normal => "whoever cannot move loses",
                    Play::Misere => "whoever cannot move wins",
                };
                format!(
                    "no move is left, and {rule}: {} {}.",
                    self.name_of(winner),
                    verb(winner, "win", "wins")
                )
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
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Text that may be very long, shortened so that it can stand inside a sentence.
pub(super) fn brief(text: &str) -> String {
    const MOST: usize = 200;
    if text.len() <= MOST { text.to_string() } else { quoted(text) }
}
