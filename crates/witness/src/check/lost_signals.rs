//! The waits of a run: where a signal could come too early.

use deadheat_event::{Context, Done, Event, EventKind, Observer, SiteId, SyncId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

/// A thread that waited for a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WaitSite {
    /// The thread.
    pub thread: ThreadId,
    /// The lock, as it was in the run.
    pub lock: SyncId,
    /// Where it took the lock that it then waited with: a signal before this is missed, if the thread does not look again.
    pub taken_at: SiteId,
    /// Which kind of wait it is: threads that have come the same way, call by call, to wait with a lock that they took at the same place, are
    /// of one kind.
    pub kind: usize,
}

/// So many threads of a kind are tried whatever it takes. Of a hundred threads that do the same, one that misses its signal says as much as
/// another: they differ in what the others do meanwhile, of which the first few show most.
const LIKE: u32 = 8;

/// Which waits are tried.
#[derive(Debug, Default)]
pub struct Tries {
    of_kind: FxHashMap<usize, u32>,
    /// The steps made in all of them.
    pub steps: u64,
}

impl Tries {
    /// The steps after which no more than the first of each kind are tried.
    const ENOUGH: u64 = 200_000;

    /// Whether a wait is to be tried.
    pub fn wants(&mut self, wait: &WaitSite) -> bool {
        let tried = self.of_kind.entry(wait.kind).or_default();
        *tried += 1;
        *tried <= LIKE || self.steps < Self::ENOUGH
    }
}

/// Collects the waits of a run.
#[derive(Debug, Default)]
pub struct Waits {
    taken: FxHashMap<(ThreadId, SyncId), SiteId>,
    known: FxHashSet<(ThreadId, SyncId, SiteId)>,
    kinds: FxHashMap<(SiteId, Vec<SiteId>), usize>,
    /// Each kind of wait once.
    pub sites: Vec<WaitSite>,
}

impl Observer for Waits {
    fn event(&mut self, event: &Event, context: &dyn Context) {
        let thread = event.thread;
        match event.kind {
            EventKind::Did(Done::Acquire { lock, reentrant: false, .. }) => {
                self.taken.insert((thread, lock), event.site);
            }
            EventKind::Did(Done::Wait { lock, timed: false, .. }) => {
                if let Some(taken_at) = self.taken.get(&(thread, lock)).copied()
                    && self.known.insert((thread, lock, taken_at))
                {
                    let next = self.kinds.len();
                    let kind = *self.kinds.entry((taken_at, context.sites(thread))).or_insert(next);
                    self.sites.push(WaitSite { thread, lock, taken_at, kind });
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_of_a_kind_are_tried_while_it_takes_little() {
        let wait = |thread: u32, kind: usize| WaitSite {
            thread: ThreadId(thread),
            lock: SyncId::of(deadheat_event::ObjectId(1)),
            taken_at: SiteId(7),
            kind,
        };
        let mut tries = Tries::default();
        assert!((0..100).all(|thread| tries.wants(&wait(thread, 0))));
        tries.steps = Tries::ENOUGH;
        assert!(!tries.wants(&wait(100, 0)));
        // Of another kind the first are tried all the same.
        let tried = (0..100).filter(|thread| tries.wants(&wait(*thread, 1))).count();
        assert_eq!(tried, LIKE as usize);
    }
}
