//! Loops that only look.
//!
//! A thread's digest is the history of what it has seen, so a loop that waits for a change would never come back to a state that it was
//! in. But where the thread stands at the same instruction with the same registers and the same stack as before, and has written nothing since, it
//! *is* as it was, and what it has seen in between makes no difference: its digest goes back to what it was then.
//!
//! What a function of a library that tells nothing keeps for itself (the state of `rand`) is not looked at.

use crate::digest::{self, Digest};
use crate::global::Global;
use crate::protocol::op;
use crate::threads::Thread;

/// Registers that a function must keep for its caller, and the stack pointer, as they were when the last hook was called.
#[repr(C)]
pub struct Registers {
    words: [usize; 7],
}

/// Written by the hooks, by [`note_registers`].
pub static REGISTERS: Global<Registers> = Global::new(Registers { words: [0; 7] });

/// The instructions by which a hook notes the registers that it must not change, before it has changed any; `{registers}` is
/// [`REGISTERS`].
macro_rules! note_registers {
    () => {
        concat!(
            "mov [rip + {registers}], rbx\n",
            "mov [rip + {registers} + 8], rbp\n",
            "mov [rip + {registers} + 16], r12\n",
            "mov [rip + {registers} + 24], r13\n",
            "mov [rip + {registers} + 32], r14\n",
            "mov [rip + {registers} + 40], r15\n",
            "mov [rip + {registers} + 48], rsp",
        )
    };
}
pub(crate) use note_registers;

const STACK_POINTER: usize = 6;

/// So many moments are remembered.
const MOMENTS: usize = 16;

/// More of a stack is not looked at: such a thread does not spin.
const LARGEST_STACK: usize = 64 << 10;

/// A moment of a thread in which it had just looked at something.
#[derive(Clone, Copy)]
struct Moment {
    /// Where it was, and all that it kept for itself.
    inside: Digest,
    /// What it had done and seen.
    history: Digest,
}

/// The moments since a thread has last changed anything.
pub struct Moments {
    list: [Moment; MOMENTS],
    count: usize,
}

impl Moments {
    pub const fn new() -> Self {
        Self { list: [Moment { inside: [0; 2], history: [0; 2] }; MOMENTS], count: 0 }
    }
}

/// The thread has changed something, or has heard of something in another way than by looking.
pub fn forget(thread: &mut Thread) {
    thread.moments.count = 0;
}

/// Whether an operation only looks. `changes`: it did what it tried, and that made a difference.
pub fn only_looks(kind: u32, changes: bool) -> bool {
    matches!(kind, op::READ | op::YIELD) || (matches!(kind, op::UPDATE | op::TRY_ACQUIRE) && !changes)
}

/// The thread comes to a look at memory, called by a hook at this position.
pub fn look(thread: &mut Thread, pc: usize) {
    let registers = &REGISTERS.get().words;
    let from = registers[STACK_POINTER];
    if from >= thread.stack_top || thread.stack_top - from > LARGEST_STACK || from < thread.stack_low {
        return;
    }
    let mut inside = digest::of(pc as u64, from as u64);
    registers.iter().for_each(|word| digest::add(&mut inside, *word as u64));
    let mut at = from;
    while at < thread.stack_top {
        // SAFETY: between the thread's stack pointer and where its stack begins.
        digest::add(&mut inside, unsafe { (at as *const u64).read() });
        at += 8;
    }
    let moments = &mut thread.moments;
    if let Some(before) = moments.list[..moments.count].iter().position(|moment| moment.inside == inside) {
        thread.digest = moments.list[before].history;
        moments.count = before + 1;
        return;
    }
    if moments.count == MOMENTS {
        moments.list.copy_within(1.., 0);
        moments.count -= 1;
    }
    moments.list[moments.count] = Moment { inside, history: thread.digest };
    moments.count += 1;
}
