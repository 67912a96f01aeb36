//! Threads that take locks in a cycle: each is paused before its inner lock, until all are there.

use deadheat_analysis::{CycleEdge, Deadlock};
use deadheat_event::{Pending, SyncId, ThreadId};
use deadheat_machine::Machine;
use deadheat_search::deadlocks;

use super::Target;
use crate::stage::Stage;

/// A deadlock over locks.
pub struct LockCycle<'a> {
    edges: &'a [CycleEdge],
    /// Whether all have been there.
    open: bool,
}

impl<'a> LockCycle<'a> {
    /// The cycle of a warning.
    #[must_use]
    pub fn of(deadlock: &'a Deadlock) -> Self {
        Self { edges: &deadlock.cycle, open: false }
    }
}

impl<M: Machine> Target<M> for LockCycle<'_> {
    fn pauses(&mut self, thread: ThreadId, pending: &Pending, machine: &M) -> bool {
        let Some(lock) = pending.op.lock() else { return false };
        let edge = self.edges.iter().find(|edge| edge.thread.id == thread && edge.site == pending.site);
        let holds = |wanted: SyncId| machine.context().locks(thread).iter().any(|(held, _)| *held == wanted);
        !self.open && edge.is_some_and(|edge| edge.wants.id == lock && holds(edge.holds.id))
    }

    fn releases(&mut self, paused: &[ThreadId]) -> bool {
        self.open |= self.edges.iter().all(|edge| paused.contains(&edge.thread.id));
        self.open
    }

    fn reached(&mut self, moved: ThreadId, stage: &Stage<'_, M>) -> bool {
        is_stuck(moved, stage)
    }
}

/// Whether a thread is stuck for ever, looked at when one has begun to wait.
pub(super) fn is_stuck<M: Machine>(moved: ThreadId, stage: &Stage<'_, M>) -> bool {
    let waits = stage.machine.pending(moved).is_none_or(|pending| !pending.is_enabled());
    waits && !deadlocks(&*stage.machine, stage.outcome()).is_empty()
}
