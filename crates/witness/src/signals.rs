//! The waits of a run: where a signal could come too early.

use deadheat_event::{Context, Event, LockId, Observer, OpKind, SiteId, ThreadId};
use rustc_hash::FxHashMap;

/// A thread that waited for a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Signal {
    /// Who waited.
    pub thread: ThreadId,
    /// The lock, as it was in the run.
    pub lock: LockId,
    /// Where it took the lock that it then waited with: a signal before this is missed, if it did not look again.
    pub taken_at: SiteId,
}

/// Collects the waits of a run.
#[derive(Debug, Default)]
pub struct Signals {
    taken: FxHashMap<(ThreadId, LockId), SiteId>,
    /// Each kind of wait once.
    pub waits: Vec<Signal>,
}

impl Observer for Signals {
    fn event(&mut self, event: &Event, _: &dyn Context) {
        let thread = event.thread;
        match event.kind {
            OpKind::Acquire { lock, reentrant: false, .. } => {
                self.taken.insert((thread, lock), event.site);
            }
            OpKind::Wait { lock, timed: false, .. } => {
                if let Some(taken_at) = self.taken.get(&(thread, lock)) {
                    let signal = Signal { thread, lock, taken_at: *taken_at };
                    if !self.waits.contains(&signal) {
                        self.waits.push(signal);
                    }
                }
            }
            _ => {}
        }
    }
}
