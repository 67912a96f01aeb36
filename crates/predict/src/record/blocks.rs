//! Which blocks of a run should be atomic: those that the guest marks, and those under a lock that guards a block, as the
//! [Atomizer](deadheat_analysis::atomizer) takes them.

use deadheat_event::{Context, Done, Event as RunEvent, EventKind, Mark, ObjectId, SyncId, ThreadId};
use rustc_hash::FxHashMap;

/// What an event does to its thread's blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Begins one.
    Begin,
    /// Ends so many, the innermost first.
    End(usize),
}

/// The blocks that threads are in.
#[derive(Debug, Default)]
pub struct OpenBlocks {
    /// The lock whose giving back ends each; none for marks.
    open: FxHashMap<ThreadId, Vec<Option<SyncId>>>,
    /// Whether taking the lock opens a block; asked once per lock.
    guards: FxHashMap<SyncId, bool>,
}

impl OpenBlocks {
    /// What an event does to its thread's blocks.
    pub fn event(&mut self, event: &RunEvent, context: &dyn Context) -> Option<Change> {
        let open = self.open.entry(event.thread).or_default();
        let ends = match event.kind {
            EventKind::Noted(Mark::AtomicBegin) => {
                open.push(None);
                return Some(Change::Begin);
            }
            EventKind::Did(Done::Acquire { lock, reentrant: false, .. }) if open.is_empty() => {
                let guards = self.guards.entry(lock).or_insert_with(|| context.guards_block(lock, event.site));
                open.extend(guards.then_some(Some(lock)));
                return guards.then_some(Change::Begin);
            }
            EventKind::Noted(Mark::AtomicEnd) => None,
            EventKind::Did(Done::Release { lock, reentrant: false, .. }) => Some(lock),
            _ => return None,
        };
        // With it end all inside it.
        let at = open.iter().rposition(|block| *block == ends)?;
        Some(Change::End(open.drain(at..).count()))
    }

    /// Forgets all objects but those that stay.
    pub fn retain(&mut self, stays: impl Fn(ObjectId) -> bool) {
        self.guards.retain(|lock, _| stays(lock.object));
    }
}
