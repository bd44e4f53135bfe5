//! Every move of a position with what it leaves, best first.

use bouton_core::order::InOrder;
use serde::Serialize;

use crate::address::Question;
use crate::ask::Ask;
use crate::error::Error;
use crate::lookahead::Lookahead;
use crate::solver::Solver;
use crate::value::{Outcome, Value};

/// The moves of a position, ranked by what they leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ranking {
    /// The moves: first those that win, then those that keep a draw, then those that lose, the longest
    /// resistance first where it is known, and last those that could not be judged within the budget.
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
    /// Plies to the end from there, where known: the winner hurries, the loser delays.
    pub remoteness: Option<u64>,
}

impl Ranking {
    /// Judges the first `limit` moves; each may cost what `ask` allows.
    pub fn new(question: &Question, limit: usize, ask: &Ask<'_>) -> Result<Ranking, Error> {
        Ranking::with(&mut question.game.solver(), question, limit, ask)
    }

    /// The same with what a solver of the game has found already.
    pub fn with(
        solver: &mut Solver,
        question: &Question,
        limit: usize,
        ask: &Ask<'_>,
    ) -> Result<Ranking, Error> {
        let Question { game, position, play, .. } = question;
        game.allows(*play)?;
        let (listed, complete) = game.moves(position, limit);
        let many = game.has_many_players();
        let one = Ask { moves: 1, ..*ask };
        let seen = if many { None } else { Lookahead::explore(game, position, *play, ask) };
        let mut moves = Vec::with_capacity(listed.len());
        for mv in listed {
            let to = game.play(position, &mv);
            // A position that is too much for the budget is not known; what is wrong is told above.
            let after = if many { None } else { solver.analyse(&to, *play, &one).ok() };
            let end = seen.as_ref().and_then(|seen| seen.find(&to)).map(|(_, verdict)| verdict);
            let plies = end.filter(|end| end.outcome != Outcome::Draw).map(|end| end.remoteness);
            moves.push(RankedMove {
                mv: mv.to_string(),
                text: game.describe(position, &mv),
                to: game.write(&to),
                outcome: after.as_ref().map(|after| after.outcome),
                remoteness: plies.or_else(|| after.as_ref().and_then(|after| after.remoteness)),
                value: after.and_then(|after| after.value),
            });
        }
        // The sort is stable: equally good moves stay in the game's own order.
        let rank = |mv: &RankedMove| match mv.outcome {
            Some(Outcome::Previous) => (0, 0),
            Some(Outcome::Draw) => (1, 0),
            Some(Outcome::Next) => (2, u64::MAX - mv.remoteness.unwrap_or(0)),
            None => (3, 0),
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
    fn lost_moves_stand_by_how_long_they_hold_out() {
        for address in ["nim: 3 4 5", "misere nim: 1 3 5", "chomp: 3x4", "kayles: 7 + nim: 2"] {
            let question = crate::address::open(address).unwrap();
            let graph = question.game.explore(&question.position, true, &Ask::default()).unwrap();
            let verdicts = graph.graph.verdicts(question.play);
            let mut before = u64::MAX;
            for mv in ranking(address).moves.iter().filter(|mv| mv.outcome == Some(Outcome::Next)) {
                let to = question.game.read(&mv.to).unwrap();
                let node = graph.positions.find(&to).unwrap();
                assert_eq!(
                    mv.remoteness,
                    Some(verdicts[node as usize].remoteness),
                    "{address} {}",
                    mv.mv
                );
                assert!(mv.remoteness.unwrap() <= before, "{address}: {}", mv.mv);
                before = mv.remoteness.unwrap();
            }
        }
        // Nobody has seen the end of this.
        let huge = ranking("nim: 1000000 1000001 7");
        assert!(huge.moves.iter().all(|mv| mv.remoteness.is_none()));
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
