//! Planes of bits: words. Wider ones were slower than planes of bytes (`bytes.rs`) where there are registers.

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
