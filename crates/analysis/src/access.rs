//! An access as analyses remember it.

use deadheat_event::{AccessKind, Context, Event, Location, SiteId, ThreadId};

use crate::clock::Epoch;
use crate::lock_set::Held;
use crate::order::Order;
use crate::stack_table::StackId;
use crate::threads::Threads;

/// An access to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// Who.
    pub thread: ThreadId,
    /// What is touched.
    pub location: Location,
    /// How it is ordered.
    pub kind: AccessKind,
    /// Whether it writes.
    pub writes: bool,
    /// With what locks.
    pub held: Held,
    /// Where.
    pub site: SiteId,
    /// Through which calls; found out when needed.
    pub stack: Option<StackId>,
    /// The event's number.
    pub seq: u64,
}

impl Access {
    /// The access that an event is.
    pub fn of(event: &Event, threads: &mut Threads) -> Option<Self> {
        let access = event.kind.access()?;
        Some(Self {
            thread: event.thread,
            location: access.location,
            kind: access.kind,
            writes: access.writes,
            held: threads.held(event.thread),
            site: event.site,
            stack: None,
            seq: event.seq,
        })
    }

    /// The moment of the access on these clocks, which have just taken note of it.
    pub fn when(&self, order: &mut Order) -> Epoch {
        order.access_time(self.thread, self.writes && self.kind != AccessKind::Plain)
    }

    /// The calls that the access is made through.
    pub fn stack(&mut self, threads: &mut Threads, context: &dyn Context) -> StackId {
        *self.stack.get_or_insert_with(|| threads.stack(self.thread, context))
    }

    /// What is remembered of it.
    pub fn past(&mut self, when: Epoch, threads: &mut Threads, context: &dyn Context) -> Past {
        Past {
            thread: self.thread,
            when,
            held: self.held,
            site: self.site,
            stack: self.stack(threads, context),
            seq: self.seq,
            writes: self.writes,
            plain: self.kind == AccessKind::Plain,
        }
    }
}

/// An access to one location: all that a report can show of it, in few bytes.
#[derive(Clone, Copy, Debug)]
pub struct Past {
    /// Who.
    pub thread: ThreadId,
    /// When, on the clocks of the analysis that remembers it.
    pub when: Epoch,
    /// With what locks.
    pub held: Held,
    /// Where.
    pub site: SiteId,
    /// Through which calls.
    pub stack: StackId,
    /// The event's number.
    pub seq: u64,
    /// Whether it writes.
    pub writes: bool,
    /// Whether it is an ordinary access: a volatile or atomic one is synchronisation itself.
    pub plain: bool,
}

impl Past {
    /// Whether the two, by different threads, may not happen at once: one writes, and one is not protected.
    #[must_use]
    pub fn conflicts(&self, other: &Past) -> bool {
        self.thread != other.thread && (self.writes || other.writes) && (self.plain || other.plain)
    }
}
