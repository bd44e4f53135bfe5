//! The best line: how a position is played out when the winner never errs.

#[cfg(feature = "schema")]
use crate::schema;
use serde::{Deserialize, Serialize};

use crate::address::Question;
use crate::analysis::WinningMove;
use crate::ask::Ask;
use crate::erased::{AnyMove, AnyPosition};
use crate::error::Error;
use crate::game::Game;
use crate::solve;
use crate::solver::Solver;
use crate::value::Outcome;

/// Moves of a line at most.
pub const MOST_MOVES: usize = 200;
/// Replies of the loser that are compared at most, and moves counted after each.
const MOST_COMPARED: usize = 64;
const MOST_COUNTED: usize = 1000;

/// How a position is played out: the winner makes a winning move each time; the loser, who has none, the one that leaves
/// the most moves to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[non_exhaustive]
pub struct Line {
    /// Its moves, one after the other.
    pub moves: Vec<LineMove>,
    /// Whether it goes on to the end of the game.
    pub complete: bool,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[non_exhaustive]
pub struct LineMove {
    /// The part of the sum in which it is made, counted from 1.
    pub part: usize,
    /// The move, as `play` reads it within that part.
    #[serde(rename = "move")]
    pub mv: String,
    /// The whole position after it, unless that is very long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The move in words.
    pub text: String,
    /// Who wins then: the next player, who is to move, or the previous one, who made this move.
    #[cfg_attr(feature = "schema", schemars(with = "schema::Outcome"))]
    pub outcome: Outcome,
}

impl Solver {
    /// How the position of a question is played out. A line that a budget ends, that comes to a draw, or that is very
    /// long is told as far as it goes.
    pub fn line(&mut self, question: &Question, ask: &Ask<'_>) -> Result<Line, Error> {
        let game = &question.game;
        let ask = Ask { moves: 1, value: false, ..*ask };
        let mut position = question.position.clone();
        let mut line = Line::default();
        let mut lost = false;
        while line.moves.len() < MOST_MOVES {
            let (moves, complete) = game.moves(&position, MOST_COMPARED);
            // None of very many moves may have been listed.
            if moves.is_empty() && complete {
                line.complete = true;
                break;
            }
            let reply = match lost {
                true => most_left(game, &position, moves),
                false => match self.best(game, &position, moves, question, &ask) {
                    Err(error) if error.is_stopped() => None,
                    reply => reply?,
                },
            };
            let Some((mv, outcome)) = reply else { break };
            lost = outcome == Outcome::Previous;
            let WinningMove { part, mv: written, to, text, .. } = game.told(&position, &mv);
            line.moves.push(LineMove { part, mv: written, to, text, outcome });
            position = game.play(&position, &mv);
        }
        game.sound()?;
        Ok(line)
    }

    /// A move for whoever may win, with who wins after it; nothing in a draw, and where no winning move can be told.
    fn best(
        &mut self,
        game: &Game,
        position: &AnyPosition,
        moves: Vec<AnyMove>,
        question: &Question,
        ask: &Ask<'_>,
    ) -> Result<Option<(AnyMove, Outcome)>, Error> {
        let answer = solve::ladder(game, self.tables(), position, question.play, ask)?;
        Ok(match answer.outcome {
            Outcome::Next => {
                answer.winning.moves.into_iter().next().map(|mv| (mv, Outcome::Previous))
            }
            Outcome::Previous => most_left(game, position, moves),
            Outcome::Draw => None,
        })
    }
}

/// The loser's move after which most moves are left, the first of several; the next player wins then.
fn most_left(
    game: &Game,
    position: &AnyPosition,
    moves: Vec<AnyMove>,
) -> Option<(AnyMove, Outcome)> {
    let left = |mv: &AnyMove| game.moves(&game.play(position, mv), MOST_COUNTED).0.len();
    // Of equals, `max_by_key` takes the last.
    moves.into_iter().rev().max_by_key(left).map(|mv| (mv, Outcome::Next))
}
