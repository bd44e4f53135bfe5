//! What the library promises. One program, so that it is linked once and no core waits for the slowest file.

mod catalogue;
mod certificates;
mod circle;
mod codes;
mod drawing;
mod known;
mod nimbers;
mod periods;
mod regressions;
mod session;
mod sums;
mod verification;
