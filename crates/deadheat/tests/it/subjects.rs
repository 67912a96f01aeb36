//! The programs of the papers: every error that they are known for is witnessed, and each witness replays.

use std::path::Path;
use std::process::Command;

use crate::subject::{SUBJECTS, check, compile, expected};
use deadheat_testing::java::java_home;
use deadheat_testing::parallel;

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
    let failures = parallel::map(&runs, |(name, threads)| failure(classes.path(), name, *threads)).concat();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// What is not as it should be.
fn failure(classes: &Path, name: &str, threads: u32) -> Vec<String> {
    let checked = check(DEADHEAT, classes, name, threads, &["--without", "walks,search", "--workers", "1"]);
    let mut failures = Vec::new();
    let mut fail = |what: String| failures.push(format!("{name} with {threads} threads: {what}"));
    if checked.exit_code != Some(1) {
        fail(format!("exit code {:?}", checked.exit_code));
    }
    for expected in expected(name) {
        let Some(finding) = checked.find(&expected).filter(|finding| finding.witness.is_some()) else {
            fail(format!("{expected} is not witnessed"));
            continue;
        };
        let mut replay = Command::new(DEADHEAT);
        replay.arg("replay").arg("--check").arg(checked.witness(finding)).env("JAVA_HOME", java_home());
        let replayed = replay.output().unwrap();
        if replayed.status.code() != Some(0) {
            let said = String::from_utf8_lossy(&replayed.stdout).into_owned();
            fail(format!("the witness of {expected} does not replay: {said}"));
        }
    }
    failures
}
