//! The waits of a run: where a signal could come too early.

use deadheat_event::{Context, Done, Event, EventKind, Observer, SiteId, SyncId, ThreadId};
use rustc_hash::FxHashMap;

/// A thread that waited for a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WaitSite {
    /// The thread.
    pub thread: ThreadId,
    /// The lock, as it was in the run.
    pub lock: SyncId,
    /// Where it took the lock that it then waited with: a signal before this is missed, if the thread does not look again.
    pub taken_at: SiteId,
}

/// Collects the waits of a run.
#[derive(Debug, Default)]
pub struct Waits {
    taken: FxHashMap<(ThreadId, SyncId), SiteId>,
    /// Each kind of wait once.
    pub sites: Vec<WaitSite>,
}

impl Observer for Waits {
    fn event(&mut self, event: &Event, _: &dyn Context) {
        let thread = event.thread;
        match event.kind {
            EventKind::Did(Done::Acquire { lock, reentrant: false, .. }) => {
                self.taken.insert((thread, lock), event.site);
            }
            EventKind::Did(Done::Wait { lock, timed: false, .. }) => {
                if let Some(taken_at) = self.taken.get(&(thread, lock)) {
                    let site = WaitSite { thread, lock, taken_at: *taken_at };
                    if !self.sites.contains(&site) {
                        self.sites.push(site);
                    }
                }
            }
            _ => {}
        }
    }
}
