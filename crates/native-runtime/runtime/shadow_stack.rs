//! The calls that each thread is in, kept by the hooks at functions' entries and exits, and the table in which whole stacks have numbers.

use core::arch::naked_asm;
use core::sync::atomic::Ordering;

use crate::global::Global;
use crate::protocol::NODES;
use crate::threads::Thread;
use crate::{control, sys, threads};

/// A call.
#[repr(C)]
pub struct Call {
    /// The return address: where in the caller.
    pc: usize,
    /// The frame pointer of the function that was entered.
    frame: usize,
    /// The stack up to this call in the table; 0 if it was not asked for yet.
    node: usize,
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
        "add rax, 24",
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
        "sub rax, 24",
        "mov [rip + {next}], rax",
        "2: ret",
        next = sym NEXT,
        first = sym FIRST,
    )
}

/// The number of the thread's stack when it is at this return address.
pub fn stack(thread: &Thread, pc: usize) -> u32 {
    let calls = thread.calls.list(threads::is_running(thread));
    // The first call is into the thread's own code, from ours.
    let known = calls.iter().rposition(|call| call.node != 0).map_or(0, |at| at + 1);
    let mut parent = known.checked_sub(1).map_or(0, |at| calls[at].node as u32);
    for call in &mut calls[known..] {
        parent = intern(parent, call.pc);
        call.node = parent as usize;
    }
    intern(parent, pc)
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
