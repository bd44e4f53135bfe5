//! Slices with 512-bit registers: linear maps as 8x8 bit matrices, polynomials eight at a time.
//!
//! GFNI multiplies each byte of a 64-bit lane by the 8x8 bit matrix in the same lane of another
//! register. Eight words are turned so that lane j holds their bytes j; then a linear map of 64 bits
//! is eight such products, one for each diagonal of its 8x8 blocks, with the lanes rotated between
//! them. That is how nimbers become polynomials and come back.
#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m512i, _mm512_alignr_epi64, _mm512_bslli_epi128, _mm512_clmulepi64_epi128,
    _mm512_gf2p8affine_epi64_epi8, _mm512_loadu_si512, _mm512_permutexvar_epi8, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_shuffle_epi32, _mm512_slli_epi64, _mm512_srli_epi64,
    _mm512_storeu_si512, _mm512_unpacklo_epi64, _mm512_xor_si512,
};

use super::super::domain::{MODULUS, RECIPROCAL};
use super::linear::{BACK, Map, TO};
use super::{Level, carryless};

/// Eight words, as many as a register holds.
type Eight = [u64; 8];

#[inline]
#[target_feature(enable = "avx512f")]
fn load(words: &Eight) -> __m512i {
    // SAFETY: eight words are 512 bits.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(register: __m512i, words: &mut Eight) {
    // SAFETY: eight words are 512 bits.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), register) }
}

/// Where each byte comes from when eight words of eight bytes are turned over.
const ORDER: Eight = {
    let (mut order, mut index) = ([0u64; 8], 0);
    while index < 64 {
        let (lane, byte) = (index / 8, index % 8);
        order[lane] |= ((8 * byte + lane) as u64) << (8 * byte);
        index += 1;
    }
    order
};

/// A linear map in registers.
struct Turned {
    diagonals: [__m512i; 8],
    order: __m512i,
}

impl Turned {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn new(map: &Map) -> Turned {
        let mut diagonals = [_mm512_setzero_si512(); 8];
        for (register, words) in diagonals.iter_mut().zip(&map.diagonals) {
            *register = load(words);
        }
        Turned { diagonals, order: load(&ORDER) }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn apply(&self, words: __m512i) -> __m512i {
        let bytes = _mm512_permutexvar_epi8(self.order, words);
        let mut sum = _mm512_gf2p8affine_epi64_epi8::<0>(bytes, self.diagonals[0]);
        macro_rules! diagonals {
            ($($index:literal)*) => {$(
                let turned = _mm512_alignr_epi64::<$index>(bytes, bytes);
                let product = _mm512_gf2p8affine_epi64_epi8::<0>(turned, self.diagonals[$index]);
                sum = _mm512_xor_si512(sum, product);
            )*};
        }
        diagonals!(1 2 3 4 5 6 7);
        _mm512_permutexvar_epi8(self.order, sum)
    }
}

/// Reduces four products of polynomials; what they become stands in the lower half of each lane of
/// 128 bits.
#[inline]
#[target_feature(enable = "avx512f,vpclmulqdq")]
fn reduce(product: __m512i) -> __m512i {
    let reciprocal = _mm512_set1_epi64(RECIPROCAL as i64);
    let modulus = _mm512_set1_epi64(MODULUS as i64);
    let quotient = _mm512_xor_si512(product, _mm512_clmulepi64_epi128::<0x01>(product, reciprocal));
    _mm512_xor_si512(product, _mm512_clmulepi64_epi128::<0x01>(quotient, modulus))
}

/// Eight products of polynomials.
#[inline]
#[target_feature(enable = "avx512f,vpclmulqdq")]
fn multiply(a: __m512i, b: __m512i) -> __m512i {
    let even = _mm512_clmulepi64_epi128::<0x00>(a, b);
    let odd = _mm512_clmulepi64_epi128::<0x11>(a, b);
    _mm512_unpacklo_epi64(reduce(even), reduce(odd))
}

/// Runs `$whole` on chunks of eight words, and once more on the rest filled up with zeros.
macro_rules! chunks {
    ($level:ident, $whole:ident, $a:ident, $b:ident, $out:ident) => {
        assert!($level.is_avx512());
        let ((a, a_rest), (b, b_rest)) = ($a.as_chunks::<8>(), $b.as_chunks::<8>());
        let (out, out_rest) = $out.as_chunks_mut::<8>();
        let (mut a_last, mut b_last, mut out_last) = ([[0; 8]], [[0; 8]], [[0; 8]]);
        a_last[0][..a_rest.len()].copy_from_slice(a_rest);
        b_last[0][..b_rest.len()].copy_from_slice(b_rest);
        // SAFETY: the level has the features.
        unsafe {
            $whole(a, b, out);
            if !out_rest.is_empty() {
                $whole(&a_last, &b_last, &mut out_last);
            }
        }
        let rest = out_rest.len();
        out_rest.copy_from_slice(&out_last[0][..rest]);
    };
}

/// Products of nimbers; the lengths are equal.
pub fn product(level: Level, a: &[u64], b: &[u64], out: &mut [u64]) {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni,vpclmulqdq")]
    fn whole(a: &[Eight], b: &[Eight], out: &mut [Eight]) {
        let (to, back) = (Turned::new(&TO), Turned::new(&BACK));
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            let product = multiply(to.apply(load(a)), to.apply(load(b)));
            store(back.apply(product), out);
        }
    }
    chunks!(level, whole, a, b, out);
}

/// Products of polynomials; the lengths are equal.
pub fn polynomials(level: Level, a: &[u64], b: &[u64], out: &mut [u64]) {
    #[target_feature(enable = "avx512f,vpclmulqdq")]
    fn whole(a: &[Eight], b: &[Eight], out: &mut [Eight]) {
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            store(multiply(load(a), load(b)), out);
        }
    }
    chunks!(level, whole, a, b, out);
}

/// Products of 128-bit nimbers h F + l, each of which is two words, the lower one first.
pub fn product_128(level: Level, a: &[u64], b: &[u64], out: &mut [u64]) {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni,vpclmulqdq")]
    fn whole(a: &[Eight], b: &[Eight], out: &mut [Eight]) {
        let (to, back) = (Turned::new(&TO), Turned::new(&BACK));
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            let (a, b) = (to.apply(load(a)), to.apply(load(b)));
            let low = _mm512_clmulepi64_epi128::<0x00>(a, b);
            let high = _mm512_clmulepi64_epi128::<0x11>(a, b);
            let a_both = _mm512_xor_si512(a, _mm512_shuffle_epi32::<0b0100_1110>(a));
            let b_both = _mm512_xor_si512(b, _mm512_shuffle_epi32::<0b0100_1110>(b));
            let cross = _mm512_clmulepi64_epi128::<0x00>(a_both, b_both);
            // F F = F + c, and c is the polynomial x: a shift of all 128 bits.
            let carry = _mm512_bslli_epi128::<8>(_mm512_srli_epi64::<63>(high));
            let raised = _mm512_xor_si512(_mm512_slli_epi64::<1>(high), carry);
            let low_word = reduce(_mm512_xor_si512(low, raised));
            let high_word = reduce(_mm512_xor_si512(cross, low));
            store(back.apply(_mm512_unpacklo_epi64(low_word, high_word)), out);
        }
    }
    chunks!(level, whole, a, b, out);
}

/// The sum of products of nimbers.
pub fn dot(level: Level, a: &[u64], b: &[u64]) -> u64 {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni,vpclmulqdq")]
    fn whole(a: &[Eight], b: &[Eight]) -> u64 {
        let to = Turned::new(&TO);
        let mut sums = [_mm512_setzero_si512(); 2];
        for (a, b) in a.iter().zip(b) {
            let (a, b) = (to.apply(load(a)), to.apply(load(b)));
            sums[0] = _mm512_xor_si512(sums[0], _mm512_clmulepi64_epi128::<0x00>(a, b));
            sums[1] = _mm512_xor_si512(sums[1], _mm512_clmulepi64_epi128::<0x11>(a, b));
        }
        let mut words = [0; 8];
        store(reduce(_mm512_xor_si512(sums[0], sums[1])), &mut words);
        super::domain::back(words[0] ^ words[2] ^ words[4] ^ words[6])
    }
    assert!(level.is_avx512());
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    // SAFETY: the level has the features.
    unsafe { whole(a, b) ^ carryless::dot(a_rest, b_rest) }
}

/// Adds to each polynomial of a row a factor times the one of another row of the same length.
pub fn add_scaled(level: Level, row: &mut [u64], factor: u64, other: &[u64]) {
    #[target_feature(enable = "avx512f,vpclmulqdq")]
    fn whole(row: &mut [Eight], factor: u64, other: &[Eight]) {
        let factor = _mm512_set1_epi64(factor as i64);
        for (own, other) in row.iter_mut().zip(other) {
            store(_mm512_xor_si512(load(own), multiply(factor, load(other))), own);
        }
    }
    assert!(level.is_avx512());
    let ((row, row_rest), (other, other_rest)) = (row.as_chunks_mut(), other.as_chunks());
    // SAFETY: the level has the features.
    unsafe { whole(row, factor, other) };
    carryless::add_scaled(false, row_rest, factor, other_rest);
}

/// The images of all words under a linear map.
pub fn apply(level: Level, map: &Map, words: &mut [u64]) {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,gfni")]
    fn whole(map: &Map, words: &mut [Eight]) {
        let map = Turned::new(map);
        for words in words {
            store(map.apply(load(words)), words);
        }
    }
    assert!(level.is_avx512());
    let (words, rest) = words.as_chunks_mut();
    let mut last = [[0; 8]];
    last[0][..rest.len()].copy_from_slice(rest);
    // SAFETY: the level has the features.
    unsafe {
        whole(map, words);
        whole(map, &mut last);
    }
    rest.copy_from_slice(&last[0][..rest.len()]);
}
