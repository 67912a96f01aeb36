//! What the things that a violation mentions are called, noted while its state can still be asked.

use std::collections::BTreeMap;

use deadheat_event::{BlockedOn, Context, Location, Op, Pending, SyncId};

use crate::Involved;

/// Names of memory and of what threads synchronise on. Names that are the same on all paths to the same error: things are called
/// by their types, because which object it is may differ from path to path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Memory: `Account.balance`, `int[3]`.
    pub locations: BTreeMap<Location, String>,
    /// Locks, conditions, latches and semaphores by the type of their object; initialisers and channels by their own name.
    pub syncs: BTreeMap<SyncId, String>,
}

impl Names {
    /// The names of all that these threads hold, touch or wait for.
    pub(crate) fn of(involved: &[Involved], context: &dyn Context) -> Self {
        let mut names = Self::default();
        for one in involved {
            for sync in one.locks.iter().map(|(lock, _)| *lock).chain(one.pending.iter().flat_map(syncs)) {
                let name = || {
                    if context.is_channel(sync) { context.sync_name(sync) } else { context.type_name(sync.object) }
                };
                names.syncs.entry(sync).or_insert_with(name);
            }
            let Some(pending) = &one.pending else { continue };
            if let Some(access) = pending.op.access() {
                let location = access.location;
                names.locations.entry(location).or_insert_with(|| context.location_name(location));
            }
            if let Op::Initialise { once } = pending.op {
                names.syncs.insert(once, context.sync_name(once));
            }
        }
        names
    }

    /// What the thread's error is about, by name: the exception that it dies of, what it waits for, or what it is about to touch.
    #[must_use]
    pub fn subject<'a>(&'a self, involved: &'a Involved) -> Option<&'a str> {
        if let Some(exception) = &involved.exception {
            return Some(&exception.message);
        }
        let pending = involved.pending.as_ref()?;
        let location = pending.op.access().and_then(|access| self.locations.get(&access.location));
        let sync = || syncs(pending).next().and_then(|sync| self.syncs.get(&sync));
        location.filter(|_| pending.blocked.is_none()).or_else(sync).map(String::as_str)
    }
}

/// What an operation synchronises on: first what its thread waits for, if it does.
fn syncs(pending: &Pending) -> impl Iterator<Item = SyncId> {
    let waits_for = pending.blocked.and_then(|blocked| match blocked {
        BlockedOn::Lock { lock, .. } => Some(lock),
        BlockedOn::Notify { condition, .. } => Some(condition),
        BlockedOn::Initialise { once, .. } => Some(once),
        BlockedOn::Permits { semaphore } => Some(semaphore),
        BlockedOn::Latch { latch } => Some(latch),
        BlockedOn::Join { .. } | BlockedOn::Unpark | BlockedOn::Time => None,
    });
    let other = match pending.op {
        Op::Wait { condition, .. } | Op::Wake { condition, .. } | Op::Notify { condition, .. } => Some(condition),
        Op::Initialise { once } => Some(once),
        Op::LatchAwait { latch } | Op::LatchCountDown { latch } => Some(latch),
        Op::SemaphoreAcquire { semaphore, .. } | Op::SemaphoreRelease { semaphore, .. } => Some(semaphore),
        _ => None,
    };
    [waits_for, other, pending.op.lock()].into_iter().flatten()
}
