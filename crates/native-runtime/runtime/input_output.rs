//! What comes from outside: randomness is always the same.

use core::ffi::c_int;

use crate::control;
use crate::real::real;
use crate::threads;

/// Random bytes, of a sequence that each thread has for itself.
pub fn random(address: usize, size: usize) -> usize {
    let thread = threads::current();
    let mut state = crate::digest::of(u64::from(thread.id), thread.blocks)[0] | 1;
    for at in 0..size {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        // SAFETY: the guest's own memory.
        unsafe { ((address + at) as *mut u8).write(state as u8) };
    }
    thread.blocks += 1;
    size
}

#[unsafe(no_mangle)]
extern "C" fn getrandom(address: usize, size: usize, flags: u32) -> isize {
    if control::is_on() {
        return random(address, size) as isize;
    }
    real!(getrandom(address => usize, size => usize, flags => u32) -> isize)
}

#[unsafe(no_mangle)]
extern "C" fn getentropy(address: usize, size: usize) -> c_int {
    if control::is_on() {
        random(address, size);
        return 0;
    }
    real!(getentropy(address => usize, size => usize) -> c_int)
}

/// The number of the process: one for all copies.
pub const ALWAYS: c_int = 1000;

#[unsafe(no_mangle)]
extern "C" fn getpid() -> c_int {
    if control::is_on() { ALWAYS } else { crate::sys::process() as c_int }
}

/// The number of the running thread: the same on all paths.
#[unsafe(no_mangle)]
extern "C" fn gettid() -> c_int {
    if control::is_on() { ALWAYS + threads::current().id as c_int } else { real!(gettid() -> c_int) }
}
