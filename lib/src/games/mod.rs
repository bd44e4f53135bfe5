//! The catalogue: one file per game. `cargo xtask sync` writes the two lists below.

use crate::game::Entry;

// modules: written by `cargo xtask sync`
mod chomp;
mod greedy_nim;
mod grundy;
mod kayles;
mod moore;
mod nim;
pub mod null;
mod octal;
mod subtraction;
mod wythoff;
// end of modules

/// Every game, by name.
pub static GAMES: &[&Entry] = &[
    // entries: written by `cargo xtask sync`
    &chomp::ENTRY,
    &greedy_nim::ENTRY,
    &grundy::ENTRY,
    &kayles::ENTRY,
    &moore::ENTRY,
    &nim::ENTRY,
    &octal::ENTRY,
    &subtraction::ENTRY,
    &wythoff::ENTRY,
    // end of entries
];
