//! Threads and what each will do next.

use deadheat_event::{Op, Pending, ThreadId};
use deadheat_machine::Machine;

/// A thread that lives, and what it will do next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingThread {
    /// The thread.
    pub thread: ThreadId,
    /// Its next operation.
    pub pending: Pending,
    /// Whether the search leaves it where it is.
    pub frozen: bool,
}

impl PendingThread {
    /// Whether the thread can do its next operation now.
    #[must_use]
    #[inline]
    pub fn is_enabled(&self) -> bool {
        self.pending.is_enabled()
    }

    /// Whether it waits for the end of all threads that the guest waits for, as a main thread does behind its end: it joins itself.
    #[inline]
    pub(crate) fn waits_for_all(&self) -> bool {
        matches!(self.pending.op, Op::Join { thread, .. } if thread == self.thread)
    }

    /// Whether a step of another thread can change what is known of this one.
    #[inline]
    pub(crate) fn may_change(&self) -> bool {
        let own = matches!(self.pending.op, Op::Read { .. } | Op::Write { .. } | Op::Begin | Op::Yield);
        !own || self.pending.blocked.is_some()
    }
}

/// A thread among those that live, which are there by id.
#[inline]
pub(crate) fn find(threads: &[PendingThread], thread: ThreadId) -> Option<&PendingThread> {
    threads.binary_search_by_key(&thread, |one| one.thread).ok().map(|at| &threads[at])
}

/// The threads of a machine that live, by id, with what each will do next. None is frozen.
pub fn pending_threads<M: Machine>(machine: &M) -> Vec<PendingThread> {
    let mut live = Vec::new();
    machine.live(&mut live);
    let pending = |thread| Some(PendingThread { thread, pending: machine.pending(thread)?, frozen: false });
    live.into_iter().filter_map(pending).collect()
}
