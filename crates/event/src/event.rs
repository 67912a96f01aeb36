//! What happened in a run.

use crate::{Access, Done, Mark, SiteId, ThreadId};

/// One thing that happened in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The event's number on its path, from 0.
    pub seq: u64,
    /// The number of the step that it belongs to, from 0: so many choices led from the program's start to it.
    pub step: u64,
    /// The thread.
    pub thread: ThreadId,
    /// Where in its code.
    pub site: SiteId,
    /// What.
    pub kind: EventKind,
}

/// What kind of thing happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// The thread did a visible operation.
    Did(Done),
    /// Something was noted that is no operation.
    Noted(Mark),
}

impl Event {
    /// The operation that was done, if the event is no mark.
    #[must_use]
    #[inline]
    pub fn done(&self) -> Option<&Done> {
        match &self.kind {
            EventKind::Did(done) => Some(done),
            EventKind::Noted(_) => None,
        }
    }

    /// The mark, if the event is one.
    #[must_use]
    #[inline]
    pub fn mark(&self) -> Option<Mark> {
        match self.kind {
            EventKind::Noted(mark) => Some(mark),
            EventKind::Did(_) => None,
        }
    }

    /// The access to shared memory that was made, if one was.
    #[must_use]
    #[inline]
    pub fn access(&self) -> Option<Access> {
        self.done().and_then(Done::access)
    }
}

impl From<Done> for EventKind {
    fn from(done: Done) -> Self {
        Self::Did(done)
    }
}

impl From<Mark> for EventKind {
    fn from(mark: Mark) -> Self {
        Self::Noted(mark)
    }
}
