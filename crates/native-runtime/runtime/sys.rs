//! System calls, without the C library.

use core::arch::{asm, global_asm};
use core::ffi::CStr;
use core::sync::atomic::AtomicU32;

use crate::global::Global;
use crate::{checkpoint, switch};

pub const PAGE: usize = 4096;

const MMAP: usize = 9;
const MPROTECT: usize = 10;
const MUNMAP: usize = 11;
const RT_SIGACTION: usize = 13;
const RT_SIGPROCMASK: usize = 14;
const GETPID: usize = 39;
const CLONE: usize = 56;
const EXIT: usize = 60;
const KILL: usize = 62;
const SIGALTSTACK: usize = 131;
const PRCTL: usize = 157;
const FUTEX: usize = 202;
const EXIT_GROUP: usize = 231;
const PRLIMIT: usize = 302;

// All system calls of ours are made here, and signal handlers return from here, so that they can be told from the guest's.
global_asm!(
    ".pushsection .text.deadheat_native_calls, \"ax\", @progbits",
    ".hidden deadheat_native_calls",
    ".globl deadheat_native_calls",
    "deadheat_native_calls:",
    "mov rax, rdi",
    "mov rdi, rsi",
    "mov rsi, rdx",
    "mov rdx, rcx",
    "mov r10, r8",
    "mov r8, r9",
    "mov r9, [rsp + 8]",
    "syscall",
    "ret",
    ".hidden deadheat_native_signal_return",
    ".globl deadheat_native_signal_return",
    "deadheat_native_signal_return:",
    "mov rax, 15",
    "syscall",
    "ud2",
    ".hidden deadheat_native_calls_end",
    ".globl deadheat_native_calls_end",
    "deadheat_native_calls_end:",
    ".popsection",
);

unsafe extern "C" {
    fn deadheat_native_calls(
        number: usize,
        a: usize,
        b: usize,
        c: usize,
        d: usize,
        e: usize,
        f: usize,
    ) -> isize;
    fn deadheat_native_signal_return();
    fn deadheat_native_calls_end();
}

/// Makes a system call.
///
/// # Safety
/// What the call does is the caller's matter.
#[inline(always)]
pub unsafe fn call(number: usize, a: usize, b: usize, c: usize, d: usize, e: usize, f: usize) -> isize {
    // SAFETY: the caller's promise; the kernel changes no registers but those that any function may change.
    unsafe { deadheat_native_calls(number, a, b, c, d, e, f) }
}

/// Where handlers of signals return to.
pub fn signal_return() -> usize {
    deadheat_native_signal_return as *const () as usize
}

const SET_SYSCALL_USER_DISPATCH: usize = 59;

/// From here on all system calls but ours raise SIGSYS while the byte at `selector` is 1. `false` if the kernel cannot do that.
pub fn trap_calls(selector: usize) -> bool {
    let begin = deadheat_native_calls as *const () as usize;
    let size = deadheat_native_calls_end as *const () as usize - begin;
    // SAFETY: the byte is 0, and lives for ever.
    unsafe { call(PRCTL, SET_SYSCALL_USER_DISPATCH, 1, begin, size, selector, 0) == 0 }
}

/// They do so no longer.
pub fn trap_no_calls() {
    // SAFETY: changes nothing else.
    unsafe { call(PRCTL, SET_SYSCALL_USER_DISPATCH, 0, 0, 0, 0, 0) };
}

/// Opens a file for reading.
pub fn open(path: &CStr) -> Option<usize> {
    const OPEN: usize = 2;
    // SAFETY: the path ends with a zero.
    usize::try_from(unsafe { call(OPEN, path.as_ptr() as usize, 0, 0, 0, 0, 0) }).ok()
}

/// Reads: how much, 0 at the end.
pub fn read(descriptor: usize, into: &mut [u8]) -> Option<usize> {
    const READ: usize = 0;
    // SAFETY: the bytes are there.
    usize::try_from(unsafe { call(READ, descriptor, into.as_mut_ptr() as usize, into.len(), 0, 0, 0) }).ok()
}

pub fn close(descriptor: usize) {
    const CLOSE: usize = 3;
    // SAFETY: the caller's own.
    unsafe { call(CLOSE, descriptor, 0, 0, 0, 0, 0) };
}

/// Writes to a descriptor: for last words.
pub fn write(descriptor: i32, text: &[u8]) {
    const WRITE: usize = 1;
    // SAFETY: the bytes are there.
    unsafe { call(WRITE, descriptor as usize, text.as_ptr() as usize, text.len(), 0, 0, 0) };
}

/// Maps fresh memory; at this address, if there is one given. Null if there is none to be had.
pub fn map(address: usize, size: usize) -> *mut u8 {
    /// Where and how much, and then what came of it: what is on the guest's stack is the same in all cases.
    static WANTED: Global<(usize, usize)> = Global::new((0, 0));
    extern "C" fn map(_: usize) {
        let (address, size) = *WANTED.get();
        WANTED.get().0 = checkpoint::map(address, size) as usize;
    }
    *WANTED.get() = (address, size);
    // SAFETY: it uses nothing of its caller's.
    unsafe { switch::aside(0, map) };
    WANTED.get().0 as *mut u8
}

/// The same, and nobody takes note of it.
pub fn map_fresh(address: usize, size: usize) -> *mut u8 {
    const READ_WRITE: usize = 3;
    const PRIVATE_ANONYMOUS_NORESERVE: usize = 0x2 | 0x20 | 0x4000;
    const FIXED_NOREPLACE: usize = 0x10_0000;
    let fixed = if address == 0 { 0 } else { FIXED_NOREPLACE };
    // SAFETY: nothing that is mapped already is replaced.
    let at = unsafe { call(MMAP, address, size, READ_WRITE, PRIVATE_ANONYMOUS_NORESERVE | fixed, usize::MAX, 0) };
    if at < 0 || (address != 0 && at as usize != address) { core::ptr::null_mut() } else { at as *mut u8 }
}

/// Gives memory back to the kernel.
pub fn unmap(address: usize, size: usize) {
    // SAFETY: nobody has its address.
    unsafe { call(MUNMAP, address, size, 0, 0, 0, 0) };
}

/// Maps a file that others map, too.
pub fn map_shared(descriptor: i32, size: usize) -> *mut u8 {
    // SAFETY: fresh memory.
    let at = unsafe { call(MMAP, 0, size, 3, 0x1 | 0x4000, descriptor as usize, 0) };
    if at < 0 { core::ptr::null_mut() } else { at as *mut u8 }
}

/// Rights to memory.
pub const READ: usize = 1;
pub const WRITE: usize = 2;

/// Takes all rights from memory: a guard.
pub fn protect(address: usize, size: usize) {
    checkpoint::guard(address, size);
    allow(address, size, 0);
}

/// Gives these rights to memory, and no others.
pub fn allow(address: usize, size: usize, rights: usize) {
    // SAFETY: who has none of these rights is told by a signal.
    unsafe { call(MPROTECT, address, size, rights, 0, 0, 0) };
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

/// Of futexes: no other process knows the word, which need not be in memory that can be written to.
const PRIVATE: usize = 128;

/// Waits for a word of this process alone, as [`park`] sets it.
pub fn wait_for_own(word: &AtomicU32, value: u32) {
    // SAFETY: the word lives.
    unsafe { call(FUTEX, word.as_ptr() as usize, PRIVATE, value as usize, 0, 0, 0) };
}

/// Wakes whoever waits for such a word.
pub fn wake_own(word: &AtomicU32) {
    // SAFETY: the word lives.
    unsafe { call(FUTEX, word.as_ptr() as usize, PRIVATE | 1, i32::MAX as usize, 0, 0, 0) };
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

/// Sets `told`, wakes who waits for it, waits until `may_go` is set, and ends the calling thread of the operating system. Its stack is no longer
/// used from the moment that `told` is set. The C library is not asked: it would clean up, with functions of ours and of the guest's, while
/// the guest runs.
pub fn park(told: &AtomicU32, may_go: &AtomicU32) -> ! {
    // SAFETY: both words live for ever, and nothing comes after it.
    unsafe {
        asm!(
            "mov dword ptr [rdi], 1",
            "mov esi, {wake}",
            "mov edx, 0x7fffffff",
            "mov eax, {futex}",
            "syscall",
            "mov rdi, r13",
            "mov esi, {wait}",
            "xor edx, edx",
            "xor r10d, r10d",
            "2:",
            "cmp dword ptr [rdi], 0",
            "jne 3f",
            "mov eax, {futex}",
            "syscall",
            "jmp 2b",
            "3:",
            "xor edi, edi",
            "mov eax, {exit}",
            "syscall",
            "ud2",
            futex = const FUTEX,
            exit = const EXIT,
            wait = const PRIVATE,
            wake = const PRIVATE | 1,
            in("r13") may_go.as_ptr(),
            in("rdi") told.as_ptr(),
            options(noreturn),
        )
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

/// How large the first thread's stack may become; none if there is no limit.
pub fn stack_limit() -> Option<usize> {
    const RLIMIT_STACK: usize = 3;
    let mut limits = [0usize; 2];
    // SAFETY: `limits` lives through the call.
    let answer = unsafe { call(PRLIMIT, 0, RLIMIT_STACK, 0, limits.as_mut_ptr() as usize, 0, 0) };
    (answer == 0 && limits[0] != usize::MAX).then_some(limits[0])
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

/// What handles a signal: 0 if nothing is set; none for a signal that does not exist.
pub fn handler_of(signal: i32) -> Option<usize> {
    action_of(signal).map(|action| action.handler)
}

/// How a signal is handled; none for one that does not exist.
pub fn action_of(signal: i32) -> Option<SignalAction> {
    let mut action = SignalAction { handler: 1, flags: 0, restorer: 0, mask: 0 };
    // SAFETY: `action` lives through the call.
    let answer = unsafe { call(RT_SIGACTION, signal as usize, 0, &raw mut action as usize, 8, 0, 0) };
    (answer == 0).then_some(action)
}

/// Signals are handled on a stack of their own.
pub fn signal_stack(low: usize, size: usize) {
    let stack = [low, 0, size];
    // SAFETY: the memory is kept for ever.
    unsafe { call(SIGALTSTACK, &raw const stack as usize, 0, 0, 0, 0, 0) };
}
