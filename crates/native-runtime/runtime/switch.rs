//! Going over from one thread of the guest to another: registers, stack, and the base of thread-local storage.

use core::arch::{asm, naked_asm};

/// Leaves the running thread, keeping its stack pointer in `*kept`, and goes on where the thread with this stack pointer left.
///
/// # Safety
/// `stack` was kept by this function, or made by [`fresh`]; the base of thread-local storage is that of the other thread already.
#[unsafe(naked)]
pub unsafe extern "C" fn switch(kept: *mut usize, stack: usize) {
    naked_asm!(
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 8",
        "stmxcsr [rsp]",
        "fnstcw [rsp + 4]",
        "mov [rdi], rsp",
        "mov rsp, rsi",
        "ldmxcsr [rsp]",
        "fldcw [rsp + 4]",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
    )
}

/// Makes a stack that [`switch`] goes to: it begins in `entry`, which never returns.
///
/// # Safety
/// The memory below `top` is free.
pub unsafe fn fresh(top: usize, entry: extern "C" fn() -> !) -> usize {
    const USUAL_CONTROL: u64 = 0x037f_0000_1f80;
    let mut at = top & !15;
    let mut push = |word: u64| {
        at -= 8;
        // SAFETY: the caller's promise.
        unsafe { (at as *mut u64).write(word) };
    };
    // Where `entry` would return to; it never does.
    push(0);
    push(entry as usize as u64);
    (0..6).for_each(|_| push(0));
    push(USUAL_CONTROL);
    at
}

/// The base of thread-local storage.
pub fn local_base() -> usize {
    let base: usize;
    // SAFETY: start-up made sure that the instruction is there.
    unsafe { asm!("rdfsbase {}", out(reg) base, options(nomem, nostack)) };
    base
}

/// Sets it.
///
/// # Safety
/// It must be that of the thread whose code runs next.
pub unsafe fn set_local_base(base: usize) {
    // SAFETY: the caller's promise.
    unsafe { asm!("wrfsbase {}", in(reg) base, options(nomem, nostack)) };
}
