//! Kernels: the same operations for each kind of processor, chosen when the program runs.
//!
//! | level | single products | slices |
//! |---|---|---|
//! | portable (also wasm and ARM) | tables and a product of polynomials by windows | [`sliced`] in 64-bit words |
//! | PCLMUL | tables and carry-less multiplication | the same |
//! | AVX2 with VPCLMUL | the same | [`bytes`]: shuffles convert 32 nimbers at a time; [`vpclmul`] for polynomials |
//! | AVX2 with GFNI | the same | the same with 8x8 bit matrices instead of shuffles |
//! | AVX-512 with GFNI | the same | [`wide`]: 8x8 bit matrices convert 8 nimbers at a time |
//!
//! `unsafe` lives in [`bytes`], [`carryless`], [`vpclmul`] and [`wide`] only; tests compare every level with the
//! plain definition.

mod batch;
#[cfg(target_arch = "x86_64")]
mod bytes;
pub(super) mod carryless;
mod linear;
mod planes;
mod sliced;
#[cfg(target_arch = "x86_64")]
mod vpclmul;
#[cfg(target_arch = "x86_64")]
mod wide;

pub(super) use linear::{BACK, Map, ROOT, TO};

use super::domain;

/// A set of instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Pclmul,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx2Gfni,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// What every processor has.
    pub const PORTABLE: Level = Level(Kind::Portable);

    /// All levels of this processor, the best one last.
    pub fn all() -> Vec<Level> {
        #[allow(unused_mut)]
        let mut levels = vec![Level::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            let best = Level::best().0;
            let known = [Kind::Pclmul, Kind::Avx2, Kind::Avx2Gfni, Kind::Avx512];
            levels.extend(known.into_iter().filter(|kind| *kind <= best).map(Level));
        }
        levels
    }

    /// The best level of this processor.
    pub fn best() -> Level {
        #[cfg(target_arch = "x86_64")]
        {
            if !carryless::available() {
                return Level::PORTABLE;
            }
            let avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("vpclmulqdq");
            if !avx2 {
                return Level(Kind::Pclmul);
            }
            if !is_x86_feature_detected!("gfni") {
                return Level(Kind::Avx2);
            }
            let avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vbmi");
            Level(if avx512 { Kind::Avx512 } else { Kind::Avx2Gfni })
        }
        #[cfg(not(target_arch = "x86_64"))]
        Level::PORTABLE
    }

    /// Its name in tables and messages.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Pclmul => "PCLMUL",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2Gfni => "AVX2-GFNI",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "AVX-512",
        }
    }
}

/// Whether a level uses 256-bit registers, these with GFNI, or 512-bit registers: what [`bytes`], [`wide`] and
/// [`vpclmul`] rest their safety on.
#[cfg(target_arch = "x86_64")]
impl Level {
    fn is_avx2(self) -> bool {
        matches!(self.0, Kind::Avx2 | Kind::Avx2Gfni)
    }

    fn has_matrices(self) -> bool {
        self.0 == Kind::Avx2Gfni
    }

    fn is_avx512(self) -> bool {
        self.0 == Kind::Avx512
    }
}

/// Products of nimbers; the lengths are equal.
pub(super) fn product(level: Level, a: &[u64], b: &[u64], out: &mut [u64]) {
    // A block of planes costs as much half empty as full.
    if out.len() < 24 {
        return carryless::products(a, b, out);
    }
    #[cfg(target_arch = "x86_64")]
    {
        if level.is_avx512() {
            return wide::product(level, a, b, out);
        }
        if level.is_avx2() {
            return bytes::product(level, a, b, out);
        }
        // In 64-bit planes the gates are slower than tables and PCLMUL.
        if level == Level(Kind::Pclmul) {
            return carryless::products(a, b, out);
        }
    }
    let _ = level;
    sliced::product::<u64>((), a, b, out);
}

/// Whether a level has a product of 128-bit nimbers that is faster than one by one.
pub(super) fn has_product_128(level: Level) -> bool {
    #[cfg(target_arch = "x86_64")]
    if level == Level(Kind::Pclmul) {
        return false;
    }
    let _ = level;
    true
}

/// Products of 128-bit nimbers, each of which is two words, the lower one first.
pub(super) fn product_128(level: Level, a: &[u64], b: &[u64], out: &mut [u64]) {
    #[cfg(target_arch = "x86_64")]
    if level.is_avx512() {
        return wide::product_128(level, a, b, out);
    }
    #[cfg(target_arch = "x86_64")]
    if level.is_avx2() {
        return bytes::product_128(level, a, b, out);
    }
    let _ = level;
    sliced::product_128::<u64>((), a, b, out);
}

/// The sum of the products of nimbers.
pub(super) fn dot(level: Level, a: &[u64], b: &[u64]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if level.is_avx512() {
        return wide::dot(level, a, b);
    }
    #[cfg(target_arch = "x86_64")]
    if level.is_avx2() && a.len() >= 24 {
        return bytes::dot(level, a, b);
    }
    if level == Level::PORTABLE && a.len() >= 24 {
        return sliced::dot::<u64>((), a, b);
    }
    carryless::dot(a, b)
}

/// Inverses of nimbers other than 0.
pub(super) fn inverse(level: Level, words: &mut [u64]) {
    // Without carry-less multiplication three products are no faster than one inverse.
    if words.len() < 4 || level == Level::PORTABLE {
        for word in words {
            *word = super::tower::inverse(*word);
        }
    } else {
        batch::inverse(level, words);
    }
}

/// Products of polynomials.
pub(super) fn polynomials(level: Level, a: &[u64], b: &[u64], out: &mut [u64]) {
    #[cfg(target_arch = "x86_64")]
    {
        if level.is_avx512() {
            return wide::polynomials(level, a, b, out);
        }
        if level.is_avx2() {
            return vpclmul::polynomials(level, a, b, out);
        }
    }
    carryless::polynomials(level == Level::PORTABLE, a, b, out);
}

/// Adds to each polynomial of a row a factor times the one of another row.
pub(super) fn add_scaled(level: Level, row: &mut [u64], factor: u64, other: &[u64]) {
    #[cfg(target_arch = "x86_64")]
    {
        if level.is_avx512() {
            return wide::add_scaled(level, row, factor, other);
        }
        if level.is_avx2() {
            return vpclmul::add_scaled(level, row, factor, other);
        }
    }
    carryless::add_scaled(level == Level::PORTABLE, row, factor, other);
}

/// The images of all words under a linear map.
pub(super) fn apply(level: Level, map: &Map, words: &mut [u64]) {
    #[cfg(target_arch = "x86_64")]
    if level.is_avx512() {
        return wide::apply(level, map, words);
    }
    #[cfg(target_arch = "x86_64")]
    if level.is_avx2() && words.len() >= 16 {
        return bytes::apply(level, map, words);
    }
    let _ = level;
    let table = map.table();
    for word in words {
        *word = domain::look_up(table, *word);
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::*;
    use proptest::prelude::*;

    fn words(length: impl Strategy<Value = usize>) -> impl Strategy<Value = Vec<[u64; 2]>> {
        // Some numbers are short, and some are 0.
        let word =
            (any::<u64>(), 0..70u32).prop_map(|(word, shift)| word.checked_shr(shift).unwrap_or(0));
        length.prop_flat_map(move |length| {
            prop::collection::vec([word.clone(), word.clone()], length..length + 1)
        })
    }

    fn plain_product(a: u64, b: u64) -> u64 {
        plain::product(a.into(), b.into()) as u64
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        #[test]
        fn all_levels_agree_with_the_definition(pairs in words(0..1100usize)) {
            // The first factors have inverses.
            let a: Vec<u64> = pairs.iter().map(|pair| pair[0].max(1)).collect();
            let b: Vec<u64> = pairs.iter().map(|pair| pair[1]).collect();
            let right: Vec<u64> =
                a.iter().zip(&b).map(|(a, b)| plain_product(*a, *b)).collect();
            let total = right.iter().fold(0, |sum, product| sum ^ product);
            let turned = |map: &Map, words: &[u64]| {
                let mut words = words.to_vec();
                apply(Level::PORTABLE, map, &mut words);
                words
            };
            for level in Level::all() {
                let mut out = vec![0; a.len()];
                product(level, &a, &b, &mut out);
                prop_assert_eq!(&out, &right, "product, {}", level.name());
                prop_assert_eq!(dot(level, &a, &b), total, "dot, {}", level.name());
                let mut inverses = a.clone();
                inverse(level, &mut inverses);
                for (a, inverse) in a.iter().zip(inverses) {
                    prop_assert_eq!(plain_product(*a, inverse), 1, "inverse, {}", level.name());
                }
                for map in [&TO, &BACK, &ROOT] {
                    let mut words = a.clone();
                    apply(level, map, &mut words);
                    prop_assert_eq!(words, turned(map, &a), "linear, {}", level.name());
                }
                let (a, b) = (turned(&TO, &a), turned(&TO, &b));
                polynomials(level, &a, &b, &mut out);
                prop_assert_eq!(turned(&BACK, &out), &right[..], "polynomials, {}", level.name());
                let factor = a.first().copied().unwrap_or(0);
                let mut row = b.clone();
                add_scaled(level, &mut row, factor, &a);
                for ((own, b), a) in row.iter().zip(&b).zip(&a) {
                    prop_assert_eq!(*own, b ^ carryless::polynomial(factor, *a), "add_scaled, {}", level.name());
                }
            }
        }

        #[test]
        fn all_levels_agree_on_128_bits(pairs in words(0..700usize)) {
            let pairs: Vec<[u64; 2]> = pairs[..pairs.len() / 2 * 2].to_vec();
            let a: Vec<u64> = pairs.iter().map(|pair| pair[0]).collect();
            let b: Vec<u64> = pairs.iter().map(|pair| pair[1]).collect();
            let long = |pair: &[u64]| u128::from(pair[1]) << 64 | u128::from(pair[0]);
            for level in Level::all() {
                let mut out = vec![0; a.len()];
                product_128(level, &a, &b, &mut out);
                for ((a, b), out) in a.chunks(2).zip(b.chunks(2)).zip(out.chunks(2)) {
                    prop_assert_eq!(long(out), plain::product(long(a), long(b)), "{}", level.name());
                }
            }
        }
    }
}
