//! Accesses that are like one that was looked at, but for the variable: the next rounds of a loop.
//!
//! A thread that has made nothing but plain accesses since it made one at the same place holds the same locks, is at the same moment of all clocks, and nothing that
//! it asked of the analyses has changed. So the [moment](crate::states::Moment) of both is the same, if they came through the same calls, and need not be found
//! out again: what it makes of the variable's state is looked up at once. Where that is not remembered the access is looked at as any other.

use deadheat_event::{Access, Event, FieldId, SiteId, ThreadId};

use crate::stack_table::StackId;
use crate::states::Numbered;

/// So many places in the code are known.
const PLACES: usize = 1 << 9;

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
fn place(site: SiteId, thread: ThreadId, writes: bool) -> usize {
    let site = site.0 ^ site.0 >> 27;
    (site ^ u64::from(thread.0) << 6 ^ u64::from(writes) << 3) as usize % PLACES
}

/// The accesses that others can be like.
#[derive(Debug)]
pub struct Likenesses {
    entries: Vec<Option<(Likeness, Numbered, StackId)>>,
}

impl Default for Likenesses {
    fn default() -> Self {
        Self { entries: vec![None; PLACES] }
    }
}

impl Likenesses {
    /// The moment of an access that was like this one, and the calls that it was made through. Mostly the thread has done something else since.
    #[inline]
    pub fn get(&self, event: &Event, access: Access, present: u64) -> Option<(Numbered, StackId)> {
        let known = self.entries[place(event.site, event.thread, access.writes)].as_ref();
        let (known, moment, stack) =
            known.filter(|(known, ..)| known.present == present && known.site == event.site)?;
        (*known == Likeness::of(event, access, present)).then_some((*moment, *stack))
    }

    /// An access was looked at.
    pub fn set(&mut self, event: &Event, access: Access, present: u64, moment: Numbered, stack: StackId) {
        let place = place(event.site, event.thread, access.writes);
        self.entries[place] = Some((Likeness::of(event, access, present), moment.again(), stack));
    }
}
