//! The catalogue: one file per game. `cargo xtask sync` writes the two lists below.

use crate::game::Entry;

// modules: written by `cargo xtask sync`
mod amazons;
mod arc_kayles;
mod building_nim;
mod can_i_win;
mod chalkboard;
mod chomp;
mod circular_nim;
mod circular_stacks;
mod clobber;
mod coins;
mod conjunctive;
mod count_up;
mod cram;
mod dawsons_chess;
mod dawsons_kayles;
mod divide;
mod divisor_nim;
mod divisor_subtract;
mod domino_strip;
mod end_nim;
mod euclid;
mod fibonacci_nim;
mod file;
mod fission;
mod flip;
mod geography;
mod graph;
mod greedy_nim;
mod grundy;
mod guiles;
mod hackenbush;
mod i_mark;
mod kayles;
mod kopper;
mod laskers_nim;
mod lim;
mod mark;
mod mock_turtles;
mod modular_subtraction;
mod moore;
mod nim;
mod nim_with_a_pass;
mod nimble;
mod node_kayles;
mod nogo;
mod northcott;
mod notakto;
pub mod null;
mod octal;
mod officers;
mod ordinal;
mod ordinal_product;
mod poset;
mod prime_power_list;
mod product;
mod r_wythoff;
mod rims;
mod ruler;
mod selective;
mod set;
mod silver_dollar;
mod sprouts;
mod staircase;
mod subtraction;
mod sylver;
mod toppling_dominoes;
mod treblecross;
mod turn;
mod turning_corners;
mod turning_turtles;
mod twins;
mod welter;
mod wythoff;
mod wythoff_all;
mod wythoff_some;
// end of modules

/// Every game, by name.
pub static GAMES: &[&Entry] = &[
    // entries: written by `cargo xtask sync`
    &amazons::ENTRY,
    &arc_kayles::ENTRY,
    &building_nim::ENTRY,
    &can_i_win::ENTRY,
    &chalkboard::ENTRY,
    &chomp::ENTRY,
    &circular_nim::ENTRY,
    &circular_stacks::ENTRY,
    &clobber::ENTRY,
    &coins::ENTRY,
    &conjunctive::ENTRY,
    &count_up::ENTRY,
    &cram::ENTRY,
    &dawsons_chess::ENTRY,
    &dawsons_kayles::ENTRY,
    &divide::ENTRY,
    &divisor_nim::ENTRY,
    &divisor_subtract::ENTRY,
    &domino_strip::ENTRY,
    &end_nim::ENTRY,
    &euclid::ENTRY,
    &fibonacci_nim::ENTRY,
    #[cfg(feature = "script")]
    &file::ENTRY,
    &fission::ENTRY,
    &flip::ENTRY,
    &geography::ENTRY,
    &graph::ENTRY,
    &greedy_nim::ENTRY,
    &grundy::ENTRY,
    &guiles::ENTRY,
    &hackenbush::ENTRY,
    &i_mark::ENTRY,
    &kayles::ENTRY,
    &kopper::ENTRY,
    &laskers_nim::ENTRY,
    &lim::ENTRY,
    &mark::ENTRY,
    &mock_turtles::ENTRY,
    &modular_subtraction::ENTRY,
    &moore::ENTRY,
    &nim::ENTRY,
    &nim_with_a_pass::ENTRY,
    &nimble::ENTRY,
    &node_kayles::ENTRY,
    &nogo::ENTRY,
    &northcott::ENTRY,
    &notakto::ENTRY,
    &octal::ENTRY,
    &officers::ENTRY,
    &ordinal::ENTRY,
    &ordinal_product::ENTRY,
    &poset::ENTRY,
    &prime_power_list::ENTRY,
    &product::ENTRY,
    &r_wythoff::ENTRY,
    &rims::ENTRY,
    &ruler::ENTRY,
    &selective::ENTRY,
    &set::ENTRY,
    &silver_dollar::ENTRY,
    &sprouts::ENTRY,
    &staircase::ENTRY,
    &subtraction::ENTRY,
    &sylver::ENTRY,
    &toppling_dominoes::ENTRY,
    &treblecross::ENTRY,
    &turn::ENTRY,
    &turning_corners::ENTRY,
    &turning_turtles::ENTRY,
    &twins::ENTRY,
    &welter::ENTRY,
    &wythoff::ENTRY,
    &wythoff_all::ENTRY,
    &wythoff_some::ENTRY,
    // end of entries
];
