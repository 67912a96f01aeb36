//! What a thread does that waits for others: whether it joins two of them before it does anything that shows.

use deadheat_event::Op;
use deadheat_machine::{Machine, brake};

use crate::vm::machine::Jvm;

/// Threads that are joined one after the other, at most.
const MOST: usize = 256;

impl Jvm {
    /// Whether all that a thread will do next, until it has joined both of two threads, is to join threads. It is let go on as if all had ended, and taken back.
    pub(super) fn joins(&mut self, tid: u32, both: [u32; 2]) -> bool {
        let joins = |jvm: &Jvm| match jvm.vm().pending_of(tid)?.op {
            Op::Join { thread, timed: false } if thread.0 != tid => Some(thread.0),
            _ => None,
        };
        if joins(self).is_none() {
            return false;
        }
        let here = self.snapshot();
        // What is known of threads is true again when this one is back.
        drop(self.vm().standing());
        self.vm_mut().all_have_ended = true;
        let mut met = [false; 2];
        for _ in 0..MOST {
            let Some(joined) = joins(self) else { break };
            for (met, thread) in met.iter_mut().zip(both) {
                *met |= thread == joined;
            }
            if met == [true; 2] || self.go_on(tid).is_err() || brake::is_pulled() {
                break;
            }
        }
        self.vm_mut().all_have_ended = false;
        self.restore(&here);
        met == [true; 2]
    }
}
