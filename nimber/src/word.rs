//! Nimbers of a fixed width: 8, 16, 32, 64 and 128 bits, each a field.

use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

use bouton_core::error::Error;
use serde::{Deserialize, Serialize};

use super::big::{BigNimber, BinaryPolynomial};
use super::{plain, short};

macro_rules! nimber {
    ($name:ident, $word:ident, $bits:literal, $operations:ident, $wide:ident) => {
        #[doc = concat!("A nimber below 2^", $bits, ": an element of the field of that many nimbers.")]
        ///
        /// `+` and `-` are xor, `*` and `/` the product of nimbers and its inverse. As with integers,
        /// `/` panics if the divisor is 0; [`Self::inverse`] does not.
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        #[repr(transparent)]
        pub struct $name(pub $word);

        impl $name {
            /// Neutral in sums.
            pub const ZERO: $name = $name(0);
            /// Neutral in products.
            pub const ONE: $name = $name(1);
            /// The width of the field.
            pub const BITS: u32 = $bits;

            /// The nimber of this size.
            pub const fn new(word: $word) -> $name {
                $name(word)
            }

            /// The size of the heap that it is.
            pub const fn value(self) -> $word {
                self.0
            }

            /// The sum, also in constants.
            pub const fn plus(self, other: $name) -> $name {
                $name(self.0 ^ other.0)
            }

            /// The product, also in constants; `*` is faster.
            pub const fn times(self, other: $name) -> $name {
                $name(plain::product(self.0 as u128, other.0 as u128) as $word)
            }

            /// Whether it is 0.
            pub const fn is_zero(self) -> bool {
                self.0 == 0
            }

            /// The product with itself.
            #[inline]
            pub fn square(self) -> $name {
                $name(short::$operations::square(self.0 as $wide) as $word)
            }

            /// The square root: every nimber has exactly one.
            #[inline]
            pub fn sqrt(self) -> $name {
                $name(short::$operations::root(self.0 as $wide) as $word)
            }

            /// The inverse; 0 has none.
            #[inline]
            pub fn inverse(self) -> Option<$name> {
                let inverse = || $name(short::$operations::inverse(self.0 as $wide) as $word);
                (self.0 != 0).then(inverse)
            }

            /// The quotient, unless the divisor is 0.
            #[inline]
            pub fn checked_div(self, divisor: $name) -> Option<$name> {
                divisor.inverse().map(|inverse| self * inverse)
            }

            /// The power; the power 0 is 1.
            pub fn pow(self, exponent: u128) -> $name {
                let mut power = $name::ONE;
                for bit in (0..128 - exponent.leading_zeros()).rev() {
                    power = power.square();
                    if exponent >> bit & 1 == 1 {
                        power *= self;
                    }
                }
                power
            }

            /// The power with any exponent; 0 has no negative powers.
            pub fn checked_pow(self, exponent: i128) -> Option<$name> {
                let base = if exponent < 0 { self.inverse()? } else { self };
                Some(base.pow(exponent.unsigned_abs()))
            }

            /// The trace: 0 or 1. It is the highest bit of the word.
            pub const fn trace(self) -> u8 {
                (self.0 >> ($bits - 1)) as u8
            }

            /// The degree: the least d such that this is in the field of 2^d nimbers, a power of two.
            pub const fn degree(self) -> u32 {
                let bits = $word::BITS - self.0.leading_zeros();
                if bits < 2 { 1 } else { bits.next_power_of_two() }
            }

            /// The even x with x^2 + x = this; x + 1 is the other one. There is none in this width
            /// if the trace is 1.
            #[inline]
            pub fn halve(self) -> Option<$name> {
                let half = || $name(short::$operations::halve(self.0 as $wide) as $word);
                (self.trace() == 0).then(half)
            }

            /// The roots of a x^2 + b x + c in this width, ascending; a double root stands once.
            pub fn roots(a: $name, b: $name, c: $name) -> Result<Vec<$name>, Error> {
                let Some(inverse) = a.inverse() else {
                    return match (b.inverse(), c.is_zero()) {
                        (Some(inverse), _) => Ok(vec![c * inverse]),
                        (None, false) => Ok(Vec::new()),
                        (None, true) => Err(Error::input(
                            "0 = 0 holds for every x: give an equation that has one",
                        )),
                    };
                };
                let Some(scale) = b.inverse() else {
                    return Ok(vec![(c * inverse).sqrt()]);
                };
                // With x = (b/a) y this is y^2 + y = a c / b^2.
                let Some(half) = (a * c * scale.square()).halve() else {
                    return Ok(Vec::new());
                };
                let stretch = b * inverse;
                let mut roots = vec![half * stretch, (half + $name::ONE) * stretch];
                roots.sort_unstable();
                Ok(roots)
            }

            /// The multiplicative order: the least n above 0 with power n equal to 1; 0 has none.
            pub fn order(self) -> Option<$word> {
                let is_one = |exponent| self.pow(exponent) == $name::ONE;
                (self.0 != 0).then(|| short::order($bits, is_one) as $word)
            }

            /// Whether its powers are all nimbers of this width other than 0.
            pub fn is_primitive(self) -> bool {
                self.order() == Some($word::MAX)
            }

            /// The least nimber whose powers are all others but 0.
            pub fn primitive() -> $name {
                // An element of a smaller field is none.
                let mut candidate = $name(1 << ($bits / 2));
                while !candidate.is_primitive() {
                    candidate.0 += 1;
                }
                candidate
            }

            /// The polynomial of least degree over 0 and 1 that has this root.
            pub fn minimal_polynomial(self) -> BinaryPolynomial {
                BigNimber::from(self).minimal_polynomial()
            }
        }

        impl From<$word> for $name {
            fn from(word: $word) -> $name {
                $name(word)
            }
        }

        impl From<$name> for BigNimber {
            fn from(nimber: $name) -> BigNimber {
                BigNimber::from(u128::from(nimber.0))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "*{}", self.0)
            }
        }

        impl fmt::LowerHex for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        /// Decimal, or hexadecimal after 0x.
        impl FromStr for $name {
            type Err = Error;
            fn from_str(text: &str) -> Result<$name, Error> {
                let number = super::big::read(text)?;
                let word = $word::try_from(&number).map($name);
                word.map_err(|_| {
                    let given = bouton_core::error::quoted(text);
                    Error::input(format!(
                        "{given} needs {} bits: {} are the width here",
                        number.bits(),
                        $bits
                    ))
                })
            }
        }

        impl Add for $name {
            type Output = $name;
            #[inline]
            #[allow(clippy::suspicious_arithmetic_impl, reason = "nimbers add by xor")]
            fn add(self, other: $name) -> $name {
                $name(self.0 ^ other.0)
            }
        }

        impl Sub for $name {
            type Output = $name;
            #[inline]
            #[allow(clippy::suspicious_arithmetic_impl, reason = "each nimber is its own negative")]
            fn sub(self, other: $name) -> $name {
                $name(self.0 ^ other.0)
            }
        }

        impl Neg for $name {
            type Output = $name;
            fn neg(self) -> $name {
                self
            }
        }

        impl Mul for $name {
            type Output = $name;
            #[inline]
            fn mul(self, other: $name) -> $name {
                $name(short::$operations::product(self.0 as $wide, other.0 as $wide) as $word)
            }
        }

        impl Div for $name {
            type Output = $name;
            #[inline]
            fn div(self, other: $name) -> $name {
                self.checked_div(other).expect("attempt to divide a nimber by zero")
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                *self = *self + other;
            }
        }

        impl SubAssign for $name {
            fn sub_assign(&mut self, other: $name) {
                *self = *self - other;
            }
        }

        impl MulAssign for $name {
            fn mul_assign(&mut self, other: $name) {
                *self = *self * other;
            }
        }

        impl DivAssign for $name {
            fn div_assign(&mut self, other: $name) {
                *self = *self / other;
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = $name>>(nimbers: I) -> $name {
                nimbers.fold($name::ZERO, Add::add)
            }
        }

        impl Product for $name {
            fn product<I: Iterator<Item = $name>>(nimbers: I) -> $name {
                nimbers.fold($name::ONE, Mul::mul)
            }
        }
    };
}

nimber!(Nimber8, u8, 8, single, u64);
nimber!(Nimber16, u16, 16, single, u64);
nimber!(Nimber32, u32, 32, single, u64);
nimber!(Nimber64, u64, 64, single, u64);
nimber!(Nimber128, u128, 128, double, u128);

impl Nimber64 {
    /// The least n with base^n equal to this, if there is one.
    pub fn log(self, base: Nimber64) -> Option<u64> {
        super::logarithm::logarithm(self.0, base.0)
    }
}

macro_rules! widen {
    ($($narrow:ident: $($wide:ident)*;)*) => {$($(
        impl From<$narrow> for $wide {
            fn from(nimber: $narrow) -> $wide {
                $wide(nimber.0.into())
            }
        }
    )*)*};
}

widen! {
    Nimber8: Nimber16 Nimber32 Nimber64 Nimber128;
    Nimber16: Nimber32 Nimber64 Nimber128;
    Nimber32: Nimber64 Nimber128;
    Nimber64: Nimber128;
}
