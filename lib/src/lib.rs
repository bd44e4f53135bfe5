//! Bouton: impartial games. Who wins, with which moves, and how that is known.
//!
//! A game is `moves` and `play`; every closed form, symmetry or fast engine is a shortcut, and every
//! shortcut is checked against those two.
//!
//! # Ask
//!
//! An address names a game, its parameters, a position and the play; [`solve`] answers it:
//!
//! ```
//! let answer = bouton::solve("misere nim: 1 1 2 + kayles: 5")?;
//! assert_eq!(answer.outcome, bouton::Outcome::Next);
//! assert_eq!(answer.written(&answer.winning[0]), "1: 3 -> 1");
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! [`open`] reads an address once and gives a [`Question`]: the game, the position as a handle, and the
//! play. From there come explanations, moves, pictures, graphs and sessions, and an [`Ask`] says how
//! much each may cost.
//!
//! # Write a game
//!
//! ```
//! use bouton::game::Game;
//! use bouton::rules::{Moves, Rules};
//! use bouton::{Ask, Play};
//!
//! /// One heap; take at most half of it.
//! struct AtMostHalf;
//!
//! impl Rules for AtMostHalf {
//!     type Position = bouton::natural::Natural;
//!     type Move = u64;
//!     fn moves(&self, heap: &Self::Position, out: &mut Moves<'_, u64>) {
//!         let size = heap.to_u64().unwrap_or(0);
//!         (1..=size / 2).for_each(|take| out.push(take));
//!     }
//!     fn play(&self, heap: &Self::Position, take: &u64) -> Self::Position {
//!         heap.minus(&(*take).into()).unwrap_or_default()
//!     }
//! }
//!
//! let game = Game::new(AtMostHalf, "at-most-half");
//! let answer = game.analyse(&game.read("20")?, Play::Normal, &Ask::default())?;
//! assert_eq!(answer.winning[0].to.as_deref(), Some("15"));
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! Games of piles, rows of coins and grids write less: [`heap::HeapRules`], [`strip::CoinRules`],
//! [`grid::GridRules`].
//!
//! # A nim-sequence with its period
//!
//! ```
//! use bouton::sequence::engine::Choice;
//! use bouton::sequence::search::{Search, Verdict};
//! use bouton::sequence::{Code, Values};
//!
//! let kayles: Code = "0.77".parse()?;
//! let mut search = Search::new(&kayles, Values::default(), Choice::default())?;
//! search.run(1000, &mut |_| true)?;
//! let Verdict::Proved(period) = search.verdict() else { panic!("it is proved") };
//! assert_eq!((period.period, period.preperiod), (12, 71));
//! # Ok::<(), bouton::Error>(())
//! ```
//!
//! # Where to look
//!
//! [`address`] and [`game`] to ask; [`analysis`], [`explain`], [`scene`] and [`graph`] for what comes back;
//! [`rules`], [`heap`], [`strip`] and [`grid`] to write games, [`games`] for those that there are;
//! [`session`], [`ranking`], [`judge`], [`table`], [`losing`] and [`same`] for more than one question; [`sequence`] and [`nimber`]
//! for numbers; [`misere`] for play where the last move loses; [`glossary`] for words; [`render`] for text and pictures; [`verify`] for how shortcuts are checked.

pub mod address;
pub mod analysis;
pub mod code;
pub mod explain;
pub mod game;
pub mod games;
pub mod glossary;
pub mod graph;
pub mod grid;
pub mod heap;
pub mod judge;
#[cfg(feature = "tables")]
pub mod keys;
pub mod line;
pub mod losing;
pub mod misere;
mod parameters;
pub mod pattern;
mod plane;
pub mod ranking;
pub mod render;
pub mod rules;
pub mod same;
pub mod scene;
#[cfg(feature = "schema")]
pub mod schema;
pub mod session;
pub mod strategy;
pub mod strip;
pub mod table;
pub mod trial;
pub mod verify;

mod boxed;
mod compound;
mod elements;
mod entry;
mod erased;
mod instructions;
mod locate;
mod lookahead;
mod matching;
mod network;
#[cfg(feature = "script")]
pub mod own;
mod question;
mod shipped;
mod solve;
mod solver;
mod spelling;
mod stories;
mod sum;
mod track;
mod wording;

/// The searches themselves: for benches, which measure them apart from questions.
#[doc(hidden)]
pub mod search;

#[doc(inline)]
pub use bouton_core::{ask, error, formula, natural, value};
#[doc(inline)]
pub use bouton_nimber as nimber;
#[doc(inline)]
pub use bouton_sequence as sequence;

pub use address::{Question, open};
pub use analysis::Analysis;
pub use ask::Ask;
pub use error::Error;
pub use solver::Solver;
pub use value::{Nimber, Outcome, Play, Value};

/// Who wins, with which moves, and how that is known: the answer to one address, within the usual
/// budget.
///
/// ```
/// let answer = bouton::solve("misere nim: 1 1 1")?;
/// assert_eq!(answer.outcome, bouton::Outcome::Previous);
/// # Ok::<(), bouton::Error>(())
/// ```
pub fn solve(address: &str) -> Result<Analysis, Error> {
    open(address)?.solve(&Ask::default())
}
