//! The catalogue: one file per game. `cargo xtask sync` writes the two lists below.

use crate::game::Entry;

// modules: written by `cargo xtask sync`
mod building_nim;
mod chalkboard;
mod chomp;
mod circular_nim;
mod circular_stacks;
mod count_up;
mod cram;
mod dawsons_chess;
mod dawsons_kayles;
mod divide;
mod divisor_subtract;
mod file;
mod flip;
mod graph;
mod greedy_nim;
mod grundy;
mod guiles;
mod kayles;
mod laskers_nim;
mod mock_turtles;
mod moore;
mod nim;
pub mod null;
mod octal;
mod officers;
mod poset;
mod prime_power_list;
mod ruler;
mod set;
mod subtraction;
mod treblecross;
mod turn;
mod turning_corners;
mod turning_turtles;
mod twins;
mod wythoff;
mod wythoff_all;
mod wythoff_some;
// end of modules

/// Every game, by name.
pub static GAMES: &[&Entry] = &[
    // entries: written by `cargo xtask sync`
    &building_nim::ENTRY,
    &chalkboard::ENTRY,
    &chomp::ENTRY,
    &circular_nim::ENTRY,
    &circular_stacks::ENTRY,
    &count_up::ENTRY,
    &cram::ENTRY,
    &dawsons_chess::ENTRY,
    &dawsons_kayles::ENTRY,
    &divide::ENTRY,
    &divisor_subtract::ENTRY,
    #[cfg(feature = "script")]
    &file::ENTRY,
    &flip::ENTRY,
    &graph::ENTRY,
    &greedy_nim::ENTRY,
    &grundy::ENTRY,
    &guiles::ENTRY,
    &kayles::ENTRY,
    &laskers_nim::ENTRY,
    &mock_turtles::ENTRY,
    &moore::ENTRY,
    &nim::ENTRY,
    &octal::ENTRY,
    &officers::ENTRY,
    &poset::ENTRY,
    &prime_power_list::ENTRY,
    &ruler::ENTRY,
    &set::ENTRY,
    &subtraction::ENTRY,
    &treblecross::ENTRY,
    &turn::ENTRY,
    &turning_corners::ENTRY,
    &turning_turtles::ENTRY,
    &twins::ENTRY,
    &wythoff::ENTRY,
    &wythoff_all::ENTRY,
    &wythoff_some::ENTRY,
    // end of entries
];
