//! The locks that threads hold, and the threads that are alive, followed from event to event.

use std::collections::{BTreeSet, HashMap};

use crate::{Done, Event, LockMode, SyncId, ThreadId};

type Locks = Vec<(SyncId, LockMode)>;

/// What a running machine would know.
#[derive(Debug, Default)]
pub struct LocksHeld {
    threads: HashMap<ThreadId, Locks>,
    /// The locks of a thread whose first event comes next.
    next: Option<(ThreadId, Locks)>,
    live: BTreeSet<ThreadId>,
}

impl LocksHeld {
    /// The thread's first event comes next; these are its locks after it.
    pub fn first(&mut self, thread: ThreadId, locks: Locks) {
        self.next = Some((thread, locks));
    }

    /// The locks of a thread, in the order in which it took them.
    pub fn locks(&self, thread: ThreadId) -> Locks {
        self.threads.get(&thread).cloned().unwrap_or_default()
    }

    /// The threads that were started and have not ended.
    pub fn live(&self) -> impl Iterator<Item = ThreadId> {
        self.live.iter().copied()
    }

    /// Takes note of an event.
    pub fn event(&mut self, event: &Event) {
        let thread = event.thread;
        let next = self.next.take().filter(|(of, _)| *of == thread).map(|(_, locks)| locks);
        if let Some(locks) = self.threads.get_mut(&thread) {
            event.done().into_iter().for_each(|done| follow(locks, done));
        } else {
            self.live.insert(thread);
            self.threads.insert(thread, next.unwrap_or_default());
        }
        match event.done() {
            Some(Done::Start { thread: child }) => {
                self.live.insert(*child);
            }
            Some(Done::End) => {
                self.live.remove(&thread);
            }
            _ => {}
        }
    }
}

/// What the operation does to the locks of its thread.
fn follow(locks: &mut Locks, done: &Done) {
    let taken = match *done {
        Done::Acquire { lock, mode, reentrant: false } | Done::TryAcquire { lock, mode, acquired: true } => {
            (lock, mode)
        }
        Done::Wake { lock, .. } => (lock, LockMode::Exclusive),
        Done::Release { lock, mode, reentrant: false } => return locks.retain(|held| *held != (lock, mode)),
        // A wait gives the lock back, however often it was taken.
        Done::Wait { lock, .. } => return locks.retain(|held| *held != (lock, LockMode::Exclusive)),
        _ => return,
    };
    if !locks.contains(&taken) {
        locks.push(taken);
    }
}
