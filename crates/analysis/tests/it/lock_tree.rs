//! Lock trees on made-up runs: what the corpus cannot easily show.

use crate::common::{Run, acquire, acquire_in, join, only, release, release_in, start};
use deadheat_event::{Done, LockMode};
use proptest::prelude::*;

fn run() -> Run {
    Run::new(&only(|options| options.lock_tree = true))
}

fn nest(run: &mut Run, thread: u32, outer: u32, inner: u32) {
    for kind in [acquire(outer), acquire(inner), release(inner), release(outer)] {
        run.step(thread, kind);
    }
}

#[test]
fn a_cycle_can_have_any_number_of_threads() {
    for threads in [2, 3, 9, 40] {
        let mut run = run();
        (1..=threads).for_each(|thread| run.step(0, start(thread)));
        (1..=threads).for_each(|thread| nest(&mut run, thread, thread, thread % threads + 1));
        assert_eq!(run.deadlocks(), [(1..=threads).collect::<Vec<u32>>()]);
    }
}

#[test]
fn threads_that_never_meet_do_not_deadlock() {
    let mut run = run();
    run.step(0, start(1));
    nest(&mut run, 1, 10, 11);
    run.step(1, Done::End);
    run.step(0, join(1));
    nest(&mut run, 0, 11, 10);
    run.step(0, start(2));
    nest(&mut run, 2, 11, 10);
    assert!(run.deadlocks().is_empty());
}

#[test]
fn readers_do_not_block_each_other() {
    for (inner, expected) in [(LockMode::Shared, 0), (LockMode::Exclusive, 1)] {
        let mut run = run();
        (1..=2).for_each(|thread| run.step(0, start(thread)));
        for (thread, outer, wanted) in [(1, 10, 11), (2, 11, 10)] {
            run.step(thread, acquire_in(outer, LockMode::Shared));
            run.step(thread, acquire_in(wanted, inner));
            run.step(thread, release_in(wanted, inner));
            run.step(thread, release_in(outer, LockMode::Shared));
        }
        assert_eq!(run.deadlocks().len(), expected);
    }
}

#[test]
fn a_lock_at_the_place_of_a_dead_one_is_another_lock() {
    let mut run = run();
    (1..=2).for_each(|thread| run.step(0, start(thread)));
    nest(&mut run, 1, 10, 11);
    run.collect(&[10]);
    nest(&mut run, 2, 11, 10);
    assert!(run.deadlocks().is_empty());
}

#[test]
fn what_was_found_among_dead_locks_is_reported() {
    let mut run = run();
    (1..=2).for_each(|thread| run.step(0, start(thread)));
    nest(&mut run, 1, 10, 11);
    nest(&mut run, 2, 11, 10);
    run.collect(&[10, 11]);
    assert_eq!(run.deadlocks(), [[10, 11]]);
}

/// Whether some threads can each stand before a lock that the next one holds, tried in every way.
fn brute_force(nests: &[(u32, u32, u32)]) -> bool {
    fn reach(nests: &[(u32, u32, u32)], chain: &mut Vec<usize>) -> bool {
        let (first, last) = (nests[chain[0]], nests[chain[chain.len() - 1]]);
        if chain.len() > 1 && last.2 == first.1 {
            return true;
        }
        (0..nests.len()).any(|next| {
            let (thread, outer, _) = nests[next];
            let fresh = chain.iter().all(|at| nests[*at].0 != thread && nests[*at].1 != outer);
            if outer != last.2 || !fresh {
                return false;
            }
            chain.push(next);
            let found = reach(nests, chain);
            chain.pop();
            found
        })
    }
    (0..nests.len()).any(|first| reach(nests, &mut vec![first]))
}

proptest! {
    #[test]
    fn a_cycle_is_found_where_there_is_one(
        nests in prop::collection::vec((1u32..5, 10u32..15, 10u32..15), 0..10),
    ) {
        let nests: Vec<_> = nests.into_iter().filter(|(_, outer, inner)| outer != inner).collect();
        let mut run = run();
        (1..5).for_each(|thread| run.step(0, start(thread)));
        nests.iter().for_each(|(thread, outer, inner)| nest(&mut run, *thread, *outer, *inner));
        prop_assert_eq!(!run.deadlocks().is_empty(), brute_force(&nests));
    }
}
