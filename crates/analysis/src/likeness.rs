//! Accesses that are like one that was looked at, but for the variable: the next rounds of a loop.
//!
//! A thread that has made nothing but plain accesses since it made one at the same place holds the same locks, is at the same moment of all clocks, and nothing that
//! it asked of the analyses has changed. So the [moment](crate::states::Moment) of both is the same, if they came through the same calls, and need not be found
//! out again: what it makes of the variable's state is looked up at once. Where that is not remembered the access is looked at as any other.

use deadheat_event::{Access, Event, FieldId, SiteId, ThreadId};

use crate::recent::Recent;
use crate::stack_table::StackId;
use crate::states::Numbered;

/// What two such accesses have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The stretch of the thread's life in which it makes nothing but plain accesses: no other has the number.
    present: u64,
    site: SiteId,
    field: Option<FieldId>,
    writes: bool,
    /// Between the number of the event and that of its step.
    distance: u64,
}

impl Likeness {
    /// Of the access that an event is.
    #[inline]
    pub fn of(event: &Event, access: Access, present: u64) -> Self {
        Self {
            present,
            site: event.site,
            field: access.location.field(),
            writes: access.writes,
            distance: event.seq.wrapping_sub(event.step),
        }
    }
}

#[inline]
fn hash(site: SiteId, thread: ThreadId, writes: bool) -> u32 {
    (site.0 ^ site.0 >> 27) as u32 ^ thread.0 << 6 ^ u32::from(writes) << 3
}

/// The accesses that others can be like.
#[derive(Debug, Default)]
pub struct Likenesses {
    recent: Recent<Likeness, (Numbered, StackId), { 1 << 9 }>,
}

impl Likenesses {
    /// The moment of an access that was like this one, and the calls that it was made through.
    #[inline]
    pub fn get(&self, event: &Event, access: Access, present: u64) -> Option<(Numbered, StackId)> {
        let hash = hash(event.site, event.thread, access.writes);
        self.recent.get(hash, &Likeness::of(event, access, present))
    }

    /// An access was looked at.
    pub fn set(&mut self, event: &Event, access: Access, present: u64, moment: Numbered, stack: StackId) {
        let hash = hash(event.site, event.thread, access.writes);
        self.recent.set(hash, Likeness::of(event, access, present), (moment.again(), stack));
    }
}
