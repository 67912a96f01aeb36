//! What drives are for: where threads are held back, and what shall come of it.

use deadheat_analysis::{Atomicity, CycleEdge, Deadlock};
use deadheat_event::{LockId, Observer, OpKind, PendingOp, SiteId, ThreadId};
use deadheat_machine::{Machine, Outcome};
use deadheat_search::deadlock;

use crate::drive::Aim;
use crate::race::Heat;
use crate::serial::Serial;
use crate::signals::Signal;
use crate::stage::Stage;

/// Two threads at the same memory: each is held back where one of the two accesses is.
pub struct Meet<'a> {
    /// The dead heat.
    pub heat: &'a Heat,
    /// Whether threads are held back at all; else somebody is excluded from the drive, and the others come to it.
    pub hold: bool,
}

impl<M: Machine> Aim<M> for Meet<'_> {
    fn holds(&mut self, _: ThreadId, op: &PendingOp, _: &M) -> bool {
        self.hold && self.heat.is_side(op) && self.heat.is_at_site(op)
    }

    fn reached(&mut self, moved: ThreadId, stage: &Stage<'_, M>) -> bool {
        let beside = stage.machine.pending(moved).is_some_and(|op| self.heat.is_side(&op));
        beside && self.heat.find(&*stage.machine).is_some()
    }
}

/// Threads that take locks in a circle: each is held back before its inner lock, until all are there.
pub struct Embrace<'a> {
    edges: &'a [CycleEdge],
    open: bool,
}

impl<'a> Embrace<'a> {
    /// The circle of a warning.
    #[must_use]
    pub fn of(deadlock: &'a Deadlock) -> Self {
        Self { edges: &deadlock.cycle, open: false }
    }
}

impl<M: Machine> Aim<M> for Embrace<'_> {
    fn holds(&mut self, thread: ThreadId, op: &PendingOp, machine: &M) -> bool {
        let Some(lock) = op.kind.lock() else { return false };
        let edge = self.edges.iter().find(|edge| edge.thread.id == thread && edge.site == op.site);
        let holds = |wanted: LockId| machine.context().locks(thread).iter().any(|(held, _)| *held == wanted);
        !self.open && edge.is_some_and(|edge| edge.wants.id == lock && holds(edge.holds.id))
    }

    fn lets_go(&mut self, held: &[ThreadId]) -> bool {
        self.open |= self.edges.iter().all(|edge| held.contains(&edge.thread.id));
        self.open
    }

    fn reached(&mut self, moved: ThreadId, stage: &Stage<'_, M>) -> bool {
        is_stuck(moved, stage)
    }
}

/// Whether somebody is stuck for ever, looked at when a thread has begun to wait.
fn is_stuck<M: Machine>(moved: ThreadId, stage: &Stage<'_, M>) -> bool {
    let waits = stage.machine.pending(moved).is_none_or(|op| !op.is_enabled());
    waits && deadlock(&*stage.machine, stage.outcome()).is_some()
}

/// A signal that comes too early: who waits for it is held back before it looks whether to wait.
pub struct Miss<'a> {
    /// The wait.
    pub signal: &'a Signal,
}

impl<M: Machine> Aim<M> for Miss<'_> {
    fn holds(&mut self, thread: ThreadId, op: &PendingOp, _: &M) -> bool {
        thread == self.signal.thread && op.site == self.signal.taken_at && matches!(op.kind, OpKind::Acquire { .. })
    }

    fn reached(&mut self, moved: ThreadId, stage: &Stage<'_, M>) -> bool {
        matches!(stage.outcome(), Outcome::Deadlocked { .. }) || is_stuck(moved, stage)
    }
}

/// A thread held back in the middle of a block, while others come in between.
pub struct Intrude {
    serial: Serial,
    /// The operation before which the block is interrupted.
    at: SiteId,
}

impl Intrude {
    /// The block of a warning.
    #[must_use]
    pub fn of(atomicity: &Atomicity) -> Self {
        Self { serial: Serial::of(atomicity), at: atomicity.broken_by.site }
    }
}

impl<M: Machine> Aim<M> for Intrude {
    fn holds(&mut self, thread: ThreadId, op: &PendingOp, _: &M) -> bool {
        op.site == self.at && self.serial.is_inside(thread)
    }

    fn reached(&mut self, _: ThreadId, _: &Stage<'_, M>) -> bool {
        self.serial.broken.is_some()
    }

    fn observer(&mut self) -> Option<&mut dyn Observer> {
        Some(&mut self.serial)
    }
}
