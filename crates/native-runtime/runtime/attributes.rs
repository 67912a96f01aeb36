//! `pthread_getattr_np`: where the stack of the first thread is. The C library would read that from a file each time, Rust's start always asks, and a
//! process that opens a file cannot go back.

use core::ffi::c_int;

use crate::global::Global;
use crate::real::real;
use crate::{control, sys, threads};

/// The lowest address and the size of the first thread's stack, as far as it may grow.
static STACK: Global<(usize, usize)> = Global::new((0, 0));

/// Notes where the first thread's stack ends.
pub fn look_up(stack_end: usize) {
    const USUAL: usize = 8 << 20;
    let high = stack_end.next_multiple_of(sys::PAGE);
    let size = sys::stack_limit().map_or(USUAL, |limit| limit.min(high / 2)) & !(sys::PAGE - 1);
    *STACK.get() = (high - size, size);
}

#[unsafe(no_mangle)]
extern "C" fn pthread_getattr_np(handle: usize, attributes: *mut u8) -> c_int {
    if !control::is_on() || threads::by_handle(handle).is_none_or(|thread| thread.id != 0) {
        return real!(pthread_getattr_np(handle => usize, attributes => *mut u8) -> c_int);
    }
    let (low, size) = *STACK.get();
    match real!(pthread_attr_init(attributes => *mut u8) -> c_int) {
        0 => real!(pthread_attr_setstack(attributes => *mut u8, low => usize, size => usize) -> c_int),
        error => error,
    }
}
