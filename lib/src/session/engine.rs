//! The engine's choice: a best move, the longest resistance, or, by its strength, any move.
//!
//! A small game is seen to its end: its graph says which win is quickest and which loss is longest, and
//! where all moves lose, which of them leaves the fewest right answers. A large game is left to the
//! solver, which names winning moves; where there are none the engine compares a sample of moves by
//! what they leave. Whatever is random is drawn from the seed and the number of the move alone, so that
//! a game taken back and played again is the same game.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::{Played, Session, room};
use crate::analysis::{Analysis, WinningMove};
use crate::ask::Ask;
use crate::error::Error;
use crate::game::{AnyMove, AnyPosition, Game};
use crate::lookahead::{Lookahead, MOST_POSITIONS};
use crate::natural::Natural;
use crate::rules::Position;
use crate::solve::sums;
use crate::solver::Solver;
use crate::value::{Nimber, Outcome};

/// What the engine did.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Reply {
    /// Its move.
    pub played: Played,
    /// Where it did not know who wins and moved at random: a sentence that says so.
    pub doubt: Option<String>,
}

/// A move that the engine would make, and what it knows of the position.
pub(super) struct Choice {
    pub mv: AnyMove,
    /// The outcome of the position before the move; none where it is not known, or for many players.
    pub outcome: Option<Outcome>,
    /// How many moves win, or keep the seat safe, and how many there are; where both are known.
    pub right: Option<(Natural, usize)>,
    /// Plies to the end after this choice under best play, where the whole game was looked at.
    pub remoteness: Option<u64>,
    pub doubt: Option<String>,
}

/// What the engine remembers from move to move: tables only, nothing that decides a move.
pub(super) struct Memory {
    pub solver: Solver,
    lookahead: Option<Lookahead>,
}

impl Memory {
    pub fn new(solver: Solver) -> Memory {
        Memory { solver, lookahead: None }
    }

    /// Whether a game was small enough to be seen to its end.
    pub fn has_seen_the_end(&self) -> bool {
        self.lookahead.is_some()
    }
}

/// Moves compared with each other at most when all of them lose in a large game.
const MOST_COMPARED: usize = 48;

/// Moves whose way to the end is measured at most.
const MOST_MEASURED: usize = 16;

/// Winning moves to choose from.
const MOST_WINNING: usize = 100;

impl Session {
    /// The move that an engine of this strength makes here.
    pub(super) fn choose(&mut self, strength: u8, ask: &Ask<'_>) -> Result<Choice, Error> {
        let mut random = self.random();
        // Drawn as a 64-bit number everywhere, so that a seed means the same game on every machine.
        let best = random.random_range(0..100u64) < u64::from(strength);
        match best {
            true => self.best(&mut random, ask),
            false => self.any(&mut random, ask),
        }
    }

    /// The best move that can be found, chosen by the numbers of this move.
    pub(super) fn best_here(&mut self, ask: &Ask<'_>) -> Result<Choice, Error> {
        let mut random = self.random();
        self.best(&mut random, ask)
    }

    fn best(&mut self, random: &mut ChaCha8Rng, ask: &Ask<'_>) -> Result<Choice, Error> {
        let ask = Ask { moves: MOST_WINNING, ..*ask };
        let position = self.position().clone();
        if self.game.has_many_players() {
            return self.safe(&position, random, &ask);
        }
        if let Some(choice) = self.seen_to_the_end(&position, random, &ask) {
            return Ok(choice);
        }
        let analysis = match self.memory.solver.analyse(&position, self.play, &ask) {
            Ok(analysis) => analysis,
            Err(reason) => return self.in_doubt(&reason.to_string(), None, random, &ask),
        };
        match analysis.outcome {
            Outcome::Next if analysis.winning.is_empty() => {
                let reason = "this position is won, but no winning move is known";
                self.in_doubt(reason, Some(Outcome::Next), random, &ask)
            }
            Outcome::Next => {
                let quick = self.quickest(&position, &analysis, &ask)?;
                let winning = match quick.is_empty() {
                    true => &analysis.winning[pick(analysis.winning.len(), random)],
                    false => &analysis.winning[quick[pick(quick.len(), random)]],
                };
                let mv = self.found(&position, &analysis, winning)?;
                let right = analysis.winning_count.clone().zip(self.number_of_moves(&position));
                let outcome = Some(Outcome::Next);
                Ok(Choice { mv, outcome, right, remoteness: None, doubt: None })
            }
            outcome => {
                let far = analysis.remoteness.is_some();
                self.resist(&position, outcome, far, random, &ask)
            }
        }
    }

    /// A winning move of an answer, as a move.
    fn found(
        &self,
        position: &AnyPosition,
        analysis: &Analysis,
        mv: &WinningMove,
    ) -> Result<AnyMove, Error> {
        self.game.find_move(position, &analysis.written(mv))
    }

    /// Where the way to the end is known, the winning moves that shorten it: in a game that may run
    /// in circles a winning move alone need not lead anywhere.
    fn quickest(
        &mut self,
        position: &AnyPosition,
        analysis: &Analysis,
        ask: &Ask<'_>,
    ) -> Result<Vec<usize>, Error> {
        let mut scored: Vec<(u64, usize)> = Vec::new();
        if analysis.remoteness.is_some() && analysis.winning.len() > 1 {
            for (index, mv) in analysis.winning.iter().enumerate().take(MOST_MEASURED) {
                let mv = self.found(position, analysis, mv)?;
                let to = self.game.play(position, &mv);
                scored.extend(self.remoteness(&to, ask).map(|far| (far, index)));
            }
        }
        let least = scored.iter().map(|(far, _)| *far).min();
        let quick = scored.iter().filter(|(far, _)| Some(*far) == least);
        Ok(quick.map(|(_, index)| *index).collect())
    }

    fn remoteness(&mut self, position: &AnyPosition, ask: &Ask<'_>) -> Option<u64> {
        self.memory.solver.analyse(position, self.play, ask).ok()?.remoteness
    }

    fn number_of_moves(&self, position: &AnyPosition) -> Option<usize> {
        let (moves, complete) = self.game.moves(position, room(position.weight()));
        complete.then_some(moves.len())
    }

    /// In a game small enough to be explored: the quickest win, a move that keeps the draw, or the
    /// longest resistance with the fewest right answers.
    fn seen_to_the_end(
        &mut self,
        position: &AnyPosition,
        random: &mut ChaCha8Rng,
        ask: &Ask<'_>,
    ) -> Option<Choice> {
        // More moves than positions that are looked at are too many, which is sooner known than by looking.
        let (moves, complete) = self.game.moves(position, MOST_POSITIONS as usize);
        if !complete {
            return None;
        }
        let known = self.memory.lookahead.as_ref().and_then(|seen| seen.find(position));
        if known.is_none() {
            self.memory.lookahead = Lookahead::explore(&self.game, position, self.play, ask);
        }
        let seen = self.memory.lookahead.as_ref()?;
        let (_, here) = seen.find(position)?;
        let mut scored: Vec<(i64, usize)> = Vec::new();
        let mut winning = 0u64;
        for (index, mv) in moves.iter().enumerate() {
            let (node, after) = seen.find(&self.game.play(position, mv))?;
            let far = after.remoteness as i64;
            winning += u64::from(after.outcome == Outcome::Previous);
            let score = match (here.outcome, after.outcome) {
                (Outcome::Next, Outcome::Previous) => -far,
                (Outcome::Draw, Outcome::Draw) => 0,
                // A long way first, then the way on which few answers are right.
                (Outcome::Previous, _) => far * 1_000_000 - seen.right_replies(node) as i64,
                _ => continue,
            };
            scored.push((score, index));
        }
        let (score, index) = pick_best(scored, random)?;
        let mv = moves[index].clone();
        let remoteness = match here.outcome {
            Outcome::Next => Some((-score) as u64),
            Outcome::Previous => Some(seen.find(&self.game.play(position, &mv))?.1.remoteness),
            Outcome::Draw => None,
        };
        Some(Choice {
            mv,
            outcome: Some(here.outcome),
            right: Some((Natural::from(winning), moves.len())),
            remoteness,
            doubt: None,
        })
    }

    /// No move wins, and the game is too large to be seen to its end: a move that keeps a draw, or
    /// one that is far from the end where that is known, or else one that leaves as many moves and as
    /// much on the board as can be.
    fn resist(
        &mut self,
        position: &AnyPosition,
        outcome: Outcome,
        far: bool,
        random: &mut ChaCha8Rng,
        ask: &Ask<'_>,
    ) -> Result<Choice, Error> {
        let (mut moves, _) = self.candidates(position, random, ask)?;
        // A sample, drawn without order.
        for index in 0..moves.len().min(MOST_COMPARED) {
            let other = index + pick(moves.len() - index, random);
            moves.swap(index, other);
        }
        moves.truncate(MOST_COMPARED);
        let mut scored = Vec::new();
        for (index, mv) in moves.iter().enumerate() {
            let to = self.game.play(position, mv);
            let keeps = outcome == Outcome::Draw && {
                let after = self.memory.solver.analyse(&to, self.play, &ask.small());
                after.is_ok_and(|after| after.outcome == Outcome::Draw)
            };
            let measured = far && index < MOST_MEASURED;
            let distance = if measured { self.remoteness(&to, ask) } else { None };
            let limit = (200_000 / (to.weight() + 1)).clamp(2, 200);
            // What cannot be listed to its end is more than anything that can.
            let (options, complete) = self.game.moves(&to, limit);
            let options = if complete { options.len() } else { usize::MAX };
            scored.push(((keeps, distance, options, self.game.stones(&to)), index));
        }
        let Some((_, index)) = pick_best(scored, random) else { return Err(no_move_found()) };
        let mv = moves.swap_remove(index);
        Ok(Choice { mv, outcome: Some(outcome), right: None, remoteness: None, doubt: None })
    }

    /// For more than two players: a move after which the own seat, then the last to move, is safe.
    fn safe(
        &mut self,
        position: &AnyPosition,
        random: &mut ChaCha8Rng,
        ask: &Ask<'_>,
    ) -> Result<Choice, Error> {
        let (moves, complete) = self.candidates(position, random, ask)?;
        let safe = safe_moves(&self.game, position, &moves)?;
        let from = if safe.is_empty() { (0..moves.len()).collect() } else { safe.clone() };
        if from.is_empty() {
            return Err(no_move_found());
        }
        Ok(Choice {
            mv: moves[from[pick(from.len(), random)]].clone(),
            outcome: None,
            right: complete.then(|| (Natural::from(safe.len()), moves.len())),
            remoteness: None,
            doubt: None,
        })
    }

    fn in_doubt(
        &mut self,
        reason: &str,
        outcome: Option<Outcome>,
        random: &mut ChaCha8Rng,
        ask: &Ask<'_>,
    ) -> Result<Choice, Error> {
        let choice = self.any(random, ask)?;
        Ok(Choice { outcome, doubt: Some(reason.to_string()), ..choice })
    }

    /// Any move: each with the same chance, as far as they can be listed.
    fn any(&mut self, random: &mut ChaCha8Rng, ask: &Ask<'_>) -> Result<Choice, Error> {
        let position = self.position().clone();
        let (mut moves, _) = self.candidates(&position, random, ask)?;
        if moves.is_empty() {
            return Err(no_move_found());
        }
        let mv = moves.swap_remove(pick(moves.len(), random));
        Ok(Choice { mv, outcome: None, right: None, remoteness: None, doubt: None })
    }

    /// The moves to choose from, and whether these are all. Where they are too many to list, the
    /// first of the list say little about the others, so moves of other sizes are added: whatever
    /// the game itself accepts.
    fn candidates(
        &mut self,
        position: &AnyPosition,
        random: &mut ChaCha8Rng,
        ask: &Ask<'_>,
    ) -> Result<(Vec<AnyMove>, bool), Error> {
        let (mut moves, complete) = self.game.moves(position, room(position.weight()));
        if complete {
            return Ok((moves, true));
        }
        // A few from all over the list.
        let step = moves.len().div_ceil(MOST_COMPARED / 3).max(1);
        moves = moves.into_iter().rev().step_by(step).collect();
        let (listed, mut misses) = (moves.len(), 0);
        for text in takings(&self.game, position, "", random) {
            // These are in the game's own notation: nobody's words have to be guessed.
            match self.game.written_move(position, &text) {
                Ok(mv) => moves.push(mv),
                Err(_) => misses += 1,
            }
            // A game in which nothing is taken from piles refuses them all.
            if misses == MOST_MISSES && moves.len() == listed {
                break;
            }
        }
        if !moves.is_empty() {
            return Ok((moves, false));
        }
        // Last, the moves that the theory of the game can name: those to a position of given value.
        let is_sum = self.game.parts().is_some();
        for target in 0..8u64 {
            let found = self.memory.solver.moves_to(position, &Nimber::from(target), &ask.small());
            for mv in found.map_or(Vec::new(), |found| found.moves) {
                let text = if is_sum { format!("{}: {}", mv.part, mv.mv) } else { mv.mv };
                moves.extend(self.game.find_move(position, &text));
            }
        }
        Ok((moves, false))
    }
}

/// Takings that a game refuses before no more are tried: the three smallest of four piles.
const MOST_MISSES: usize = 12;

/// Piles from which something is taken on trial.
const MOST_PILES: usize = 8;

/// Takings from piles, as games with piles read them: small ones and random ones of every length.
/// Whether a game accepts them is for the game to say.
fn takings(
    game: &Game,
    position: &AnyPosition,
    prefix: &str,
    random: &mut ChaCha8Rng,
) -> Vec<String> {
    let mut texts = Vec::new();
    if let Some(parts) = game.parts() {
        for (index, (part, position)) in parts.iter().zip(sums::positions(position)).enumerate() {
            texts.extend(takings(part, position, &format!("{prefix}{}: ", index + 1), random));
        }
        return texts;
    }
    let Some(piles) = game.piles(position) else { return texts };
    for (pile, size) in piles.iter().take(MOST_PILES).enumerate() {
        texts.extend((1..=3).map(|stones| format!("{prefix}{stones} from {}", pile + 1)));
        let length = size.to_string().len();
        for _ in 0..3 {
            let mut stones = (1 + pick(9, random)).to_string();
            let more = pick(length, random);
            stones.extend((0..more).map(|_| char::from(b'0' + pick(10, random) as u8)));
            texts.push(format!("{prefix}{stones} from {}", pile + 1));
        }
    }
    texts
}

/// Which of these moves leave the seat that makes them sure not to lose.
pub(super) fn safe_moves(
    game: &Game,
    position: &AnyPosition,
    moves: &[AnyMove],
) -> Result<Vec<usize>, Error> {
    let mut safe = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let seats = game.seats(&game.play(position, mv))?;
        // Who has just moved is the last to move again.
        if seats.is_some_and(|seats| seats.seats.last() == Some(&true)) {
            safe.push(index);
        }
    }
    Ok(safe)
}

fn no_move_found() -> Error {
    Error::Stopped(
        "there are more moves here than can be listed, and none of those tried is legal"
            .to_string(),
    )
}

fn pick(count: usize, random: &mut ChaCha8Rng) -> usize {
    random.random_range(0..count.max(1) as u64) as usize
}

/// One of the best, all with the same chance.
fn pick_best<K: Ord + Clone>(
    scored: Vec<(K, usize)>,
    random: &mut ChaCha8Rng,
) -> Option<(K, usize)> {
    let best = scored.iter().map(|(score, _)| score).max()?.clone();
    let equal: Vec<(K, usize)> = scored.into_iter().filter(|(score, _)| *score == best).collect();
    let chosen = pick(equal.len(), random);
    equal.into_iter().nth(chosen)
}
