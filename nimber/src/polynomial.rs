//! Elements of the field of 2^64 nimbers in the polynomial domain, for work in chains.

use std::ops::{Add, Mul};

use super::kernel::carryless;
use super::{Nimber64, domain};

/// The same field as [`Nimber64`], in the basis 1, c, c^2, ... with c = 2^63. Conversions are
/// explicit, by `from`, or for slices in [`super::slices`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[repr(transparent)]
pub struct Polynomial64(pub u64);

impl From<Nimber64> for Polynomial64 {
    #[inline]
    fn from(nimber: Nimber64) -> Polynomial64 {
        Polynomial64(domain::to(nimber.0))
    }
}

impl From<Polynomial64> for Nimber64 {
    #[inline]
    fn from(polynomial: Polynomial64) -> Nimber64 {
        Nimber64(domain::back(polynomial.0))
    }
}

impl Add for Polynomial64 {
    type Output = Polynomial64;
    #[inline]
    #[allow(clippy::suspicious_arithmetic_impl, reason = "nimbers add by xor")]
    fn add(self, other: Polynomial64) -> Polynomial64 {
        Polynomial64(self.0 ^ other.0)
    }
}

impl Mul for Polynomial64 {
    type Output = Polynomial64;
    #[inline]
    fn mul(self, other: Polynomial64) -> Polynomial64 {
        Polynomial64(carryless::polynomial(self.0, other.0))
    }
}
