//! Names for people: which lock it is, which thread and where it came from.

use deadheat_event::{Context, SyncId, ThreadId};

use crate::threads::Threads;
use crate::warning::{LockName, ThreadName};

/// A lock's name.
#[must_use]
pub fn lock(id: SyncId, context: &dyn Context) -> LockName {
    LockName { id, name: context.sync_name(id) }
}

/// A thread's name and origin.
pub fn thread(id: ThreadId, threads: &mut Threads, context: &dyn Context) -> ThreadName {
    let started = threads.get(id).started;
    ThreadName {
        id,
        name: context.thread_name(id),
        started_by: started.map(|(by, _)| by),
        started_at: started.map(|(_, at)| threads.stacks.sources(at, context)).unwrap_or_default(),
    }
}
