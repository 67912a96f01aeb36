//! System calls, without the C library.

use core::arch::asm;
use core::sync::atomic::AtomicU32;

pub const PAGE: usize = 4096;

const WRITE: usize = 1;
const MMAP: usize = 9;
const MPROTECT: usize = 10;
const RT_SIGACTION: usize = 13;
const RT_SIGPROCMASK: usize = 14;
const GETPID: usize = 39;
const CLONE: usize = 56;
const KILL: usize = 62;
const SIGALTSTACK: usize = 131;
const PRCTL: usize = 157;
const FUTEX: usize = 202;
const EXIT_GROUP: usize = 231;

#[inline(always)]
pub unsafe fn call(number: usize, a: usize, b: usize, c: usize, d: usize, e: usize, f: usize) -> isize {
    let result: isize;
    // SAFETY: what the call does is the caller's matter; the kernel changes no registers but these.
    unsafe {
        asm!("syscall", inlateout("rax") number => result, in("rdi") a, in("rsi") b, in("rdx") c, in("r10") d, in("r8") e, in("r9") f,
             lateout("rcx") _, lateout("r11") _, options(nostack));
    }
    result
}

/// Writes to a descriptor: for last words.
pub fn write(descriptor: i32, text: &[u8]) {
    // SAFETY: the bytes are there.
    unsafe { call(WRITE, descriptor as usize, text.as_ptr() as usize, text.len(), 0, 0, 0) };
}

/// Maps fresh memory; at this address, if there is one given. Null if there is none to be had.
pub fn map(address: usize, size: usize) -> *mut u8 {
    const READ_WRITE: usize = 3;
    const PRIVATE_ANONYMOUS_NORESERVE: usize = 0x2 | 0x20 | 0x4000;
    const FIXED_NOREPLACE: usize = 0x10_0000;
    let fixed = if address == 0 { 0 } else { FIXED_NOREPLACE };
    // SAFETY: nothing that is mapped already is replaced.
    let at = unsafe { call(MMAP, address, size, READ_WRITE, PRIVATE_ANONYMOUS_NORESERVE | fixed, usize::MAX, 0) };
    if at < 0 || (address != 0 && at as usize != address) { core::ptr::null_mut() } else { at as *mut u8 }
}

/// Maps a file that others map, too.
pub fn map_shared(descriptor: i32, size: usize) -> *mut u8 {
    // SAFETY: fresh memory.
    let at = unsafe { call(MMAP, 0, size, 3, 0x1 | 0x4000, descriptor as usize, 0) };
    if at < 0 { core::ptr::null_mut() } else { at as *mut u8 }
}

/// Takes all rights from memory: a guard.
pub fn protect(address: usize, size: usize) {
    // SAFETY: the caller's own memory.
    unsafe { call(MPROTECT, address, size, 0, 0, 0, 0) };
}

/// Waits until the word is no longer `value`, or somebody wakes.
pub fn futex_wait(word: &AtomicU32, value: u32) {
    // SAFETY: the word lives.
    unsafe { call(FUTEX, word.as_ptr() as usize, 0, value as usize, 0, 0, 0) };
}

/// Wakes whoever waits for the word.
pub fn futex_wake(word: &AtomicU32) {
    // SAFETY: the word lives.
    unsafe { call(FUTEX, word.as_ptr() as usize, 1, i32::MAX as usize, 0, 0, 0) };
}

/// Makes a copy of the process that has the same parent: 0 in the copy, its number else.
pub fn fork_sibling() -> isize {
    const CLONE_PARENT: usize = 0x8000;
    const SIGCHLD: usize = 17;
    // SAFETY: all other threads of the process are parked; the copy does without them.
    unsafe { call(CLONE, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0, 0) }
}

/// The process is killed when its parent dies.
pub fn die_with_parent() {
    const PR_SET_PDEATHSIG: usize = 1;
    const SIGKILL: usize = 9;
    // SAFETY: changes nothing else.
    unsafe { call(PRCTL, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0, 0) };
}

/// Reading the counter of cycles gives SIGSEGV.
pub fn trap_cycle_counter() {
    const PR_SET_TSC: usize = 26;
    const PR_TSC_SIGSEGV: usize = 2;
    // SAFETY: changes nothing else.
    unsafe { call(PRCTL, PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0, 0) };
}

pub fn process() -> u32 {
    // SAFETY: has no effect.
    unsafe { call(GETPID, 0, 0, 0, 0, 0, 0) as u32 }
}

/// Ends the calling thread of the operating system, and nothing else.
pub fn exit_thread() -> ! {
    const EXIT: usize = 60;
    loop {
        // SAFETY: nothing comes after it.
        unsafe { call(EXIT, 0, 0, 0, 0, 0, 0) };
    }
}

pub fn exit(code: i32) -> ! {
    // SAFETY: nothing comes after it.
    unsafe { call(EXIT_GROUP, code as usize, 0, 0, 0, 0, 0) };
    loop {
        core::hint::spin_loop();
    }
}

/// Keeps all signals from the calling thread of the operating system.
pub fn block_signals() {
    let all = u64::MAX;
    // SAFETY: `all` lives through the call.
    unsafe { call(RT_SIGPROCMASK, 0, &raw const all as usize, 0, 8, 0, 0) };
}

/// Kills the process by a signal, without its handlers.
pub fn die_of(signal: i32) -> ! {
    let default = [0usize; 4];
    // SAFETY: `default` lives through the call.
    unsafe {
        call(RT_SIGACTION, signal as usize, &raw const default as usize, 0, 8, 0, 0);
        let none = 0u64;
        call(RT_SIGPROCMASK, 2, &raw const none as usize, 0, 8, 0, 0);
        call(KILL, process() as usize, signal as usize, 0, 0, 0, 0);
    }
    exit(128 + signal)
}

/// The kernel's form of a signal's action.
#[repr(C)]
pub struct SignalAction {
    pub handler: usize,
    pub flags: u64,
    pub restorer: usize,
    pub mask: u64,
}

pub fn on_signal(signal: i32, action: &SignalAction) {
    // SAFETY: the handler is made for it.
    unsafe { call(RT_SIGACTION, signal as usize, &raw const *action as usize, 0, 8, 0, 0) };
}

/// Whether nothing is set for a signal that exists.
pub fn has_no_handler(signal: i32) -> bool {
    let mut action = SignalAction { handler: 1, flags: 0, restorer: 0, mask: 0 };
    // SAFETY: `action` lives through the call.
    let answer = unsafe { call(RT_SIGACTION, signal as usize, 0, &raw mut action as usize, 8, 0, 0) };
    answer == 0 && action.handler == 0
}

/// Signals are handled on a stack of their own.
pub fn signal_stack(low: usize, size: usize) {
    let stack = [low, 0, size];
    // SAFETY: the memory is kept for ever.
    unsafe { call(SIGALTSTACK, &raw const stack as usize, 0, 0, 0, 0, 0) };
}
