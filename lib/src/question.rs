//! A question: a position of a game and the play, and where addresses find what does not stand in them.

use std::io::BufRead;

use crate::analysis::Analysis;
use crate::ask::Ask;
use crate::erased::AnyPosition;
use crate::error::{Error, quoted};
use crate::explain::{Step, Trace, columns};
use crate::game::Game;
use crate::solve::sums;
use crate::sum::SumPosition;
use crate::value::Play;

/// An opened address: a position of a game and the play, a question that only lacks its budget.
///
/// ```
/// let question = bouton::open("misere nim: 1 1 1")?;
/// assert_eq!(question.solve(&bouton::Ask::default())?.outcome, bouton::Outcome::Previous);
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Clone)]
pub struct Question {
    /// The game, which may be a sum.
    pub game: Game,
    /// The position, read once.
    pub position: AnyPosition,
    /// Normal or misère.
    pub play: Play,
    /// Whether the position came from a stream, so that it need not fit into an address.
    pub(crate) streamed: bool,
    /// Whether what came is too long to be written into an answer.
    pub(crate) is_long: bool,
}

impl Question {
    /// A question about a position of a game.
    pub fn new(game: Game, position: AnyPosition, play: Play) -> Question {
        Question { game, position, play, streamed: false, is_long: false }
    }

    /// The text that re-opens exactly this.
    pub fn address(&self) -> String {
        self.game.address(&self.position, self.play)
    }

    /// Who wins, with which moves, and how that is known.
    pub fn solve(&self, ask: &Ask<'_>) -> Result<Analysis, Error> {
        self.game.solver().answer(self, ask)
    }

    /// The reasoning, step by step.
    pub fn explain(&self, ask: &Ask<'_>) -> Result<Trace, Error> {
        self.game.explain(&self.position, self.play, ask)
    }

    /// The numbers that decide it in binary columns, with their nim-sum and a row that names the odd columns; a
    /// position that is not decided by such numbers is refused.
    pub fn columns(&self, ask: &Ask<'_>) -> Result<Step, Error> {
        columns::columns(self, ask)
    }

    /// The parts of a sum, each a question of its own in normal play; a game that is none is its only part.
    pub fn parts(&self) -> Vec<Question> {
        let part = |(game, position): (&Game, &AnyPosition)| {
            Question::new(game.clone(), position.clone(), Play::Normal)
        };
        match self.game.parts() {
            Some(games) => games.iter().zip(sums::positions(&self.position)).map(part).collect(),
            None => vec![part((&self.game, &self.position))],
        }
    }

    /// The disjunctive sum of two positions: a move is a move in one of them. Both are played by one convention.
    ///
    /// ```
    /// let sum = bouton::open("kayles: 12")?.plus(&bouton::open("nim: 3 4")?)?;
    /// assert_eq!(sum.address(), "kayles: 12 + nim: 3 4");
    /// # Ok::<(), bouton::Error>(())
    /// ```
    pub fn plus(&self, other: &Question) -> Result<Question, Error> {
        if self.play != other.play {
            return Err(Error::input(
                "one of the two is misère play and the other is not: a sum is played by one convention",
            ));
        }
        let (games, positions): (Vec<Game>, Vec<AnyPosition>) = [self, other]
            .iter()
            .flat_map(|question| question.parts())
            .map(|part| (part.game, part.position))
            .unzip();
        let sum = Game::sum(games);
        let position = AnyPosition::of(SumPosition(positions.into()));
        sum.rules().check(&position)?;
        Ok(Question::new(sum, position, self.play))
    }

    /// The same position after a move, given as text.
    pub fn after(&self, mv: &str) -> Result<Question, Error> {
        let mv = self.game.find_move(&self.position, mv)?;
        let position = self.game.play(&self.position, &mv);
        Ok(Question::new(self.game.clone(), position, self.play))
    }
}

/// Where an address finds what does not stand in it: files that parameters name, and a position
/// that comes as a stream. Nothing of that is there by default, as for the page and for links.
pub trait Source {
    /// The text of a file that a parameter `file=` names.
    fn file(&mut self, path: &str) -> Result<String, Error> {
        Err(Error::Unsupported(format!(
            "{} is a file, and files are read by the command line alone: write the game out",
            quoted(path)
        )))
    }

    /// The input from which the position `-` is read.
    fn input(&mut self) -> Result<&mut dyn BufRead, Error> {
        Err(Error::input(
            "the position - is to be read from an input, and here is none: write it out",
        ))
    }
}

/// The source of addresses in which everything is written out.
pub struct Nowhere;

impl Source for Nowhere {}

/// Counts what is read, to know whether a position is too long to be written into an address.
pub(crate) struct Counted<'a> {
    pub input: &'a mut dyn BufRead,
    pub bytes: usize,
}

impl std::io::Read for Counted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.bytes += count;
        Ok(count)
    }
}

impl BufRead for Counted<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.input.fill_buf()
    }
    fn consume(&mut self, amount: usize) {
        self.bytes += amount;
        self.input.consume(amount);
    }
}
