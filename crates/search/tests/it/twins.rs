//! Of threads that are alike only one is moved, and nothing is missed.

use std::collections::BTreeSet;

use deadheat_event::ErrorKind;
use deadheat_search::{Search, SearchReport};
use deadheat_testing::toy::{Act, Toy};
use proptest::prelude::*;

use crate::parts::{acts, names};

/// Errors by what a person would be told of them: not which of the threads have them.
fn search(program: &[Vec<Act>], workers: usize, twins: bool, reduction: bool) -> SearchReport {
    let machines = vec![Toy::alike(program.to_vec()); workers];
    Search::new(machines).errors().twins(twins).reduction(reduction).run().unwrap()
}

/// How many threads take part in a deadlock, and where, is all that differs between those of one program: a set of places has no number.
fn kinds(report: &SearchReport) -> BTreeSet<ErrorKind> {
    report.counterexamples.iter().map(|found| found.kind).filter(|kind| *kind != ErrorKind::Livelock).collect()
}

#[test]
fn equal_threads_are_counted_not_told_apart() {
    let count = |threads: usize, twins| {
        let counter = vec![Act::Load(0), Act::Store(0, 1), Act::Load(0), Act::Store(0, 1)];
        search(&vec![counter; threads], 1, twins, true).counts.states
    };
    let (few, many) = (count(4, true), count(4, false));
    assert!(few * 4 < many, "{few} of {many} states");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    /// Random programs, some threads of which do the same: the errors that there are without any reduction.
    #[test]
    fn on_random_programs(program in acts(), copies in 1..3usize) {
        let mut program = program;
        program.truncate(2);
        program.extend(vec![program[0].clone(); copies]);
        let all = search(&program, 1, false, false);
        for workers in [1, 2] {
            let some = search(&program, workers, true, true);
            prop_assert_eq!(&some.coverage, &all.coverage);
            prop_assert_eq!(names(&some), names(&all));
            prop_assert_eq!(kinds(&some), kinds(&all));
        }
    }
}
