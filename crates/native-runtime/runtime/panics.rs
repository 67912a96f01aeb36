//! Panics of Rust, which end a thread but not the program.

use core::ffi::c_int;

use crate::real::real;
use crate::{control, digest, shadow_stack, threads};

/// What Rust's exceptions call themselves.
const RUST: u64 = u64::from_ne_bytes(*b"MOZ\0RUST");

extern "C" fn raise_at(exception: *const u64, pc: usize) -> c_int {
    // SAFETY: an exception begins with its class.
    if control::is_on() && unsafe { *exception } == RUST {
        control::inside(|| {
            let thread = threads::current();
            digest::add(&mut thread.digest, RUST);
            control::note_panic(thread.id, shadow_stack::stack(thread, pc, false));
        });
    }
    real!(_Unwind_RaiseException(exception => *const u64) -> c_int)
}

crate::position::with_position! {
    _Unwind_RaiseException / 1 => raise_at;
}
