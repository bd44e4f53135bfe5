//! Hints in rungs and the reasons behind a move: nothing is told before it is asked for.

use serde::Serialize;

use super::engine::Choice;
use super::words::{brief, capital};
use super::{Played, Session};
use crate::ask::Ask;
use crate::error::Error;
use crate::explain::Trace;
use crate::heap::HeapMove;
use crate::sum::SumMove;
use crate::value::Outcome;

/// One rung of help: is it won, where, which move, why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Hint {
    /// From 1 to 4.
    pub rung: u8,
    /// What is told.
    pub text: String,
    /// The move, from the third rung on.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The reasoning about the position after that move, on the fourth rung, where there is one.
    pub trace: Option<Trace>,
}

/// Why things are as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Why {
    /// What the last move has done, or how the position stands.
    pub text: String,
    /// The reasoning about the position on the board, where there is one.
    pub trace: Option<Trace>,
}

const LAST_RUNG: u8 = 4;

impl Session {
    /// The next rung of help for whoever is to move. A new position begins at the first rung.
    pub fn hint(&mut self, ask: &Ask<'_>) -> Result<Hint, Error> {
        self.still_going()?;
        let choice = self.best_here(ask)?;
        let rung = (self.hints + 1).min(LAST_RUNG);
        if let Some(reason) = &choice.doubt {
            let won = match choice.outcome {
                Some(Outcome::Next) => "This is an N-position: whoever moves next can win",
                _ => "Who wins here is not known",
            };
            return Ok(Hint { rung: 1, text: format!("{won} ({reason})."), mv: None, trace: None });
        }
        self.hints = rung;
        let text = match (rung, choice.outcome) {
            (1, outcome) => self.is_it_won(outcome)?,
            (2, outcome) => self.where_to_look(&choice, outcome),
            (3, outcome) => {
                let (_, played) = self.resolved(&choice.mv);
                let praise = match outcome {
                    Some(Outcome::Next) => "A winning move",
                    Some(Outcome::Draw) => "A move that keeps the draw",
                    Some(Outcome::Previous) => "A move that resists",
                    None if self.is_safe_now()? => "A safe move",
                    None => "A move as good as any",
                };
                format!("{praise}: {}.", in_words(&played))
            }
            _ => self.why_this_move(&choice)?,
        };
        let mv = (rung >= 3).then(|| choice.mv.to_string());
        let trace = match (rung, choice.outcome) {
            (LAST_RUNG, Some(_)) => {
                let to = self.game().play(self.position(), &choice.mv);
                self.game().explain(&to, self.play, ask).ok()
            }
            _ => None,
        };
        Ok(Hint { rung, text, mv, trace })
    }

    /// What the last move has done, and the reasoning about the position on the board.
    pub fn why(&mut self, ask: &Ask<'_>) -> Result<Why, Error> {
        if self.game().has_many_players() {
            return Ok(Why { text: self.sure(), trace: None });
        }
        let position = self.position().clone();
        let outcome = self.memory.solver.analyse(&position, self.play, ask)?.outcome;
        let text = match self.moves().last() {
            Some(last) => {
                let mover = self.seat_at(self.cursor - 1);
                let who = self.name_of(mover);
                format!("{} played {}. {}", capital(&who), brief(&last.mv), leaves(outcome, &who))
            }
            None => stands(outcome, &self.name_of(self.to_move())),
        };
        Ok(Why { text, trace: self.game().explain(&position, self.play, ask).ok() })
    }

    fn is_it_won(&self, outcome: Option<Outcome>) -> Result<String, Error> {
        Ok(match outcome {
            Some(outcome) => stands(outcome, &self.name_of(self.to_move())),
            None => self.sure(),
        })
    }

    /// What the player to move can be sure of, for more than two players.
    fn sure(&self) -> String {
        let who = self.name_of(self.to_move());
        match self.is_safe_now() {
            Ok(true) => {
                format!("{} can be sure not to lose, whatever all others do.", capital(&who))
            }
            _ => format!("{} cannot be sure: it depends on what the others do.", capital(&who)),
        }
    }

    fn is_safe_now(&self) -> Result<bool, Error> {
        let seats = self.game().seats(self.position())?;
        Ok(seats.is_some_and(|seats| seats.seats.first() == Some(&true)))
    }

    /// The second rung: the part, the pile, or how many moves are right.
    fn where_to_look(&self, choice: &Choice, outcome: Option<Outcome>) -> String {
        let piles = choice.mv.get::<HeapMove>().map(|mv| {
            let piles = mv.changes().map(|(pile, _)| format!("pile {}", pile + 1));
            piles.collect::<Vec<_>>().join(" and at ")
        });
        let look = match (choice.mv.get::<SumMove>(), piles) {
            (Some(mv), _) => Some(format!("Look at part {}.", mv.part + 1)),
            (None, Some(piles)) => Some(format!("Look at {piles}.")),
            (None, None) => None,
        };
        let count = match (&choice.right, outcome) {
            (Some((right, all)), Some(Outcome::Next)) => Some(format!(
                "{right} of {all} move{} win{}.",
                if *all == 1 { "" } else { "s" },
                if right.to_u64() == Some(1) { "s" } else { "" }
            )),
            (Some((right, all)), None) => Some(format!("{right} of {all} moves are safe.")),
            (_, Some(Outcome::Previous)) => Some("No move wins against best play.".to_string()),
            (_, Some(Outcome::Draw)) => Some("No move wins; some keep the draw.".to_string()),
            _ => None,
        };
        let told: Vec<String> = [count, look].into_iter().flatten().collect();
        if told.is_empty() { "There is a winning move.".to_string() } else { told.join(" ") }
    }

    /// The fourth rung.
    fn why_this_move(&self, choice: &Choice) -> Result<String, Error> {
        let who = self.name_of(self.to_move());
        let (_, played) = self.resolved(&choice.mv);
        let move_and_board = format!("{} leaves {}.", in_words(&played), brief(&played.to));
        let reason = match (choice.outcome, choice.remoteness) {
            (Some(Outcome::Next), Some(plies)) => format!(
                "{} It ends {}.",
                leaves(Outcome::Previous, &who),
                after(plies)
            ),
            (Some(Outcome::Next), None) => leaves(Outcome::Previous, &who),
            (Some(Outcome::Draw), _) => leaves(Outcome::Draw, &who),
            (Some(Outcome::Previous), Some(plies)) => format!(
                "Every move leaves an N-position: whoever moves next wins. This one holds out longest: \
                 the game then ends {}.",
                after(plies)
            ),
            (Some(Outcome::Previous), None) => {
                "Every move leaves an N-position: whoever moves next wins. This one leaves the most to find out."
                    .to_string()
            }
            (None, _) if self.is_safe_now()? => {
                format!("After it {who} cannot lose, whatever all others do.")
            }
            (None, _) => "No move is sure; this one is as good as any.".to_string(),
        };
        Ok(format!("{move_and_board} {reason}"))
    }
}

fn after(plies: u64) -> String {
    match plies {
        0 => "at once".to_string(),
        1 => "one move later".to_string(),
        _ => format!("{plies} moves later with best play"),
    }
}

/// A move with its words, where these add something.
pub(super) fn in_words(played: &Played) -> String {
    match played.text.is_empty() || played.text == played.mv {
        true => brief(&played.mv),
        false => format!("{} ({})", brief(&played.mv), brief(&played.text)),
    }
}

/// How a position stands, from one viewpoint.
fn stands(outcome: Outcome, mover: &str) -> String {
    match outcome {
        Outcome::Next => {
            format!("{} can win from here (an N-position: the next player wins).", capital(mover))
        }
        Outcome::Previous => format!(
            "{} cannot win from here against best play (a P-position: the previous player wins).",
            capital(mover)
        ),
        Outcome::Draw => {
            "This is a draw: neither side can force an end, if both play well.".to_string()
        }
    }
}

/// What a move has left, from the viewpoint of whoever made it.
pub(super) fn leaves(outcome: Outcome, mover: &str) -> String {
    match outcome {
        Outcome::Previous => {
            format!("This move leaves a P-position, lost for whoever moves next: won for {mover}.")
        }
        Outcome::Next => {
            format!("This move leaves an N-position, won for whoever moves next: not for {mover}.")
        }
        Outcome::Draw => "This move leaves a draw: neither side can force an end.".to_string(),
    }
}
