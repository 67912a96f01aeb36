//! A thread paused in the middle of a block, while others come in between.

use deadheat_analysis::Atomicity;
use deadheat_event::{Observer, Pending, SiteId, ThreadId};
use deadheat_machine::Machine;

use super::Target;
use crate::prove::Serializability;
use crate::stage::Stage;

/// A block that no serial order explains.
pub struct AtomicityIntrusion {
    serializability: Serializability,
    /// The operation before which the block is interrupted.
    at: SiteId,
}

impl AtomicityIntrusion {
    /// The block of a warning.
    #[must_use]
    pub fn of(atomicity: &Atomicity) -> Self {
        Self { serializability: Serializability::of(atomicity), at: atomicity.broken_by.site }
    }
}

impl<M: Machine> Target<M> for AtomicityIntrusion {
    fn pauses(&mut self, thread: ThreadId, pending: &Pending, _: &M) -> bool {
        pending.site == self.at && self.serializability.is_inside(thread)
    }

    fn reached(&mut self, _: ThreadId, _: &Stage<'_, M>) -> bool {
        self.serializability.broken.is_some()
    }

    fn observer(&mut self) -> Option<&mut dyn Observer> {
        Some(&mut self.serializability)
    }
}
