//! The history of a search: what is remembered across paths, and what its filters hide.

use crate::common::{World, field, write};
use deadheat_analysis::Scope;
use deadheat_analysis::rabbit::{Filters, Rabbit};
use deadheat_event::{AccessKind, Event, Observer, SiteId, ThreadId};

/// Each path is a list of writes: line, thread, and the threads alive. Gives what was reported, with and without merging.
fn explore(filters: Filters, paths: &[&[(u64, u32, &[u32])]]) -> (usize, u64) {
    let rabbit = Rabbit::new(filters, Scope::default());
    let world = World::default();
    for path in paths {
        // Each path is another worker's.
        let mut observer = rabbit.observer(&|_| {});
        for (line, thread, live) in *path {
            world.set_line(*line);
            *world.live.borrow_mut() = live.iter().copied().map(ThreadId).collect();
            let (thread, kind) = (ThreadId(*thread), write(field(1), AccessKind::Plain));
            observer.event(&Event { seq: 0, step: 0, thread, site: SiteId(*line), kind: kind.into() }, &world);
        }
    }
    (rabbit.warnings().len(), rabbit.reported())
}

#[test]
fn accesses_on_different_paths_meet() {
    let first: &[(u64, u32, &[u32])] = &[(1, 1, &[0, 1, 2])];
    let second: &[(u64, u32, &[u32])] = &[(2, 2, &[0, 1, 2])];
    assert_eq!(explore(Filters::default(), &[first, second]), (1, 1));
    assert_eq!(explore(Filters::default(), &[first, first]), (0, 0));
}

#[test]
fn threads_that_were_never_alive_together_do_not_race() {
    let path: &[(u64, u32, &[u32])] = &[(1, 1, &[0, 1]), (2, 2, &[0, 2])];
    assert_eq!(explore(Filters::default(), &[path]).0, 0);
    assert_eq!(explore(Filters { live: false, symmetry: true }, &[path]).0, 1);
}

#[test]
fn the_same_code_in_other_threads_is_one_warning() {
    let live: &[u32] = &[0, 1, 2, 3];
    let path: &[(u64, u32, &[u32])] = &[(1, 1, live), (1, 2, live), (1, 3, live)];
    assert_eq!(explore(Filters::default(), &[path]), (1, 1));
    assert_eq!(explore(Filters { live: true, symmetry: false }, &[path]), (1, 3));
}
