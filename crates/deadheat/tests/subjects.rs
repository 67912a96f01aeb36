//! The programs of the seeds: every error that they are known for is witnessed, and each witness replays.

mod common;

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::java_home;
use common::subjects::{Expected, SUBJECTS, check, compile};

const DEADHEAT: &str = env!("CARGO_BIN_EXE_deadheat");

#[test]
fn every_subject_is_witnessed() {
    let classes = compile();
    let mut runs: Vec<(&str, u32)> = Vec::new();
    for subject in &SUBJECTS {
        let ends = [subject.threads.first(), subject.threads.last()].map(|threads| *threads.unwrap());
        runs.extend(ends.map(|threads| (subject.name, threads)));
    }
    runs.dedup();
    // The long ones are the last, and should not be begun last.
    runs.reverse();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut failures = Vec::new();
        while let Some((name, threads)) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
            failures.extend(failure(classes.path(), name, *threads));
        }
        failures
    };
    let failures: Vec<String> = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What is not as it should be.
fn failure(classes: &Path, name: &str, threads: u32) -> Vec<String> {
    let checked = check(DEADHEAT, classes, name, threads, &["--without", "search", "--workers", "1"]);
    let mut failures = Vec::new();
    let mut fail = |what: String| failures.push(format!("{name} with {threads} threads: {what}"));
    if checked.exit_code != Some(1) {
        fail(format!("exit code {:?}", checked.exit_code));
    }
    for expected in Expected::of(name) {
        let Some(finding) = checked.find(&expected).filter(|finding| finding.witness.is_some()) else {
            fail(format!("{expected:?} is not witnessed"));
            continue;
        };
        let mut replay = Command::new(DEADHEAT);
        replay.arg("replay").arg("--check").arg(checked.witness(finding)).env("JAVA_HOME", java_home());
        let replayed = replay.output().unwrap();
        if replayed.status.code() != Some(0) {
            let said = String::from_utf8_lossy(&replayed.stdout).into_owned();
            fail(format!("the witness of {expected:?} does not replay: {said}"));
        }
    }
    failures
}
