//! A game's memory: questions about one game share what they find.

#[cfg(feature = "tables")]
use std::sync::Arc;

use crate::address::Question;
use crate::analysis::{Analysis, LONGEST_TO, PartEvidence, WinningMove};
use crate::ask::Ask;
use crate::erased::AnyPosition;
use crate::error::Error;
use crate::explain::{Step, Trace, reasons};
use crate::game::{Game, Written, check_length};
#[cfg(feature = "tables")]
use crate::keys::{Consulted, Table};
use crate::rules::Found;
use crate::search::big::for_table;
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
    /// Whether a table was read that another run had written.
    loaded: bool,
    /// A table that is asked first.
    #[cfg(feature = "tables")]
    kept: Option<Arc<Consulted>>,
}

impl Solver {
    pub(crate) fn new(game: Game) -> Solver {
        let tables = Tables::new(&game);
        Solver {
            game,
            tables,
            loaded: false,
            #[cfg(feature = "tables")]
            kept: None,
        }
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
        self.explained(position, play, ask).map(|(trace, _)| trace)
    }

    /// The reasoning, and the answer that it explains, of a game of two players.
    pub(crate) fn explained(
        &mut self,
        position: &AnyPosition,
        play: Play,
        ask: &Ask<'_>,
    ) -> Result<(Trace, Analysis), Error> {
        // Several, so that the one that teaches most can be chosen.
        let several = Ask { moves: ask.moves.max(reasons::MOST_COMPARED), ..*ask };
        let mut analysis = self.analyse(position, play, &several)?;
        reasons::prefer(&self.game, &mut self.tables, position, &mut analysis, ask);
        let steps = reasons::steps(&self.game, &mut self.tables, position, &analysis, ask);
        self.game.sound()?;
        let steps = steps?;
        let mv = analysis.winning.first().map(|mv| analysis.written(mv));
        let sources = reasons::sources(&analysis, &steps);
        let address = analysis.address.clone();
        Ok((Trace { address, mv, steps, sources }, analysis))
    }

    /// The nim-sum of the piles of a position in binary columns, for games whose piles add up.
    pub fn nim_sum(&mut self, position: &AnyPosition, ask: &Ask<'_>) -> Option<Step> {
        reasons::nim_sum(&self.game, &mut self.tables, position, ask)
    }

    /// From now on positions are looked up in a table first; it must be of this game.
    #[cfg(feature = "tables")]
    pub fn consult(&mut self, table: Arc<dyn Table>) {
        self.kept = Some(Arc::new(Consulted::new(&self.game, table)));
    }

    /// The answer that a table has, if one is consulted.
    #[cfg(feature = "tables")]
    fn looked_up(
        &self,
        position: &AnyPosition,
        play: Play,
        ask: &Ask<'_>,
    ) -> Result<Option<Answer>, Error> {
        let kept = self.kept.as_ref();
        kept.map_or(Ok(None), |kept| kept.answer(&self.game, position, play, ask))
    }

    #[cfg(not(feature = "tables"))]
    fn looked_up(&self, _: &AnyPosition, _: Play, _: &Ask<'_>) -> Result<Option<Answer>, Error> {
        Ok(None)
    }

    /// The game that is asked about.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn tables(&mut self) -> &mut Tables {
        &mut self.tables
    }

    /// Bytes of memory in use.
    pub fn bytes(&self) -> u64 {
        self.tables.bytes()
    }

    /// The strategy behind the answer, position by position, for [`strategy::check`](crate::strategy::check::check).
    pub fn certificate(&mut self, question: &Question, ask: &Ask<'_>) -> Result<String, Error> {
        let answer =
            solve::ladder(&self.game, &mut self.tables, &question.position, question.play, ask)?;
        let (outcome, value) = (answer.outcome, answer.value);
        let text = crate::strategy::write(question, &mut self.tables, outcome, value.as_ref(), ask);
        self.game.sound()?;
        text
    }

    /// Writes the table of the search for big positions, to go on from it with [`load`](Solver::load).
    pub fn save(
        &mut self,
        question: &Question,
        out: &mut dyn std::io::Write,
    ) -> std::io::Result<()> {
        let title = self.title(question);
        let (rules, position) = (question.game.rules(), &question.position);
        match self.tables.searches(question.play).big(rules, position) {
            Some(big) => big.engine().save(&title, out),
            None => Ok(()),
        }
    }

    /// Goes on from a table that was saved.
    pub fn load(&mut self, question: &Question, bytes: &[u8], ask: &Ask<'_>) -> Result<(), Error> {
        let title = self.title(question);
        let (rules, position) = (question.game.rules(), &question.position);
        let none = || {
            Error::Unsupported(
                "a table is kept for one game that is searched, and this is none".into(),
            )
        };
        if question.game.parts().is_some() {
            return Err(none());
        }
        let big = self.tables.searches(question.play).big(rules, position).ok_or_else(none)?;
        big.engine().limit(for_table(ask.bytes));
        big.engine().load(&title, bytes)?;
        self.loaded = true;
        Ok(())
    }

    /// Of what a table is.
    fn title(&self, question: &Question) -> String {
        let play = match question.play {
            Play::Normal => "normal",
            Play::Misere => "misere",
        };
        let kind = match question.game.rules().grid().is_some() {
            true => "boards",
            false => "positions",
        };
        format!(
            "{} in {play} play, {kind} of version {}",
            self.game.name(),
            env!("CARGO_PKG_VERSION")
        )
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
        if self.tables.growing_bytes() > ask.bytes / 2 {
            self.tables = Tables::new(&self.game);
        }
        let answer = match self.looked_up(position, play, ask)? {
            Some(answer) => Ok(answer),
            None => solve::ladder(&self.game, &mut self.tables, position, play, ask),
        };
        // Whatever was found with rules that failed is worth nothing.
        self.game.sound()?;
        let answer = answer?;
        let Answer { outcome, value, value_status, winning, remoteness, method, .. } = answer;
        let mut evidence = answer.evidence;
        if evidence.positions.is_some() && evidence.assumed.is_none() {
            let loaded = self.loaded.then(|| "the table that was loaded".to_string());
            evidence.assumed = self.game.rules().assumed().or(loaded);
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
            line: None,
            method,
            evidence,
        })
    }
}
