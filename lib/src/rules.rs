//! The trait that the author of a game writes: `moves` and `play`, and shortcuts that are checked.

use std::fmt::Display;
use std::io::BufRead;
use std::sync::Arc;

use bouton_core::formula::ClosedForm;
pub use bouton_core::{Found, Position};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::analysis::{Numbers, Theorem};
use crate::error::Error;
use crate::explain::Step;
use crate::grid::GridRules;
use crate::heap::HeapRules;
use crate::scene::{Completion, Scene};
use crate::strip::CoinRules;
use crate::value::{Nimber, Outcome, Play};

/// The rules of an impartial game.
///
/// A game is `moves` and `play`. Every other method is a shortcut: its default is right, and
/// `bouton verify` compares every override with those two.
///
/// ```
/// use bouton::game::Game;
/// use bouton::rules::{Moves, Rules};
/// use bouton::{Ask, Play};
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
/// let game = Game::new(OneOrTwo, "one-or-two");
/// let answer = game.analyse(&game.read("7")?, Play::Normal, &Ask::default())?;
/// assert_eq!(answer.value, Some(1.into()));
/// # Ok::<(), bouton::Error>(())
/// ```
pub trait Rules: Send + Sync + 'static {
    /// A position, without the parameters of the game.
    type Position: Position;
    /// A move; its text is unique among the moves of a position.
    type Move: Clone + Display + Send + Sync + 'static;

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
    ) -> bool
    where
        Self: Sized,
    {
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

    /// For rules whose options cost much to list, each of them: what gives one after the other. A search for outcomes
    /// then takes no more of them than it needs, as a recursion does that ends at the first move that wins. Whether
    /// they ended in a failure is for [`fault`](Rules::fault).
    fn one_by_one<'a>(
        &'a self,
        _position: &Self::Position,
    ) -> Option<OneByOne<'a, Self::Position>> {
        None
    }

    /// Reads the syntax of a position; whether it makes sense is for [`check`](Rules::check).
    fn read(&self, text: &str) -> Result<Self::Position, Error> {
        text.parse()
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

    /// The values or the lost positions of one or two heaps as a formula, which a theorem states.
    fn closed_form(&self, _play: Play) -> Option<ClosedForm> {
        None
    }

    /// A move in words: "take 2 from pile 1".
    fn describe(&self, _position: &Self::Position, mv: &Self::Move) -> String {
        mv.to_string()
    }

    /// A move in numbers, where it is not one of piles, whose numbers are known.
    fn numbers(&self, _position: &Self::Position, _mv: &Self::Move) -> Numbers {
        Numbers::default()
    }

    /// A picture of the position.
    fn scene(&self, position: &Self::Position) -> Scene {
        Scene::text(&self.write(position))
    }

    /// Which picks of the scene may follow these, and which move they make, where moves are not just lists of picks.
    fn complete(&self, _position: &Self::Position, _picks: &[&str]) -> Option<Completion> {
        None
    }

    /// How a game is won at its end, in its own words: `whoever says 21 loses`. The end of play as it is for all
    /// games, whoever cannot move, is told if there are none.
    fn goal(&self) -> Option<String> {
        None
    }

    /// What the last move of every game does, in the words of a player: `takes the last stone`.
    fn last_move(&self) -> Option<&'static str> {
        None
    }

    /// Why a position is won or lost: first the idea, as a strategy that a person can follow (kind `idea`), then the
    /// idea worked out on this position. Who wins, by which move, what is replied to it and how it is known is told
    /// for every game alike; a game that tells replies of its own (kind `reply`) gets no others.
    fn explain(&self, _position: &Self::Position, _play: Play) -> Option<Vec<Step>> {
        None
    }

    /// Why this move, which wins, in the arithmetic of `explain`: which part must become what, and how the move does
    /// it. It is told after `explain`, and only if that has told something.
    fn because(&self, _position: &Self::Position, _mv: &Self::Move, _play: Play) -> Option<Step> {
        None
    }

    /// A random position of about this many stones or squares, for checking.
    fn random(&self, _size: u64, _random: &mut Random) -> Option<Self::Position> {
        None
    }

    /// For a game in which each pile is a game of its own: the rules of one pile. Its positions are
    /// [`Heaps`](crate::heap::Heaps) and its moves [`HeapMove`](crate::heap::HeapMove)s.
    fn heap(&self) -> Option<&dyn HeapRules> {
        None
    }

    /// For a game on a grid: its rules as [`GridRules`]. Its positions are [`Grid`](crate::grid::Grid)s.
    fn grid(&self) -> Option<Arc<dyn GridRules>> {
        None
    }

    /// For a game on a row of coins: which may be turned together. Its positions are
    /// [`Coins`](crate::strip::Coins).
    fn coins(&self) -> Option<&dyn CoinRules> {
        None
    }

    /// For a game whose positions may be longer than any text: how they are read piece by piece.
    fn stream(&self) -> Option<&dyn Stream<Self::Position>> {
        None
    }

    /// For rules that can fail, because their text does: what failed. Searches ask after they have listed options,
    /// since a failure leaves the list without its end.
    fn fault(&self) -> Option<Error> {
        None
    }

    /// What answers by search rest on beside `moves`, where nobody has proved it: `simplify as the file has it`.
    fn assumed(&self) -> Option<String> {
        None
    }

    /// [`assumed`](Rules::assumed) will be compared with `moves` before the game is opened, so that must not take long.
    fn comparing(&self) {}

    /// [`assumed`](Rules::assumed) was compared with `moves` on so many positions, and agreed.
    fn compared(&self, _positions: u64) {}

    /// What the author of the rules supposes of a position and no answer rests on: its value, and whether it is lost.
    fn conjecture(&self, _position: &Self::Position) -> (Option<Nimber>, Option<bool>) {
        (None, None)
    }

    /// For rules that somebody wrote as a text: what must hold before a question is asked, beside what is
    /// [`assumed`](Rules::assumed).
    fn opened(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Whether the picture of a position can be drawn and offers only moves, where the author of the rules draws it.
    fn drawn(&self, _position: &Self::Position) -> Option<Result<(), Error>> {
        None
    }

    /// For a game whose positions are single numbers, each move leading to a smaller one: a number as a heap. Unlike
    /// [`heap`](Rules::heap) it says nothing of several numbers side by side.
    fn row(&self) -> Option<&dyn HeapRules> {
        None
    }

    /// For a game of more than two players.
    fn table(&self) -> Option<&dyn Seated<Self::Position>> {
        None
    }
}

/// Gives one thing after the other, and nothing at the end.
pub type OneByOne<'a, T> = Box<dyn FnMut() -> Option<T> + 'a>;

/// Random numbers from a seed, the same on every machine.
pub struct Random(ChaCha8Rng);

impl Random {
    /// The numbers that belong to this seed.
    pub fn from_seed(seed: u64) -> Random {
        Random(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number from `least` to `most`, both included, each with the same chance.
    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        self.0.random_range(least..=most.max(least))
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        // As `random_bool` does it, whose panic would bring the printing of fractions into every page.
        const WHOLE: f64 = 18_446_744_073_709_551_616.0;
        probability >= 1.0 || self.0.random::<u64>() < (probability * WHOLE) as u64
    }
}

/// A game whose positions can be read from a stream, in one pass and without a text of their own.
pub trait Stream<P> {
    /// Reads a position to the end of the input.
    fn read_from(&self, input: &mut dyn BufRead) -> Result<P, Error>;
}

/// A game for more than two players. Who wins depends on what the others want, so that each seat is
/// asked alone.
pub trait Seated<P> {
    /// For each seat, the mover's first, whether it can be sure not to lose whatever all others do.
    fn seats(&self, position: &P) -> Result<Vec<bool>, Error>;
}

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

/// The first `limit` moves of a position, and whether these are all.
pub fn list_moves<R: Rules + ?Sized>(
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
    fn fault(&self) -> Option<Error> {
        self.0.fault()
    }
    fn read(&self, text: &str) -> Result<R::Position, Error> {
        self.0.read(text)
    }
    fn write(&self, position: &R::Position) -> String {
        self.0.write(position)
    }
}
