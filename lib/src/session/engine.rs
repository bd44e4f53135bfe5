//! The engine's choice: a best move, the longest resistance, or, by its strength, any move.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rustc_hash::FxHashMap;

use super::{Played, Session, room};
use crate::address::split_sum;
use crate::analysis::Analysis;
use crate::ask::Ask;
use crate::error::Error;
use crate::game::{Game, ListedMove, Solver};
use crate::graph::{Graph, Verdict};
use crate::natural::Natural;
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
    pub mv: String,
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
    pub solver: Box<dyn Solver>,
    lookahead: Option<Lookahead>,
}

impl Memory {
    pub fn new(solver: Box<dyn Solver>) -> Memory {
        Memory { solver, lookahead: None }
    }
}

/// Positions and moves looked at for a game that is small enough to be seen to its end.
const SMALL_POSITIONS: u64 = 20_000;
const SMALL_STEPS: u64 = 100_000;
const SMALL_TEXT: usize = 1_000;

/// Moves compared with each other at most when all of them lose in a large game.
const MOST_COMPARED: usize = 48;

/// Moves whose way to the end is measured at most.
const MOST_MEASURED: usize = 16;

/// Winning moves to choose from.
const MOST_WINNING: usize = 100;

/// A whole game, small enough to be explored: every position with its verdict.
struct Lookahead {
    numbers: FxHashMap<String, u32>,
    graph: Graph,
    verdicts: Vec<Verdict>,
}

impl Lookahead {
    fn explore(game: &dyn Game, position: &str, ask: &Ask<'_>) -> Option<Lookahead> {
        // The longer the texts, the fewer can be looked at in the same time.
        if position.len() > SMALL_TEXT {
            return None;
        }
        let ask = Ask {
            positions: ask.positions.min(SMALL_POSITIONS),
            steps: ask.steps.min(SMALL_STEPS),
            bytes: ask.bytes.min(1 << 26),
            ..*ask
        };
        let mut graph = game.graph(position, true, &ask).ok()?;
        let verdicts = graph.verdicts(ask.play);
        let names = std::mem::take(&mut graph.names);
        let numbers = names.into_iter().zip(0..).collect();
        Some(Lookahead { numbers, graph, verdicts })
    }

    fn find(&self, game: &dyn Game, position: &str) -> Option<(u32, Verdict)> {
        let node = *self.numbers.get(&game.simplify(position).ok()?)?;
        Some((node, self.verdicts[node as usize]))
    }

    /// How many options of a node are lost for whoever moves there.
    fn right_replies(&self, node: u32) -> usize {
        let lost = |option: &&u32| self.verdicts[**option as usize].outcome == Outcome::Previous;
        self.graph.options(node).iter().filter(lost).count()
    }
}

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
        let ask = Ask { play: self.play, moves: MOST_WINNING, ..*ask };
        let position = self.position().to_string();
        if self.game.seats(&position)?.is_some() {
            return self.safe(&position, random, &ask);
        }
        if let Some(choice) = self.seen_to_the_end(&position, random, &ask) {
            return Ok(choice);
        }
        let analysis = match self.memory.solver.analyse(&position, &ask) {
            Ok(analysis) => analysis,
            Err(reason) => return self.in_doubt(&reason.to_string(), None, random, &ask),
        };
        match analysis.outcome {
            Outcome::Next if analysis.winning.is_empty() => {
                let reason = "this position is won, but no winning move is known";
                self.in_doubt(reason, Some(Outcome::Next), random, &ask)
            }
            Outcome::Next => {
                let quick = self.quickest(&analysis, &ask);
                let winning = match quick.is_empty() {
                    true => &analysis.winning[pick(analysis.winning.len(), random)],
                    false => &analysis.winning[quick[pick(quick.len(), random)]],
                };
                let mv = match self.is_sum() {
                    true => format!("{}: {}", winning.part, winning.mv),
                    false => winning.mv.clone(),
                };
                let right = analysis.winning_count.clone().zip(self.number_of_moves(&position));
                Ok(Choice {
                    mv,
                    outcome: Some(Outcome::Next),
                    right,
                    remoteness: None,
                    doubt: None,
                })
            }
            outcome => {
                let far = analysis.remoteness.is_some();
                self.resist(&position, outcome, far, random, &ask)
            }
        }
    }

    /// Where the way to the end is known, the winning moves that shorten it: in a game that may run
    /// in circles a winning move alone need not lead anywhere.
    fn quickest(&mut self, analysis: &Analysis, ask: &Ask<'_>) -> Vec<usize> {
        let mut scored: Vec<(u64, usize)> = Vec::new();
        if analysis.remoteness.is_some() && analysis.winning.len() > 1 {
            for (index, mv) in analysis.winning.iter().enumerate().take(MOST_MEASURED) {
                scored.extend(self.remoteness(mv.to.as_deref(), ask).map(|far| (far, index)));
            }
        }
        let least = scored.iter().map(|(far, _)| *far).min();
        scored.iter().filter(|(far, _)| Some(*far) == least).map(|(_, index)| *index).collect()
    }

    fn remoteness(&mut self, position: Option<&str>, ask: &Ask<'_>) -> Option<u64> {
        self.memory.solver.analyse(position?, ask).ok()?.remoteness
    }

    fn number_of_moves(&self, position: &str) -> Option<usize> {
        let listing = self.game.moves(position, room(position)).ok()?;
        listing.complete.then_some(listing.moves.len())
    }

    /// In a game small enough to be explored: the quickest win, a move that keeps the draw, or the
    /// longest resistance with the fewest right answers.
    fn seen_to_the_end(
        &mut self,
        position: &str,
        random: &mut ChaCha8Rng,
        ask: &Ask<'_>,
    ) -> Option<Choice> {
        let known =
            self.memory.lookahead.as_ref().and_then(|seen| seen.find(&*self.game, position));
        if known.is_none() {
            self.memory.lookahead = Lookahead::explore(&*self.game, position, ask);
        }
        let seen = self.memory.lookahead.as_ref()?;
        let (_, here) = seen.find(&*self.game, position)?;
        let listing = self.game.moves(position, SMALL_POSITIONS as usize).ok()?;
        if !listing.complete {
            return None;
        }
        let mut scored: Vec<(i64, usize)> = Vec::new();
        let mut winning = 0u64;
        for (index, mv) in listing.moves.iter().enumerate() {
            let (node, after) = seen.find(&*self.game, &mv.to)?;
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
        let mv = &listing.moves[index];
        let remoteness = match here.outcome {
            Outcome::Next => Some((-score) as u64),
            Outcome::Previous => Some(seen.find(&*self.game, &mv.to)?.1.remoteness),
            Outcome::Draw => None,
        };
        Some(Choice {
            mv: mv.mv.clone(),
            outcome: Some(here.outcome),
            right: Some((Natural::from(winning), listing.moves.len())),
            remoteness,
            doubt: None,
        })
    }

    /// No move wins, and the game is too large to be seen to its end: a move that keeps a draw, or
    /// one that is far from the end where that is known, or else one that leaves as many moves and as
    /// much on the board as can be.
    fn resist(
        &mut self,
        position: &str,
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
            let keeps = outcome == Outcome::Draw && {
                let after = self.memory.solver.analyse(&mv.to, &ask.small());
                after.is_ok_and(|after| after.outcome == Outcome::Draw)
            };
            let measured = far && index < MOST_MEASURED;
            let distance = if measured { self.remoteness(Some(&mv.to), ask) } else { None };
            let limit = room(&mv.to).min(200_000 / (mv.to.len() + 1)).clamp(2, 200);
            let options = self.game.moves(&mv.to, limit)?;
            // What cannot be listed to its end is more than anything that can.
            let options = if options.complete { options.moves.len() } else { usize::MAX };
            scored.push(((keeps, distance, options, stones(&mv.to)), index));
        }
        let Some((_, index)) = pick_best(scored, random) else { return Err(no_move_found()) };
        Ok(Choice {
            mv: moves[index].mv.clone(),
            outcome: Some(outcome),
            right: None,
            remoteness: None,
            doubt: None,
        })
    }

    /// For more than two players: a move after which the own seat, then the last to move, is safe.
    fn safe(
        &mut self,
        position: &str,
        random: &mut ChaCha8Rng,
        ask: &Ask<'_>,
    ) -> Result<Choice, Error> {
        let (moves, complete) = self.candidates(position, random, ask)?;
        let safe = safe_moves(&*self.game, &moves)?;
        let from = if safe.is_empty() { (0..moves.len()).collect() } else { safe.clone() };
        if from.is_empty() {
            return Err(no_move_found());
        }
        Ok(Choice {
            mv: moves[from[pick(from.len(), random)]].mv.clone(),
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
        let ask = Ask { play: self.play, ..*ask };
        let position = self.position().to_string();
        let (moves, _) = self.candidates(&position, random, &ask)?;
        if moves.is_empty() {
            return Err(no_move_found());
        }
        let mv = moves[pick(moves.len(), random)].mv.clone();
        Ok(Choice { mv, outcome: None, right: None, remoteness: None, doubt: None })
    }

    /// The moves to choose from, and whether these are all. Where they are too many to list, the
    /// first of the list say little about the others, so moves of other sizes are added: whatever
    /// the game itself accepts.
    fn candidates(
        &mut self,
        position: &str,
        random: &mut ChaCha8Rng,
        ask: &Ask<'_>,
    ) -> Result<(Vec<ListedMove>, bool), Error> {
        let listing = self.game.moves(position, room(position))?;
        let (mut moves, complete) = (listing.moves, listing.complete);
        if complete {
            return Ok((moves, true));
        }
        // A few from all over the list.
        let step = moves.len().div_ceil(MOST_COMPARED / 3).max(1);
        moves = moves.into_iter().rev().step_by(step).collect();
        let (listed, mut misses) = (moves.len(), 0);
        for text in takings(position, self.is_sum(), random) {
            match self.game.play(position, &text) {
                Ok(to) => moves.push(ListedMove { mv: text, to, text: String::new() }),
                Err(_) => misses += 1,
            }
            // A game without piles refuses them all.
            if misses == MOST_MISSES && moves.len() == listed {
                break;
            }
        }
        if !moves.is_empty() {
            return Ok((moves, false));
        }
        // Last, the moves that the theory of the game can name: those to a position of given value.
        for target in 0..8u64 {
            let found = self.memory.solver.moves_to(position, &Nimber::from(target), &ask.small());
            for mv in found.map_or(Vec::new(), |found| found.moves) {
                let text = match self.is_sum() {
                    true => format!("{}: {}", mv.part, mv.mv),
                    false => mv.mv,
                };
                if let Ok(to) = self.game.play(position, &text) {
                    moves.push(ListedMove { mv: text, to, text: mv.text });
                }
            }
        }
        Ok((moves, false))
    }
}

/// Takings that a game refuses before no more are tried: the three smallest of four piles.
const MOST_MISSES: usize = 12;

/// Takings from piles, as games with piles read them: small ones and random ones of every length.
/// Whether a game accepts them is for the game to say.
fn takings(position: &str, sum: bool, random: &mut ChaCha8Rng) -> Vec<String> {
    let parts = match sum {
        true => split_sum(position).unwrap_or_default(),
        false => vec![position],
    };
    let mut texts = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let part = if sum { part.rsplit(':').next().unwrap_or(part) } else { part };
        let lengths: Vec<usize> = numbers(part).map(str::len).take(8).collect();
        let prefix = if sum { format!("{}: ", index + 1) } else { String::new() };
        for (pile, length) in lengths.iter().enumerate() {
            texts.extend((1..=3).map(|stones| format!("{prefix}{stones} from {}", pile + 1)));
            for _ in 0..3 {
                let mut stones = (1 + pick(9, random)).to_string();
                let more = pick(*length, random);
                stones.extend((0..more).map(|_| char::from(b'0' + pick(10, random) as u8)));
                texts.push(format!("{prefix}{stones} from {}", pile + 1));
            }
        }
    }
    texts
}

/// The numbers that stand in a text.
fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty())
}

/// How much is on the board: the sum of the numbers in a position, or its length if it has none.
fn stones(position: &str) -> Natural {
    let sum = numbers(position)
        .filter_map(|digits| digits.parse::<Natural>().ok())
        .fold(Natural::ZERO, |sum, number| &sum + &number);
    if sum.is_zero() { Natural::from(position.len()) } else { sum }
}

/// Which of these moves leave the seat that makes them sure not to lose.
pub(super) fn safe_moves(game: &dyn Game, moves: &[ListedMove]) -> Result<Vec<usize>, Error> {
    let mut safe = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let seats = game.seats(&mv.to)?;
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
