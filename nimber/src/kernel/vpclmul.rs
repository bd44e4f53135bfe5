//! Products of polynomials, four at a time, with 256-bit carry-less multiplication.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256i, _mm256_clmulepi64_epi128, _mm256_loadu_si256, _mm256_set1_epi64x, _mm256_storeu_si256,
    _mm256_unpacklo_epi64, _mm256_xor_si256,
};

use super::super::domain::{MODULUS, RECIPROCAL};
use super::{Level, carryless};

/// Reduces two products of polynomials, as in `carryless`; what they become stands in the lower half of each lane of
/// 128 bits.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq")]
pub fn reduce(product: __m256i) -> __m256i {
    let reciprocal = _mm256_set1_epi64x(RECIPROCAL as i64);
    let modulus = _mm256_set1_epi64x(MODULUS as i64);
    let quotient = _mm256_xor_si256(product, _mm256_clmulepi64_epi128::<0x01>(product, reciprocal));
    _mm256_xor_si256(product, _mm256_clmulepi64_epi128::<0x01>(quotient, modulus))
}

/// Four products, reduced.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq")]
pub fn multiply(a: __m256i, b: __m256i) -> __m256i {
    let even = _mm256_clmulepi64_epi128::<0x00>(a, b);
    let odd = _mm256_clmulepi64_epi128::<0x11>(a, b);
    _mm256_unpacklo_epi64(reduce(even), reduce(odd))
}

#[inline]
#[target_feature(enable = "avx2")]
fn load(words: &[u64; 4]) -> __m256i {
    // SAFETY: four words are 256 bits.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(register: __m256i, words: &mut [u64; 4]) {
    // SAFETY: four words are 256 bits.
    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), register) }
}

/// Products of polynomials; the lengths are equal, and the level has 256-bit registers.
pub fn polynomials(level: Level, a: &[u64], b: &[u64], out: &mut [u64]) {
    #[target_feature(enable = "avx2,vpclmulqdq")]
    fn whole(a: &[[u64; 4]], b: &[[u64; 4]], out: &mut [[u64; 4]]) {
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            store(multiply(load(a), load(b)), out);
        }
    }
    assert!(level.is_avx2() || level.is_avx512());
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks(), b.as_chunks());
    let (out, out_rest) = out.as_chunks_mut();
    // SAFETY: the level has the features.
    unsafe { whole(a, b, out) };
    carryless::polynomials(false, a_rest, b_rest, out_rest);
}

/// Adds to each polynomial of a row a factor times the one of another row of the same length.
pub fn add_scaled(level: Level, row: &mut [u64], factor: u64, other: &[u64]) {
    #[target_feature(enable = "avx2,vpclmulqdq")]
    fn whole(row: &mut [[u64; 4]], factor: u64, other: &[[u64; 4]]) {
        let factor = _mm256_set1_epi64x(factor as i64);
        for (own, other) in row.iter_mut().zip(other) {
            store(_mm256_xor_si256(load(own), multiply(factor, load(other))), own);
        }
    }
    assert!(level.is_avx2() || level.is_avx512());
    let ((row, row_rest), (other, other_rest)) = (row.as_chunks_mut(), other.as_chunks());
    // SAFETY: the level has the features.
    unsafe { whole(row, factor, other) };
    carryless::add_scaled(false, row_rest, factor, other_rest);
}
