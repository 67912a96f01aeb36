//! The stretches of threads' lives between starts and joins: what can run at the same time in some schedule.

use deadheat_event::{Context, Done, Event, ThreadId};

use crate::clock::{Epoch, VectorClock};
use crate::frames::LockRole;
use crate::order::{Edges, SyncOrder};
use crate::threads::LockChange;

/// A stretch of a thread's life in which it starts and joins no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SegmentId(u32);

#[derive(Debug)]
struct Segment {
    /// Its place on the thread's own clock.
    epoch: Epoch,
    /// What the thread knows by start and join.
    clock: VectorClock,
}

/// All segments.
#[derive(Debug)]
pub struct Segments {
    order: SyncOrder,
    list: Vec<Segment>,
    /// Of each thread, if it was asked for since the thread began one.
    current: Vec<Option<SegmentId>>,
}

impl Default for Segments {
    fn default() -> Self {
        Self { order: SyncOrder::new(Edges::StartJoin), list: Vec::new(), current: Vec::new() }
    }
}

impl Segments {
    /// Takes note of an event.
    pub fn event(&mut self, event: &Event, context: &dyn Context) {
        if matches!(event.done(), Some(Done::Start { .. } | Done::Join { .. } | Done::End)) {
            self.order.event(event, LockChange::None, LockRole::Own, context);
            self.current.get_mut(event.thread.0 as usize).into_iter().for_each(|current| *current = None);
        }
    }

    /// The segment that the thread is in.
    #[inline]
    pub fn current(&mut self, thread: ThreadId) -> SegmentId {
        match self.current.get(thread.0 as usize) {
            Some(Some(segment)) => *segment,
            _ => self.begin(thread),
        }
    }

    #[cold]
    fn begin(&mut self, thread: ThreadId) -> SegmentId {
        let at = thread.0 as usize;
        let epoch = self.order.now(thread);
        self.list.push(Segment { epoch, clock: self.order.clock(thread).clone() });
        let segment = SegmentId(self.list.len() as u32 - 1);
        if self.current.len() <= at {
            self.current.resize(at + 1, None);
        }
        self.current[at] = Some(segment);
        segment
    }

    /// Whether two segments of different threads can be at the same time.
    #[must_use]
    pub fn concurrent(&self, a: SegmentId, b: SegmentId) -> bool {
        let (a, b) = (&self.list[a.0 as usize], &self.list[b.0 as usize]);
        !a.clock.knows(b.epoch) && !b.clock.knows(a.epoch)
    }
}
