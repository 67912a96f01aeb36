//! Pools, tasks and queues of the library as single operations, and with all the library's own steps: programs cannot tell the two apart.

use std::collections::BTreeSet;

use crate::guest::{Corpus, compile_folder};
use deadheat_guest_java::Jvm;
use deadheat_machine::Machine;
use deadheat_search::property::{DeadHeat, Deadlock, UncaughtException};
use deadheat_search::{Bounds, Search, SearchReport};
use deadheat_testing::parallel;

fn boot(corpus: &Corpus, program: &str, library_steps: bool) -> Jvm {
    corpus.boot_with(program, &[], |config| config.library_steps = library_steps)
}

fn search(mut machine: Jvm, reduction: bool) -> SearchReport {
    machine.snapshot();
    let bounds = Bounds { states: Some(150_000), ..Bounds::default() };
    let report = Search::new(vec![machine])
        .property(DeadHeat)
        .property(Deadlock::default())
        .property(UncaughtException)
        .bounds(bounds)
        .reduction(reduction)
        .run()
        .unwrap();
    assert!(report.coverage.is_complete(), "{:?}", report.coverage);
    report
}

/// Errors by kind, and by the exception that a thread dies of.
fn outcomes(report: &SearchReport) -> BTreeSet<String> {
    let exception = |found: &deadheat_search::Counterexample| {
        found.involved.iter().find_map(|one| one.exception.as_ref()).map(|exception| exception.message.clone())
    };
    report.counterexamples.iter().map(|found| format!("{} {:?}", found.kind, exception(found))).collect()
}

#[test]
fn programs_cannot_tell_operations_from_steps() {
    let corpus = compile_folder("tests/executors");
    let programs: Vec<(&String, usize)> = corpus
        .programs
        .iter()
        .filter_map(|(program, finds)| Some((program, finds.first()?.parse().expect("a number of outcomes"))))
        .collect();
    assert!(programs.len() >= 20);
    let failures = parallel::map(&programs, |(program, expected)| {
        let why = std::panic::catch_unwind(|| check(&corpus, program, *expected)).err()?;
        let text = why.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic".to_owned());
        Some(format!("{program}: {text}"))
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{failures:#?}");
}

fn check(corpus: &Corpus, program: &str, expected: usize) {
    let operations = search(boot(corpus, program, false), true);
    let whole = search(boot(corpus, program, false), false);
    let steps = search(boot(corpus, program, true), true);
    println!("{program}: {} states, {} of steps", operations.counts.states, steps.counts.states);
    assert_eq!(outcomes(&operations), outcomes(&steps), "operations and steps");
    assert_eq!(outcomes(&operations), outcomes(&whole), "with and without reduction");
    assert_eq!(outcomes(&operations).len(), expected, "{:?}", outcomes(&operations));
}
