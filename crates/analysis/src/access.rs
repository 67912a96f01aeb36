//! Accesses to memory: the one that an event makes, and those that analyses remember.

use deadheat_event::{Access, AccessKind, Context, Event, Location, SiteId, ThreadId};

use crate::clock::Epoch;
use crate::lock_set::HeldSets;
use crate::order::SyncOrder;
use crate::stack_table::StackId;
use crate::threads::Threads;

/// What an access touches.
#[derive(Clone, Copy, Debug)]
pub struct Touched {
    /// All of it.
    pub location: Location,
    /// The part of it that is looked at: all of it, unless the location is a stretch of bytes.
    pub part: Location,
}

impl Touched {
    /// All of a location.
    #[inline]
    #[must_use]
    pub fn all_of(location: Location) -> Self {
        Self::part_of(location, location)
    }

    /// A part of a location.
    #[inline]
    #[must_use]
    pub fn part_of(location: Location, part: Location) -> Self {
        Self { location, part }
    }

    /// The cell of it that is looked at: the only one, unless the location is a stretch of bytes; then the first of its part.
    #[must_use]
    pub fn cell(self) -> Location {
        self.part.cells().next().unwrap_or(self.part)
    }

    /// What reports name: all of it; but of a long stretch, such as a block that is freed, the part on which the accesses meet.
    #[must_use]
    pub const fn to_be_named(self) -> Location {
        /// No single value is longer.
        const LONGEST_VALUE: u32 = 16;
        match self.location {
            Location::Bytes { length, .. } if length > LONGEST_VALUE => self.part,
            location => location,
        }
    }
}

/// The access of the present event, which the analyses look at.
#[derive(Clone, Copy, Debug)]
pub struct NewAccess {
    /// The thread.
    pub thread: ThreadId,
    /// What is touched.
    pub location: Location,
    /// How it is ordered.
    pub kind: AccessKind,
    /// Whether it writes.
    pub writes: bool,
    /// With what locks.
    pub held: HeldSets,
    /// Where.
    pub site: SiteId,
    /// Through which calls; found out when needed.
    pub stack: Option<StackId>,
    /// The event's number.
    pub seq: u64,
    /// The number of the event's step.
    pub step: u64,
}

impl NewAccess {
    /// The access that an event is.
    #[inline]
    pub fn of(event: &Event, access: Access, threads: &mut Threads) -> Self {
        Self {
            thread: event.thread,
            location: access.location,
            kind: access.kind,
            writes: access.writes,
            held: threads.held(event.thread),
            site: event.site,
            stack: None,
            seq: event.seq,
            step: event.step,
        }
    }

    /// The moment of the access on these clocks, which have just taken note of it.
    pub fn when(&self, order: &mut SyncOrder) -> Epoch {
        order.access_time(self.thread, self.writes && self.kind.is_protected())
    }

    /// The calls that the access is made through.
    pub fn stack(&mut self, threads: &mut Threads, context: &dyn Context) -> StackId {
        *self.stack.get_or_insert_with(|| threads.stack(self.thread, context))
    }

    /// What is remembered of it.
    pub fn record(&mut self, when: Epoch, threads: &mut Threads, context: &dyn Context) -> AccessRecord {
        AccessRecord {
            thread: self.thread,
            when,
            held: self.held,
            site: self.site,
            stack: self.stack(threads, context),
            seq: self.seq,
            step: self.step,
            writes: self.writes,
            plain: !self.kind.is_protected(),
        }
    }
}

/// An access to one location that was made: all that a report can show of it, in few bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessRecord {
    /// The thread.
    pub thread: ThreadId,
    /// When, on the clocks of the analysis that remembers it.
    pub when: Epoch,
    /// With what locks.
    pub held: HeldSets,
    /// Where.
    pub site: SiteId,
    /// Through which calls.
    pub stack: StackId,
    /// The event's number.
    pub seq: u64,
    /// The number of the event's step.
    pub step: u64,
    /// Whether it writes.
    pub writes: bool,
    /// Whether it is an ordinary access: one that is not is synchronisation itself.
    pub plain: bool,
}

impl AccessRecord {
    /// Whether the two, by different threads, may not happen at once: one writes, and one is not protected.
    #[must_use]
    pub fn conflicts(&self, other: &AccessRecord) -> bool {
        self.thread != other.thread && (self.writes || other.writes) && (self.plain || other.plain)
    }
}
