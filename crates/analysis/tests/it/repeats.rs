//! Accesses that repeat are not looked at, and nothing is missed by that.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_analysis::{AnalysisOptions, PossibleError};
use deadheat_event::{AccessKind, Done, FieldId, Location, LockMode, Mark, ObjectId, SyncId, ThreadId, Value};
use proptest::prelude::*;

use crate::common::Run;

const THREADS: u32 = 3;
/// So many places the table has.
const PLACES: u32 = 1 << 12;

#[derive(Clone, Copy, Debug)]
enum Act {
    Read(u32, Option<u32>),
    Write(u32, Option<u32>),
    /// An access of several bytes.
    Bytes(u32, u32, bool),
    Atomic(u32),
    Lock(u32),
    Unlock(u32),
    Mark(Mark),
}

fn act() -> impl Strategy<Value = Act> {
    let reference = || prop::option::weighted(0.2, 0u32..3);
    prop_oneof![
        6 => (0u32..4, reference()).prop_map(|(field, value)| Act::Read(field, value)),
        6 => (0u32..4, reference()).prop_map(|(field, value)| Act::Write(field, value)),
        4 => (0u32..40, prop::sample::select(vec![1u32, 4, 8, 40]), any::<bool>())
            .prop_map(|(offset, length, writes)| Act::Bytes(offset, length, writes)),
        1 => (0u32..4).prop_map(Act::Atomic),
        2 => (0u32..2).prop_map(Act::Lock),
        2 => (0u32..2).prop_map(Act::Unlock),
        1 => prop::sample::select(vec![Mark::AtomicBegin, Mark::AtomicEnd, Mark::Reuse(ObjectId(7))]).prop_map(Act::Mark),
    ]
}

/// What an act is to the analyses, and the line that it is on: one for each thread and kind of access.
fn done(thread: u32, act: Act) -> (u64, Result<Done, Mark>) {
    // Two and two of them want the same place in the table of what was looked at.
    let field = |field: u32| Location::Field { object: ObjectId(1), field: FieldId(field % 2 + field / 2 * PLACES) };
    let value = |value: Option<u32>| value.map(|object| Value::Ref(Some(ObjectId(10 + object))));
    let access = AccessKind::Plain;
    let lock = |number: u32| SyncId::of(ObjectId(20 + number));
    let mode = LockMode::Exclusive;
    let (kind, done) = match act {
        Act::Read(at, of) => (at, Done::Read { location: field(at), access, value: value(of) }),
        Act::Write(at, of) => (at + 10, Done::Write { location: field(at), access, value: value(of) }),
        Act::Bytes(offset, length, writes) => {
            let location = Location::Bytes { object: ObjectId(7), offset, length };
            match writes {
                true => (30, Done::Write { location, access, value: None }),
                false => (31, Done::Read { location, access, value: None }),
            }
        }
        Act::Atomic(at) => {
            let (location, access) = (field(at), AccessKind::Atomic);
            (at + 20, Done::Write { location, access, value: None })
        }
        Act::Lock(number) => (number + 40, Done::Acquire { lock: lock(number), mode, reentrant: false }),
        Act::Unlock(number) => (number + 50, Done::Release { lock: lock(number), mode, reentrant: false }),
        Act::Mark(mark) => return (60, Err(mark)),
    };
    (u64::from(thread * 100 + kind) + 1, Ok(done))
}

/// Everything that is said of a run, but for numbers of events and steps. `looks_at_all`: nothing counts as repeated, for that is forgotten whenever
/// somebody asks for warnings.
fn said(acts: &[(u32, Act)], looks_at_all: bool) -> BTreeSet<String> {
    let mut run = Run::new(&AnalysisOptions::all());
    for thread in 1..THREADS {
        run.step(0, Done::Start { thread: ThreadId(thread) });
    }
    let mut owners = BTreeMap::new();
    for (thread, act) in acts {
        match act {
            Act::Lock(lock) if owners.contains_key(lock) => continue,
            Act::Lock(lock) => drop(owners.insert(*lock, *thread)),
            Act::Unlock(lock) if owners.get(lock) != Some(thread) => continue,
            Act::Unlock(lock) => drop(owners.remove(lock)),
            _ => {}
        }
        if looks_at_all {
            run.warnings();
        }
        match done(*thread, *act) {
            (line, Ok(done)) => run.step_at(line, *thread, done),
            (line, Err(mark)) => run.step_at(line, *thread, mark),
        }
    }
    let told = run.warnings().into_iter().map(|warning| match warning.error {
        PossibleError::Race(race) => {
            let mut sides = [&race.first, &race.second].map(|side| format!("{:?}", (&side.place.line, &side.locks)));
            sides.sort();
            format!("{} {sides:?} {:?} {} x{}", race.target, race.happened, race.predicted, warning.count)
        }
        PossibleError::Atomicity(found) => {
            format!("{} {:?} {:?} x{}", found.block, found.broken_by.place, found.intruder, warning.count)
        }
        PossibleError::Deadlock(found) => format!("{} locks x{}", found.cycle.len(), warning.count),
    });
    told.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn nothing_is_missed(acts in prop::collection::vec((0..THREADS, act()), 1..60), often in 1usize..4) {
        // Accesses come in rows.
        let acts: Vec<(u32, Act)> = acts.into_iter().flat_map(|act| std::iter::repeat_n(act, often)).collect();
        prop_assert_eq!(said(&acts, false), said(&acts, true));
    }
}
