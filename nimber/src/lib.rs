//! The field of nimbers.
//!
//! Nimbers add by xor, and by the Tartan theorem they multiply: the value of a product of two games
//! is the product of their values (docs/nimbers.md tells the story). The nimbers below 2^(2^k) are
//! a field for each k, and all together, with the transfinite ones, they are algebraically closed.
//!
//! | type | elements |
//! |---|---|
//! | [`Nimber8`] to [`Nimber128`] | fields of 2^8 to 2^128 nimbers, `Copy`, with operators |
//! | [`BigNimber`] | nimbers of any finite size |
//! | [`OrdinalNimber`] | transfinite nimbers below w^w^w |
//! | [`Polynomial64`] | the field of 2^64 in the domain in which products are cheapest |
//!
//! The Grundy value of a game is another type, [`bouton_core::value::Nimber`] (`bouton::Nimber`): it has
//! any size and only adds, because that is all that sums of games ask for. The types here are elements
//! of a field, named by their width, and have all four operations. A value that fits a word `w` is the
//! element `Nimber64(w)`.
//!
//! ```
//! use bouton_nimber::{Nimber64, slices};
//!
//! const TEN: Nimber64 = Nimber64::new(10);
//! assert_eq!(TEN * Nimber64::new(11), Nimber64::new(4));
//! assert_eq!((TEN / TEN, TEN + TEN), (Nimber64::ONE, Nimber64::ZERO));
//! assert_eq!(TEN.sqrt() * TEN.sqrt(), TEN);
//! assert_eq!(TEN.order(), Some(5));
//! let mut products = [Nimber64::ZERO; 2];
//! slices::product(&[TEN, TEN], &[TEN, Nimber64::new(2)], &mut products).unwrap();
//! assert_eq!(products, [TEN.square(), Nimber64::new(15)]);
//! ```
//!
//! Everything is compared with `plain`, the definition by halves, and that with the definition by
//! mex.

mod big;
mod cast;
mod domain;
pub mod expression;
mod fermat;
mod kernel;
mod limbs;
mod logarithm;
mod ordinal;
pub mod pairs;
mod plain;
mod polynomial;
mod short;
pub mod slices;
pub mod small;
mod tower;
mod word;

pub use big::{BigNimber, BinaryPolynomial};
pub use kernel::Level;
pub use ordinal::OrdinalNimber;
pub use polynomial::Polynomial64;
pub use word::{Nimber8, Nimber16, Nimber32, Nimber64, Nimber128};

/// The nim-product of two words.
pub fn product(a: u64, b: u64) -> u64 {
    // The tables of the fast product would be a part of every page.
    #[cfg(target_arch = "wasm32")]
    return plain::product(a.into(), b.into()) as u64;
    #[cfg(not(target_arch = "wasm32"))]
    (Nimber64(a) * Nimber64(b)).0
}
