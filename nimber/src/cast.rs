//! Slices of nimbers seen as slices of words.
#![allow(unsafe_code)]

use super::{Nimber64, Nimber128, Polynomial64};

/// Types that are one word, by `repr(transparent)`.
///
/// # Safety
///
/// The type has the layout of `u64`, and every `u64` is a value of it.
pub(super) unsafe trait Word {}

// SAFETY: `repr(transparent)` around u64.
unsafe impl Word for Nimber64 {}
// SAFETY: as above.
unsafe impl Word for Polynomial64 {}

/// The words of a slice.
pub(super) fn words<T: Word>(slice: &[T]) -> &[u64] {
    // SAFETY: see the trait.
    unsafe { std::slice::from_raw_parts(slice.as_ptr().cast(), slice.len()) }
}

/// The words of a slice, to be changed.
pub(super) fn words_mut<T: Word>(slice: &mut [T]) -> &mut [u64] {
    // SAFETY: see the trait.
    unsafe { std::slice::from_raw_parts_mut(slice.as_mut_ptr().cast(), slice.len()) }
}

/// The words of a slice of long nimbers, the lower one of each first.
#[cfg(target_endian = "little")]
pub(super) fn halves(slice: &[Nimber128]) -> &[u64] {
    // SAFETY: `repr(transparent)` around u128, which is two words, aligned at least as they are.
    unsafe { std::slice::from_raw_parts(slice.as_ptr().cast(), 2 * slice.len()) }
}

/// The same, to be changed.
#[cfg(target_endian = "little")]
pub(super) fn halves_mut(slice: &mut [Nimber128]) -> &mut [u64] {
    // SAFETY: as above.
    unsafe { std::slice::from_raw_parts_mut(slice.as_mut_ptr().cast(), 2 * slice.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_the_nimbers() {
        let mut nimbers: Vec<Nimber64> = (0..10).map(Nimber64).collect();
        assert_eq!(words(&nimbers), (0..10).collect::<Vec<u64>>());
        words_mut(&mut nimbers)[3] = 77;
        assert_eq!(nimbers[3], Nimber64(77));
        #[cfg(target_endian = "little")]
        {
            let mut long = [Nimber128(1 << 64 | 2), Nimber128(3)];
            assert_eq!(halves(&long), [2, 1, 3, 0]);
            halves_mut(&mut long)[3] = 5;
            assert_eq!(long[1], Nimber128(5 << 64 | 3));
        }
    }
}
