//! Bouton: impartial games. Who wins, with which moves, and how that is known.
//!
//! A game is `moves` and `play`; every closed form, symmetry or fast engine is a shortcut, and every
//! shortcut is checked against those two.
//!
//! ```
//! use bouton::{Ask, Outcome};
//!
//! let opened = bouton::address::open("nim: 3 4 5").unwrap();
//! let answer = opened.game.analyse(&opened.position, &Ask::default()).unwrap();
//! assert_eq!(answer.outcome, Outcome::Next);
//! assert_eq!(answer.winning[0].mv, "1 -> 1");
//! ```
//!
//! Where to look: [`rules`] for the trait that a game's author writes, [`games`] for the catalogue,
//! [`solve`] for how a method is chosen, [`analysis`] for what an answer holds, [`verify`] for how
//! shortcuts are checked.

pub mod address;
pub mod analysis;
pub mod ask;
pub mod demonstration;
pub mod erased;
pub mod error;
pub mod explain;
pub mod factor;
pub mod game;
pub mod games;
pub mod graph;
pub mod grid;
pub mod heap;
pub mod heaps;
pub mod judge;
pub mod judged;
pub mod misere;
pub mod natural;
pub mod nimber;
pub mod render;
pub mod rules;
pub mod same;
pub mod scene;
pub mod search;
pub mod sequence;
pub mod session;
pub mod solve;
pub mod strip;
pub mod sum;
pub mod table;
pub mod value;
pub mod verify;

pub use analysis::Analysis;
pub use ask::Ask;
pub use error::Error;
pub use value::{Nimber, Outcome, Play, Value};
