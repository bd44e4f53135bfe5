//! The words of the theory: numbers and values, rows of heaps, the rules of one heap, and what a
//! question and an error are.
//!
//! Whatever the field of nimbers, the nim-sequences and the games have in common is here, and nothing
//! that is compiled anew for each game. The crate `bouton` shows all of it under its own name.

pub mod ask;
pub mod error;
pub mod factor;
pub mod formula;
mod found;
pub mod heap;
pub mod lexicode;
pub mod natural;
#[doc(hidden)]
pub mod order;
mod position;
mod theorem;
pub mod value;

pub use found::Found;
pub use position::Position;
pub use theorem::Theorem;
