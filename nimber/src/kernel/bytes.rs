//! Slices with 256-bit registers: linear maps of 32 words at once, on planes of bytes.
//!
//! Plane i holds byte i of 32 words. A linear map of 64 bits is then, for each of the 8 bytes that go in and each of the
//! 8 that come out, a linear map of bytes: two shuffles, which look nibbles up in tables of 16 (AVX2), or one
//! product with an 8x8 bit matrix (GFNI). Between planes, words are multiplied four at a time
//! (`vpclmul.rs`). [`super::wide`] does the same with 512-bit registers.
#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::linear::{BACK, Map, TO};
use super::vpclmul::{multiply, reduce};
use super::{Level, carryless, domain};

/// The words of a block.
const BLOCK: usize = 32;
type Words = [u64; BLOCK];
/// A block in registers: words in their order, or planes of bytes.
type Eight = [__m256i; 8];

#[inline]
#[target_feature(enable = "avx2")]
fn load(words: &Words) -> Eight {
    // SAFETY: the eight registers are the 32 words.
    let part =
        |index: usize| unsafe { _mm256_loadu_si256(words.as_ptr().cast::<__m256i>().add(index)) };
    [part(0), part(1), part(2), part(3), part(4), part(5), part(6), part(7)]
}

#[inline]
#[target_feature(enable = "avx2")]
fn store(registers: Eight, words: &mut Words) {
    for (words, register) in words.as_chunks_mut::<4>().0.iter_mut().zip(registers) {
        // SAFETY: four words are 256 bits.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), register) };
    }
}

/// Exchanges rows and columns of 8 times 8 pairs of bytes, in both halves of the registers.
#[inline]
#[target_feature(enable = "avx2")]
fn transpose(r: Eight) -> Eight {
    let a = [
        _mm256_unpacklo_epi16(r[0], r[1]),
        _mm256_unpackhi_epi16(r[0], r[1]),
        _mm256_unpacklo_epi16(r[2], r[3]),
        _mm256_unpackhi_epi16(r[2], r[3]),
        _mm256_unpacklo_epi16(r[4], r[5]),
        _mm256_unpackhi_epi16(r[4], r[5]),
        _mm256_unpacklo_epi16(r[6], r[7]),
        _mm256_unpackhi_epi16(r[6], r[7]),
    ];
    let b = [
        _mm256_unpacklo_epi32(a[0], a[2]),
        _mm256_unpackhi_epi32(a[0], a[2]),
        _mm256_unpacklo_epi32(a[1], a[3]),
        _mm256_unpackhi_epi32(a[1], a[3]),
        _mm256_unpacklo_epi32(a[4], a[6]),
        _mm256_unpackhi_epi32(a[4], a[6]),
        _mm256_unpacklo_epi32(a[5], a[7]),
        _mm256_unpackhi_epi32(a[5], a[7]),
    ];
    [
        _mm256_unpacklo_epi64(b[0], b[4]),
        _mm256_unpackhi_epi64(b[0], b[4]),
        _mm256_unpacklo_epi64(b[1], b[5]),
        _mm256_unpackhi_epi64(b[1], b[5]),
        _mm256_unpacklo_epi64(b[2], b[6]),
        _mm256_unpackhi_epi64(b[2], b[6]),
        _mm256_unpacklo_epi64(b[3], b[7]),
        _mm256_unpackhi_epi64(b[3], b[7]),
    ]
}

/// Words to planes. Which word goes where does not matter, because it comes back from there.
#[inline]
#[target_feature(enable = "avx2")]
fn to_planes(words: Eight) -> Eight {
    // The bytes of the two words of each half by turns.
    let order = _mm256_setr_epi8(
        0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15, //
        0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15,
    );
    let mut mixed = words;
    for register in &mut mixed {
        *register = _mm256_shuffle_epi8(*register, order);
    }
    transpose(mixed)
}

#[inline]
#[target_feature(enable = "avx2")]
fn from_planes(planes: Eight) -> Eight {
    let order = _mm256_setr_epi8(
        0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15, //
        0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15,
    );
    let mut words = transpose(planes);
    for register in &mut words {
        *register = _mm256_shuffle_epi8(*register, order);
    }
    words
}

/// A map on planes, by tables of nibbles.
#[inline]
#[target_feature(enable = "avx2")]
fn shuffled(map: &Map, planes: &Eight) -> Eight {
    let low = _mm256_set1_epi8(15);
    let mut sums = [_mm256_setzero_si256(); 8];
    for (plane, tables) in planes.iter().zip(&map.nibbles) {
        let nibbles =
            [_mm256_and_si256(*plane, low), _mm256_and_si256(_mm256_srli_epi16::<4>(*plane), low)];
        for (nibbles, tables) in nibbles.into_iter().zip(tables) {
            for (sum, table) in sums.iter_mut().zip(tables) {
                // SAFETY: a table is 128 bits.
                let table = unsafe { _mm_loadu_si128(table.as_ptr().cast()) };
                let table = _mm256_broadcastsi128_si256(table);
                *sum = _mm256_xor_si256(*sum, _mm256_shuffle_epi8(table, nibbles));
            }
        }
    }
    sums
}

/// The same by bit matrices.
#[inline]
#[target_feature(enable = "avx2,gfni")]
fn multiplied(map: &Map, planes: &Eight) -> Eight {
    let mut sums = [_mm256_setzero_si256(); 8];
    for (from, plane) in planes.iter().enumerate() {
        for (to, sum) in sums.iter_mut().enumerate() {
            let matrix = _mm256_set1_epi64x(map.diagonals[(from + 8 - to) % 8][to] as i64);
            *sum = _mm256_xor_si256(*sum, _mm256_gf2p8affine_epi64_epi8::<0>(*plane, matrix));
        }
    }
    sums
}

/// The functions of this module for one way to apply a map.
macro_rules! kernels {
    ($name:ident, $features:literal, $apply:ident) => {
        mod $name {
            use super::*;

            #[inline]
            #[target_feature(enable = $features)]
            fn image(map: &Map, words: &Words) -> Eight {
                from_planes($apply(map, &to_planes(load(words))))
            }

            #[target_feature(enable = $features)]
            pub fn apply(map: &Map, words: &mut [Words]) {
                for words in words {
                    store(image(map, words), words);
                }
            }

            #[target_feature(enable = $features)]
            pub fn product(a: &[Words], b: &[Words], out: &mut [Words]) {
                for ((a, b), out) in a.iter().zip(b).zip(out) {
                    let mut products = image(&TO, a);
                    for (own, other) in products.iter_mut().zip(image(&TO, b)) {
                        *own = multiply(*own, other);
                    }
                    store(from_planes($apply(&BACK, &to_planes(products))), out);
                }
            }

            #[target_feature(enable = $features)]
            pub fn product_128(a: &[Words], b: &[Words], out: &mut [Words]) {
                for ((a, b), out) in a.iter().zip(b).zip(out) {
                    let mut products = image(&TO, a);
                    for (own, other) in products.iter_mut().zip(image(&TO, b)) {
                        *own = pair(*own, other);
                    }
                    store(from_planes($apply(&BACK, &to_planes(products))), out);
                }
            }

            #[target_feature(enable = $features)]
            pub fn dot(a: &[Words], b: &[Words]) -> u64 {
                let mut sums = [_mm256_setzero_si256(); 2];
                for (a, b) in a.iter().zip(b) {
                    for (a, b) in image(&TO, a).into_iter().zip(image(&TO, b)) {
                        sums[0] = _mm256_xor_si256(sums[0], _mm256_clmulepi64_epi128::<0x00>(a, b));
                        sums[1] = _mm256_xor_si256(sums[1], _mm256_clmulepi64_epi128::<0x11>(a, b));
                    }
                }
                let sum = reduce(_mm256_xor_si256(sums[0], sums[1]));
                let low = _mm256_extract_epi64::<0>(sum) ^ _mm256_extract_epi64::<2>(sum);
                domain::back(low as u64)
            }
        }
    };
}

kernels!(by_shuffles, "avx2,vpclmulqdq,pclmulqdq", shuffled);
kernels!(by_matrices, "avx2,gfni,vpclmulqdq,pclmulqdq", multiplied);

/// Products of 128-bit nimbers h F + l in both halves of the registers, as in `wide`.
#[inline]
#[target_feature(enable = "avx2,vpclmulqdq")]
fn pair(a: __m256i, b: __m256i) -> __m256i {
    let low = _mm256_clmulepi64_epi128::<0x00>(a, b);
    let high = _mm256_clmulepi64_epi128::<0x11>(a, b);
    let a_both = _mm256_xor_si256(a, _mm256_shuffle_epi32::<0b0100_1110>(a));
    let b_both = _mm256_xor_si256(b, _mm256_shuffle_epi32::<0b0100_1110>(b));
    let cross = _mm256_clmulepi64_epi128::<0x00>(a_both, b_both);
    // F F = F + c, and c is the polynomial x: a shift of all 128 bits.
    let carry = _mm256_bslli_epi128::<8>(_mm256_srli_epi64::<63>(high));
    let raised = _mm256_xor_si256(_mm256_slli_epi64::<1>(high), carry);
    let low_word = reduce(_mm256_xor_si256(low, raised));
    let high_word = reduce(_mm256_xor_si256(cross, low));
    _mm256_unpacklo_epi64(low_word, high_word)
}

/// Runs a kernel of the level on whole blocks, and once more on the rest filled up with zeros.
macro_rules! run {
    ($level:ident, $kernel:ident, $a:ident, $b:ident, $out:ident) => {{
        assert!($level.is_avx2());
        let ((a, a_rest), (b, b_rest)) = ($a.as_chunks::<BLOCK>(), $b.as_chunks::<BLOCK>());
        let (out, out_rest) = $out.as_chunks_mut::<BLOCK>();
        let (mut a_last, mut b_last, mut out_last) = ([[0; BLOCK]], [[0; BLOCK]], [[0; BLOCK]]);
        a_last[0][..a_rest.len()].copy_from_slice(a_rest);
        b_last[0][..b_rest.len()].copy_from_slice(b_rest);
        let last = usize::from(!a_rest.is_empty());
        let (a_last, b_last) = (&a_last[..last], &b_last[..last]);
        // SAFETY: the level has the features.
        unsafe {
            if $level.has_matrices() {
                by_matrices::$kernel(a, b, out);
                by_matrices::$kernel(a_last, b_last, &mut out_last);
            } else {
                by_shuffles::$kernel(a, b, out);
                by_shuffles::$kernel(a_last, b_last, &mut out_last);
            }
        }
        out_rest.copy_from_slice(&out_last[0][..out_rest.len()]);
    }};
}

/// Products of nimbers.
pub fn product(level: Level, a: &[u64], b: &[u64], out: &mut [u64]) {
    run!(level, product, a, b, out);
}

/// Products of 128-bit nimbers, each of which is two words, the lower one first.
pub fn product_128(level: Level, a: &[u64], b: &[u64], out: &mut [u64]) {
    run!(level, product_128, a, b, out);
}

/// The sum of products of nimbers.
pub fn dot(level: Level, a: &[u64], b: &[u64]) -> u64 {
    assert!(level.is_avx2());
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<BLOCK>(), b.as_chunks::<BLOCK>());
    // SAFETY: the level has the features.
    let sum = unsafe {
        if level.has_matrices() { by_matrices::dot(a, b) } else { by_shuffles::dot(a, b) }
    };
    sum ^ carryless::dot(a_rest, b_rest)
}

/// The images of all words under a linear map.
pub fn apply(level: Level, map: &Map, words: &mut [u64]) {
    assert!(level.is_avx2());
    let (words, rest) = words.as_chunks_mut::<BLOCK>();
    let mut last = [[0; BLOCK]];
    last[0][..rest.len()].copy_from_slice(rest);
    let last = &mut last[..usize::from(!rest.is_empty())];
    // SAFETY: the level has the features.
    unsafe {
        if level.has_matrices() {
            by_matrices::apply(map, words);
            by_matrices::apply(map, last);
        } else {
            by_shuffles::apply(map, words);
            by_shuffles::apply(map, last);
        }
    }
    if let Some(last) = last.first() {
        rest.copy_from_slice(&last[..rest.len()]);
    }
}
