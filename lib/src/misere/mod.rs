//! Misère play, where values do not decide: what a position is worth in sums.
//!
//! The quotients of heap games are a crate of their own, which is shown here (feature `misere`).

mod canonical;
#[cfg(feature = "misere")]
mod forms;
#[cfg(feature = "misere")]
mod positions;

#[cfg(feature = "misere")]
#[doc(inline)]
pub use bouton_misere::*;
pub(crate) use canonical::CanonicalForms as PlainForms;
#[cfg(feature = "misere")]
pub use forms::form;
#[cfg(feature = "misere")]
pub(crate) use forms::of_graph;
#[cfg(feature = "misere")]
pub use positions::followers;
