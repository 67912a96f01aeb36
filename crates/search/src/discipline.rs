//! The locking discipline of a guest, as far as a search has seen it: who touches what, and what orders them.
//!
//! A thing (a place in memory, a lock, the attempts at a lock) is *safe* as long as no two accesses to it, on any path of
//! any pass, are in conflict. Two accesses by different threads, at least one of which writes, are in conflict unless
//! - both threads hold a common lock, at least one of them exclusively (Eraser's candidate set, in pairs); or
//! - one has joined the other's thread, directly or through others; or
//! - one is by an ancestor of the other's thread that had not started that line of descendants yet.
//!
//! Each of the three makes it impossible that both threads stand before their accesses at the same time. All are functions
//! of what each thread itself has done, so they come out the same for all equivalent orders of the same steps.
//!
//! See [`eager`](crate::eager) for what is built on this.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use deadheat_event::{Location, LockId, LockMode, OpKind, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::path::bit;

/// What an operation touches, as far as the reduction cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// A place in memory.
    Place(Location),
    /// A lock, by whoever takes it.
    Lock(LockId),
    /// A lock, by whoever gives it back or looks whether it is free.
    Freedom(LockId),
    /// A thread, by whoever interrupts it or asks whether it lives.
    Thread(ThreadId),
}

/// What an operation touches, and whether it writes.
pub fn touched(kind: &OpKind) -> [Option<(Thing, bool)>; 2] {
    match *kind {
        OpKind::Read { location, .. } => [Some((Thing::Place(location), false)), None],
        OpKind::Write { location, .. } | OpKind::Update { location, .. } => {
            [Some((Thing::Place(location), true)), None]
        }
        OpKind::Acquire { lock, reentrant: false, .. } | OpKind::Wake { lock, .. } => {
            [Some((Thing::Lock(lock), true)), None]
        }
        OpKind::TryAcquire { lock, .. } => [Some((Thing::Lock(lock), true)), Some((Thing::Freedom(lock), true))],
        OpKind::Release { lock, .. } => [Some((Thing::Freedom(lock), false)), None],
        OpKind::Interrupt { thread } | OpKind::Join { thread, timed: true } => {
            [Some((Thing::Thread(thread), true)), None]
        }
        _ => [None, None],
    }
}

/// An access, with what orders it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Who.
    pub thread: ThreadId,
    /// Whether it writes.
    pub writes: bool,
    /// The locks held.
    pub locks: Box<[(LockId, LockMode)]>,
    /// The threads that it has joined.
    pub joined: u64,
    /// The threads that it has started.
    pub started: u64,
}

/// A thing with more different accesses than this is given up: it is unsafe, or not worth the memory.
const MOST: usize = 256;

/// What all passes of a search have learned.
#[derive(Default)]
pub struct Discipline {
    table: Mutex<Table>,
    broken: AtomicBool,
}

#[derive(Default)]
struct Table {
    accesses: FxHashMap<Thing, Vec<Access>>,
    parents: FxHashMap<ThreadId, ThreadId>,
    given_up: Arc<FxHashSet<Thing>>,
}

impl Discipline {
    /// The things that are not safe, as of now. A pass works with the same set from its start to its end.
    pub fn given_up(&self) -> Arc<FxHashSet<Thing>> {
        self.broken.store(false, Ordering::Relaxed);
        self.lock().given_up.clone()
    }

    /// Whether a thing that was safe no longer is, since the last call of [`given_up`](Self::given_up).
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Notes who started whom.
    pub fn parent(&self, parent: ThreadId, child: ThreadId) {
        self.lock().parents.insert(child, parent);
    }

    /// Notes an access. Whether that makes the thing unsafe.
    pub fn note(&self, thing: Thing, access: Access) -> bool {
        let mut table = self.lock();
        if table.given_up.contains(&thing) {
            return false;
        }
        let known = table.accesses.entry(thing).or_default();
        if known.contains(&access) {
            return false;
        }
        known.push(access);
        let Table { accesses, parents, given_up } = &mut *table;
        let known = &accesses[&thing];
        let (last, others) = known.split_last().expect("just pushed");
        // Whoever asks about a thread, other than itself, asks without order.
        let asks = matches!(thing, Thing::Thread(thread) if thread != last.thread);
        if asks || known.len() > MOST || others.iter().any(|other| in_conflict(other, last, parents)) {
            accesses.remove(&thing);
            Arc::make_mut(given_up).insert(thing);
            self.broken.store(true, Ordering::Relaxed);
            return true;
        }
        false
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn in_conflict(a: &Access, b: &Access, parents: &FxHashMap<ThreadId, ThreadId>) -> bool {
    a.thread != b.thread
        && (a.writes || b.writes)
        && !exclude(a, b)
        && a.joined & bit(b.thread) == 0
        && b.joined & bit(a.thread) == 0
        && !comes_first(a, b.thread, parents)
        && !comes_first(b, a.thread, parents)
}

/// Whether the locks held keep the two apart.
fn exclude(a: &Access, b: &Access) -> bool {
    a.locks.iter().any(|(lock, mode)| {
        b.locks.iter().any(|(other, theirs)| lock == other && (*mode, *theirs) != (LockMode::Shared, LockMode::Shared))
    })
}

/// Whether the access comes before all that `later` does: its thread is an ancestor that has not started that line yet.
fn comes_first(access: &Access, later: ThreadId, parents: &FxHashMap<ThreadId, ThreadId>) -> bool {
    let mut child = later;
    while let Some(parent) = parents.get(&child) {
        if *parent == access.thread {
            return child.0 < 64 && parent.0 < 64 && access.started & bit(child) == 0;
        }
        child = *parent;
    }
    false
}

/// A number for an access to a thing, for those who remember what they have noted.
pub fn number(thing: Thing, access: &Access) -> u64 {
    let mut hasher = FxHasher::default();
    (thing, access).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadheat_event::{FieldId, ObjectId};

    const X: Thing = Thing::Place(Location::Static { field: FieldId(1) });

    fn access(thread: u32, writes: bool, locks: &[(u32, LockMode)]) -> Access {
        let locks = locks.iter().map(|(lock, mode)| (LockId(ObjectId(*lock)), *mode)).collect();
        Access { thread: ThreadId(thread), writes, locks, joined: 0, started: 0 }
    }

    fn breaks(accesses: &[Access]) -> bool {
        let discipline = Discipline::default();
        discipline.parent(ThreadId(0), ThreadId(1));
        discipline.parent(ThreadId(1), ThreadId(2));
        accesses.iter().any(|access| discipline.note(X, access.clone()))
    }

    #[test]
    fn one_thread_readers_and_common_locks_are_safe() {
        use LockMode::{Exclusive, Shared};
        assert!(!breaks(&[access(1, true, &[]), access(1, false, &[])]));
        assert!(!breaks(&[access(1, false, &[]), access(3, false, &[])]));
        assert!(!breaks(&[access(1, true, &[(5, Exclusive)]), access(3, true, &[(4, Exclusive), (5, Exclusive)])]));
        assert!(!breaks(&[access(1, true, &[(5, Exclusive)]), access(3, false, &[(5, Shared)])]));
        assert!(breaks(&[access(1, true, &[(5, Shared)]), access(3, false, &[(5, Shared)])]));
        assert!(breaks(&[access(1, true, &[]), access(3, false, &[])]));
        assert!(breaks(&[access(1, true, &[(5, Exclusive)]), access(3, true, &[(4, Exclusive)])]));
    }

    #[test]
    fn starting_and_joining_order() {
        let before = access(0, true, &[]);
        assert!(!breaks(&[before.clone(), access(1, true, &[])]), "before the child was started");
        assert!(!breaks(&[before.clone(), access(2, true, &[])]), "and its child's child");
        let after_start = Access { started: 0b10, ..before.clone() };
        assert!(breaks(&[after_start.clone(), access(1, false, &[])]));
        assert!(breaks(&[after_start, access(2, false, &[])]), "the child may start its own at any time");
        let after_join = Access { started: 0b10, joined: 0b10, ..before };
        assert!(!breaks(&[after_join.clone(), access(1, true, &[])]));
        assert!(breaks(&[after_join, access(2, true, &[])]), "which outlives it");
    }
}
