//! The calls that each thread is in, kept by the hooks at functions' entries and exits, and the table in which whole stacks have numbers.

use core::arch::naked_asm;
use core::sync::atomic::Ordering;

use crate::global::Global;
use crate::protocol::NODES;
use crate::threads::Thread;
use crate::{control, switch, sys, threads};

/// A call.
#[repr(C)]
pub struct Call {
    /// The return address: where in the caller.
    pc: usize,
    /// The frame pointer of the function that was entered.
    frame: usize,
    /// The stack up to this call in the table; 0 if it was not asked for yet.
    node: usize,
    /// An address near the beginning of the function's code.
    inside: usize,
}

/// The calls of a thread, in memory of their own.
#[derive(Clone, Copy)]
pub struct Calls {
    first: *mut Call,
    next: *mut Call,
}

/// Calls deeper than this overflow into a guard.
const DEEPEST: usize = 1 << 17;

/// The first and the next free call of the running thread: null as long as nothing is controlled.
static FIRST: Global<*mut Call> = Global::new(core::ptr::null_mut());
static NEXT: Global<*mut Call> = Global::new(core::ptr::null_mut());

impl Calls {
    pub fn new() -> Self {
        let size = DEEPEST * size_of::<Call>();
        let memory = sys::map(0, size + sys::PAGE);
        if memory.is_null() {
            crate::crash::fault("no memory for a thread's calls");
        }
        sys::protect(memory as usize + size, sys::PAGE);
        Self { first: memory.cast(), next: memory.cast() }
    }

    /// The thread goes on.
    pub fn resume(&self) {
        *FIRST.get() = self.first;
        *NEXT.get() = self.next;
    }

    /// The thread stops.
    pub fn suspend(&mut self) {
        self.next = *NEXT.get();
    }

    /// All calls, outermost first.
    fn list(&self, is_running: bool) -> &'static mut [Call] {
        let next = if is_running { *NEXT.get() } else { self.next };
        // SAFETY: between the two lie calls that were written, in memory that is kept.
        unsafe { core::slice::from_raw_parts_mut(self.first, next.offset_from(self.first).max(0) as usize) }
    }
}

#[unsafe(no_mangle)]
#[unsafe(naked)]
unsafe extern "C" fn __tsan_func_entry(pc: usize) {
    naked_asm!(
        "mov rax, [rip + {next}]",
        "test rax, rax",
        "je 2f",
        "mov [rax], rdi",
        "mov [rax + 8], rbp",
        "mov qword ptr [rax + 16], 0",
        "mov rcx, [rsp]",
        "mov [rax + 24], rcx",
        "add rax, 32",
        "mov [rip + {next}], rax",
        "2: ret",
        next = sym NEXT,
    )
}

#[unsafe(no_mangle)]
#[unsafe(naked)]
unsafe extern "C" fn __tsan_func_exit() {
    naked_asm!(
        "mov rax, [rip + {next}]",
        "cmp rax, [rip + {first}]",
        "jbe 2f",
        "sub rax, 32",
        "mov [rip + {next}], rax",
        "2: ret",
        next = sym NEXT,
        first = sym FIRST,
    )
}

/// The running thread seems to make a call from here. Gives what [`leave`] needs.
pub fn enter(pc: usize) -> usize {
    let next = *NEXT.get();
    // SAFETY: memory for calls, with a guard behind it.
    unsafe {
        next.write(Call { pc, frame: 0, node: 0, inside: 0 });
        *NEXT.get() = next.add(1);
    }
    next as usize
}

/// That call is over.
pub fn leave(before: usize) {
    *NEXT.get() = before as *mut Call;
}

/// The number of the thread's stack when it is at this return address. `is_direct`: the compilers' own call, from the function that was entered
/// last. Any other may come from a library in between, which tells nothing of its calls.
pub fn stack(thread: &Thread, pc: usize, is_direct: bool) -> u32 {
    let calls = thread.calls.list(threads::is_running(thread));
    // The first call is into the thread's own code, from ours.
    let known = calls.iter().rposition(|call| call.node != 0).map_or(0, |at| at + 1);
    let mut parent = known.checked_sub(1).map_or(0, |at| calls[at].node as u32);
    for call in &mut calls[known..] {
        // Bodies of OpenMP's constructs are called by our code, for the function that the construct is in.
        if call.pc != crate::openmp::returns_here() {
            parent = intern(parent, call.pc);
        }
        call.node = parent as usize;
    }
    if !is_direct
        && let Some(last) = calls.last()
        && let Some(site) = call_site(thread, last)
        && site != pc
    {
        parent = intern(parent, site);
    }
    intern(parent, pc)
}

/// The return address of the call that the function entered last has made: it lies right below the function's own frame, so of all words
/// on the stack that look like one it is the uppermost. A guess, for people: nothing depends on it.
fn call_site(thread: &Thread, last: &Call) -> Option<usize> {
    const DEEPEST_SEARCH: usize = 32 << 10;
    const LONGEST_FUNCTION: usize = 1 << 18;
    let lowest = if threads::is_running(thread) { switch::innermost() } else { thread.stack_pointer };
    if last.frame <= lowest || !(thread.stack_low..thread.stack_high).contains(&last.frame) {
        return None;
    }
    let lowest = lowest.max(last.frame.saturating_sub(DEEPEST_SEARCH));
    let end_of_code = end_of_code();
    let mut at = last.frame & !7;
    while at > lowest {
        at -= 8;
        // SAFETY: between the stack pointer and a frame of the same stack.
        let word = unsafe { (at as *const usize).read() };
        let is_near = word > last.inside && word < (last.inside + LONGEST_FUNCTION).min(end_of_code);
        if is_near && is_behind_call(word) {
            return Some(word);
        }
    }
    None
}

/// Where the executable's code ends: what is behind may not be there.
fn end_of_code() -> usize {
    unsafe extern "C" {
        static etext: u8;
    }
    &raw const etext as usize
}

/// Whether the instruction before this address is a call.
fn is_behind_call(address: usize) -> bool {
    // SAFETY: inside the executable's code.
    let byte = |before: usize| unsafe { ((address - before) as *const u8).read() };
    let by_register = |before: usize, form: u8| byte(before) == 0xff && byte(before - 1) & 0xf8 == form;
    byte(5) == 0xe8
        || (byte(6) == 0xff && byte(5) == 0x15)
        || by_register(2, 0xd0)
        || by_register(3, 0x50)
        || by_register(6, 0x90)
}

/// Whether the thread is in code for which this holds: at this return address, or in one of the innermost calls.
pub fn is_in(thread: &Thread, pc: usize, holds: impl Fn(usize) -> Option<u32>) -> Option<u32> {
    const INNERMOST: usize = 3;
    let calls = thread.calls.list(threads::is_running(thread));
    holds(pc).or_else(|| calls.iter().rev().take(INNERMOST).find_map(|call| holds(call.pc)))
}

/// The call in whose frame an address on a stack is, and how far below the frame's canonical address.
pub fn frame_of(thread: &Thread, address: usize) -> Option<(u32, u32)> {
    let calls = thread.calls.list(threads::is_running(thread));
    // Frames grow downwards: the innermost one whose canonical address is above.
    let at = calls.iter().rposition(|call| call.frame + 16 > address && call.frame <= thread.stack_high)?;
    let below = (calls[at].frame + 16).checked_sub(address)?;
    // Its function is the one that the next call is in.
    let inside = calls.get(at + 1).map_or(thread.pending.pc, |next| next.pc);
    Some((intern(0, inside), below as u32))
}

/// The number of a call in a stack: its place in a table that all copies of the process share.
fn intern(parent: u32, pc: usize) -> u32 {
    let nodes = control::nodes();
    let wanted = u64::from(parent) | 1 << 32;
    let mut at = (pc as u64 ^ u64::from(parent).rotate_left(40)).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize >> 44;
    for _ in 0..64 {
        at = (at + 1) % NODES;
        let node = &nodes[at.max(1)];
        let found = node.pc.load(Ordering::Acquire);
        if found == 0 {
            // Whoever takes the node writes both words; who reads in between waits for the second.
            if node.pc.compare_exchange(0, pc as u64, Ordering::AcqRel, Ordering::Acquire).is_ok() {
                node.parent.store(wanted, Ordering::Release);
                return at.max(1) as u32;
            }
        }
        if node.pc.load(Ordering::Acquire) == pc as u64 {
            let mut tries = 0;
            while node.parent.load(Ordering::Acquire) == 0 && tries < 1 << 20 {
                tries += 1;
                core::hint::spin_loop();
            }
            if node.parent.load(Ordering::Acquire) == wanted {
                return at.max(1) as u32;
            }
        }
    }
    // The table is full: the position alone must do.
    0
}
