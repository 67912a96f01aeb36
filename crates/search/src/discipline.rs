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
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use deadheat_event::{Location, LockMode, ObjectId, Op, SyncId, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::parts::Assumptions;
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
    /// What a thread cuts short by ending the guest, for its own operations: safe as long as it has never done so while others lived.
    EndBy(ThreadId),
    /// How far threads have got when the guest ends, for all operations: safe as long as nobody compares ends, or every end waits for all threads.
    Ends,
    /// Which threads were started, for their starts: safe as long as nobody has to do with a thread before that.
    Starts,
}

impl SharedObject {
    /// What is asked of every operation of a thread, whatever it is.
    #[inline]
    pub fn of_thread(thread: ThreadId) -> [Self; 3] {
        [Self::Thread(thread), Self::EndBy(thread), Self::Ends]
    }

    /// The thread that it is about.
    fn thread(self) -> Option<ThreadId> {
        match self {
            Self::Thread(thread) | Self::EndBy(thread) => Some(thread),
            _ => None,
        }
    }

    /// The same of another thread.
    fn of_twin(self, twin: ThreadId) -> Self {
        match self {
            Self::Thread(_) => Self::Thread(twin),
            Self::EndBy(_) => Self::EndBy(twin),
            other => other,
        }
    }

    /// The object of the guest that it belongs to.
    fn object(self) -> Option<ObjectId> {
        match self {
            Self::Memory(location) => location.object(),
            Self::Lock(lock) | Self::LockAvailability(lock) => Some(lock.object),
            _ => None,
        }
    }
}

/// What an operation touches, and whether it writes.
#[inline]
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
pub struct Violations {
    objects: FxHashMap<SharedObject, Unsafe>,
    /// Whether threads or ends are among them, which every operation is asked about, and which seldom are.
    of_threads: bool,
}

impl Violations {
    /// How many objects are not safe.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether an object is safe for every access.
    #[inline]
    pub fn is_safe(&self, object: SharedObject) -> bool {
        self.objects.is_empty() || !self.objects.contains_key(&object)
    }

    /// Whether nothing keeps any operation of a thread from being eager.
    #[inline]
    pub fn is_thread_safe(&self, thread: ThreadId) -> bool {
        !self.of_threads || SharedObject::of_thread(thread).into_iter().all(|object| self.is_safe(object))
    }

    /// Whether a read by this thread commutes with all that others do meanwhile.
    #[inline]
    pub fn is_read_safe(&self, object: SharedObject, thread: ThreadId) -> bool {
        self.objects.is_empty() || self.objects.get(&object).is_none_or(|known| *known == Unsafe::ButForReadsOf(thread))
    }

    /// The threads that are not safe, or do not end the guest safely.
    fn threads(&self) -> impl Iterator<Item = SharedObject> + '_ {
        self.objects.keys().copied().filter(|object| object.thread().is_some())
    }

    /// Whether an access could make the object less safe than it is known to be.
    pub fn concerns(&self, object: SharedObject, thread: ThreadId, writes: bool) -> bool {
        match self.objects.get(&object) {
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
pub const MOST: usize = 256;

/// What all passes of a search have learned.
#[derive(Default)]
pub struct Discipline {
    table: Mutex<Table>,
    broken: AtomicBool,
    /// What was known to be unsafe before the search, by name: which objects these are shows when a thread comes by.
    assumptions: Assumptions,
    /// How many of them have been met.
    met: AtomicUsize,
    /// What is learned is told to other processes. They know of unsafe objects only that they are: whose reads are safe may be otherwise there.
    is_shared: bool,
}

#[derive(Default)]
struct Table {
    accesses: FxHashMap<SharedObject, Vec<GuardedAccess>>,
    parents: FxHashMap<ThreadId, ThreadId>,
    /// The threads that were seen alive.
    lived: FxHashSet<ThreadId>,
    violations: Arc<Violations>,
}

impl Discipline {
    /// Nothing was learned yet, but this was known. `is_shared`: what is learned is told to other processes.
    pub fn new(assumptions: Assumptions, is_shared: bool) -> Self {
        Self { assumptions, is_shared, ..Self::default() }
    }

    /// What was known to be unsafe before the search.
    pub fn assumptions(&self) -> &Assumptions {
        &self.assumptions
    }

    /// How many of the objects that were known to be unsafe have been met.
    #[inline]
    pub fn met(&self) -> usize {
        self.met.load(Ordering::Acquire)
    }

    /// A thread is about to touch an object that was known to be unsafe. No assumption about it was made, so none is broken. The objects
    /// that are unsafe now.
    pub fn meet(&self, object: SharedObject) -> Arc<Violations> {
        let mut table = self.lock();
        if table.violations.is_safe(object) {
            table.violate(object, Unsafe::ForAll);
            self.met.fetch_add(1, Ordering::Release);
        }
        table.violations.clone()
    }

    /// The objects that are not safe, without beginning a pass.
    pub fn present_violations(&self) -> Arc<Violations> {
        self.lock().violations.clone()
    }

    /// Calls `tell` with each object that was met: with the accesses to those that are safe.
    pub fn each(&self, mut tell: impl FnMut(SharedObject, Option<&[GuardedAccess]>)) {
        let table = self.lock();
        table.accesses.iter().for_each(|(object, accesses)| tell(*object, Some(accesses)));
        table.violations.objects.keys().for_each(|object| tell(*object, None));
    }

    /// Threads and their parents.
    pub fn parents(&self) -> Vec<(ThreadId, ThreadId)> {
        self.lock().parents.iter().map(|(child, parent)| (*child, *parent)).collect()
    }

    /// The objects that are not safe, as of now. A pass works with the same set from its start to its end.
    pub fn violations(&self) -> Arc<Violations> {
        self.broken.store(false, Ordering::Relaxed);
        self.lock().violations.clone()
    }

    /// Whether an object is less safe than it was, since the last call of [`violations`](Self::violations).
    #[inline]
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Notes that a thread lives.
    pub fn lives(&self, thread: ThreadId) {
        self.lock().lived.insert(thread);
    }

    /// The threads that were seen alive, in order.
    pub fn lived(&self) -> Vec<ThreadId> {
        let mut lived: Vec<ThreadId> = self.lock().lived.iter().copied().collect();
        lived.sort_unstable();
        lived
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
            let writer = only_writer(object, known).filter(|_| !self.is_shared);
            let how = writer.map_or(Unsafe::ForAll, Unsafe::ButForReadsOf);
            table.violate(object, how);
            self.broken.store(true, Ordering::Relaxed);
            return true;
        }
        false
    }

    /// Notes that an object is not safe, whoever touches it. Whether that is new.
    pub fn note_unsafe(&self, object: SharedObject) -> bool {
        let mut table = self.lock();
        let is_new = table.violations.is_safe(object);
        if is_new {
            table.violate(object, Unsafe::ForAll);
            self.broken.store(true, Ordering::Relaxed);
        }
        is_new
    }

    /// Takes account of what was left out because threads are alike: see [`twins`](crate::twins). `twins`: the threads like this one, itself among
    /// them. `owner`: the thread that has the object for itself, among those that are alike. Whether only owners have touched such objects.
    pub fn close(
        &self,
        twins: impl Fn(ThreadId) -> Vec<ThreadId>,
        owner: impl Fn(ObjectId) -> Option<ThreadId>,
    ) -> bool {
        let mut table = self.lock();
        let mut unsafe_objects = Vec::new();
        for (object, accesses) in &table.accesses {
            if let Some(owner) = object.object().and_then(&owner) {
                if accesses.iter().any(|access| access.thread != owner) {
                    return false;
                }
            } else if accesses.iter().enumerate().any(|(at, one)| {
                accesses[at..].iter().any(|other| twins_in_conflict(one, other, &twins, &owner, &table.parents))
            }) {
                unsafe_objects.push(*object);
            }
        }
        for (object, how) in &table.violations.objects {
            if object.object().is_some_and(|object| owner(object).is_some()) {
                return false;
            }
            if matches!(how, Unsafe::ButForReadsOf(writer) if twins(*writer).len() > 1) {
                unsafe_objects.push(*object);
            }
        }
        for object in table.violations.threads() {
            let twins = object.thread().map(&twins).unwrap_or_default().into_iter().map(|twin| object.of_twin(twin));
            unsafe_objects.extend(twins.filter(|object| table.violations.is_safe(*object)));
        }
        for object in unsafe_objects {
            table.violate(object, Unsafe::ForAll);
            self.broken.store(true, Ordering::Relaxed);
        }
        true
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn violate(&mut self, object: SharedObject, how: Unsafe) {
        self.accesses.remove(&object);
        let violations = Arc::make_mut(&mut self.violations);
        violations.objects.insert(object, how);
        violations.of_threads |=
            matches!(object, SharedObject::Thread(_) | SharedObject::EndBy(_) | SharedObject::Ends);
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

/// Whether two accesses, or the same by threads like theirs, are in conflict. A lock that each of the threads has for itself keeps none away.
fn twins_in_conflict(
    a: &GuardedAccess,
    b: &GuardedAccess,
    twins: impl Fn(ThreadId) -> Vec<ThreadId>,
    owner: impl Fn(ObjectId) -> Option<ThreadId>,
    parents: &FxHashMap<ThreadId, ThreadId>,
) -> bool {
    let (of_a, of_b) = (twins(a.thread), twins(b.thread));
    if of_a.len() == 1 && of_b.len() == 1 {
        // These were compared when they were noted.
        return false;
    }
    let by = |access: &GuardedAccess, thread: ThreadId| {
        let locks = access.locks.iter().copied().filter(|(lock, _)| owner(lock.object).is_none()).collect();
        GuardedAccess { thread, locks, ..access.clone() }
    };
    of_a.iter().any(|one| {
        let one = by(a, *one);
        of_b.iter().any(|other| in_conflict(&one, &by(b, *other), parents))
    })
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

/// A number for an access to an object, so that workers can remember what they have noted. Nothing else is compared: two accesses with one
/// number would be one, and a conflict might go unseen.
#[inline]
pub fn number(object: SharedObject, access: &GuardedAccess) -> u64 {
    let mut mixer = Mixer(0);
    (object, access).hash(&mut mixer);
    mixer.finish()
}

/// A hash in which each word changes every bit, and its place matters (the finaliser of SplitMix64: Steele, Lea, Flood, OOPSLA 2014). The one
/// of tables (`FxHasher`) sums words up with weights: there a word 0 at the beginning is none.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let mixed = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15) ^ word;
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        self.0 = mixed ^ (mixed >> 31);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
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
    fn no_two_accesses_have_one_number() {
        let syncs = (0..8).map(|object| SyncId::of(ObjectId(object)));
        let fields = (0..8).map(|field| Location::Global { field: FieldId(field) });
        let bytes = (0..8).map(|n| Location::Bytes { object: ObjectId(n / 4), offset: n % 4, length: 1 });
        let mut objects: Vec<SharedObject> = fields.chain(bytes).map(SharedObject::Memory).collect();
        objects.extend(syncs.clone().map(SharedObject::Lock).chain(syncs.map(SharedObject::LockAvailability)));
        objects.extend((0..8).map(|thread| SharedObject::Thread(ThreadId(thread))));
        let mut numbers = FxHashSet::default();
        let mut count = 0;
        for object in objects {
            for thread in 0..4 {
                for set in 0..16 {
                    let locks: &[(u32, LockMode)] = if set & 1 == 0 { &[] } else { &[(1, LockMode::Exclusive)] };
                    let access = access(thread, set & 2 != 0, locks);
                    numbers.insert(number(object, &GuardedAccess { joined: set & 4, started: set & 8, ..access }));
                    count += 1;
                }
            }
        }
        assert_eq!(numbers.len(), count);
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
