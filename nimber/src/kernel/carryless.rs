//! Products of polynomials one at a time: with carry-less multiplication where the processor has
//! it, by windows of four bits elsewhere. A test compares the two.
#![allow(unsafe_code)]

use super::domain;

/// The product of two polynomials, not reduced: lower and upper half. The twin of PCLMUL.
#[inline]
pub fn by_windows(a: u64, b: u64) -> (u64, u64) {
    let mut multiples = [0u128; 16];
    for index in 1..16usize {
        multiples[index] =
            multiples[index & (index - 1)] ^ (u128::from(a) << index.trailing_zeros());
    }
    let product = (0..16)
        .rev()
        .fold(0u128, |sum, window| sum << 4 ^ multiples[(b >> (4 * window) & 15) as usize]);
    (product as u64, (product >> 64) as u64)
}

/// The product of two polynomials without carry-less multiplication.
#[inline]
fn plain_polynomial(a: u64, b: u64) -> u64 {
    let (low, high) = by_windows(a, b);
    low ^ domain::look_up(&domain::FOLD, high)
}

/// The product of two nimbers without carry-less multiplication: the product of polynomials goes
/// back without being reduced.
#[inline]
fn plain_product(a: u64, b: u64) -> u64 {
    let (low, high) = by_windows(domain::to(a), domain::to(b));
    domain::back(low) ^ domain::look_up(&domain::BACK_HIGH, high)
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::super::domain::{self, MODULUS, RECIPROCAL};
    use std::arch::x86_64::{
        __m128i, _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_set_epi64x,
        _mm_xor_si128,
    };

    /// The product, not reduced.
    #[inline]
    #[target_feature(enable = "pclmulqdq")]
    pub fn multiply(a: u64, b: u64) -> __m128i {
        _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64))
    }

    /// Barrett's reduction: the quotient is the upper half of high times the reciprocal, exactly.
    #[inline]
    #[target_feature(enable = "pclmulqdq")]
    pub fn reduce(product: __m128i) -> u64 {
        let constants = _mm_set_epi64x(MODULUS as i64, RECIPROCAL as i64);
        let quotient = _mm_xor_si128(product, _mm_clmulepi64_si128::<0x01>(product, constants));
        let multiple = _mm_clmulepi64_si128::<0x11>(quotient, constants);
        _mm_cvtsi128_si64(_mm_xor_si128(product, multiple)) as u64
    }

    #[inline]
    #[target_feature(enable = "pclmulqdq")]
    pub fn polynomial(a: u64, b: u64) -> u64 {
        reduce(multiply(a, b))
    }

    #[inline]
    #[target_feature(enable = "pclmulqdq")]
    pub fn product(a: u64, b: u64) -> u64 {
        domain::back(reduce(multiply(domain::to(a), domain::to(b))))
    }

    #[target_feature(enable = "pclmulqdq")]
    pub fn dot(a: &[u64], b: &[u64]) -> u64 {
        let mut sum = multiply(0, 0);
        for (a, b) in a.iter().zip(b) {
            sum = _mm_xor_si128(sum, multiply(domain::to(*a), domain::to(*b)));
        }
        domain::back(reduce(sum))
    }

    #[target_feature(enable = "pclmulqdq")]
    pub fn products(a: &[u64], b: &[u64], out: &mut [u64]) {
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            *out = product(*a, *b);
        }
    }

    #[target_feature(enable = "pclmulqdq")]
    pub fn polynomials(a: &[u64], b: &[u64], out: &mut [u64]) {
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            *out = polynomial(*a, *b);
        }
    }

    #[target_feature(enable = "pclmulqdq")]
    pub fn add_scaled(row: &mut [u64], factor: u64, other: &[u64]) {
        for (own, other) in row.iter_mut().zip(other) {
            *own ^= polynomial(factor, *other);
        }
    }

    /// The halves of a product that is not reduced.
    #[cfg(test)]
    #[target_feature(enable = "pclmulqdq")]
    pub fn halves(product: __m128i) -> (u64, u64) {
        let high = std::arch::x86_64::_mm_unpackhi_epi64(product, product);
        let high = _mm_cvtsi128_si64(high);
        (_mm_cvtsi128_si64(product) as u64, high as u64)
    }
}

/// Whether the processor has carry-less multiplication.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn available() -> bool {
    is_x86_feature_detected!("pclmulqdq")
}

macro_rules! choose {
    ($if:expr, $fast:ident($($argument:expr),*), $plain:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if $if && available() {
            // SAFETY: the feature was found.
            return unsafe { x86::$fast($($argument),*) };
        }
        let _ = $if;
        $plain
    }};
}

/// The product of two nimbers.
#[inline]
pub fn product(a: u64, b: u64) -> u64 {
    choose!(true, product(a, b), plain_product(a, b))
}

/// The product of two polynomials.
#[inline]
pub fn polynomial(a: u64, b: u64) -> u64 {
    choose!(true, polynomial(a, b), plain_polynomial(a, b))
}

/// The sum of products of nimbers.
pub fn dot(a: &[u64], b: &[u64]) -> u64 {
    choose!(true, dot(a, b), a.iter().zip(b).fold(0, |sum, (a, b)| sum ^ plain_product(*a, *b)))
}

/// Products of nimbers.
pub fn products(a: &[u64], b: &[u64], out: &mut [u64]) {
    choose!(
        true,
        products(a, b, out),
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            *out = plain_product(*a, *b);
        }
    )
}

/// Products of polynomials, on request without carry-less multiplication.
pub fn polynomials(plainly: bool, a: &[u64], b: &[u64], out: &mut [u64]) {
    choose!(
        !plainly,
        polynomials(a, b, out),
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            *out = plain_polynomial(*a, *b);
        }
    )
}

/// Adds to each polynomial of a row a factor times the one of another row.
pub fn add_scaled(plainly: bool, row: &mut [u64], factor: u64, other: &[u64]) {
    choose!(
        !plainly,
        add_scaled(row, factor, other),
        for (own, other) in row.iter_mut().zip(other) {
            *own ^= plain_polynomial(factor, *other);
        }
    )
}

/// Runs work on polynomials that is `#[inline(always)]` where carry-less multiplication is known to
/// be there, so that it is not asked for at each product.
macro_rules! with_multiplication {
    ($(#[$meta:meta])* $vis:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? = $generic:path;) => {
        $(#[$meta])*
        #[allow(unsafe_code)]
        $vis fn $name($($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "pclmulqdq")]
                fn fast($($argument: $type),*) $(-> $result)? {
                    // SAFETY: this function has the feature.
                    let fast = unsafe { $crate::kernel::carryless::Fast::new() };
                    $generic($($argument,)* fast)
                }
                if $crate::kernel::carryless::available() {
                    // SAFETY: the feature was found.
                    return unsafe { fast($($argument),*) };
                }
            }
            $generic($($argument,)* $crate::kernel::carryless::Plain)
        }
    };
}
pub(crate) use with_multiplication;

/// How polynomials are multiplied.
pub trait Multiply: Copy {
    /// The product of two polynomials.
    fn polynomial(self, a: u64, b: u64) -> u64;
}

/// By windows.
#[derive(Clone, Copy)]
pub struct Plain;

impl Multiply for Plain {
    #[inline(always)]
    fn polynomial(self, a: u64, b: u64) -> u64 {
        plain_polynomial(a, b)
    }
}

/// With PCLMUL: whoever has one is on a processor with that feature.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Fast(());

#[cfg(target_arch = "x86_64")]
impl Fast {
    /// # Safety
    ///
    /// The processor has PCLMULQDQ.
    #[inline(always)]
    pub unsafe fn new() -> Fast {
        Fast(())
    }
}

#[cfg(target_arch = "x86_64")]
impl Multiply for Fast {
    #[inline(always)]
    fn polynomial(self, a: u64, b: u64) -> u64 {
        // SAFETY: see the type.
        unsafe { x86::polynomial(a, b) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn single_products_agree_with_the_definition(a: u64, b: u64) {
            let right = plain::product(a.into(), b.into()) as u64;
            prop_assert_eq!(product(a, b), right);
            prop_assert_eq!(plain_product(a, b), right);
            let polynomial_of = |multiply: fn(u64, u64) -> u64| {
                domain::back(multiply(domain::to(a), domain::to(b)))
            };
            prop_assert_eq!(polynomial_of(polynomial), right);
            prop_assert_eq!(polynomial_of(plain_polynomial), right);
        }

        #[cfg(target_arch = "x86_64")]
        #[test]
        fn windows_agree_with_carry_less_multiplication(a: u64, b: u64) {
            if available() {
                // SAFETY: the feature was found.
                prop_assert_eq!(by_windows(a, b), unsafe { x86::halves(x86::multiply(a, b)) });
            }
        }
    }
}
