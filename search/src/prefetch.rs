//! A hint to the processor: this memory is read soon.

/// Begins to fetch what a reference points to, where the processor can be asked to.
///
/// It changes nothing that a program can see; its safe twin does nothing, and is what other processors run.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
#[inline(always)]
pub fn prefetch<T>(what: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // Sound: a reference may be read, and a prefetch does less than that.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast()) }
}

/// Does nothing.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub fn prefetch<T>(what: &T) {
    plain(what);
}

/// The safe twin.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn plain<T>(_what: &T) {}

#[cfg(test)]
mod tests {
    #[test]
    fn fetching_ahead_changes_nothing() {
        let words = [1u64, 2, 3];
        super::prefetch(&words);
        let seen = words;
        super::plain(&words);
        assert_eq!(seen, words);
    }
}
