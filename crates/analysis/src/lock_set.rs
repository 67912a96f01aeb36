//! Lock sets, interned: a set is a small number, and what two sets have in common is looked up, not computed (Savage 1997, §3).

use deadheat_event::SyncId;
use rustc_hash::FxHashMap;

use crate::recent::Recent;

/// So many comparisons of locks cost no more than a look into a table.
const SHORT: usize = 9;

/// A set of locks in a [`LockSets`] table. Equal sets have equal numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LockSetId(u32);

impl LockSetId {
    /// The set without locks.
    pub const EMPTY: LockSetId = LockSetId(0);

    /// Whether the set has no lock.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

/// All sets met so far.
#[derive(Debug)]
pub struct LockSets {
    /// Each set, sorted.
    sets: Vec<Box<[SyncId]>>,
    numbers: FxHashMap<Box<[SyncId]>, LockSetId>,
    common: FxHashMap<(LockSetId, LockSetId), LockSetId>,
    /// Sets to which a lock was added, with what came of it.
    grown: Recent<(LockSetId, SyncId), LockSetId, { 1 << 12 }>,
    /// Pairs of sets, with what they share.
    shared: Recent<(LockSetId, LockSetId), LockSetId, { 1 << 12 }>,
}

impl Default for LockSets {
    fn default() -> Self {
        let empty: Box<[SyncId]> = Box::new([]);
        Self {
            sets: vec![empty.clone()],
            numbers: FxHashMap::from_iter([(empty, LockSetId::EMPTY)]),
            common: FxHashMap::default(),
            grown: Recent::default(),
            shared: Recent::default(),
        }
    }
}

impl LockSets {
    /// The set of these locks, in any order.
    pub fn intern(&mut self, locks: impl IntoIterator<Item = SyncId>) -> LockSetId {
        let mut sorted: Vec<SyncId> = locks.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        if let Some(id) = self.numbers.get(&*sorted) {
            return *id;
        }
        let id = LockSetId(u32::try_from(self.sets.len()).expect("fewer than 2^32 lock sets"));
        let set: Box<[SyncId]> = sorted.into();
        self.sets.push(set.clone());
        self.numbers.insert(set, id);
        id
    }

    /// The set with one lock more.
    #[inline]
    pub fn with(&mut self, set: LockSetId, lock: SyncId) -> LockSetId {
        let hash = lock.object.0.wrapping_mul(0x9e37_79b1) ^ set.0.wrapping_mul(0x85eb_ca6b) ^ lock.part;
        if let Some(to) = self.grown.get(hash >> 7, &(set, lock)) {
            return to;
        }
        let locks = [self.locks(set), &[lock]].concat();
        let to = self.intern(locks);
        self.grown.set(hash >> 7, (set, lock), to);
        to
    }

    /// The locks of a set, sorted.
    #[must_use]
    pub fn locks(&self, id: LockSetId) -> &[SyncId] {
        &self.sets[id.0 as usize]
    }

    /// The locks that two sets share.
    #[inline]
    pub fn intersection(&mut self, a: LockSetId, b: LockSetId) -> LockSetId {
        if a == b || a.is_empty() {
            return a;
        }
        if b.is_empty() {
            return b;
        }
        let hash = a.0.wrapping_mul(0x9e37_79b1) ^ b.0.wrapping_mul(0x85eb_ca6b);
        if let Some(common) = self.shared.get(hash >> 13, &(a, b)) {
            return common;
        }
        let common = self.common(a, b);
        self.shared.set(hash >> 13, (a, b), common);
        common
    }

    #[inline(never)]
    fn common(&mut self, a: LockSetId, b: LockSetId) -> LockSetId {
        // Short ones are compared: there are many pairs of them, and a look into a large table costs more.
        let (mine, theirs) = (self.locks(a), self.locks(b));
        match (mine, theirs) {
            ([lock], others) => return if others.contains(lock) { a } else { LockSetId::EMPTY },
            (others, [lock]) => return if others.contains(lock) { b } else { LockSetId::EMPTY },
            _ => {}
        }
        if mine.len() * theirs.len() <= SHORT {
            let mut shared = mine.iter().filter(|lock| theirs.contains(lock)).copied();
            let (first, second, third) = (shared.next(), shared.next(), shared.next());
            let count = [first, second, third].iter().flatten().count();
            if count == mine.len() || count == theirs.len() {
                return if count == mine.len() { a } else { b };
            }
            let found = [first, second].into_iter().flatten();
            return found.fold(LockSetId::EMPTY, |set, lock| self.with(set, lock));
        }
        let key = (a.min(b), a.max(b));
        if let Some(id) = self.common.get(&key) {
            return *id;
        }
        let (small, large) = (self.locks(a), self.locks(b));
        let both: Vec<SyncId> = small.iter().copied().filter(|lock| large.binary_search(lock).is_ok()).collect();
        let id = self.intern(both);
        self.common.insert(key, id);
        id
    }

    /// Whether two sets share no lock. Short ones are compared: that is faster than looking up what they have in common.
    pub fn disjoint(&mut self, a: LockSetId, b: LockSetId) -> bool {
        if a == b || a.is_empty() || b.is_empty() {
            return a.is_empty() || b.is_empty();
        }
        let (mine, theirs) = (self.locks(a), self.locks(b));
        if mine.len() * theirs.len() <= SHORT {
            return !mine.iter().any(|lock| theirs.contains(lock));
        }
        self.intersection(a, b).is_empty()
    }

    /// How many different sets there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Never: the empty set is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }
}

/// The locks that a thread holds at some moment, by what they keep out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeldSets {
    /// All of them: they keep writers out.
    pub any: LockSetId,
    /// Those held alone: they keep all other threads out.
    pub exclusive: LockSetId,
}

impl HeldSets {
    /// No lock.
    pub const NOTHING: HeldSets = HeldSets { any: LockSetId::EMPTY, exclusive: LockSetId::EMPTY };

    /// A number for them, mostly another one for others.
    #[inline]
    pub(crate) fn mixed(self) -> u32 {
        self.any.0.wrapping_mul(0x85eb_ca6b) ^ self.exclusive.0
    }

    /// What is in both.
    #[inline]
    #[must_use]
    pub fn intersection(self, other: HeldSets, sets: &mut LockSets) -> HeldSets {
        let any = sets.intersection(self.any, other.any);
        // Mostly all locks are held alone.
        let is_alone = self.any == self.exclusive && other.any == other.exclusive;
        HeldSets { any, exclusive: if is_alone { any } else { sets.intersection(self.exclusive, other.exclusive) } }
    }

    /// Whether two threads cannot hold these at once: one lock is in both, and one of them holds it alone.
    pub fn excludes(self, other: HeldSets, sets: &mut LockSets) -> bool {
        // Mostly all locks are held alone, and the second question is the first.
        !sets.disjoint(self.exclusive, other.any)
            || (self.any != self.exclusive && !sets.disjoint(self.any, other.exclusive))
    }
}
