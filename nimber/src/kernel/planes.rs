//! Planes of bits: a word, or a register where there are wide ones.
#![allow(unsafe_code)]

/// One bit of each of many numbers. Gates are the same for all kinds of planes, and the tests of
/// `sliced` compare them.
pub trait Plane: Copy {
    /// What a plane can be made from: that the processor has the instructions.
    type Proof: Copy;
    /// Words in a plane.
    const WORDS: usize;

    /// The first words of a slice that has at least so many.
    fn load(proof: Self::Proof, words: &[u64]) -> Self;
    /// All words the same.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    /// Into the first words of a slice that has at least so many.
    fn store(self, words: &mut [u64]);
    /// Sums of bits.
    fn xor(self, other: Self) -> Self;
    /// Products of bits.
    fn and(self, other: Self) -> Self;
    /// Each word shifted to the left.
    fn left<const BITS: u32>(self) -> Self;
    /// Each word shifted to the right.
    fn right<const BITS: u32>(self) -> Self;
}

impl Plane for u64 {
    type Proof = ();
    const WORDS: usize = 1;

    #[inline(always)]
    fn load((): (), words: &[u64]) -> u64 {
        words[0]
    }
    #[inline(always)]
    fn splat((): (), word: u64) -> u64 {
        word
    }
    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        words[0] = self;
    }
    #[inline(always)]
    fn xor(self, other: u64) -> u64 {
        self ^ other
    }
    #[inline(always)]
    fn and(self, other: u64) -> u64 {
        self & other
    }
    #[inline(always)]
    fn left<const BITS: u32>(self) -> u64 {
        self << BITS
    }
    #[inline(always)]
    fn right<const BITS: u32>(self) -> u64 {
        self >> BITS
    }
}

#[cfg(target_arch = "x86_64")]
macro_rules! register {
    ($plane:ident, $proof:ident, $register:ident, $words:literal, $feature:literal,
     $load:ident, $splat:ident, $store:ident, $xor:ident, $and:ident, $left:ident, $right:ident) => {
        #[doc = concat!("Whoever has one is on a processor with ", $feature, ".")]
        #[derive(Clone, Copy)]
        pub struct $proof(());

        impl $proof {
            /// # Safety
            ///
            #[doc = concat!("The processor has ", $feature, ".")]
            #[inline(always)]
            pub unsafe fn new() -> $proof {
                $proof(())
            }
        }

        #[doc = concat!("A register of ", $feature, ": made from a proof only.")]
        #[derive(Clone, Copy)]
        pub struct $plane(std::arch::x86_64::$register);

        // SAFETY of all calls: each method has a proof or a plane made from one; loads and stores
        // lie inside a slice whose length was asserted.
        impl Plane for $plane {
            type Proof = $proof;
            const WORDS: usize = $words;

            #[inline(always)]
            fn load(_proof: $proof, words: &[u64]) -> $plane {
                let words = &words[..$words];
                $plane(unsafe { std::arch::x86_64::$load(words.as_ptr().cast()) })
            }
            #[inline(always)]
            fn splat(_proof: $proof, word: u64) -> $plane {
                $plane(unsafe { std::arch::x86_64::$splat(word as i64) })
            }
            #[inline(always)]
            fn store(self, words: &mut [u64]) {
                let words = &mut words[..$words];
                unsafe { std::arch::x86_64::$store(words.as_mut_ptr().cast(), self.0) }
            }
            #[inline(always)]
            fn xor(self, other: $plane) -> $plane {
                $plane(unsafe { std::arch::x86_64::$xor(self.0, other.0) })
            }
            #[inline(always)]
            fn and(self, other: $plane) -> $plane {
                $plane(unsafe { std::arch::x86_64::$and(self.0, other.0) })
            }
            #[inline(always)]
            fn left<const BITS: u32>(self) -> $plane {
                let count = unsafe { std::arch::x86_64::_mm_cvtsi32_si128(BITS as i32) };
                $plane(unsafe { std::arch::x86_64::$left(self.0, count) })
            }
            #[inline(always)]
            fn right<const BITS: u32>(self) -> $plane {
                let count = unsafe { std::arch::x86_64::_mm_cvtsi32_si128(BITS as i32) };
                $plane(unsafe { std::arch::x86_64::$right(self.0, count) })
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
register!(
    Plane256,
    Proof256,
    __m256i,
    4,
    "AVX2",
    _mm256_loadu_si256,
    _mm256_set1_epi64x,
    _mm256_storeu_si256,
    _mm256_xor_si256,
    _mm256_and_si256,
    _mm256_sll_epi64,
    _mm256_srl_epi64
);
