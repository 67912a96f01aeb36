//! Small programs, each searched with and without reduction, by one worker and by two, and by brute force: the errors and the end
//! states must be the same, and every schedule must replay to its error.

mod guest;

use std::collections::{BTreeMap, BTreeSet};

use deadheat_event::Choice;
use deadheat_guest_java::Jvm;
use deadheat_machine::scheduler::Replay;
use deadheat_machine::{Driver, Fingerprint, Machine, Outcome};
use deadheat_search::property::{DeadHeat, Deadlock, Uncaught};
use deadheat_search::{Bounds, Finding, Kind, Report, Search, look};
use guest::{Corpus, compile};

/// What counts as the same error: kind, subject and places.
fn name(finding: &Finding) -> String {
    let mut places: Vec<String> = finding.threads.iter().map(|thread| thread.site.to_string()).collect();
    places.sort();
    // A deadlock is local or global by the moment at which it is met.
    let what = finding.what.trim_start_matches("while other threads run on: ");
    match finding.kind {
        Kind::DeadHeat => format!("{}: {what} {}", finding.kind, places.join(" ")),
        _ => format!("{}: {what}", finding.kind),
    }
}

fn names(report: &Report) -> BTreeSet<String> {
    // How livelocks are met depends on the order; uncaught exceptions may differ in their messages.
    report.findings.iter().filter(|finding| finding.kind != Kind::Livelock).map(name).collect()
}

fn search(machines: Vec<Jvm>, root: &<Jvm as Machine>::Snapshot, reduction: bool) -> (Report, Vec<Jvm>) {
    let bounds = Bounds { states: Some(300_000), ..Bounds::default() };
    let (report, machines) = Search::new(machines)
        .from(root.clone(), deadheat_event::Schedule::new())
        .property(DeadHeat)
        .property(Deadlock::default())
        .property(Uncaught)
        .livelocks(true)
        .bounds(bounds)
        .reduction(reduction)
        .run_and_return();
    let report = report.unwrap();
    assert!(report.verdict.is_complete(), "{:?}", report.verdict);
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

/// Replays a finding on a machine of its own, and sees the same error.
fn replay(corpus: &Corpus, program: &str, finding: &Finding, names: &[(u32, u32, u32)]) {
    let mut jvm = corpus.boot(program, names);
    jvm.snapshot();
    let report = Driver::new(&mut jvm, &mut Replay::new(finding.schedule.clone())).run();
    let outcome = report.end.unwrap_or_else(|error| panic!("{program}: {error}\n{}", finding.schedule));
    if finding.kind == Kind::Livelock {
        return;
    }
    let sights = look(&jvm, &outcome);
    let same = sights.iter().any(|sight| sight.kind == finding.kind && sight.what == finding.what);
    assert!(same, "{program}: {} {} replays to {outcome}, {sights:?}", finding.kind, finding.what);
}

#[test]
fn reduction_and_workers_change_nothing() {
    let corpus = compile();
    assert!(corpus.programs.len() >= 30);
    let mut failures = BTreeMap::new();
    for program in corpus.programs.keys() {
        if let Err(why) = std::panic::catch_unwind(|| check(&corpus, program)) {
            let text = why.downcast_ref::<String>().cloned().unwrap_or_else(|| "a panic".to_owned());
            failures.insert(program.clone(), text);
        }
    }
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

    let expected = &corpus.programs[program];
    let is_expected = |finding: &Finding| {
        let name = format!("{}: {}", finding.kind, finding.what);
        expected.iter().any(|line| match line.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == *line,
        })
    };
    for report in [&whole, &reduced, &shared] {
        let found: Vec<String> = report.findings.iter().map(|f| format!("{}: {}", f.kind, f.what)).collect();
        assert!(report.findings.iter().all(is_expected), "{program}: {found:?}, expected {expected:?}");
        assert_eq!(found.is_empty(), expected.is_empty(), "{program}: {found:?}, expected {expected:?}");
    }
    for finding in whole.findings.iter().chain(&reduced.findings) {
        replay(corpus, program, finding, &machines[0].thread_names());
    }
}
