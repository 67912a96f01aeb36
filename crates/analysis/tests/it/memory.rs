//! What variables share, in states and cells, is the same as what is kept for each byte by itself.
//!
//! Bytes are kept in a table of their own, one by one. So a run whose variables are elements must be told of as one whose variables are single bytes. And what is
//! said must not depend on whether the analyses were told, before a collection, what is out of reach.

use std::collections::{BTreeMap, BTreeSet};

use deadheat_analysis::{AnalysisOptions, BlockAct, PossibleError, Warning};
use deadheat_event::{AccessKind, Done, Location, LockMode, Mark, ObjectId, Observer, SyncId, ThreadId, Value};
use proptest::prelude::*;

use crate::common::{OPTIMISTIC_BEGIN, OPTIMISTIC_VALIDATE, Run, join, start};

const THREADS: u32 = 4;
const OBJECTS: u32 = 3;
/// Bytes that are so far apart have nothing to do with each other.
const APART: u32 = 16;

#[derive(Clone, Debug)]
enum Act {
    /// One variable after another, at one place.
    Sweep {
        object: u32,
        from: u32,
        count: u32,
        site: u64,
        writes: bool,
        value: Option<u32>,
    },
    /// Through other calls from here on.
    Call(u64),
    /// Each is read and written before the next.
    Update {
        object: u32,
        from: u32,
        count: u32,
    },
    Protected {
        object: u32,
        index: u32,
        writes: bool,
        kind: AccessKind,
    },
    Lock(u32, LockMode),
    Unlock(u32),
    /// Reads without a lock begin, or are validated.
    Optimistic {
        begins: bool,
    },
    Start(u32),
    End,
    Join(u32),
    Mark(Mark),
    /// No thread can get at the object any more.
    Drop(u32),
    /// What no thread can get at is gone, and these are, and their numbers come again.
    Collect(Vec<u32>),
}

fn act() -> impl Strategy<Value = Act> {
    let object = || 0u32..OBJECTS;
    let mode = prop::sample::select(vec![LockMode::Exclusive, LockMode::Exclusive, LockMode::Shared]);
    let kind = prop::sample::select(vec![AccessKind::Synchronised, AccessKind::Atomic]);
    let marks = vec![Mark::AtomicBegin, Mark::AtomicEnd, Mark::IgnoreOn, Mark::IgnoreOff, Mark::Reuse(ObjectId(1))];
    prop_oneof![
        10 => (object(), 0u32..6, 1u32..8, 0u64..3, any::<bool>(), prop::option::weighted(0.15, object()))
            .prop_map(|(object, from, count, site, writes, value)| Act::Sweep { object, from, count, site, writes, value }),
        4 => (object(), 0u32..6, 1u32..8).prop_map(|(object, from, count)| Act::Update { object, from, count }),
        2 => (object(), 0u32..6, any::<bool>(), kind)
            .prop_map(|(object, index, writes, kind)| Act::Protected { object, index, writes, kind }),
        4 => (0u32..3, mode).prop_map(|(lock, mode)| Act::Lock(lock, mode)),
        4 => (0u32..3).prop_map(Act::Unlock),
        1 => any::<bool>().prop_map(|begins| Act::Optimistic { begins }),
        2 => (1u32..THREADS).prop_map(Act::Start),
        1 => Just(Act::End),
        2 => (1u32..THREADS).prop_map(Act::Join),
        1 => prop::sample::select(marks).prop_map(Act::Mark),
        2 => (0u64..3).prop_map(Act::Call),
        2 => object().prop_map(Act::Drop),
        1 => prop::collection::vec(object(), 0..3).prop_map(Act::Collect),
    ]
}

/// A variable, as an element or as a byte.
fn place(object: u32, index: u32, as_bytes: bool) -> Location {
    let object = ObjectId(object + 1);
    match as_bytes {
        true => Location::Bytes { object, offset: index * APART, length: 1 },
        false => Location::Element { array: object, index },
    }
}

/// All that is said of a run, with the names of elements. `surveys`: it is told what is out of reach.
fn said(acts: &[(u32, Act)], as_bytes: bool, surveys: bool) -> Vec<Warning> {
    let mut run = Run::new(&AnalysisOptions::all());
    let mut owners: BTreeMap<u32, (u32, LockMode)> = BTreeMap::new();
    let mut alive = [true, false, false, false];
    let mut ended = [false; THREADS as usize];
    let mut dropped: BTreeSet<u32> = BTreeSet::new();
    for (thread, act) in acts {
        let thread = (0..THREADS).map(|at| (thread + at) % THREADS).find(|at| alive[*at as usize]).unwrap_or(0);
        let line = |kind: u64| u64::from(thread) * 100 + kind + 1;
        let access = |run: &mut Run, kind: u64, object, index, writes, access, value: Option<u32>| {
            if dropped.contains(&object) || value.is_some_and(|value| dropped.contains(&value)) {
                return;
            }
            let (location, value) =
                (place(object, index, as_bytes), value.map(|object| Value::Ref(Some(ObjectId(object + 1)))));
            let done = match writes {
                true => Done::Write { location, access, value },
                false => Done::Read { location, access, value },
            };
            run.step_at(line(kind), thread, done);
        };
        match act.clone() {
            Act::Sweep { object, from, count, site, writes, value } => (from..from + count).for_each(|index| {
                access(&mut run, site + 10 * u64::from(writes), object, index, writes, AccessKind::Plain, value);
            }),
            Act::Update { object, from, count } => (from..from + count).for_each(|index| {
                access(&mut run, 5, object, index, false, AccessKind::Plain, None);
                access(&mut run, 6, object, index, true, AccessKind::Plain, None);
            }),
            // A volatile variable is never accessed plainly.
            Act::Protected { object, index, writes, kind } => {
                let index = if kind == AccessKind::Synchronised { index + 20 } else { index };
                access(&mut run, 30, object, index, writes, kind, None);
            }
            Act::Lock(lock, mode) if !owners.contains_key(&lock) => {
                owners.insert(lock, (thread, mode));
                let lock = SyncId::of(ObjectId(50 + lock));
                run.step_at(line(40), thread, Done::Acquire { lock, mode, reentrant: false });
            }
            Act::Unlock(lock) if owners.get(&lock).is_some_and(|(owner, _)| *owner == thread) => {
                let Some((_, mode)) = owners.remove(&lock) else { continue };
                let lock = SyncId::of(ObjectId(50 + lock));
                run.step_at(line(41), thread, Done::Release { lock, mode, reentrant: false });
            }
            Act::Optimistic { begins } => {
                let (lock, mode) = (SyncId::of(ObjectId(60)), LockMode::Shared);
                let line = if begins { OPTIMISTIC_BEGIN } else { OPTIMISTIC_VALIDATE };
                run.step_at(line, thread, Done::TryAcquire { lock, mode, acquired: false });
            }
            Act::Start(child) if !alive[child as usize] && !ended[child as usize] => {
                alive[child as usize] = true;
                run.step_at(line(42), thread, start(child));
            }
            Act::End if thread != 0 && owners.values().all(|(owner, _)| *owner != thread) => {
                (alive[thread as usize], ended[thread as usize]) = (false, true);
                run.step_at(line(43), thread, Done::End);
            }
            Act::Join(other) if ended[other as usize] => run.step_at(line(44), thread, join(other)),
            Act::Mark(Mark::Reuse(object)) if dropped.contains(&(object.0 - 1)) => {}
            Act::Mark(mark) => run.step_at(line(45), thread, mark),
            Act::Call(from) => run.world.caller.set(from * 1000),
            Act::Drop(object) => {
                dropped.insert(object);
                if surveys {
                    run.analyses.survey(&|object| object.0 == 0 || !dropped.contains(&(object.0 - 1)));
                }
            }
            Act::Collect(dead) => {
                dropped.extend(dead);
                run.collect(&std::mem::take(&mut dropped).iter().map(|object| object + 1).collect::<Vec<_>>());
            }
            _ => {}
        }
    }
    run.warnings().into_iter().map(with_elements).collect()
}

/// The warning of a run of bytes as one of elements.
fn with_elements(mut warning: Warning) -> Warning {
    let element = |location: Location| match location {
        Location::Bytes { object, offset, .. } => Location::Element { array: object, index: offset / APART },
        other => other,
    };
    match &mut warning.error {
        PossibleError::Race(race) => {
            race.location = element(race.location);
            race.target = race.location.to_string();
        }
        PossibleError::Atomicity(found) => {
            let conflict = &mut found.conflict;
            (conflict.before_at, conflict.after_at) = (element(conflict.before_at), element(conflict.after_at));
            let acts = [&mut found.commit, &mut found.broken_by, &mut conflict.before, &mut conflict.after];
            for operation in acts {
                if let BlockAct::Reads { target } | BlockAct::Writes { target } = &mut operation.act {
                    *target = named(target);
                }
            }
        }
        PossibleError::Deadlock(_) => {}
    }
    warning
}

/// `@1[3]` for `@1+48..49`.
fn named(target: &str) -> String {
    let Some((object, offset)) = target.split_once('+') else { return target.into() };
    let offset: u32 = offset.split('.').next().and_then(|offset| offset.parse().ok()).expect("a stretch of bytes");
    format!("{object}[{}]", offset / APART)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn variables_are_kept_as_bytes_are(acts in prop::collection::vec((0..THREADS, act()), 1..80)) {
        prop_assert_eq!(said(&acts, false, false), said(&acts, true, false));
    }

    #[test]
    fn what_is_out_of_reach_is_forgotten_for_nothing(acts in prop::collection::vec((0..THREADS, act()), 1..80)) {
        prop_assert_eq!(said(&acts, false, true), said(&acts, false, false));
    }
}

/// Two threads sweep over a long array: all its elements are in the same few states.
#[test]
fn a_sweep_takes_few_bytes_for_each_element() {
    const LENGTH: u32 = 20_000;
    let mut run = Run::new(&AnalysisOptions::all());
    run.events_per_step = 1;
    run.step(0, Done::Start { thread: ThreadId(1) });
    for round in 0..2 {
        for thread in [0, 1] {
            for index in 0..LENGTH {
                let location = place(0, index, false);
                run.step_at(10 + round, thread, Done::Read { location, access: AccessKind::Plain, value: None });
            }
        }
    }
    let size = run.analyses.size();
    assert_eq!(size.locations, LENGTH as usize);
    assert!(size.bytes < 64 * LENGTH as usize, "{} bytes", size.bytes);
    assert!(run.warnings().is_empty());
}
