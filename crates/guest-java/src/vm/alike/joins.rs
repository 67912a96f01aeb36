//! What a thread does that waits for others: which of them it joins before it does anything else that shows.

use std::sync::Arc;

use deadheat_event::Op;
use deadheat_machine::{Machine, brake};

use crate::vm::machine::Jvm;
use crate::vm::memory::arena::Node;

/// Threads that are joined one after the other, at most.
const MOST: usize = 256;

/// Whom a thread joins, in a state: several pairs of threads are asked about in each.
pub struct Joins {
    state: Arc<Node>,
    tid: u32,
    joined: Vec<u32>,
}

impl Jvm {
    /// Whether all that a thread will do next, until it has joined both of two threads, is to join threads. The present state is `state`.
    pub(super) fn joins(&mut self, tid: u32, both: [u32; 2], state: &Arc<Node>) -> bool {
        let known = &self.memory_of_alike().joins;
        let is_known = |joins: &Joins| joins.tid == tid && Arc::ptr_eq(&joins.state, state);
        if !known.as_ref().is_some_and(is_known) {
            let joined = self.joined(tid);
            self.memory_of_alike().joins = Some(Joins { state: state.clone(), tid, joined });
        }
        let joined = self.memory_of_alike().joins.as_ref().map_or(&[][..], |joins| &joins.joined);
        both.iter().all(|thread| joined.contains(thread))
    }

    /// The threads that a thread joins before anything else. It is let go on as if all others had ended, as long as there is one that it has not joined, and taken back.
    fn joined(&mut self, tid: u32) -> Vec<u32> {
        let here = self.snapshot();
        // What is known of threads is true again when this one is back.
        let mut left: Vec<u32> = self.vm().standing().live().iter().copied().filter(|other| *other != tid).collect();
        self.vm_mut().all_have_ended = true;
        let mut joined = Vec::new();
        while joined.len() < MOST
            && let Some(thread) = self.vm().pending_of(tid).and_then(|pending| joined_by(tid, &pending.op))
        {
            joined.push(thread);
            left.retain(|other| *other != thread);
            if left.is_empty() || self.go_on(tid).is_err() || brake::is_pulled() {
                break;
            }
        }
        self.vm_mut().all_have_ended = false;
        self.restore(&here);
        joined
    }

    /// Whether a thread is about to join another.
    pub(super) fn waits_for_thread(&self, tid: u32) -> bool {
        let standing = self.vm().standing();
        let pending = standing.of(tid).and_then(|stand| stand.pending.as_ref());
        pending.is_some_and(|pending| joined_by(tid, &pending.op).is_some())
    }
}

/// The thread that a thread joins by an operation, however long that takes.
fn joined_by(tid: u32, op: &Op) -> Option<u32> {
    match op {
        Op::Join { thread, timed: false } if thread.0 != tid => Some(thread.0),
        _ => None,
    }
}
