//! Two threads at the same memory: each is paused where one of the two accesses of a race is.

use deadheat_event::{Pending, ThreadId};
use deadheat_machine::Machine;

use super::Target;
use crate::race_pair::RacePair;
use crate::stage::Stage;

/// A dead heat.
pub struct RaceMeeting<'a> {
    /// The two accesses.
    pub pair: &'a RacePair,
    /// Whether threads are paused at all; else one thread is excluded from the test, and the others come to it.
    pub pauses: bool,
}

impl<M: Machine> Target<M> for RaceMeeting<'_> {
    fn pauses(&mut self, _: ThreadId, pending: &Pending, _: &M) -> bool {
        self.pauses && self.pair.is_side(pending) && self.pair.is_at_site(pending)
    }

    fn reached(&mut self, moved: ThreadId, stage: &Stage<'_, M>) -> bool {
        let beside = stage.machine.pending(moved).is_some_and(|pending| self.pair.is_side(&pending));
        beside && self.pair.find(&*stage.machine).is_some()
    }
}
