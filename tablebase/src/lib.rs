//! Whole games, solved and kept: outcome, distance to the end and value of every position that can be reached.
//!
//! Nothing here knows a game. [`Positions`] hands out the options of a key; [`build`] explores all keys on timely
//! dataflow, solves them backwards and writes shards; [`Tablebase`] looks keys up; [`check`] derives every entry
//! again, by code of its own. docs/tablebases.md tells how and why.

#[cfg(feature = "build")]
pub mod build;
pub mod check;
pub mod entry;
pub mod keys;
pub mod manifest;
pub mod shard;
mod table;

pub use bouton_core::error::Error;
pub use entry::{Ending, Entry, Worth};
pub use keys::{Options, Positions};
pub use manifest::{Digest, Manifest};
pub use table::{Bytes, Source, Tablebase};

/// The version of the format; tables of another one are refused.
pub const VERSION: u32 = 1;

/// The file that makes a folder a tablebase; it is written last.
pub const MANIFEST: &str = "manifest.json";

/// The name of the file of a shard.
pub fn shard_file(shard: u32) -> String {
    format!("shard-{shard:04}.btb")
}
