//! What the library promises. One program, so that it is linked once and no core waits for the slowest file.

mod api;
mod catalogue;
mod circle;
mod claims;
mod codes;
mod drawing;
mod examples;
mod forms;
mod heaps;
mod known;
mod own;
mod pattern;
mod regressions;
mod schema;
mod session;
mod sums;
mod tidy;
mod trial;
mod verification;
mod wording;
