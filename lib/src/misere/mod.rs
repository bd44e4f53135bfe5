//! Misère play, where values do not decide: what a position is worth in sums.

mod canonical;

pub use canonical::CanonicalForms;
