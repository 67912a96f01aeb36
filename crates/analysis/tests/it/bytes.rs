//! Memory that is made of bytes: accesses meet where they overlap, not only where they are equal.

use crate::common::{Run, acquire, only, read, release, start, write};
use deadheat_analysis::eraser::EraserMode;
use deadheat_analysis::{AnalysisOptions, PossibleError};
use deadheat_event::{AccessKind, Done, Location, ObjectId};
use proptest::prelude::*;

fn bytes(offset: u32, length: u32) -> Location {
    Location::Bytes { object: ObjectId(7), offset, length }
}

fn races() -> AnalysisOptions {
    only(|options| (options.eraser, options.happens_before) = (Some(EraserMode::Hybrid), true))
}

/// The races of two threads that touch these bytes one after the other: how many, and how often each was seen.
fn two(first: Done, second: Done) -> Vec<u64> {
    let mut run = Run::new(&races());
    run.step(0, start(1));
    run.step(0, first);
    run.step(1, second);
    run.warnings().iter().map(|warning| warning.count).collect()
}

proptest! {
    #[test]
    fn accesses_race_where_they_overlap(
        (first, second) in ((0u32..12, 1u32..6), (0u32..12, 1u32..6)),
        writes in any::<bool>(),
    ) {
        let (a, b) = (bytes(first.0, first.1), bytes(second.0, second.1));
        let access = if writes { write(b, AccessKind::Plain) } else { read(b, AccessKind::Plain) };
        // However many bytes two accesses share, they are one race, seen once.
        let expected: &[u64] = if a.overlaps(b) { &[1] } else { &[] };
        prop_assert_eq!(two(write(a, AccessKind::Plain), access), expected);
    }
}

#[test]
fn an_atomic_access_orders_all_of_its_bytes() {
    let mut run = Run::new(&only(|options| options.happens_before = true));
    run.step(0, start(1));
    run.step(0, write(bytes(100, 8), AccessKind::Plain));
    run.step(0, write(bytes(0, 8), AccessKind::Atomic));
    run.step(1, read(bytes(4, 4), AccessKind::Atomic));
    run.step(1, write(bytes(100, 8), AccessKind::Plain));
    assert!(run.racy().is_empty());
}

#[test]
fn a_block_is_broken_by_a_write_into_the_middle() {
    let mut run = Run::new(&AnalysisOptions::all());
    run.step(0, start(1));
    for line in [10, 20] {
        run.step_at(line, 0, acquire(1));
        run.step_at(line + 1, 0, read(bytes(0, 8), AccessKind::Plain));
        run.step_at(line + 2, 0, write(bytes(0, 8), AccessKind::Plain));
        run.step_at(line + 3, 0, release(1));
    }
    run.step_at(30, 1, write(bytes(3, 1), AccessKind::Plain));
    let broken = |error: &PossibleError| matches!(error, PossibleError::Atomicity(_));
    assert!(run.warnings().iter().any(|warning| broken(&warning.error)));
}
