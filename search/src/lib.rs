//! The search for big positions: values and outcomes by asking "is this part worth n?", on packed keys.
//!
//! Nothing here knows a game. A [`Face`] turns a position into keys, one for each part of it, and lists the options
//! of a key; [`engine`] decides, [`table`] remembers. docs/search.md tells how and why.

pub mod board;
pub mod engine;
pub mod face;
mod file;
pub mod grid;
mod lay;
mod prefetch;
mod run;
pub mod table;

pub use engine::{Control, Engine, Found, Goal, Status, Switches};
pub use face::{Face, Hint, Options};
