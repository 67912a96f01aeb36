//! Lock sets on made-up runs.

use crate::common::{Run, acquire, acquire_in, field, only, read, release, release_in, start, write};
use deadheat_analysis::AnalysisOptions;
use deadheat_analysis::eraser::EraserMode;
use deadheat_event::{AccessKind, Done, LockMode, Mark, ObjectId};
use proptest::prelude::*;

const PLAIN: AccessKind = AccessKind::Plain;

fn options(mode: EraserMode) -> AnalysisOptions {
    only(|options| options.eraser = Some(mode))
}

fn locked(run: &mut Run, thread: u32, lock: u32, mode: LockMode, access: Done) {
    run.step(thread, acquire_in(lock, mode));
    run.step(thread, access);
    run.step(thread, release_in(lock, mode));
}

/// The figure of Savage 1997, §2: `v` is protected by `mu1` first and by `mu2` then.
#[test]
fn the_log_follows_the_candidate_set() {
    let mut wanted = options(EraserMode::Pure);
    wanted.explain = Some("Guest.field7".to_owned());
    let mut run = Run::new(&wanted);
    run.step(0, start(1));
    for (thread, lock) in [(0, 1), (1, 2), (0, 1)] {
        locked(&mut run, thread, lock, LockMode::Exclusive, write(field(7), PLAIN));
    }
    run.step(1, read(field(8), PLAIN));
    let log: Vec<&str> = run.analyses.refinements().iter().map(|line| &*line.text).collect();
    assert_eq!(log.len(), 3, "{log:#?}");
    for (line, parts) in log.iter().zip([
        ["T0 writes it", "holding {Lock1}", "exclusive to T0"],
        ["T1 writes it", "holding {Lock2}", "shared-modified, candidates {Lock2}"],
        ["T0 writes it", "holding {Lock1}", "shared-modified, candidates {}"],
    ]) {
        parts.iter().for_each(|part| assert!(line.contains(part), "no {part:?} in {line:?}"));
    }
    assert_eq!(run.racy().len(), 1);
}

#[test]
fn reading_together_is_no_protection_for_writing() {
    for (mode, races) in [(LockMode::Exclusive, 0), (LockMode::Shared, 1)] {
        for eraser in [EraserMode::Pure, EraserMode::Hybrid] {
            let mut run = Run::new(&options(eraser));
            run.step(0, start(1));
            locked(&mut run, 0, 1, mode, write(field(1), PLAIN));
            locked(&mut run, 1, 1, mode, write(field(1), PLAIN));
            assert_eq!(run.racy().len(), races);
        }
    }
}

#[test]
fn an_object_in_a_new_life_has_no_past() {
    for forget in [false, true] {
        let mut run = Run::new(&options(EraserMode::Hybrid));
        run.step(0, start(1));
        run.step(0, write(field(1), PLAIN));
        if forget {
            run.step(1, Mark::Reuse(ObjectId(1001)));
        }
        run.step(1, write(field(1), PLAIN));
        assert_eq!(run.racy().is_empty(), forget);
    }
}

#[test]
fn an_object_at_the_place_of_a_dead_one_has_no_past() {
    let mut all = AnalysisOptions::all();
    all.dependency = false;
    let mut run = Run::new(&all);
    run.step(0, start(1));
    run.step(0, write(field(1), PLAIN));
    run.step(0, write(field(2), PLAIN));
    run.collect(&[1001]);
    run.step(1, write(field(1), PLAIN));
    run.step(1, write(field(2), PLAIN));
    assert_eq!(run.racy(), [field(2)].into());
}

#[test]
fn what_is_ignored_is_not_looked_at() {
    let mut run = Run::new(&options(EraserMode::Hybrid));
    run.step(0, start(1));
    run.step(0, write(field(1), PLAIN));
    for mark in [Mark::IgnoreOn, Mark::IgnoreOn, Mark::IgnoreOff] {
        run.step(1, mark);
    }
    run.step(1, write(field(1), PLAIN));
    assert!(run.racy().is_empty());
    run.step(1, Mark::IgnoreOff);
    run.step(1, write(field(1), PLAIN));
    assert_eq!(run.racy().len(), 1);
}

#[test]
fn the_run_itself_is_judged_by_all_edges() {
    let mut run = Run::new(&only(|options| {
        (options.eraser, options.happens_before) = (Some(EraserMode::Hybrid), true);
    }));
    run.step(0, start(1));
    // Ordered by a lock that protects neither access: predicted, but it did not happen.
    run.step(0, write(field(1), PLAIN));
    run.step(0, acquire(5));
    run.step(0, release(5));
    run.step(1, acquire(5));
    run.step(1, release(5));
    run.step(1, write(field(1), PLAIN));
    // Ordered by nothing.
    run.step(0, write(field(2), PLAIN));
    run.step(1, write(field(2), PLAIN));
    let happened: Vec<_> = run
        .warnings()
        .into_iter()
        .map(|warning| match warning.error {
            deadheat_analysis::PossibleError::Race(race) => (race.location, race.predicted, race.happened),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(happened, [(field(1), true, Some(false)), (field(2), true, Some(true))]);
}

proptest! {
    /// Whatever the order, accesses under one lock and accesses of one thread are no race.
    #[test]
    fn a_common_lock_protects(steps in prop::collection::vec((0u32..3, 0u32..3, any::<bool>()), 0..40)) {
        for mode in [EraserMode::Pure, EraserMode::Hybrid] {
            let mut run = Run::new(&options(mode));
            (1..3).for_each(|thread| run.step(0, start(thread)));
            for (thread, extra, writes) in &steps {
                run.step(*thread, acquire(20));
                let access = if *writes { write(field(1), PLAIN) } else { read(field(1), PLAIN) };
                locked(&mut run, *thread, *extra, LockMode::Exclusive, access);
                run.step(*thread, write(field(10 + thread), PLAIN));
                run.step(*thread, release(20));
            }
            prop_assert!(run.racy().is_empty());
        }
    }
}
