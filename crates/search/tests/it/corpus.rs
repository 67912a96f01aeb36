//! Small programs, each searched with and without reduction, by one worker and by two, and by brute force: the errors and the end
//! states must be the same, and every schedule must replay to its error.

use std::collections::BTreeSet;

use crate::guest::{Corpus, compile};
use deadheat_event::{BlockedOn, Choice, ErrorKind};
use deadheat_guest_java::Jvm;
use deadheat_machine::{Driver, Fingerprint, Machine, Outcome, Replay};
use deadheat_search::property::{DeadHeat, Deadlock, UncaughtException};
use deadheat_search::{Bounds, Counterexample, Involved, Names, Search, SearchReport, violations};
use deadheat_testing::parallel;

/// An error in the words of the programs' first lines.
pub fn words(kind: ErrorKind, involved: &[Involved], names: &Names) -> String {
    let subject = |one: &Involved| names.subject(one).unwrap_or_default().to_owned();
    match kind {
        ErrorKind::Race => format!("dead heat: {}", subject(&involved[0])),
        ErrorKind::Deadlock => {
            let waits = |one: &Involved| match one.pending.as_ref().and_then(|pending| pending.blocked) {
                Some(BlockedOn::Lock { .. }) => format!("lock {}", subject(one)),
                Some(BlockedOn::Notify { .. }) => format!("notification on {}", subject(one)),
                Some(BlockedOn::Join { .. }) => "join".to_owned(),
                Some(BlockedOn::Initialise { .. }) => "class initialisers".to_owned(),
                Some(BlockedOn::Unpark) => "is parked".to_owned(),
                Some(BlockedOn::Permits { .. }) => "permits".to_owned(),
                other => format!("{other:?}"),
            };
            let waits: BTreeSet<String> = involved.iter().map(waits).collect();
            format!("deadlock: {}", waits.into_iter().collect::<Vec<_>>().join(", "))
        }
        ErrorKind::Uncaught => format!("uncaught exception: {}", subject(&involved[0])),
        ErrorKind::Livelock => "livelock: the same states again and again".to_owned(),
        other => other.to_string(),
    }
}

fn words_for(found: &Counterexample) -> String {
    let words = words(found.kind, &found.involved, &found.names);
    if found.partial { words.replacen(": ", ": while other threads run on: ", 1) } else { words }
}

/// What counts as the same error: kind, subject and the places in the program. All machines of a test share their names.
fn name(found: &Counterexample) -> String {
    // A deadlock is local or global by the moment at which it is met; uncaught exceptions may differ in their messages.
    let words = words(found.kind, &found.involved, &found.names);
    if found.kind == ErrorKind::Uncaught { words } else { format!("{words} {:?}", found.key) }
}

fn names(report: &SearchReport) -> BTreeSet<String> {
    report.counterexamples.iter().map(name).collect()
}

fn search(machines: Vec<Jvm>, root: &<Jvm as Machine>::Snapshot, reduction: bool) -> (SearchReport, Vec<Jvm>) {
    search_with(machines, root, reduction, false)
}

fn search_with(
    machines: Vec<Jvm>,
    root: &<Jvm as Machine>::Snapshot,
    reduction: bool,
    twins: bool,
) -> (SearchReport, Vec<Jvm>) {
    let bounds = Bounds { states: Some(300_000), ..Bounds::default() };
    let (report, machines) = Search::new(machines)
        .from(root.clone(), deadheat_event::Schedule::new())
        .property(DeadHeat)
        .property(Deadlock::default())
        .property(UncaughtException)
        .livelocks(true)
        .bounds(bounds)
        .reduction(reduction)
        .twins(twins)
        .run_and_return();
    let report = report.unwrap();
    assert!(report.coverage.is_complete(), "{:?}", report.coverage);
    (report, machines)
}

/// Every state that can be reached, by the simplest program that finds them: their number, and the ends.
fn brute_force(jvm: &mut Jvm, root: &<Jvm as Machine>::Snapshot) -> (usize, Vec<Fingerprint>) {
    jvm.restore(root);
    let mut seen = BTreeSet::from([jvm.fingerprint()]);
    let mut ends = BTreeSet::new();
    let mut open = vec![root.clone()];
    let mut choices: Vec<Choice> = Vec::new();
    while let Some(state) = open.pop() {
        jvm.restore(&state);
        jvm.choices(&mut choices);
        for choice in choices.clone() {
            jvm.restore(&state);
            let outcome = jvm.step(choice, None).unwrap();
            let print = jvm.fingerprint();
            if seen.insert(print) {
                open.push(jvm.snapshot());
                if let Outcome::Finished { .. } = outcome {
                    ends.insert(print);
                }
            }
        }
    }
    (seen.len(), ends.into_iter().collect())
}

/// Replays a counterexample on a machine of its own, and sees the same error.
fn replay(corpus: &Corpus, program: &str, found: &Counterexample, names: &[(u32, u32, u32)]) {
    let mut jvm = corpus.boot(program, names);
    let report = Driver::new(&mut jvm, &mut Replay::of(&found.schedule)).run();
    let outcome = report.end.unwrap_or_else(|error| panic!("{program}: {error}\n{}", found.schedule));
    if found.kind == ErrorKind::Livelock {
        return;
    }
    let seen = violations(&jvm, &outcome);
    let wanted = words(found.kind, &found.involved, &found.names);
    let same = seen
        .iter()
        .any(|seen| seen.partial == found.partial && words(seen.kind, &seen.involved, &seen.names) == wanted);
    assert!(same, "{program}: {wanted} replays to {outcome}, {seen:?}");
}

#[test]
fn reduction_and_workers_change_nothing() {
    let corpus = compile();
    assert!(corpus.programs.len() >= 30);
    let programs: Vec<&String> = corpus.programs.keys().collect();
    let failures = parallel::map(&programs, |program| {
        let why = std::panic::catch_unwind(|| check(&corpus, program)).err()?;
        let text = why.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic".to_owned());
        Some(format!("{program}: {text}"))
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{failures:#?}");
}

fn check(corpus: &Corpus, program: &str) {
    let mut first = corpus.boot(program, &[]);
    let root = first.snapshot();
    let second = first.fork().unwrap();
    let (states, ends) = brute_force(&mut first, &root);
    let (whole, machines) = search(vec![first], &root, false);
    assert_eq!(whole.counts.states as usize, states, "{program}: states without reduction");
    assert_eq!(whole.ends, ends, "{program}: ends without reduction");
    let (reduced, mut machines) = search(machines, &root, true);
    println!("{program}: {states} states, {} reduced, {} ends", reduced.counts.states, ends.len());
    assert_eq!(names(&reduced), names(&whole), "{program}: errors with reduction");
    let fewer = corpus.has_fewer_ends(program);
    let missing = ends.iter().filter(|end| !reduced.ends.contains(end)).count();
    assert!(reduced.ends.iter().all(|end| ends.contains(end)), "{program}: an end that there is not");
    assert_eq!(missing > 0, fewer, "{program}: {missing} of {} ends are not reached with reduction", ends.len());
    assert!(reduced.counts.states <= whole.counts.states);
    machines.push(second);
    let (shared, machines) = search(machines, &root, false);
    assert_eq!(shared.counts.states, whole.counts.states, "{program}: states of two workers");
    assert_eq!(names(&shared), names(&whole), "{program}: errors of two workers");
    let (shared, machines) = search(machines, &root, true);
    assert_eq!(shared.counts.states, reduced.counts.states, "{program}: states of two workers with reduction");
    assert_eq!(names(&shared), names(&reduced), "{program}: errors of two workers with reduction");
    assert_eq!(shared.ends, reduced.ends);
    let (alike, machines) = search_with(machines, &root, true, true);
    println!("{program}: {} states where threads are alike", alike.counts.states);
    assert_eq!(names(&alike), names(&whole), "{program}: errors where of threads that are alike one is moved");
    assert!(alike.ends.iter().all(|end| ends.contains(end)), "{program}: an end that there is not");
    assert!(alike.counts.states <= reduced.counts.states, "{program}: threads are alike");

    let expected = &corpus.programs[program];
    let is_expected = |name: &String| {
        expected.iter().any(|line| match line.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == line,
        })
    };
    for report in [&whole, &reduced, &shared, &alike] {
        let found: Vec<String> = report.counterexamples.iter().map(words_for).collect();
        assert!(found.iter().all(is_expected), "{program}: {found:?}, expected {expected:?}");
        assert_eq!(found.is_empty(), expected.is_empty(), "{program}: {found:?}, expected {expected:?}");
    }
    for found in whole.counterexamples.iter().chain(&reduced.counterexamples).chain(&alike.counterexamples) {
        replay(corpus, program, found, &machines[0].thread_names());
    }
}
