//! Misère play of heap games, where whoever takes the last stone loses.

mod apart;
mod beside;
mod bits;
mod canonical;
pub mod census;
mod certificate;
pub mod check;
mod describe;
mod diagram;
mod engine;
mod genus;
mod kind;
mod monoid;
mod moves;
mod pairs;
mod parts;
mod period;
mod positions;
mod quotient;

pub use apart::Apart;
pub use beside::{Beside, lost_options};
pub use canonical::{CanonicalForms, Form};
pub use certificate::spelled;
pub use describe::{Description, Generator, Kernel};
pub use genus::Genus;
pub use kind::{Genera, Kind};
pub use monoid::{Class, Monoid, ONE};
pub use parts::Parts;
pub use period::Period;
pub use positions::Positions;
pub use quotient::Quotient;

use bouton_core::error::Error;

/// Why the work ended without a result.
#[derive(Debug)]
enum Halt {
    /// A sequence passed its cap: the quotient looks infinite.
    Endless,
    /// A budget was spent.
    Stopped(Error),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Halt {
        Halt::Stopped(error)
    }
}
