//! The trait that the author of a game writes: `moves` and `play`, and shortcuts that are checked.

use std::fmt::Display;
use std::hash::Hash;
use std::io::BufRead;
use std::str::FromStr;

use rand_chacha::ChaCha8Rng;

use crate::analysis::Theorem;
use crate::error::Error;
use crate::explain::Step;
use crate::heap::Piles;
use crate::natural::Natural;
use crate::scene::Scene;
use crate::value::{Nimber, Outcome, Play};

/// The rules of an impartial game.
///
/// A game is `moves` and `play`. Every other method is a shortcut: its default is right, and
/// `bouton verify` compares every override with those two.
///
/// ```
/// use bouton::rules::{Moves, Rules};
/// use bouton::search::brute::Brute;
///
/// /// One heap; take one or two stones.
/// struct OneOrTwo;
///
/// impl Rules for OneOrTwo {
///     type Position = bouton::natural::Natural;
///     type Move = u64;
///     fn moves(&self, heap: &Self::Position, out: &mut Moves<'_, u64>) {
///         for take in [1, 2u64] {
///             if heap.minus(&take.into()).is_some() {
///                 out.push(take);
///             }
///         }
///     }
///     fn play(&self, heap: &Self::Position, take: &u64) -> Self::Position {
///         heap.minus(&(*take).into()).unwrap_or_default()
///     }
/// }
///
/// let mut brute = Brute::new(&OneOrTwo, &Default::default());
/// assert_eq!(brute.label(&7u64.into()).unwrap().value, 1);
/// ```
pub trait Rules: Send + Sync + 'static {
    /// A position, without the parameters of the game.
    type Position: Position;
    /// A move; its text is unique among the moves of a position.
    type Move: Clone + Display + 'static;

    /// Every move of a position.
    fn moves(&self, position: &Self::Position, out: &mut Moves<'_, Self::Move>);

    /// The position after a move that `moves` gave.
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// The positions after each move, for searches that have no use for the moves themselves, while
    /// `take` answers true. Answers whether the list is complete or `take` has ended it: false means
    /// that there are too many moves.
    #[inline]
    fn options(
        &self,
        position: &Self::Position,
        mut take: impl FnMut(Self::Position) -> bool,
    ) -> bool {
        let mut ended = false;
        let mut each = |mv: Self::Move| {
            ended = !take(self.play(position, &mv));
            !ended
        };
        let mut moves = Moves::new(&mut each);
        self.moves(position, &mut moves);
        let full = moves.full();
        ended || !full
    }

    /// Reads the syntax of a position; whether it makes sense is for [`check`](Rules::check).
    fn read(&self, text: &str) -> Result<Self::Position, Error> {
        text.parse()
    }

    /// Reads a position from a stream; games whose positions may be huge read it piece by piece.
    fn read_from(&self, input: &mut dyn BufRead) -> Result<Self::Position, Error> {
        let mut text = String::new();
        input
            .read_to_string(&mut text)
            .map_err(|error| Error::input(format!("the input cannot be read: {error}")))?;
        self.read(text.trim())
    }

    /// Writes a position so that `read` gives it back.
    fn write(&self, position: &Self::Position) -> String {
        position.to_string()
    }

    /// Whether a position that was read belongs to this game.
    fn check(&self, _position: &Self::Position) -> Result<(), Error> {
        Ok(())
    }

    /// Whether the game is played under this convention; the error says why not.
    fn allows(&self, _play: Play) -> Result<(), Error> {
        Ok(())
    }

    /// In a game for more than two players: for each seat, the mover's first, whether it can be
    /// sure not to lose whatever all others do.
    fn seats(&self, _position: &Self::Position) -> Option<Result<Vec<bool>, Error>> {
        None
    }

    /// A position whose game is isomorphic: piles sorted, symmetric boards turned, parts without
    /// moves dropped. It never cancels equal parts, which would be wrong in misère play.
    fn simplify(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// Parts whose disjunctive sum is the position, if it falls apart.
    fn split(&self, _position: &Self::Position) -> Option<Vec<Self::Position>> {
        None
    }

    /// The Grundy value, by a theorem.
    fn value(&self, _position: &Self::Position) -> Option<Nimber> {
        None
    }

    /// The outcome, by a theorem.
    fn outcome(&self, _position: &Self::Position, _play: Play) -> Option<Outcome> {
        None
    }

    /// The moves to positions of a given value, found without listing all moves.
    fn moves_to(
        &self,
        _position: &Self::Position,
        _target: &Nimber,
        _limit: usize,
    ) -> Option<Found<Self::Move>> {
        None
    }

    /// The winning moves, found without listing all moves.
    fn winning(
        &self,
        _position: &Self::Position,
        _play: Play,
        _limit: usize,
    ) -> Option<Found<Self::Move>> {
        None
    }

    /// Reads a move without listing all moves; the error says what is wrong with it.
    fn find_move(
        &self,
        _position: &Self::Position,
        _text: &str,
    ) -> Option<Result<Self::Move, Error>> {
        None
    }

    /// The theorem behind `value` or `outcome` for this position.
    fn theorem(&self, _position: &Self::Position, _play: Play) -> Option<&'static Theorem> {
        None
    }

    /// Whether every position after a move takes more than [`LONGEST_TO`](crate::analysis::LONGEST_TO)
    /// letters, so that none has to be written to find out.
    fn is_long(&self, _position: &Self::Position) -> bool {
        false
    }

    /// A move in words: "take 2 from pile 1".
    fn describe(&self, _position: &Self::Position, mv: &Self::Move) -> String {
        mv.to_string()
    }

    /// A picture of the position.
    fn scene(&self, position: &Self::Position) -> Scene {
        Scene::text(&self.write(position))
    }

    /// Why the theorem gives what it gives, step by step.
    fn explain(&self, _position: &Self::Position, _play: Play) -> Option<Vec<Step>> {
        None
    }

    /// A random position of about this many stones or squares, for checking.
    fn random(&self, _size: u64, _random: &mut ChaCha8Rng) -> Option<Self::Position> {
        None
    }

    /// The piles, for a game that is a sum of one-heap games.
    fn piles(&self) -> Option<&dyn Piles<Self::Position, Self::Move>> {
        None
    }
}

/// What a type must offer to be the position of a game. For a type of your own, write the text
/// (`Display`, `FromStr`), derive the rest, and add `impl Position for MyPosition {}`.
pub trait Position:
    Clone + Eq + Hash + Send + Sync + Display + FromStr<Err = Error> + 'static
{
    /// Bytes that the position takes, for the memory budget; more than its size if it owns memory.
    fn weight(&self) -> usize {
        size_of::<Self>()
    }

    /// Where tables keep the position: on which page, and at which of the 64 places of that page.
    /// Both together are the position. Positions that one move often leads between should share
    /// pages.
    fn page(self) -> (Self, u32) {
        (self, 0)
    }
}

impl Position for Natural {}

/// Receives the moves of a position one by one, and may have enough before the end.
pub struct Moves<'a, M> {
    take: &'a mut dyn FnMut(M) -> bool,
    full: bool,
}

impl<'a, M> Moves<'a, M> {
    /// Moves go to `take`, which answers whether it wants more.
    pub fn new(take: &'a mut dyn FnMut(M) -> bool) -> Moves<'a, M> {
        Moves { take, full: false }
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M) {
        if !self.full {
            self.full = !(self.take)(mv);
        }
    }

    /// Whether no more moves are wanted: loops over many moves ask this and return.
    #[inline]
    pub fn full(&self) -> bool {
        self.full
    }

    /// There are more moves than anybody could list.
    pub fn too_many(&mut self) {
        self.full = true;
    }
}

/// Moves that were looked for, and how many there are in all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The moves, as many as were asked for.
    pub moves: Vec<M>,
    /// How many there are in all, where known.
    pub count: Option<Natural>,
    /// Whether `moves` holds them all.
    pub complete: bool,
}

impl<M> Found<M> {
    /// No moves.
    pub fn none() -> Found<M> {
        Found::all(Vec::new())
    }

    /// Nothing is known of these moves.
    pub fn unknown() -> Found<M> {
        Found { moves: Vec::new(), count: None, complete: false }
    }

    /// These moves and no others.
    pub fn all(moves: Vec<M>) -> Found<M> {
        Found { count: Some(Natural::from(moves.len())), moves, complete: true }
    }

    /// The first `limit` of these moves, which are all there are.
    pub fn first(moves: Vec<M>, limit: usize) -> Found<M> {
        let mut found = Found::all(moves);
        found.cut(limit);
        found
    }

    /// Keeps at most `limit` moves.
    pub fn cut(&mut self, limit: usize) {
        if self.moves.len() > limit {
            self.moves.truncate(limit);
            self.complete = false;
        }
    }

    /// The same moves in another form.
    pub fn map<T>(self, change: impl FnMut(M) -> T) -> Found<T> {
        Found {
            moves: self.moves.into_iter().map(change).collect(),
            count: self.count,
            complete: self.complete,
        }
    }
}

/// The first `limit` moves of a position, and whether these are all.
pub fn list_moves<R: Rules>(
    rules: &R,
    position: &R::Position,
    limit: usize,
) -> (Vec<R::Move>, bool) {
    let mut list = Vec::new();
    let mut more = false;
    let mut take = |mv| {
        more = list.len() == limit;
        if !more {
            list.push(mv);
        }
        !more
    };
    let mut out = Moves::new(&mut take);
    rules.moves(position, &mut out);
    let complete = !out.full();
    (list, complete)
}

/// A game without formulas, symmetry and splitting: the same moves and positions, nothing else.
pub struct Definition<R>(pub R);

impl<R: Rules> Rules for Definition<R> {
    type Position = R::Position;
    type Move = R::Move;
    fn moves(&self, position: &R::Position, out: &mut Moves<'_, R::Move>) {
        self.0.moves(position, out);
    }
    fn play(&self, position: &R::Position, mv: &R::Move) -> R::Position {
        self.0.play(position, mv)
    }
    #[inline]
    fn options(&self, position: &R::Position, take: impl FnMut(R::Position) -> bool) -> bool {
        self.0.options(position, take)
    }
    fn read(&self, text: &str) -> Result<R::Position, Error> {
        self.0.read(text)
    }
    fn write(&self, position: &R::Position) -> String {
        self.0.write(position)
    }
}
