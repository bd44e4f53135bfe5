//! How much memory the program really has: counted where it is asked for, and withheld where a budget ends.
//!
//! The library estimates what its tables take and stops in good order. But what grows is not only tables,
//! and an estimate can be wrong, so here every byte is counted. What is counted is asked at each tick and by
//! the guard (`guard.rs`), several times in a hundredth of a second. A single large request that would pass
//! the limit is not answered at all: a failure would end the process without a word, so its thread waits,
//! and the guard, which sees that, ends the question in words.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

/// Each thread counts for itself and adds to the common count when it has so many bytes: that makes
/// counting as good as free.
const OWN: i64 = 1 << 16;

/// Smaller requests are always answered; before many of them pass the limit a tick or the guard comes.
const LARGE: usize = 1 << 20;

static USED: AtomicI64 = AtomicI64::new(0);
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);
static STARVED: AtomicBool = AtomicBool::new(false);

thread_local! {
    static UNCOUNTED: Cell<i64> = const { Cell::new(0) };
}

struct Counted;

#[global_allocator]
static COUNTED: Counted = Counted;

/// Bytes in use, within 64 kB for each thread.
pub fn used() -> u64 {
    USED.load(Ordering::Relaxed).max(0) as u64
}

/// From now on no large request may bring what is in use above this.
pub fn limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// Whether a request waits in vain.
pub fn starved() -> bool {
    STARVED.load(Ordering::Relaxed)
}

/// What a request really takes: allocators hand out pieces in steps, none of them very small, and note the size
/// of each beside it.
#[inline(always)]
fn piece(size: usize) -> i64 {
    ((size + 8).next_multiple_of(16)).max(32) as i64
}

#[inline(always)]
fn count(bytes: i64) {
    // A thread that is ending counts no more; it has little left to give back.
    let _ = UNCOUNTED.try_with(|uncounted| {
        let sum = uncounted.get() + bytes;
        if sum.abs() < OWN {
            uncounted.set(sum);
        } else {
            uncounted.set(0);
            USED.fetch_add(sum, Ordering::Relaxed);
        }
    });
}

/// Waits for ever if so many more bytes are too many.
#[inline(always)]
fn ask_for(more: usize) {
    if more < LARGE || used().saturating_add(more as u64) <= LIMIT.load(Ordering::Relaxed) {
        return;
    }
    STARVED.store(true, Ordering::Relaxed);
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

/// The allocator of the system, which is also its plain twin; the memory is the same, only counted.
///
/// Sound because every call is handed on as it came.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ask_for(layout.size());
        count(piece(layout.size()));
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        ask_for(layout.size());
        count(piece(layout.size()));
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-piece(layout.size()));
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ask_for(size.saturating_sub(layout.size()));
        count(piece(size) - piece(layout.size()));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The count is of the whole process: these tests take turns.
    static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());

    #[test]
    #[allow(unsafe_code)]
    fn counted_memory_is_the_memory_of_the_system() {
        let _turn = TURN.lock();
        for size in [1, 100, 5 << 20] {
            let layout = Layout::from_size_align(size, 8).unwrap();
            let fill = |allocator: &dyn GlobalAlloc| {
                // Sound: the bytes are written before they are read, and given back with their layout.
                unsafe {
                    let pointer = allocator.alloc(layout);
                    (0..size).for_each(|at| pointer.add(at).write(at as u8));
                    let pointer = allocator.realloc(pointer, layout, 2 * size);
                    let bytes: Vec<u8> = (0..size).map(|at| pointer.add(at).read()).collect();
                    allocator.dealloc(pointer, Layout::from_size_align(2 * size, 8).unwrap());
                    let zeroed = allocator.alloc_zeroed(layout);
                    let zeros = (0..size).all(|at| zeroed.add(at).read() == 0);
                    allocator.dealloc(zeroed, layout);
                    (bytes, zeros)
                }
            };
            assert_eq!(fill(&COUNTED), fill(&System));
        }
    }

    #[test]
    fn what_is_kept_is_counted_and_what_is_given_back_is_not() {
        let _turn = TURN.lock();
        let before = used() as i64;
        let kept: Vec<Vec<u8>> = (0..64).map(|_| vec![1; 1 << 20]).collect();
        let with = used() as i64 - before;
        assert!((60 << 20..72 << 20).contains(&with), "{with}");
        drop(kept);
        assert!((used() as i64 - before).abs() < 8 << 20);
    }
}
