//! Nim-sequences: the Grundy values of one heap of 0, 1, 2, ... stones, and their proved periods.
//!
//! Rules of one heap ([`HeapRules`](bouton_core::heap::HeapRules)) go in: a code such as 0.77, a
//! subtraction set, or rules of any other game with heaps. The engines that compute the values are
//! private; [`engine::engine`] chooses one, and all of them equal [`engine::Plain`], the definition.
//!
//! ```
//! use bouton_sequence::engine::Choice;
//! use bouton_sequence::search::Search;
//! use bouton_sequence::{Code, Values};
//!
//! let kayles: Code = "0.77".parse().unwrap();
//! let mut search = Search::new(&kayles, Values::default(), Choice::default()).unwrap();
//! let period = search.run(1000, &mut |_| true).unwrap().unwrap();
//! assert_eq!((period.period, period.preperiod), (12, 71));
//! ```
//!
//! Where to look: [`engine`] for values in bulk, [`search`] for periods, [`certificate`] and [`check`]
//! for proofs that are written down and checked again, [`file`](mod@file) for values on the disk, [`survey`] and
//! [`atlas`] for tables of many codes, [`Sequence`] for a table that grows as it is asked.

mod all_but;
pub mod atlas;
mod breaking;
pub mod certificate;
pub mod check;
mod classes;
pub mod engine;
pub mod file;
mod forgetful;
mod list;
mod marks;
mod observe;
mod pairs;
mod period;
mod proved;
mod recurrence;
mod rising;
pub mod search;
mod sequence;
mod sets;
mod shifted;
mod state;
pub mod survey;
mod theorem;
mod values;
mod window;
mod witnesses;

pub use bouton_core::heap::{Code, Condition, Digit, Named, Tail, TakeSet};
pub use observe::Repetition;
pub use pairs::PairRules;
pub use period::{Period, PeriodEvidence, Proof};
pub use proved::{by_code, proved_by, proved_period};
pub use sequence::Sequence;
#[doc(hidden)]
pub use sequence::within_reach;
pub use values::{Cells, Values};
