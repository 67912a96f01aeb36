//! What a part saw of the locking discipline, by names that hold in every process: `discipline.rs` is the same for one process.

use std::collections::BTreeSet;

use deadheat_event::{Context, LastingName, LockMode, ThreadId};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{Assumptions, Namer, SharedName};
use crate::discipline::{Discipline, GuardedAccess, MOST, SharedObject};
use crate::path::bit;

/// What a part saw of the locking discipline.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notes {
    /// The objects that it took for safe, with all different accesses to them.
    safe: Vec<(SharedName, Vec<NamedAccess>)>,
    /// The objects, of those that it came by, that it took for unsafe.
    known: BTreeSet<SharedName>,
    /// The threads that lived, as objects that can be asked about.
    lived: Vec<SharedName>,
    /// Threads and their parents.
    parents: Vec<(LastingName, LastingName)>,
    /// Whether some of all this could not be named.
    is_short: bool,
}

/// An access to a shared object, with what orders it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct NamedAccess {
    thread: LastingName,
    writes: bool,
    locks: Vec<(LastingName, LockMode)>,
    joined: Vec<LastingName>,
    started: Vec<LastingName>,
}

impl Notes {
    /// What a search has noted.
    pub(crate) fn of(discipline: &Discipline, context: &dyn Context) -> Self {
        let mut namer = Namer::new(context);
        let mut notes = Self::default();
        discipline.each(|object, accesses| {
            let Some(name) = namer.shared(object) else { return };
            match accesses {
                Some(accesses) => {
                    notes.safe.push((name, accesses.iter().filter_map(|access| named(access, &mut namer)).collect()));
                }
                None => {
                    notes.known.insert(name);
                }
            }
        });
        notes.safe.sort_unstable_by_key(|(name, _)| *name);
        for (child, parent) in discipline.parents() {
            if let (Some(child), Some(parent)) = (namer.thread(child), namer.thread(parent)) {
                notes.parents.push((child, parent));
            }
        }
        notes.parents.sort_unstable();
        let lived = discipline.lived();
        let asked = lived.iter().flat_map(|thread| SharedObject::of_thread(*thread));
        notes.lived.extend(asked.filter_map(|object| namer.shared(object)).collect::<BTreeSet<SharedName>>());
        notes.lived.sort_unstable();
        notes.is_short = namer.is_short || lived.last().is_some_and(|thread| bit(*thread) == 0);
        notes
    }

    /// Whether something could not be named: nothing that is built on these notes is complete.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.is_short
    }

    /// Whether the search that made these notes would have been the same with `assumptions`.
    pub(super) fn agrees_with(&self, assumptions: &Assumptions) -> bool {
        let is_assumed = |name: &SharedName| assumptions.contains(*name);
        self.known.iter().all(is_assumed)
            && !self.safe.iter().any(|(name, _)| is_assumed(name))
            && !self.lived.iter().any(|name| is_assumed(name) && !self.known.contains(name))
    }
}

fn named(access: &GuardedAccess, namer: &mut Namer<'_>) -> Option<NamedAccess> {
    let mut locks: Vec<(LastingName, LockMode)> =
        access.locks.iter().filter_map(|(lock, mode)| Some((namer.sync(*lock)?, *mode))).collect();
    locks.sort_unstable();
    let threads = |set: u64, namer: &mut Namer<'_>| {
        let members = (0..u64::BITS).filter(|bit| set >> bit & 1 == 1);
        let mut names: Vec<LastingName> = members.filter_map(|bit| namer.thread(ThreadId(bit))).collect();
        names.sort_unstable();
        names
    };
    Some(NamedAccess {
        thread: namer.thread(access.thread)?,
        writes: access.writes,
        locks,
        joined: threads(access.joined, namer),
        started: threads(access.started, namer),
    })
}

/// The notes of all parts together.
#[derive(Clone, Debug, Default)]
pub(super) struct AllNotes {
    accesses: FxHashMap<SharedName, Vec<NamedAccess>>,
    parents: FxHashMap<LastingName, LastingName>,
    /// What is in conflict.
    pub violations: Assumptions,
}

impl AllNotes {
    /// Takes in what one part saw.
    pub fn take(&mut self, notes: &Notes) {
        self.parents.extend(notes.parents.iter().copied());
        for name in &notes.known {
            self.accesses.remove(name);
            self.violations.0.insert(*name);
        }
        for (name, accesses) in &notes.safe {
            accesses.iter().for_each(|access| self.note(*name, access));
        }
    }

    fn note(&mut self, name: SharedName, access: &NamedAccess) {
        if self.violations.contains(name) {
            return;
        }
        let known = self.accesses.entry(name).or_default();
        if known.contains(access) {
            return;
        }
        let parents = &self.parents;
        if known.len() >= MOST || known.iter().any(|other| in_conflict(other, access, parents)) {
            self.accesses.remove(&name);
            self.violations.0.insert(name);
        } else {
            known.push(access.clone());
        }
    }
}

/// The rule of `discipline.rs`, by name.
fn in_conflict(a: &NamedAccess, b: &NamedAccess, parents: &FxHashMap<LastingName, LastingName>) -> bool {
    a.thread != b.thread
        && (a.writes || b.writes)
        && !exclude(a, b)
        && !a.joined.contains(&b.thread)
        && !b.joined.contains(&a.thread)
        && !comes_first(a, b.thread, parents)
        && !comes_first(b, a.thread, parents)
}

fn exclude(a: &NamedAccess, b: &NamedAccess) -> bool {
    a.locks.iter().any(|(lock, mode)| {
        b.locks.iter().any(|(other, theirs)| lock == other && (*mode, *theirs) != (LockMode::Shared, LockMode::Shared))
    })
}

fn comes_first(access: &NamedAccess, later: LastingName, parents: &FxHashMap<LastingName, LastingName>) -> bool {
    let mut child = later;
    // What other processes send may have a cycle in it.
    for _ in 0..=parents.len() {
        let Some(parent) = parents.get(&child) else { break };
        if *parent == access.thread {
            return !access.started.contains(&child);
        }
        child = *parent;
    }
    false
}

#[cfg(test)]
mod tests {
    use deadheat_event::{FieldId, Location, Nameable, NoContext, ObjectId, SiteId, SourcePos, SyncId};
    use proptest::prelude::*;

    use super::*;

    /// Gives names by numbers, in an order of its own.
    struct Names(u64);

    impl Context for Names {
        fn stack_sites(&self, thread: ThreadId, out: &mut Vec<SiteId>) {
            NoContext.stack_sites(thread, out);
        }
        fn source(&self, site: SiteId) -> SourcePos {
            NoContext.source(site)
        }
        fn owner(&self, site: SiteId) -> deadheat_event::CodeOwner {
            NoContext.owner(site)
        }
        fn locks(&self, thread: ThreadId) -> Vec<(SyncId, LockMode)> {
            NoContext.locks(thread)
        }
        fn thread_name(&self, thread: ThreadId) -> String {
            NoContext.thread_name(thread)
        }
        fn type_name(&self, object: ObjectId) -> String {
            NoContext.type_name(object)
        }
        fn location_name(&self, location: Location) -> String {
            NoContext.location_name(location)
        }
        fn sync_name(&self, sync: SyncId) -> String {
            NoContext.sync_name(sync)
        }
        fn lasting_name(&self, of: Nameable) -> Option<LastingName> {
            Some(match of {
                Nameable::Thread(thread) => LastingName(u64::from(thread.0) ^ self.0, 1),
                Nameable::Object(object) => LastingName(object.0.into(), 2),
                Nameable::Field(field) => LastingName(field.0.into(), 3),
            })
        }
    }

    const X: SharedObject = SharedObject::Memory(Location::Global { field: FieldId(1) });

    fn accesses() -> impl Strategy<Value = Vec<GuardedAccess>> {
        let mode = prop_oneof![Just(LockMode::Exclusive), Just(LockMode::Shared)];
        let locks = proptest::collection::vec((0..3u32, mode), 0..3);
        let access =
            (0..4u32, any::<bool>(), locks, 0..16u64, 0..16u64).prop_map(|(thread, writes, locks, joined, started)| {
                let locks = locks.into_iter().map(|(lock, mode)| (SyncId::of(ObjectId(lock)), mode)).collect();
                GuardedAccess { thread: ThreadId(thread), writes, locks, joined, started }
            });
        proptest::collection::vec(access, 1..6)
    }

    fn discipline() -> Discipline {
        let discipline = Discipline::default();
        for (parent, child) in [(0, 1), (1, 2), (0, 3)] {
            discipline.parent(ThreadId(parent), ThreadId(child));
        }
        discipline
    }

    proptest! {
        /// Accesses that are dealt out to two processes are in conflict exactly if they are in one.
        #[test]
        fn two_tables_are_one(accesses in accesses(), dealt in proptest::collection::vec(any::<bool>(), 6)) {
            let (one, here, there) = (discipline(), discipline(), discipline());
            for (access, here_too) in accesses.iter().zip(&dealt) {
                one.note(X, access.clone());
                let table = if *here_too { &here } else { &there };
                table.note(X, access.clone());
            }
            let mut all = AllNotes::default();
            for table in [&here, &there] {
                all.take(&Notes::of(table, &Names(0)));
            }
            prop_assert_eq!(all.violations.len(), one.violations().len());
        }

        /// What is sent does not depend on the numbers that a process gives to its threads.
        #[test]
        fn numbers_of_threads_are_not_sent(accesses in accesses()) {
            let turn = |set: u64| (set & 0b0101) << 1 | (set & 0b1010) >> 1;
            let (one, other) = (Discipline::default(), Discipline::default());
            for access in accesses {
                let turned = GuardedAccess {
                    thread: ThreadId(access.thread.0 ^ 1),
                    joined: turn(access.joined),
                    started: turn(access.started),
                    ..access.clone()
                };
                one.note(X, access);
                other.note(X, turned);
            }
            let (ours, theirs) = (Notes::of(&one, &Names(0)), Notes::of(&other, &Names(1)));
            prop_assert_eq!(ours, theirs);
        }
    }
}
