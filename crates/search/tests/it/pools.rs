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

fn search(machine: Jvm, reduction: bool) -> SearchReport {
    let report = search_some(machine, reduction);
    assert!(report.coverage.is_complete(), "{:?}", report.coverage);
    report
}

fn search_some(mut machine: Jvm, reduction: bool) -> SearchReport {
    machine.snapshot();
    let bounds = Bounds { states: Some(150_000), ..Bounds::default() };
    Search::new(vec![machine])
        .property(DeadHeat)
        .property(Deadlock::default())
        .property(UncaughtException)
        .bounds(bounds)
        .reduction(reduction)
        .run()
        .unwrap()
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
    let programs: Vec<(&String, usize, bool)> = corpus
        .programs
        .iter()
        .filter_map(|(program, finds)| {
            let whole = finds.get(1).is_none_or(|more| more != "too many steps");
            Some((program, finds.first()?.parse().expect("a number of outcomes"), whole))
        })
        .collect();
    assert!(programs.len() >= 20);
    let failures = parallel::map(&programs, |(program, expected, whole)| {
        let why = std::panic::catch_unwind(|| check(&corpus, program, *expected, *whole)).err()?;
        let text = why.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic".to_owned());
        Some(format!("{program}: {text}"))
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Where there are too many steps for a whole search of them, all that is found among them must be found.
fn check(corpus: &Corpus, program: &str, expected: usize, are_few: bool) {
    let operations = search(boot(corpus, program, false), true);
    let whole = search(boot(corpus, program, false), false);
    let steps = search_some(boot(corpus, program, true), true);
    println!("{program}: {} states, {} of steps", operations.counts.states, steps.counts.states);
    if are_few {
        assert!(steps.coverage.is_complete(), "steps: {:?}", steps.coverage);
        assert_eq!(outcomes(&operations), outcomes(&steps), "operations and steps");
    } else {
        assert!(outcomes(&steps).is_subset(&outcomes(&operations)), "steps: {:?}", outcomes(&steps));
    }
    assert_eq!(outcomes(&operations), outcomes(&whole), "with and without reduction");
    assert_eq!(outcomes(&operations).len(), expected, "{:?}", outcomes(&operations));
}
