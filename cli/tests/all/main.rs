//! What the command line promises, by calling it.

mod answers;
mod budgets;
mod command;
mod contest;
mod contract;
mod drawing;
mod files;
mod folder;
mod glossary;
mod judge;
mod losing;
mod misere;
mod nimber;
mod own;
mod periods;
mod play;
mod presets;
mod readme;
mod same;
mod schema;
mod search;
mod sequences;
mod show;
#[cfg(feature = "tablebase")]
mod tablebase;
