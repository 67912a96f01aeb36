//! Copying and filling memory: what the C library does for the guest, and our own.

use core::arch::asm;

use crate::access;
use crate::control;
use crate::position::with_position;

/// Copies bytes; the two stretches may overlap.
///
/// # Safety
/// The bytes are there.
pub unsafe fn copy(to: usize, from: usize, size: usize) {
    if size == 0 || to == from {
        return;
    }
    // An own loop would be made into a call of `memmove`, which is us.
    // SAFETY: the caller's promise.
    unsafe {
        if to < from || to >= from + size {
            asm!("rep movsb", inout("rcx") size => _, inout("rdi") to => _, inout("rsi") from => _, options(nostack, preserves_flags));
        } else {
            asm!("std", "rep movsb", "cld", inout("rcx") size => _, inout("rdi") to + size - 1 => _,
                 inout("rsi") from + size - 1 => _, options(nostack));
        }
    }
}

/// Fills bytes.
///
/// # Safety
/// They are there.
pub unsafe fn fill(to: usize, byte: u8, size: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        asm!("rep stosb", inout("rcx") size => _, inout("rdi") to => _, in("al") byte, options(nostack, preserves_flags));
    }
}

extern "C" fn copy_at(to: usize, from: usize, size: usize, pc: usize) -> usize {
    if control::is_armed() && size > 0 {
        access::range(from, size, false, pc);
        access::range(to, size, true, pc);
    }
    // SAFETY: the guest's own call.
    unsafe { copy(to, from, size) };
    to
}

extern "C" fn fill_at(to: usize, byte: i32, size: usize, pc: usize) -> usize {
    if control::is_armed() && size > 0 {
        access::range(to, size, true, pc);
    }
    // SAFETY: the guest's own call.
    unsafe { fill(to, byte as u8, size) };
    to
}

with_position! {
    memcpy / 3 => copy_at;
    memmove / 3 => copy_at;
    memset / 3 => fill_at;
    __tsan_memcpy / 3 => copy_at;
    __tsan_memmove / 3 => copy_at;
    __tsan_memset / 3 => fill_at;
}
