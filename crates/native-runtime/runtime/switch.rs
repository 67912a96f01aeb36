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

/// Where [`aside`] runs.
#[repr(C, align(4096))]
struct Aside([u8; ASIDE]);

const ASIDE: usize = 64 << 10;

static STACK_ASIDE: crate::global::Global<Aside> = crate::global::Global::new(Aside([0; ASIDE]));

/// The stack pointer of who is aside.
static LEFT: crate::global::Global<usize> = crate::global::Global::new(0);

/// Where the calls of who runs end: its stack pointer, or the one that it went aside with.
pub fn innermost() -> usize {
    let here = 0usize;
    let here = &raw const here as usize;
    let (aside, size) = aside_stack();
    if (aside..aside + size).contains(&here) { *LEFT.get() } else { here }
}

/// That stack: where, and its size. It has whole pages for itself.
pub fn aside_stack() -> (usize, usize) {
    (&raw const *STACK_ASIDE.get() as usize, ASIDE)
}

/// Registers that a function must keep for its caller, where it returns to, its stack pointer, and the control words of arithmetic.
#[repr(C)]
struct Mark {
    words: [u64; 9],
}

static MARK: crate::global::Global<Mark> = crate::global::Global::new(Mark { words: [0; 9] });

/// Calls a function as [`aside`] does. [`return_to_mark`] makes it return once more, as long as the caller's stack is as it was. What it keeps
/// for that is not on that stack: the guest would find it there.
#[unsafe(naked)]
pub unsafe extern "C" fn mark(argument: usize, function: extern "C" fn(usize)) {
    naked_asm!(
        "lea rax, [rip + {mark}]",
        "mov [rax], rbx",
        "mov [rax + 8], rbp",
        "mov [rax + 16], r12",
        "mov [rax + 24], r13",
        "mov [rax + 32], r14",
        "mov [rax + 40], r15",
        "mov [rax + 48], rsp",
        "mov rcx, [rsp]",
        "mov [rax + 56], rcx",
        "stmxcsr [rax + 64]",
        "fnstcw [rax + 68]",
        "jmp {aside}",
        mark = sym MARK,
        aside = sym aside,
    )
}

/// Returns from [`mark`] once more.
#[unsafe(naked)]
pub unsafe extern "C" fn return_to_mark() -> ! {
    naked_asm!(
        "lea rax, [rip + {mark}]",
        "mov rbx, [rax]",
        "mov rbp, [rax + 8]",
        "mov r12, [rax + 16]",
        "mov r13, [rax + 24]",
        "mov r14, [rax + 32]",
        "mov r15, [rax + 40]",
        "mov rsp, [rax + 48]",
        "mov rcx, [rax + 56]",
        "ldmxcsr [rax + 64]",
        "fldcw [rax + 68]",
        "mov [rsp], rcx",
        "ret",
        mark = sym MARK,
    )
}

/// Calls a function on a stack of its own: what it leaves there differs from run to run, and must not be found by the guest, which reads and
/// copies memory that it has never written. Who stands on that stack already stays there.
#[unsafe(naked)]
pub unsafe extern "C" fn aside(argument: usize, function: extern "C" fn(usize)) {
    naked_asm!(
        "push rbp",
        "mov rbp, rsp",
        "lea rax, [rip + {stack}]",
        "mov rcx, rsp",
        "sub rcx, rax",
        "cmp rcx, {size}",
        "jb 2f",
        "mov [rip + {left}], rsp",
        "lea rsp, [rax + {size}]",
        "2:",
        "and rsp, -16",
        "call rsi",
        "mov rsp, rbp",
        "pop rbp",
        "ret",
        stack = sym STACK_ASIDE,
        left = sym LEFT,
        size = const ASIDE,
    )
}

/// Gives the compilers' guard of return addresses a value that is always the same: it stays behind on stacks, too.
///
/// # Safety
/// No function that has put the old one on its stack returns after this.
pub unsafe fn fix_guard() {
    const ALWAYS: u64 = 0x7265_6164_6865_6100;
    // SAFETY: the caller's promise; the C library has the guard there.
    unsafe { asm!("mov fs:[0x28], {}", in(reg) ALWAYS, options(nostack)) };
}
