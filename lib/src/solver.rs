//! A game's memory: questions about one game share what they find.

use crate::address::Question;
use crate::analysis::{Analysis, LONGEST_TO, PartEvidence, WinningMove};
use crate::ask::Ask;
use crate::erased::AnyPosition;
use crate::error::Error;
use crate::explain::{Step, Trace, reasons};
use crate::game::{Game, Written, check_length};
use crate::rules::Found;
use crate::solve::{self, Answer, Tables, Valued};
use crate::value::{Nimber, Play};

/// Answers questions about one game and remembers what it has worked out.
///
/// ```
/// let question = bouton::open("nim: 3 4 5")?;
/// let mut solver = question.game.solver();
/// assert_eq!(solver.answer(&question, &bouton::Ask::default())?.winning.len(), 1);
/// # Ok::<(), bouton::Error>(())
/// ```
pub struct Solver {
    game: Game,
    tables: Tables,
}

impl Solver {
    pub(crate) fn new(game: Game) -> Solver {
        let tables = Tables::new(&game);
        Solver { game, tables }
    }

    /// Who wins, with which moves, and how that is known.
    pub fn analyse(
        &mut self,
        position: &AnyPosition,
        play: Play,
        ask: &Ask<'_>,
    ) -> Result<Analysis, Error> {
        let written = self.game.written(position);
        check_length(written.text.len() + self.game.name().len())?;
        self.told(position, written, play, ask)
    }

    /// The answer to a question about this game. A position that came from a stream and is too long
    /// for an address is told as `-`.
    pub fn answer(&mut self, question: &Question, ask: &Ask<'_>) -> Result<Analysis, Error> {
        let Question { position, play, .. } = question;
        if !question.streamed {
            return self.analyse(position, *play, ask);
        }
        let mut written = match question.is_long {
            true => Written::default(),
            false => self.game.written(position),
        };
        if question.is_long || written.text.len() > LONGEST_TO {
            written.text = "-".to_string();
        }
        self.told(position, written, *play, ask)
    }

    /// The reasoning, step by step.
    pub fn explain(
        &mut self,
        position: &AnyPosition,
        play: Play,
        ask: &Ask<'_>,
    ) -> Result<Trace, Error> {
        self.game.allows(play)?;
        if let Some(seats) = self.game.seats(position)? {
            return reasons::seats::steps(&self.game, position, &seats);
        }
        // Several, so that the one that teaches most can be chosen.
        let several = Ask { moves: ask.moves.max(reasons::MOST_COMPARED), ..*ask };
        let mut analysis = self.analyse(position, play, &several)?;
        reasons::prefer(&self.game, &mut self.tables, position, &mut analysis, ask);
        let steps = reasons::steps(&self.game, &mut self.tables, position, &analysis, ask);
        self.game.sound()?;
        let steps = steps?;
        let mv = analysis.winning.first().map(|mv| analysis.written(mv));
        Ok(Trace { address: analysis.address, mv, steps })
    }

    /// The nim-sum of the piles of a position in binary columns, for games whose piles add up.
    pub fn nim_sum(&mut self, position: &AnyPosition, ask: &Ask<'_>) -> Option<Step> {
        reasons::nim_sum(&self.game, &mut self.tables, position, ask)
    }

    /// The game that is asked about.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.tables.bytes()
    }

    /// The value, insisted on.
    pub fn value(&mut self, position: &AnyPosition, ask: &Ask<'_>) -> Result<Valued, Error> {
        let valued = solve::grundy(&self.game, &mut self.tables, position, ask);
        self.game.sound()?;
        valued
    }

    /// The moves to positions of a given value.
    pub fn moves_to(
        &mut self,
        position: &AnyPosition,
        target: &Nimber,
        ask: &Ask<'_>,
    ) -> Result<Found<WinningMove>, Error> {
        let found = solve::moves_to(&self.game, &mut self.tables, position, target, ask);
        self.game.sound()?;
        let found = found?;
        Ok(self.game.in_words(position, found))
    }

    fn told(
        &mut self,
        position: &AnyPosition,
        written: Written,
        play: Play,
        ask: &Ask<'_>,
    ) -> Result<Analysis, Error> {
        // What earlier questions left behind must not stop this one.
        if self.tables.bytes() > ask.bytes / 2 {
            self.tables = Tables::new(&self.game);
        }
        let answer = solve::ladder(&self.game, &mut self.tables, position, play, ask);
        // Whatever was found with rules that failed is worth nothing.
        self.game.sound()?;
        let answer = answer?;
        let Answer { outcome, value, value_status, winning, remoteness, method, .. } = answer;
        let mut evidence = answer.evidence;
        if evidence.positions.is_some() && evidence.assumed.is_none() {
            evidence.assumed = self.game.rules().assumed();
        }
        let addresses = written.parts.iter().flatten();
        evidence.parts = addresses
            .zip(answer.parts)
            .map(|(address, part)| PartEvidence {
                address: address.clone(),
                value: Some(part.value),
                method: part.method,
                evidence: part.evidence,
            })
            .collect();
        let winning = self.game.in_words(position, winning);
        Ok(Analysis {
            address: self.game.address_of(&written.text, play),
            play,
            parts: written.parts,
            outcome,
            value,
            value_status,
            winning: winning.moves,
            winning_count: winning.count,
            winning_complete: winning.complete,
            remoteness,
            method,
            evidence,
        })
    }
}
