//! What a context knows only at the very moment of an event: it stands in the event's own record.

use std::io::Read;

use super::bytes::{Got, Sink, Source};
use crate::{Context, Done, Event, EventKind, SyncId};

/// What is known of the present event only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Momentary {
    /// The lock that is taken, and whether it guards a block.
    pub guards: Option<(SyncId, bool)>,
    /// The semaphore that is used, and the permits that it has now.
    pub permits: Option<(SyncId, Option<i64>)>,
}

impl Momentary {
    /// The moment of an event of a run.
    pub fn of(event: &Event, context: &dyn Context) -> Self {
        let guards = lock(&event.kind).map(|lock| (lock, context.guards_block(lock, event.site)));
        let permits = semaphore(&event.kind).map(|semaphore| (semaphore, context.permits(semaphore)));
        Self { guards, permits }
    }

    /// Writes it, behind what the operation has.
    pub fn write(self, out: &mut Sink) {
        if let Some((_, guards)) = self.guards {
            out.flag(guards);
        }
        if let Some((_, permits)) = self.permits {
            out.option(permits, Sink::signed);
        }
    }

    /// Reads it, behind what the operation has.
    pub fn read(kind: &EventKind, source: &mut Source<impl Read>) -> Got<Self> {
        let guards = match lock(kind) {
            Some(lock) => Some((lock, source.flag()?)),
            None => None,
        };
        let permits = match semaphore(kind) {
            Some(semaphore) => Some((semaphore, source.option(Source::signed)?)),
            None => None,
        };
        Ok(Self { guards, permits })
    }
}

fn lock(kind: &EventKind) -> Option<SyncId> {
    match kind {
        EventKind::Did(Done::Acquire { lock, .. }) => Some(*lock),
        _ => None,
    }
}

fn semaphore(kind: &EventKind) -> Option<SyncId> {
    match kind {
        EventKind::Did(Done::SemaphoreAcquire { semaphore, .. } | Done::SemaphoreRelease { semaphore, .. }) => {
            Some(*semaphore)
        }
        _ => None,
    }
}
