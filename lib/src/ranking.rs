//! Every move of a position with what it leaves, best first.

use bouton_core::order::InOrder;
use serde::Serialize;

use crate::address::Question;
use crate::ask::Ask;
use crate::error::Error;

use crate::value::{Outcome, Value};

/// The moves of a position, ranked by what they leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ranking {
    /// The moves: first those that win, then those that keep a draw, then those that lose, and last
    /// those that could not be judged within the budget.
    pub moves: Vec<RankedMove>,
    /// Whether these are all.
    pub complete: bool,
}

/// A move and what it leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RankedMove {
    /// The move, as `play` reads it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in words.
    pub text: String,
    /// The position after it.
    pub to: String,
    /// Who wins from there; P means that the move wins. Nothing where a budget was reached.
    pub outcome: Option<Outcome>,
    /// The value of what is left, where there is one and it is known.
    pub value: Option<Value>,
    /// Plies to the end from there, where known.
    pub remoteness: Option<u64>,
}

impl Ranking {
    /// Judges the first `limit` moves; each may cost what `ask` allows.
    pub fn new(question: &Question, limit: usize, ask: &Ask<'_>) -> Result<Ranking, Error> {
        let Question { game, position, play, .. } = question;
        game.allows(*play)?;
        let (listed, complete) = game.moves(position, limit);
        let many = game.has_many_players();
        let mut solver = game.solver();
        let one = Ask { moves: 1, ..*ask };
        let mut moves = Vec::with_capacity(listed.len());
        for mv in listed {
            let to = game.play(position, &mv);
            // A position that is too much for the budget is not known; what is wrong is told above.
            let after = if many { None } else { solver.analyse(&to, *play, &one).ok() };
            moves.push(RankedMove {
                mv: mv.to_string(),
                text: game.describe(position, &mv),
                to: game.write(&to),
                outcome: after.as_ref().map(|after| after.outcome),
                remoteness: after.as_ref().and_then(|after| after.remoteness),
                value: after.and_then(|after| after.value),
            });
        }
        // The sort is stable: equally good moves stay in the game's own order.
        let rank = |mv: &RankedMove| match mv.outcome {
            Some(Outcome::Previous) => 0,
            Some(Outcome::Draw) => 1,
            Some(Outcome::Next) => 2,
            None => 3,
        };
        moves.put_in_order_by(|a, b| rank(a).cmp(&rank(b)));
        Ok(Ranking { moves, complete })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranking(address: &str) -> Ranking {
        Ranking::new(&crate::address::open(address).unwrap(), 100, &Ask::default()).unwrap()
    }

    #[test]
    fn winning_moves_come_first_and_are_those_of_the_analysis() {
        for address in ["nim: 3 4 5", "misere nim: 1 1 2", "chomp: 3x4", "kayles: 7 + nim: 2"] {
            let analysis = crate::solve(address).unwrap();
            let ranking = ranking(address);
            assert!(ranking.complete);
            let wins = ranking.moves.iter().take_while(|mv| mv.outcome == Some(Outcome::Previous));
            assert_eq!(wins.count(), analysis.winning.len(), "{address}");
        }
    }

    #[test]
    fn draws_stand_between_wins_and_losses() {
        let order: Vec<Option<Outcome>> = ranking("graph(a>b a>c a>d b>e c>c d>f f>g): a")
            .moves
            .iter()
            .map(|mv| mv.outcome)
            .collect();
        assert_eq!(order, [Some(Outcome::Previous), Some(Outcome::Draw), Some(Outcome::Next)]);
    }
}
