//! What a thread has allocated at most, at one time, since it began to look.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes allocated and not freed by this thread, and the most that they were. What one thread allocates and another frees may make
    /// it less than nothing.
    static LIVE: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

struct Meter;

#[global_allocator]
static METER: Meter = Meter;

fn count(bytes: isize) {
    // A thread that ends has no count any more.
    let _ = LIVE.try_with(|cell| {
        let (live, most) = cell.get();
        cell.set((live + bytes, most.max(live + bytes)));
    });
}

// SAFETY: every call goes to the system's allocator as it came; counting neither allocates nor touches the memory.
unsafe impl GlobalAlloc for Meter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the pointer is the system allocator's, because all of ours are, and the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: the pointer is the system allocator's, because all of ours are, and the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// How many bytes `work` had at most beyond those that were there before.
pub fn most<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.with(|cell| {
        let (live, _) = cell.get();
        cell.set((live, live));
        live
    });
    let result = work();
    let (_, most) = LIVE.with(Cell::get);
    (result, usize::try_from(most - before).unwrap_or(0))
}
