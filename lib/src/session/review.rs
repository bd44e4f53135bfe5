//! The review of a game: each move that threw away a win, and what would have won.

use serde::Serialize;

use super::engine::safe_moves;
use super::hint::{in_words, leaves};
use super::words::capital;
use super::{End, Played, Player, Session, room};
use crate::analysis::Analysis;
use crate::ask::Ask;
use crate::error::Error;
use crate::rules::Position;
use crate::value::{Outcome, Value};

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// It kept what there was: the win, the draw, or the safety of the seat.
    Kept,
    /// There was nothing to keep.
    Lost,
    /// It threw away a win.
    ThrewAwayWin,
    /// It threw away a draw.
    ThrewAwayDraw,
    /// For more than two players: it gave up a seat that was sure not to lose.
    GaveUpSafety,
    /// A budget was reached, so nobody knows.
    Unknown,
}

impl Mark {
    /// Whether the move was a mistake.
    pub fn is_mistake(self) -> bool {
        matches!(self, Mark::ThrewAwayWin | Mark::ThrewAwayDraw | Mark::GaveUpSafety)
    }
}

/// One move, looked at again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReviewedMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// Who made it.
    pub seat: usize,
    /// The move.
    pub played: Played,
    /// What it did.
    pub mark: Mark,
    /// Who wins from the position after it, where that is known.
    pub outcome: Option<Outcome>,
    /// The value of the position after it, where there is one and it is known.
    pub value: Option<Value>,
    /// After a mistake, some moves that would have been right.
    pub better: Vec<String>,
    /// The same in words.
    pub text: String,
}

/// A game, looked at again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Review {
    /// Who wins from the position at the beginning, where that is known.
    pub outcome: Option<Outcome>,
    /// The value of that position, where there is one and it is known.
    pub value: Option<Value>,
    /// Every move that stands.
    pub moves: Vec<ReviewedMove>,
    /// The whole in a sentence.
    pub summary: String,
    /// How the win went where one person plays one engine, such as "You had it until move 3."; empty elsewhere.
    pub turning: String,
}

/// Right moves named for each mistake.
const MOST_BETTER: usize = 3;

impl Session {
    /// Looks at every move again.
    pub fn review(&mut self, ask: &Ask<'_>) -> Result<Review, Error> {
        let ask = Ask { moves: MOST_BETTER, ..*ask };
        let many = self.game().has_many_players();
        let (start, moves) = match many {
            true => (None, self.review_seats()?),
            false => self.review_outcomes(&ask),
        };
        let summary = self.summary(&moves);
        let outcome = start.as_ref().map(|start| start.outcome);
        let turning = outcome.map_or(String::new(), |outcome| self.turning(outcome, &moves));
        Ok(Review { outcome, value: start.and_then(|start| start.value), moves, summary, turning })
    }

    fn review_outcomes(&mut self, ask: &Ask<'_>) -> (Option<Analysis>, Vec<ReviewedMove>) {
        // From the end, where positions are small: once one is too much, earlier ones are as well.
        let mut known: Vec<Option<Analysis>> = vec![None; self.cursor + 1];
        for ply in (0..=self.cursor).rev() {
            match self.memory.solver.analyse(&self.positions[ply], self.play, ask) {
                Ok(analysis) => known[ply] = Some(analysis),
                Err(_) => break,
            }
        }
        let better =
            |analysis: &Analysis| analysis.winning.iter().map(|mv| analysis.written(mv)).collect();
        let mut reviewed = Vec::new();
        for ply in 0..self.cursor {
            let (mark, better) = match (&known[ply], &known[ply + 1]) {
                (Some(before), Some(after)) => match (before.outcome, after.outcome) {
                    (_, Outcome::Previous) | (Outcome::Draw, Outcome::Draw) => {
                        (Mark::Kept, Vec::new())
                    }
                    (Outcome::Previous, _) => (Mark::Lost, Vec::new()),
                    (Outcome::Next, _) => (Mark::ThrewAwayWin, better(before)),
                    (Outcome::Draw, Outcome::Next) => (Mark::ThrewAwayDraw, Vec::new()),
                },
                _ => (Mark::Unknown, Vec::new()),
            };
            reviewed.push(self.reviewed(ply, mark, better, known[ply + 1].as_ref()));
        }
        (known.swap_remove(0), reviewed)
    }

    fn review_seats(&self) -> Result<Vec<ReviewedMove>, Error> {
        let mut reviewed = Vec::new();
        for ply in 0..self.cursor {
            let (before, after) = (&self.positions[ply], &self.positions[ply + 1]);
            let first = self.game().seats(before)?.and_then(|seats| seats.seats.first().copied());
            let last = self.game().seats(after)?.and_then(|seats| seats.seats.last().copied());
            let mark = match (first, last) {
                (_, Some(true)) => Mark::Kept,
                (Some(true), Some(false)) => Mark::GaveUpSafety,
                (Some(false), _) => Mark::Lost,
                _ => Mark::Unknown,
            };
            let mut better = Vec::new();
            if mark == Mark::GaveUpSafety {
                let (moves, _) = self.game().moves(before, room(before.weight()));
                let safe = safe_moves(self.game(), before, &moves)?;
                better.extend(safe.iter().take(MOST_BETTER).map(|index| moves[*index].to_string()));
            }
            reviewed.push(self.reviewed(ply, mark, better, None));
        }
        Ok(reviewed)
    }

    fn reviewed(
        &self,
        ply: usize,
        mark: Mark,
        better: Vec<String>,
        after: Option<&Analysis>,
    ) -> ReviewedMove {
        let (seat, played) = (self.seat_at(ply), self.moves[ply].clone());
        let who = self.name_of(seat);
        let outcome = after.map(|after| after.outcome);
        let left = outcome.map_or(String::new(), |after| format!(" {}", leaves(after, &who)));
        let list = better.join("; or ");
        let verdict = match mark {
            Mark::Kept | Mark::Lost => left.trim_start().to_string(),
            Mark::ThrewAwayWin if better.is_empty() => {
                format!("Threw away a win.{left} No winning move can be named.")
            }
            Mark::ThrewAwayWin => {
                format!("Threw away a win.{left} What would have won: {list}.")
            }
            Mark::ThrewAwayDraw => format!("Threw away a draw.{left}"),
            Mark::GaveUpSafety => {
                format!(
                    "Gave up a seat that was sure not to lose. What would have been safe: {list}."
                )
            }
            Mark::Unknown => "Not known: a budget was reached.".to_string(),
        };
        let verdict = match (verdict.is_empty(), mark) {
            (true, Mark::Kept) => "Safe.".to_string(),
            (true, _) => "No move was sure.".to_string(),
            (false, _) => verdict,
        };
        let text = format!("{}: {}. {verdict}", capital(&who), in_words(&played));
        let value = after.and_then(|after| after.value.clone());
        ReviewedMove { number: ply + 1, seat, played, mark, outcome, value, better, text }
    }

    /// Where the win came from and went to, as the one person of two players has seen it. A draw that was never
    /// a win, and moves that nobody knows enough of, tell no such story.
    fn turning(&self, start: Outcome, moves: &[ReviewedMove]) -> String {
        let people = |seat: &usize| self.player(*seat) == Player::Person;
        let seats: Vec<usize> = (1..=self.setup.players.len()).filter(people).collect();
        let ([you], Some(end)) = (&seats[..], self.end().filter(|end| *end != End::Drawn)) else {
            return String::new();
        };
        let drawn = moves.iter().any(|mv| mv.outcome.is_none_or(|after| after == Outcome::Draw));
        if self.setup.players.len() != 2 || drawn || start == Outcome::Draw || moves.is_empty() {
            return String::new();
        }
        let yours = |seat: usize| seat == *you;
        let first = yours(1) == (start == Outcome::Next);
        let gifts: Vec<usize> = moves
            .iter()
            .filter(|mv| mv.mark == Mark::ThrewAwayWin && !yours(mv.seat))
            .map(|mv| mv.number)
            .collect();
        let slips: Vec<usize> = moves
            .iter()
            .filter(|mv| mv.mark == Mark::ThrewAwayWin && yours(mv.seat))
            .map(|mv| mv.number)
            .collect();
        let last = gifts.last().max(slips.last()).copied().unwrap_or(0);
        let yours_now = if last == 0 { first } else { gifts.contains(&last) };
        let resigned = matches!(end, End::Resigned { seat } if yours(seat));
        match (resigned, yours_now, &slips[..]) {
            (true, true, _) => "You resigned a game that you could still win.".to_string(),
            (_, true, []) if first => "You never gave up the win: perfect.".to_string(),
            (_, true, []) => {
                format!("Move {} gave you the win, and you never gave it up: perfect.", gifts[0])
            }
            (_, true, _) => format!(
                "You gave the win away at move {}, and got it back at move {last}.",
                slips[0]
            ),
            (_, false, []) => {
                "The engine had the win all the time: you had no chance to take it.".to_string()
            }
            (_, false, _) => format!("You had it until move {last}."),
        }
    }

    fn summary(&self, moves: &[ReviewedMove]) -> String {
        if moves.is_empty() {
            return "No move was made.".to_string();
        }
        let mut sentences = Vec::new();
        for seat in 1..=self.setup.players.len() {
            let count = |mark| moves.iter().filter(|mv| mv.seat == seat && mv.mark == mark).count();
            let who = capital(&self.name_of(seat));
            // Whoever resigned gave away what there still was.
            let resigned = self.end() == Some(End::Resigned { seat });
            let mut faultless = count(Mark::Unknown) == 0 && !resigned;
            for (mark, thing) in [
                (Mark::ThrewAwayWin, "threw away a win"),
                (Mark::ThrewAwayDraw, "threw away a draw"),
                (Mark::GaveUpSafety, "gave up a sure seat"),
            ] {
                let times = match count(mark) {
                    0 => continue,
                    1 => "once".to_string(),
                    2 => "twice".to_string(),
                    many => format!("{many} times"),
                };
                faultless = false;
                sentences.push(format!("{who} {thing} {times}."));
            }
            if faultless && self.player(seat) == Player::Person {
                sentences.push(format!("{who} threw nothing away."));
            }
        }
        if moves.iter().any(|mv| mv.mark == Mark::Unknown) {
            sentences.push("Some moves could not be judged within the budget.".to_string());
        }
        if sentences.is_empty() {
            sentences.push("Nobody threw anything away.".to_string());
        }
        sentences.join(" ")
    }
}
