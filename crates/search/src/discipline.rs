//! The locking discipline of a guest, as far as a search has seen it: which threads touch what, and what orders them.
//!
//! A shared object (memory, a lock, the attempts at a lock) is *safe* as long as no two accesses to it, on any path of
//! any pass, are in conflict. Two accesses by different threads, at least one of which writes, are in conflict unless
//! - both threads hold a common lock, at least one of them exclusively (Eraser's candidate set, in pairs); or
//! - one has joined the other's thread, directly or through others; or
//! - one is by an ancestor of the other's thread that had not started that line of descendants yet.
//!
//! Each of the three makes it impossible that both threads are about to make their accesses at the same time. All are functions
//! of what each thread itself has done, so they come out the same for all equivalent orders of the same steps.
//!
//! Memory is kept by its smallest parts (see [`Location::cells`]): stretches of bytes can overlap without being the same.
//!
//! Memory that is not safe may still be so for one thread's reads: what a single thread writes, on any path, does not change while that thread
//! is about to read it, whatever others read meanwhile. (A task's state, which its worker sets and looks at, and for which others
//! wait.)
//!
//! See [`eager`](crate::eager) for what is built on this.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use deadheat_event::{Location, LockMode, Op, SyncId, ThreadId};
use rustc_hash::{FxHashMap, FxHasher};

use crate::path::bit;

/// What an operation touches, as far as the reduction cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SharedObject {
    /// Memory, one cell of it.
    Memory(Location),
    /// A lock, for operations that take it.
    Lock(SyncId),
    /// Whether a lock is free, for operations that give it back or look whether it is.
    LockAvailability(SyncId),
    /// A thread, for operations that interrupt it or ask whether it lives.
    Thread(ThreadId),
}

/// What an operation touches, and whether it writes.
pub fn touched(op: &Op) -> impl Iterator<Item = (SharedObject, bool)> + use<> {
    let memory = op
        .access()
        .into_iter()
        .flat_map(|access| access.location.cells().map(move |cell| (SharedObject::Memory(cell), access.writes)));
    let others = match *op {
        Op::Acquire { lock, reentrant: false, .. } | Op::Wake { lock, .. } => {
            [Some((SharedObject::Lock(lock), true)), None]
        }
        Op::TryAcquire { lock, .. } => {
            [Some((SharedObject::Lock(lock), true)), Some((SharedObject::LockAvailability(lock), true))]
        }
        Op::Release { lock, .. } => [Some((SharedObject::LockAvailability(lock), false)), None],
        Op::Interrupt { thread } | Op::Inspect { thread } | Op::Join { thread, timed: true } => {
            [Some((SharedObject::Thread(thread), true)), None]
        }
        _ => [None, None],
    };
    memory.chain(others.into_iter().flatten())
}

/// For whom an object is not safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsafe {
    /// For all threads.
    ForAll,
    /// Memory that only this thread writes, on all paths seen: for all but its own reads.
    ButForReadsOf(ThreadId),
}

/// The objects that are not safe.
#[derive(Clone, Debug, Default)]
pub struct Violations(FxHashMap<SharedObject, Unsafe>);

impl Violations {
    /// Whether an object is safe for every access.
    pub fn is_safe(&self, object: SharedObject) -> bool {
        self.0.is_empty() || !self.0.contains_key(&object)
    }

    /// Whether a read by this thread commutes with all that others do meanwhile.
    pub fn is_read_safe(&self, object: SharedObject, thread: ThreadId) -> bool {
        self.0.is_empty() || self.0.get(&object).is_none_or(|known| *known == Unsafe::ButForReadsOf(thread))
    }

    /// Whether an access could make the object less safe than it is known to be.
    pub fn concerns(&self, object: SharedObject, thread: ThreadId, writes: bool) -> bool {
        match self.0.get(&object) {
            None => true,
            Some(Unsafe::ForAll) => false,
            Some(Unsafe::ButForReadsOf(writer)) => writes && thread != *writer,
        }
    }
}

/// An access to a shared object, with what orders it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GuardedAccess {
    /// The thread.
    pub thread: ThreadId,
    /// Whether it writes.
    pub writes: bool,
    /// The locks held.
    pub locks: Box<[(SyncId, LockMode)]>,
    /// The threads that it has joined.
    pub joined: u64,
    /// The threads that it has started.
    pub started: u64,
}

/// An object with more different accesses than this counts as unsafe: it is, or it is not worth the memory.
const MOST: usize = 256;

/// What all passes of a search have learned.
#[derive(Default)]
pub struct Discipline {
    table: Mutex<Table>,
    broken: AtomicBool,
}

#[derive(Default)]
struct Table {
    accesses: FxHashMap<SharedObject, Vec<GuardedAccess>>,
    parents: FxHashMap<ThreadId, ThreadId>,
    violations: Arc<Violations>,
}

impl Discipline {
    /// The objects that are not safe, as of now. A pass works with the same set from its start to its end.
    pub fn violations(&self) -> Arc<Violations> {
        self.broken.store(false, Ordering::Relaxed);
        self.lock().violations.clone()
    }

    /// Whether an object is less safe than it was, since the last call of [`violations`](Self::violations).
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Notes that `parent` has started `child`.
    pub fn parent(&self, parent: ThreadId, child: ThreadId) {
        self.lock().parents.insert(child, parent);
    }

    /// Notes an access. Whether that makes the object less safe.
    pub fn note(&self, object: SharedObject, access: GuardedAccess) -> bool {
        let mut table = self.lock();
        if !table.violations.concerns(object, access.thread, access.writes) {
            return false;
        }
        if !table.violations.is_safe(object) {
            // A second thread writes it.
            table.violate(object, Unsafe::ForAll);
            self.broken.store(true, Ordering::Relaxed);
            return true;
        }
        let known = table.accesses.entry(object).or_default();
        if known.contains(&access) {
            return false;
        }
        known.push(access);
        let Table { accesses, parents, .. } = &*table;
        let known = &accesses[&object];
        let (last, others) = known.split_last().expect("just pushed");
        // Nothing orders questions of one thread about another.
        let asks = matches!(object, SharedObject::Thread(thread) if thread != last.thread);
        if asks || known.len() > MOST || others.iter().any(|other| in_conflict(other, last, parents)) {
            let how = only_writer(object, known).map_or(Unsafe::ForAll, Unsafe::ButForReadsOf);
            table.violate(object, how);
            self.broken.store(true, Ordering::Relaxed);
            return true;
        }
        false
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn violate(&mut self, object: SharedObject, how: Unsafe) {
        self.accesses.remove(&object);
        Arc::make_mut(&mut self.violations).0.insert(object, how);
    }
}

/// The thread that alone writes memory, by the accesses known.
fn only_writer(object: SharedObject, known: &[GuardedAccess]) -> Option<ThreadId> {
    let mut writers = known.iter().filter(|access| access.writes).map(|access| access.thread);
    let writer = writers.next().filter(|_| matches!(object, SharedObject::Memory(_)))?;
    writers.all(|other| other == writer).then_some(writer)
}

fn in_conflict(a: &GuardedAccess, b: &GuardedAccess, parents: &FxHashMap<ThreadId, ThreadId>) -> bool {
    a.thread != b.thread
        && (a.writes || b.writes)
        && !exclude(a, b)
        && a.joined & bit(b.thread) == 0
        && b.joined & bit(a.thread) == 0
        && !comes_first(a, b.thread, parents)
        && !comes_first(b, a.thread, parents)
}

/// Whether the locks held keep the two apart.
fn exclude(a: &GuardedAccess, b: &GuardedAccess) -> bool {
    a.locks.iter().any(|(lock, mode)| {
        b.locks.iter().any(|(other, theirs)| lock == other && (*mode, *theirs) != (LockMode::Shared, LockMode::Shared))
    })
}

/// Whether the access comes before all that `later` does: its thread is an ancestor that has not started that line yet.
fn comes_first(access: &GuardedAccess, later: ThreadId, parents: &FxHashMap<ThreadId, ThreadId>) -> bool {
    let mut child = later;
    while let Some(parent) = parents.get(&child) {
        if *parent == access.thread {
            return child.0 < 64 && parent.0 < 64 && access.started & bit(child) == 0;
        }
        child = *parent;
    }
    false
}

/// A number for an access to an object, so that workers can remember what they have noted.
pub fn number(object: SharedObject, access: &GuardedAccess) -> u64 {
    let mut hasher = FxHasher::default();
    (object, access).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deadheat_event::{FieldId, ObjectId};

    const X: SharedObject = SharedObject::Memory(Location::Global { field: FieldId(1) });

    fn access(thread: u32, writes: bool, locks: &[(u32, LockMode)]) -> GuardedAccess {
        let locks = locks.iter().map(|(lock, mode)| (SyncId::of(ObjectId(*lock)), *mode)).collect();
        GuardedAccess { thread: ThreadId(thread), writes, locks, joined: 0, started: 0 }
    }

    fn breaks(accesses: &[GuardedAccess]) -> bool {
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
    fn what_one_thread_writes_is_safe_for_its_reads() {
        let discipline = Discipline::default();
        assert!(!discipline.note(X, access(1, true, &[])) && discipline.note(X, access(3, false, &[])));
        let violations = discipline.violations();
        assert!(!violations.is_safe(X) && violations.is_read_safe(X, ThreadId(1)));
        assert!(!violations.is_read_safe(X, ThreadId(3)), "which the other thread writes");
        assert!(!discipline.note(X, access(1, false, &[])) && !discipline.note(X, access(4, false, &[])));
        assert!(!discipline.is_broken());
        assert!(discipline.note(X, access(4, true, &[])) && discipline.is_broken(), "a second thread writes");
        assert!(!discipline.violations().is_read_safe(X, ThreadId(1)));
        let both = Discipline::default();
        assert!(!both.note(X, access(1, true, &[])) && both.note(X, access(3, true, &[])));
        assert!(!both.violations().is_read_safe(X, ThreadId(1)));
        let lock = SharedObject::Lock(SyncId::of(ObjectId(5)));
        assert!(!both.note(lock, access(1, true, &[])) && both.note(lock, access(3, false, &[])));
        assert!(!both.violations().is_read_safe(lock, ThreadId(1)), "memory only");
    }

    #[test]
    fn starting_and_joining_order() {
        let before = access(0, true, &[]);
        assert!(!breaks(&[before.clone(), access(1, true, &[])]), "before the child was started");
        assert!(!breaks(&[before.clone(), access(2, true, &[])]), "and its child's child");
        let after_start = GuardedAccess { started: 0b10, ..before.clone() };
        assert!(breaks(&[after_start.clone(), access(1, false, &[])]));
        assert!(breaks(&[after_start, access(2, false, &[])]), "the child may start its own at any time");
        let after_join = GuardedAccess { started: 0b10, joined: 0b10, ..before };
        assert!(!breaks(&[after_join.clone(), access(1, true, &[])]));
        assert!(breaks(&[after_join, access(2, true, &[])]), "which outlives it");
    }
}
