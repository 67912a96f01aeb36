//! A notification that comes too early: the thread that waits for it is paused before it looks whether to wait.

use deadheat_event::{Op, Pending, ThreadId};
use deadheat_machine::{Machine, Outcome};

use super::Target;
use super::lock_cycle::is_stuck;
use crate::check::WaitSite;
use crate::stage::Stage;

/// A lost notification.
pub struct LostNotify<'a> {
    /// The wait.
    pub wait: &'a WaitSite,
}

impl<M: Machine> Target<M> for LostNotify<'_> {
    fn pauses(&mut self, thread: ThreadId, pending: &Pending, _: &M) -> bool {
        thread == self.wait.thread && pending.site == self.wait.taken_at && matches!(pending.op, Op::Acquire { .. })
    }

    fn reached(&mut self, moved: ThreadId, stage: &Stage<'_, M>) -> bool {
        matches!(stage.outcome(), Outcome::Deadlocked { .. }) || is_stuck(moved, stage)
    }
}
